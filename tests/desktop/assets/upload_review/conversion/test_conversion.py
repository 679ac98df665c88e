"""Pictures made over before they go: smaller, upright, see-through still, or refused in words."""

import asyncio
import os
import struct
import zlib
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QObject
from PySide6.QtGui import QColor, QImage, QImageReader
from tests.desktop.support.upload_trees import noise, photo

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.conversion.conversion import _DIED as DIED
from funneldesk.desktop.assets.upload_review.conversion.conversion import (
    LIMITS,
    PROCESSES,
    ConversionFailed,
    Converter,
)
from funneldesk.desktop.assets.upload_review.conversion.job import convert
from funneldesk.desktop.assets.upload_review.inspection.inspect import look_at_files
from funneldesk.desktop.kit.tasks import end_under
from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.kit.workers.pool import WorkerPool

WEBP = Conversion("webp", 320)


def bomb(path: Path, side: int = 40_000) -> Path:
    """A PNG of some kilobytes that would unfold to gigabytes."""

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0)
    data = zlib.compress(bytes(4_000_000), 9)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )
    return path


def _most_memory(process: int) -> int:
    """What a process had at its most, in kilobytes."""
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))


async def test_a_picture_is_made_smaller_and_stays_what_it_shows(
    converter: Converter, tmp_path: Path
) -> None:
    source = photo(tmp_path / "a.jpg", 1200, 800)
    before = source.read_bytes()
    made = await converter.convert(source, WEBP, tmp_path / "spool")
    image = QImage(str(made.path))
    assert (image.width(), image.height()) == (made.width, made.height) == (320, 213)
    assert QImageReader(str(made.path)).format() == QByteArray(b"webp")
    assert made.size == made.path.stat().st_size < len(before)
    wanted = QImage(str(source)).scaled(320, 213).pixelColor(160, 100)
    got = image.pixelColor(160, 100)
    assert abs(wanted.red() - got.red()) + abs(wanted.blue() - got.blue()) < 40
    assert source.read_bytes() == before


async def test_what_is_narrower_than_asked_keeps_its_sides_and_its_form(
    converter: Converter, tmp_path: Path
) -> None:
    source = photo(tmp_path / "a.png", 200, 100)
    made = await converter.convert(source, Conversion("", 640), tmp_path)
    assert (made.width, made.height) == (200, 100)
    assert QImageReader(str(made.path)).format() == QByteArray(b"png")


async def test_what_is_see_through_stays_so_and_what_lies_on_its_side_is_turned(
    converter: Converter,
    tmp_path: Path,
) -> None:
    clear = QImage(64, 40, QImage.Format.Format_ARGB32)
    clear.fill(QColor(10, 200, 30, 0))
    clear.save(str(tmp_path / "clear.png"))
    made = await converter.convert(tmp_path / "clear.png", Conversion("webp", 0), tmp_path)
    assert QImage(str(made.path)).pixelColor(5, 5).alpha() == 0
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"
    plain = photo(tmp_path / "flat.jpg", 300, 200).read_bytes()
    turned = plain[:2] + b"\xff\xe1" + struct.pack(">H", len(exif) + 2) + exif + plain[2:]
    (tmp_path / "turned.jpg").write_bytes(turned)
    upright = await converter.convert(tmp_path / "turned.jpg", Conversion("webp", 100), tmp_path)
    assert (upright.width, upright.height) == (100, 150)


