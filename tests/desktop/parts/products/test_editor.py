"""The form of a product, its picture and files, and what uses it."""

from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest
from tests.desktop.support.customer_desk import subscribe
from tests.desktop.support.image_samples import picture
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.products_desk import open_product, opened, product, stored
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.kit.controls.drop_place import DropPlace
from funneldesk.desktop.parts.products.actions import UsesDialog
from funneldesk.desktop.parts.products.cutting import CutDialog
from funneldesk.desktop.parts.products.importing import IMPORT
from funneldesk.desktop.parts.products.where_used import uses_of

TIERS = [
    {"interval": "month", "interval_count": 3, "price": "24.00", "label": "Season", "x": None},
    {"interval": "year", "interval_count": 1, "price": 80.5, "tier": {"deep": [1, "two"]}},
]


def drop(place: DropPlace, *paths: Path) -> None:
    """Files of this computer land on a place."""
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    where, copy = QPointF(place.rect().center()), Qt.DropAction.CopyAction
    left, plain = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    place.dropEvent(QDropEvent(where, copy, mime, left, plain))


@in_the_window
async def test_a_new_product_with_a_picture_and_two_files_made_by_drop(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await product(brand, "other")
    panel = await opened(bench, await bench.workspace(brand))
    panel.new()
    await until(lambda: panel.session.draft is not None and panel.session.draft.is_new)
    for name, value in (("title", "Brew guide"), ("code", "GUIDE"), ("price", "9.90")):
        panel.pane.form._typed(name, value)
    panel.save()
    await until(lambda: panel.session.draft is not None and not panel.session.draft.is_new)
    await until(lambda: panel.is_quiet and "All 2" in said(panel.list.views.segments))
    number = int(panel.session.record_id)

    photo = tmp_path / "cover.jpg"
    photo.write_bytes(picture(2_400, 1_600, form="JPEG"))
    panel.files.square.setChecked(True)
    drop(panel.files.picture, photo)
    await until(lambda: panel.session.draft and panel.session.draft.base.get("image"))
    async with brand.api() as api:
        made = await api.products.get(number)
        seen = QImage.fromData(await api.fetch_asset(str(made.image)))
    assert (seen.width(), seen.height()) == (1_200, 1_200), "cut and shrunk before it went out"

    films = [tmp_path / name for name in ("first.png", "second.png")]
    for at, path in enumerate(films):
        path.write_bytes(picture(40 + at, 40))
    drop(panel.files.files, *films)
    panel.files.purpose.choose("bonus")
    drop(panel.files.files, films[0])  # while the others are on their way
    await until(lambda: panel.files.list.rows.rowCount() == 3)
    async with brand.api() as api:
        rows = (await api.products.get(number)).product_files or []
    assert [(each.title, each.purpose, each.is_primary) for each in rows] == [
        ("first.png", "digital", True),
        ("second.png", "digital", False),
        ("first.png", "bonus", True),
    ]
    assert not panel.session.is_dirty, "what went up is what the form has"


@in_the_window
async def test_files_go_to_the_product_they_were_dropped_on(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    meant, other = await product(brand, "tea"), await product(brand, "cup")
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, meant)
    photo, films = tmp_path / "cover.jpg", [tmp_path / name for name in ("one.png", "two.png")]
    photo.write_bytes(picture(2_400, 1_600, form="JPEG"))
    for path in films:
        path.write_bytes(picture(40, 40))
    drop(panel.files.picture, photo)
    drop(panel.files.files, *films)
    await open_product(panel, other)
    await until(lambda: not panel.files.tasks.is_busy)
    there = await stored(brand, meant)
    assert there.image
    assert [each.title for each in there.product_files or ()] == ["one.png", "two.png"]
    spared = await stored(brand, other)
    assert not spared.image
    assert not spared.product_files


@in_the_window
async def test_the_part_of_a_picture_that_goes_out_is_framed_by_hand(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    made = await product(brand, "tea")
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, made)
    photo = tmp_path / "cover.png"
    photo.write_bytes(picture(400, 200))
    panel.files.by_hand.setChecked(True)
    drop(panel.files.picture, photo)
    dialog: CutDialog = await shown_dialog(CutDialog)
    frame = dialog.frame
    for _turn in range(50):  # Half of its width, at the right, by keys alone.
        QTest.keyClick(frame, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    for _turn in range(60):
        QTest.keyClick(frame, Qt.Key.Key_Right)
    dialog.button("use").click()
    await until(lambda: panel.session.draft and panel.session.draft.base.get("image"))
    async with brand.api() as api:
        seen = QImage.fromData(await api.fetch_asset(str((await api.products.get(made.id)).image)))
    assert (seen.width(), seen.height()) == (200, 200)


@in_the_window
async def test_files_are_moved_and_described_in_the_form(
    bench: WindowBench, brand: LiveBrand
) -> None:
    rows = [{"file": f"https://a.example/{n}.pdf", "title": str(n)} for n in range(3)]
    made = await product(brand, "guide", product_files=rows)
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, made)
    draft = panel.session.draft
    assert draft is not None
    files = list(draft.value("product_files"))  # type: ignore[arg-type]
    files[0] = {**files[0], "description": "Read it first"}  # type: ignore[dict-item]
    panel.pane.form._typed("product_files", [files[2], files[0], files[1]])
    panel.save()
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)
    found = (await stored(brand, made)).product_files or []
    assert [(each.title, each.description) for each in found] == [
        ("2", None),
        ("0", "Read it first"),
        ("1", None),
    ]


