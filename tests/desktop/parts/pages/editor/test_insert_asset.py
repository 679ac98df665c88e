"""Files get into a page: in the form that fits the place, by picker, by drag, or uploaded there."""

import json
from pathlib import Path

import pytest
import shiboken6
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication
from tests.desktop.parts.pages.copy_to_brand.test_copy_to_brand import png
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.client.uploads import Upload
from funneldesk.contract.asset_references import asset_references
from funneldesk.desktop.assets.addresses import Addressed
from funneldesk.desktop.assets.insert.text import at_home, inserted, place_at
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.picker import AssetPicker
from funneldesk.desktop.assets.upload_review.flow import Dropped
from funneldesk.desktop.parts.pages.panel import PagesPanel

AT = "/cdn/7/assets"
PHOTO = Addressed("media/summer-sale.png", f"{AT}/media/summer-sale.png", 4, 3, "x 4w")
FILM = Addressed("film.mp4", f"{AT}/film.mp4")
STYLE, SCRIPT = Addressed("a.css", f"{AT}/a.css"), Addressed("a.js", f"{AT}/a.js")

# The form


@pytest.mark.parametrize(
    ("text", "language", "wanted"),
    [
        ("<p>|</p>", "html", "html"),
        ("|", "html", "html"),
        ('<img src="|">', "html", "address"),
        ("<img src='x' |>", "html", "address"),
        ('<a href="/x|y">', "html", "address"),
        ('<i style="background: |">', "html", "css"),
        ('<i style="background: url(|)">', "html", "address"),
        ("<style>b { background: | }</style>", "html", "css"),
        ("<style>b {}</style>|", "html", "html"),
        ("<script>x = '|'</script>", "html", "address"),
        ("<!-- <img src='--> |", "html", "html"),
        ("b { background: | }", "css", "css"),
        ("b { background: url(| ) }", "css", "address"),
        ('@import "|";', "css", "address"),
    ],
)
def test_the_place_decides_the_form(text: str, language: str, wanted: str) -> None:
    offset = text.index("|")
    assert place_at(text.replace("|", ""), offset, language) == wanted


def test_each_kind_has_its_tag() -> None:
    assert inserted("", 0, "html", [PHOTO]) == (
        f'<img src="{PHOTO.src}" srcset="x 4w" width="4" height="3" alt="Summer sale">'
    )
    assert inserted("", 0, "html", [FILM]) == f'<video src="{FILM.src}" controls></video>'
    assert inserted("", 0, "html", [STYLE]) == f'<link rel="stylesheet" href="{STYLE.src}">'
    assert inserted("", 0, "html", [SCRIPT]) == f'<script src="{SCRIPT.src}"></script>'
    assert inserted("b{c:}", 4, "css", [PHOTO]) == f'url("{PHOTO.src}")'


def test_several_keep_the_indentation_and_the_line_breaks() -> None:
    text = "<p>\r\n    "
    made = inserted(text, len(text), "html", [STYLE, SCRIPT])
    first, second = made.split("\r\n")
    assert first.startswith("<link")
    assert second.startswith("    <script")


def test_a_file_of_the_platform_itself_gets_a_bare_path() -> None:
    file = Addressed("a.png", "http://p.example/cdn/7/assets/a.png", 1, 1, "http://p.example/x 1w")
    assert at_home(file, "http://p.example").src == "/cdn/7/assets/a.png"
    assert at_home(file, "http://p.example").srcset == "/x 1w"
    assert at_home(file, "http://p.exam") == file


@given(
    st.text("<>\"' =aimgsrcstyle/!-{}():", max_size=60),
    st.integers(0, 60),
    st.sampled_from(["html", "css"]),
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc",)), min_size=1, max_size=8),
)
def test_whatever_the_name_the_address_is_read_back(
    text: str, offset: int, language: str, name: str
) -> None:
    """No name breaks out of its place: what was put in is one reference to that very file."""
    if set(name) & set("/?#%\\{") or name in (".", ".."):
        return
    path = f"{name}.png"
    file = Addressed(path, f"{AT}/{path}")
    offset = min(offset, len(text))
    made = inserted(text, offset, language, [file])
    assert [found.path for found in asset_references(made, 7, "https://p/cdn")] == [path]


# In the section


async def with_files(brand: LiveBrand, **files: bytes) -> None:
    async with brand.api() as api:
        for name, content in files.items():
            await api.files.upload_many([Upload(f"{name}.png", content)], folder="media")


async def opened(
    bench: WindowBench, brand: LiveBrand, html: str, *, base_url: str = ""
) -> PagesPanel:
    """A page in the section, with the real editor."""
    page = await brand.add("Sale", html=html)
    panel = await bench.pages(await bench.workspace(brand, base_url=base_url))
    panel.resize(1000, 700)
    panel.show()
    await bench.opened(panel, page)
    code = panel.editor.code
    assert code is not None
    await until(lambda: code.is_ready)
    return panel


def drop(panel: PagesPanel, mime: QMimeData) -> None:
    """A drag that ends at the end of the first line."""
    assert panel.editor.code is not None
    view = panel.editor.code._view
    assert view is not None
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    point = QPoint(view.width() - 20, 18)
    QApplication.sendEvent(view, QDragEnterEvent(point, copy, mime, left, none))
    QApplication.sendEvent(view, QDropEvent(QPointF(point), copy, mime, left, none))


