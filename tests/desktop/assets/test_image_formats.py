"""Photos of phones and other pictures that Qt does not read: seen, judged, made over, refused."""

import base64
import io
import random
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image
from PySide6.QtGui import QColor, QImage
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.upload_review_driver import asked
from tests.desktop.support.upload_trees import photo
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.contract.file_kinds import kind_of
from funneldesk.desktop.assets.image_formats import CannotUnfold, unfold
from funneldesk.desktop.assets.thumbnails.image_workers import NoImage
from funneldesk.desktop.assets.thumbnails.pixels import file_of, image_of
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.conversion import (
    ConversionFailed,
    Converter,
)

# Red on the left, blue on the right, 64 by 48 pixels, as a phone writes it.
HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAA"
    "AAAAAAAAACJpbG9jAAAAAERAAAEAAQAAAAABoQABAAAAAAAAAGkAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABo"
    "dmMxAAAAAA5waXRtAAAAAAABAAAA/WlwcnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEA"
    "GEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAA"
    "AwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAAB"
    "AAAAMAAAAAEAAAAAAAAAAv////AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAHFt"
    "ZGF0AAAAZSgBrwngOSMkv//31z//+UAuQ/eJpcF//YA99/iU6f/73rdRGNYssf52zR/VtcpYqxGOWMzR9R2mzkqsyTWA"
    "k9huRxfjJP0QY2wg1XLaz2EQBxH8SIpfqgTOyZ+/VowlK26+8tgO"
)
RED, BLUE = QColor(220, 40, 30), QColor(30, 60, 220)
SIDEWAYS = Image.Exif()
SIDEWAYS[0x0112] = 6
LARGE = 10_000_000