@in_the_window
async def test_tiers_go_back_as_they_came_quirk_39(bench: WindowBench, brand: LiveBrand) -> None:
    fields = {"is_subscription": True, "subscription_frequency": 1, "subscription_tiers": TIERS}
    made = await product(brand, "club", **fields)
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, made)
    draft = panel.session.draft
    assert draft is not None
    tiers = list(draft.value("subscription_tiers"))  # type: ignore[arg-type]
    panel.pane.form._typed("subscription_tiers", [{**tiers[0], "label": "Quarter"}, tiers[1]])  # type: ignore[dict-item]
    panel.save()
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)
    assert (await stored(brand, made)).subscription_tiers == [
        {**TIERS[0], "label": "Quarter"},
        TIERS[1],
    ]


@in_the_window
async def test_fields_of_subscriptions_are_there_where_they_apply(
    bench: WindowBench, brand: LiveBrand
) -> None:
    once = await product(brand, "once")
    again = await product(brand, "again", is_subscription=True, subscription_frequency=2)
    panel = await opened(bench, await bench.workspace(brand))
    form = panel.pane.form.form
    await open_product(panel, once)
    assert form.row("subscription_frequency").isHidden()
    await open_product(panel, again)
    assert not form.row("subscription_frequency").isHidden()
    panel.pane.form._typed("subscription_frequency", None)
    panel.save()
    await until(lambda: "Say how often" in form.row("subscription_frequency").error())
    assert (await stored(brand, again)).subscription_frequency == 2


@in_the_window
async def test_bonuses_are_picked_from_the_products(bench: WindowBench, brand: LiveBrand) -> None:
    guide, tea, cup = [await product(brand, code) for code in ("guide", "tea", "cup")]
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, tea)
    bonus = panel.session.fields["bonuses"].fields[0]
    assert bonus.lookup.search is not None
    assert [each[1] for each in await bonus.lookup.search("gui")] == ["Guide"]
    panel.pane.form._typed("bonuses", [{"bonus_product_id": guide.id}])
    panel.save()
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)
    found = (await stored(brand, tea)).bonuses or []
    assert [each.bonus_product_id for each in found] == [guide.id]
    kept = list(panel.session.draft.value("bonuses")) if panel.session.draft else []  # type: ignore[arg-type]
    panel.pane.form._typed("bonuses", [*kept, {"bonus_product_id": cup.id}])
    panel.save()
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)
    assert len((await stored(brand, tea)).bonuses or []) == 2


@in_the_window
async def test_what_uses_a_product_is_named_before_it_is_deleted(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand)
    async with brand.api() as api:
        (sold,) = [each async for each in api.products.iterate()]
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace)
    uses = await uses_of(workspace, sold.id, str(sold.code))
    assert (uses.subscriptions, uses.sales, uses.unknown) == (1, 1, [])
    task = panel.tasks.start(panel.product_actions.deletion.delete([str(sold.id)]))
    dialog: UsesDialog = await shown_dialog(UsesDialog)
    assert "1 subscription goes on." in said(dialog)
    assert "1 sale in the last 90 days." in said(dialog)
    dialog.button("delete").click()
    await until(lambda: task is None or task.done())
    async with brand.api() as api:
        assert (await api.products.list()).rows == ()
    assert bench.notice("1 product deleted")


def test_rows_of_a_file_are_known_by_their_codes() -> None:
    assert next(iter(IMPORT.keys)) == "code"
    needed = {"code", "title", "price", "type", "classification"}
    assert set(IMPORT.required()) == needed
    assert needed <= {each.name for each in IMPORT.fields()}


@pytest.mark.parametrize("role", ["viewer"])
@in_the_window
async def test_who_may_only_read_is_told_so(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, role: str
) -> None:
    made = await product(brand, "tea")
    panel = await opened(bench, await bench.workspace(brand, role=role))
    await open_product(panel, made)
    film = tmp_path / "film.png"
    film.write_bytes(picture(8, 8))
    drop(panel.files.files, film)
    await until(lambda: bench.notifications.notices and panel.is_quiet)
    assert not (await stored(brand, made)).product_files