@in_the_window
async def test_a_file_is_picked_into_an_empty_value_by_keyboard(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await with_files(brand, one=png(1), two=png(2))
    panel = await opened(bench, brand, '<p>\n<img src="">\n')
    code = panel.editor.code
    assert code is not None
    code.select("html", 14, 14)
    await code.settled()
    panel.features[-1].choose()  # type: ignore[attr-defined]
    picker = await shown_dialog(AssetPicker)
    await until(lambda: picker.grid.shown_rows())
    picker.search.setText("two")
    await until(lambda: [row.name for row in picker.grid.shown_rows()] == ["two.png"])
    assert not picker.insert.isEnabled()
    picker.search.left_downwards.emit()
    await until(picker.insert.isEnabled)
    picker.insert.click()
    at = f"/cdn/{brand.number}/assets/media/two.png"
    await until(lambda: panel.editor.source("html") == f'<p>\n<img src="{at}">\n')
    code.undo()
    await until(lambda: panel.editor.source("html") == '<p>\n<img src="">\n')


@in_the_window
async def test_files_dragged_from_the_files_section_land_as_one_change(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand, "<p>\n")
    at = f"{brand.base_url}/cdn/{brand.number}/assets"
    mime = QMimeData()
    files = [
        {"path": "a.css", "src": f"{at}/a.css", "kind": "text"},
        {"path": "b.js", "src": f"{at}/b.js", "kind": "text"},
    ]
    mime.setData("application/x-funneldesk-assets", json.dumps(files).encode())
    mime.setText("never this")
    drop(panel, mime)
    here = f"/cdn/{brand.number}/assets"
    tags = f'<link rel="stylesheet" href="{here}/a.css">\n<script src="{here}/b.js"></script>'
    await until(lambda: panel.editor.source("html") == f"<p>{tags}\n")
    assert panel.session.is_dirty
    assert panel.editor.code is not None
    panel.editor.code.undo()
    await until(lambda: panel.editor.source("html") == "<p>\n")


@in_the_window
async def test_a_dropped_file_is_uploaded_and_put_where_it_landed_though_one_types_on(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel = await opened(bench, brand, "<p>\n<b>\n")
    (tmp_path / "hero.png").write_bytes(png(3))
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(tmp_path / "hero.png"))])
    drop(panel, mime)
    code = panel.editor.code
    assert code is not None
    await until(lambda: any(d.bookmarks for d in code._documents.values()))
    code.replace("html", 0, 0, "<h1>new</h1>")
    at = f"/cdn/{brand.number}/assets/media/hero.png"
    await until(lambda: at in panel.editor.source("html"))
    html = panel.editor.source("html")
    assert html.startswith(f'<h1>new</h1><p><img src="{at}"')
    assert html.endswith('alt="Hero">\n<b>\n')
    assert not any(document.bookmarks for document in code._documents.values())
    async with brand.api() as api:
        assert await api.fetch_asset(at) == png(3)


@in_the_window
async def test_a_file_that_is_there_already_is_inserted_without_being_sent(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await with_files(brand, hero=png(3))
    panel = await opened(bench, brand, "<p>\n")
    library = panel.workspace.shared(AssetLibrary)
    await library.refresh()
    before = library.rows["media/hero.png"].changed
    (tmp_path / "hero.png").write_bytes(png(3))
    assert panel.editor.code is not None
    panel.editor.code.receiving.given.emit(Dropped((tmp_path / "hero.png",)), "html", 3)

    def is_in() -> bool:
        # A slow look shows its dialog; with nothing to decide it may still ask for a word.
        for dialog in open_dialogs():
            if "1 stays here" in said(dialog):
                dialog.answer("upload")
        return "media/hero.png" in panel.editor.source("html")

    await until(is_in)
    await library.refresh()
    assert library.rows["media/hero.png"].changed == before


@in_the_window
async def test_a_page_closed_meanwhile_is_not_written_and_the_file_is_told(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    other = await brand.add("Other", html="<i>")
    panel = await opened(bench, brand, "<p>\n")
    (tmp_path / "hero.png").write_bytes(png(3))
    assert panel.editor.code is not None
    panel.editor.code.receiving.given.emit(Dropped((tmp_path / "hero.png",)), "html", 3)
    await bench.opened(panel, other)
    await until(lambda: bench.notice("hero.png is up, but not inserted"))
    assert panel.editor.source("html") == "<i>"


@in_the_window
async def test_a_failed_upload_says_so_writes_nothing_and_is_tried_again(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    panel = await opened(bench, brand, "<p>\n")
    gone = tmp_path / "hero.png"
    gone.write_bytes(png(3))
    uploads = panel.features[-1].uploads  # type: ignore[attr-defined]
    told: list[object] = []
    begun = uploads._label

    def vanish(job: object, names: str, mark: object) -> None:
        if gone.exists() and not told:
            gone.unlink()
        begun(job, names, mark)

    uploads._label = vanish
    assert panel.editor.code is not None
    panel.editor.code.receiving.given.emit(Dropped((gone,)), "html", 3)
    await until(lambda: bench.notice("was not uploaded") or "hero" in panel.editor.source("html"))
    notice = bench.notice("was not uploaded")
    assert notice is not None
    assert notice.action is not None
    assert panel.editor.source("html") == "<p>\n"
    told.append(None)
    gone.write_bytes(png(3))
    notice.action.run()
    await until(lambda: "media/hero.png" in panel.editor.source("html"))


@in_the_window
async def test_a_picker_that_was_closed_hears_no_more_of_changed_files(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await with_files(brand, one=png(1))
    panel = await opened(bench, brand, "<p>\n")
    panel.features[-1].choose()  # type: ignore[attr-defined]
    picker = await shown_dialog(AssetPicker)
    library = panel.workspace.shared(AssetLibrary)
    await until(lambda: picker.grid.shown_rows())
    picker.reject()
    await until(lambda: not shiboken6.isValid(picker))
    await with_files(brand, two=png(2))
    await library.refresh()
    await until(lambda: "media/two.png" in library.rows)
    library.row_changed.emit("media/two.png")
    assert not bench.notice("Something went wrong")