def halves(form: str, width: int = 64, height: int = 48, **rest: object) -> bytes:
    """The same picture in another form."""
    image = Image.new("RGB", (width, height), (RED.red(), RED.green(), RED.blue()))
    blue = (BLUE.red(), BLUE.green(), BLUE.blue())
    image.paste(blue, (width // 2, 0, width, height))
    held = io.BytesIO()
    image.save(held, form, **rest)
    return held.getvalue()


def moving() -> bytes:
    held = io.BytesIO()
    frames = [Image.new("RGB", (32, 32), (number * 60, 0, 0)) for number in range(3)]
    frames[0].save(held, "AVIF", save_all=True, append_images=frames[1:])
    return held.getvalue()


def is_like(found: QColor, wanted: QColor) -> bool:
    pairs = zip(found.getRgb()[:3], wanted.getRgb()[:3], strict=True)  # type: ignore[index]
    return bool(sum(abs(a - b) for a, b in pairs) < 40)


FORMS = {
    "a.heic": (HEIC, "image/heic"),
    "a.avif": (halves("AVIF"), "image/avif"),
    "a.jp2": (halves("JPEG2000"), "image/jp2"),
}


@pytest.mark.parametrize("name", FORMS)
@in_the_window
async def test_they_are_drawn_beside_the_window(
    bench: WindowBench, brand: LiveBrand, name: str
) -> None:
    content, kind = FORMS[name]
    workers = (await bench.workspace(brand)).shared(Thumbnails).workers
    facts, body = await workers.draw({"side": 32, "name": name, "file": True}, content)
    assert (facts["kind"], facts["width"], facts["height"]) == (kind, 64, 48)
    for image in (image_of(facts, body), QImage.fromData(file_of(facts, body))):
        assert (image.width(), image.height()) == (32, 24)
        assert is_like(image.pixelColor(4, 12), RED)
        assert is_like(image.pixelColor(27, 12), BLUE)


@in_the_window
async def test_what_is_damaged_is_told_and_harms_no_other(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workers = (await bench.workspace(brand)).shared(Thumbnails).workers
    for content, _ in FORMS.values():
        with pytest.raises(NoImage, match="damaged"):
            await workers.draw({"side": 32, "name": "a"}, content[: len(content) * 2 // 3])
    facts, _ = await workers.draw({"side": 32, "name": "a.heic"}, HEIC)
    assert facts["width"] == 64


@pytest.mark.parametrize("name", FORMS)
async def test_they_are_made_over_to_webp(converter: Converter, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(FORMS[name][0])
    made = await converter.convert(tmp_path / name, Conversion("", 32), tmp_path / "spool")
    assert kind_of(io.BytesIO(made.path.read_bytes()), "a.webp") == "image/webp"
    assert (made.width, made.height) == (32, 24)
    image = QImage(str(made.path))
    assert is_like(image.pixelColor(4, 12), RED)
    assert is_like(image.pixelColor(27, 12), BLUE)


async def test_they_stand_upright_and_stay_see_through(
    converter: Converter, tmp_path: Path
) -> None:
    (tmp_path / "a.avif").write_bytes(halves("AVIF", exif=SIDEWAYS))
    made = await converter.convert(tmp_path / "a.avif", Conversion("webp", 0), tmp_path)
    image = QImage(str(made.path))
    assert (image.width(), image.height()) == (48, 64)
    assert is_like(image.pixelColor(24, 4), RED)
    held = io.BytesIO()
    Image.new("RGBA", (40, 30), (10, 200, 30, 0)).save(held, "AVIF")
    (tmp_path / "b.avif").write_bytes(held.getvalue())
    made = await converter.convert(tmp_path / "b.avif", Conversion("webp", 0), tmp_path)
    assert QImage(str(made.path)).pixelColor(5, 5).alpha() == 0


async def test_what_moves_is_not_frozen(converter: Converter, tmp_path: Path) -> None:
    (tmp_path / "a.avif").write_bytes(moving())
    with pytest.raises(ConversionFailed, match="moving image"):
        await converter.convert(tmp_path / "a.avif", Conversion("webp", 0), tmp_path / "spool")


def test_colours_come_with_their_space() -> None:
    from PIL import ImageCms

    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    found = unfold(halves("AVIF", icc_profile=profile), LARGE)
    assert found.image.colorSpace().isValid()


def test_too_many_pixels_are_refused_before_they_are_unfolded() -> None:
    with pytest.raises(CannotUnfold, match=r"64 × 48 pixels are too many"):
        unfold(HEIC, 64 * 48 - 1)


def test_whatever_is_damaged_gives_a_picture_or_a_sentence() -> None:
    chance = random.Random(7)
    for content, _ in FORMS.values():
        for _ in range(150):
            broken = bytearray(content)
            for _ in range(chance.randint(1, 6)):
                broken[chance.randrange(12, len(broken))] = chance.randrange(256)
            with suppress(CannotUnfold):
                found = unfold(bytes(broken), LARGE, 32)
                assert max(found.image.width(), found.image.height()) <= 32


@in_the_window
async def test_a_photo_of_a_phone_goes_as_webp_unless_it_is_kept_as_it_is(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    workspace = await bench.workspace(brand)
    (tmp_path / "IMG_0042.HEIC").write_bytes(HEIC)
    sources = [tmp_path / "IMG_0042.HEIC", photo(tmp_path / "plain.jpg")]
    async with asked(workspace, sources) as shown:
        assert shown.group("ready") == ["plain.jpg"]
        assert shown.group("unshown") == ["IMG_0042.HEIC"]
        assert shown.dialog.yes.text() == "Upload 2 files"
        order = await shown.upload()
    assert order is not None
    went = {item.name: item.conversion for item in order.items}
    assert went == {"IMG_0042.webp": Conversion("webp"), "plain.jpg": None}
    async with asked(workspace, sources) as shown:
        assert shown.group("unshown") == ["IMG_0042.HEIC"]
        shown.dialog.choices.back.click()
        order = await shown.upload()
    assert order is not None
    assert {item.conversion for item in order.items} == {None}