async def test_a_bomb_is_refused_in_words_and_takes_no_memory(
    converter: Converter, tmp_path: Path
) -> None:
    path = bomb(tmp_path / "bomb.png")
    (told,) = [item["facts"][0] for item in look_at_files([str(path)]) if item and "facts" in item]
    assert told[5:7] == [40_000, 40_000]
    with pytest.raises(ConversionFailed, match="40,000 × 40,000 pixels"):
        await converter.convert(path, WEBP, tmp_path / "spool")
    assert list((tmp_path / "spool").iterdir()) == []
    (process,) = converter.workers.processes
    assert _most_memory(process) < 200_000


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "cannot be read"),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "cannot be read as an image"),
        (b"no image at all", "cannot be read as an image"),
    ],
)
async def test_what_is_no_picture_is_told(
    converter: Converter, tmp_path: Path, content: bytes, words: str
) -> None:
    (tmp_path / "a.png").write_bytes(content)
    with pytest.raises(ConversionFailed, match=words):
        await converter.convert(tmp_path / "a.png", WEBP, tmp_path / "spool")


async def test_a_picture_that_ends_too_soon_never_counts_as_done(
    converter: Converter, tmp_path: Path
) -> None:
    whole = noise(tmp_path / "a.png", 300, 200).read_bytes()
    (tmp_path / "a.png").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ConversionFailed, match="damaged"):
        await converter.convert(tmp_path / "a.png", WEBP, tmp_path / "spool")


async def test_neither_pipes_nor_what_is_gone_hold_anything_up(
    converter: Converter, tmp_path: Path
) -> None:
    os.mkfifo(tmp_path / "pipe.png")
    for name in ("pipe.png", "gone.png"):
        with pytest.raises(ConversionFailed, match="cannot be read"):
            await converter.convert(tmp_path / name, WEBP, tmp_path / "spool")


async def test_a_worker_that_dies_fails_its_image_only(
    converter: Converter, tmp_path: Path
) -> None:
    source = photo(tmp_path / "a.png")
    owner = QObject()
    dying = Converter(owner)
    dying.workers = WorkerPool(
        owner, "dying", LIMITS, command=("sh", "-c", "read -N 20 request; exit 3")
    )
    with pytest.raises(ConversionFailed, match="gave up"):
        await dying.convert(source, WEBP, tmp_path / "spool")
    end_under(owner)
    made = await converter.convert(source, WEBP, tmp_path / "spool")
    assert made.path.read_bytes()[8:12] == b"WEBP"


async def test_an_image_that_nobody_waits_for_leaves_no_file(
    converter: Converter, tmp_path: Path
) -> None:
    source, spool = photo(tmp_path / "a.png", 1200, 800), tmp_path / "spool"
    await converter.convert(source, WEBP, spool)
    task = asyncio.ensure_future(converter.convert(source, WEBP, spool))
    for _ in range(3):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    # The next one of the same process comes after it, and is the only other file.
    for _ in range(PROCESSES):
        await converter.convert(source, WEBP, spool)
    assert len(list(spool.iterdir())) == 1 + PROCESSES


async def told(converter: Converter, source: Path, spool: Path) -> str:
    """Why a file cannot be converted, or nothing."""
    try:
        await converter.convert(source, WEBP, spool)
    except ConversionFailed as failure:
        return str(failure)
    return ""


async def test_damaged_tiffs_are_refused_in_words(converter: Converter, tmp_path: Path) -> None:
    source = tmp_path / "a.tiff"
    assert QImage(160, 120, QImage.Format.Format_RGB32).save(str(source))
    whole = source.read_bytes()
    (at,) = struct.unpack_from("<I", whole, 4)
    (entries,) = struct.unpack_from("<H", whole, at)
    for number in range(entries):
        changed = bytearray(whole)
        changed[at + 2 + 12 * number + 8] = 1
        odd = tmp_path / f"{number}.tiff"
        odd.write_bytes(changed)
        answer = await told(converter, odd, tmp_path / "spool")
        assert answer != DIED


def test_a_file_that_is_there_is_not_written_over_nor_deleted(tmp_path: Path) -> None:
    target = tmp_path / "mine.webp"
    target.write_bytes(b"mine")
    with pytest.raises(JobError, match="is there already"):
        convert(str(photo(tmp_path / "a.jpg", 40, 30)), str(target), "webp", 0, 80)
    assert target.read_bytes() == b"mine"
