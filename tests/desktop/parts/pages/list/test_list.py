"""The list of pages: there at once, refreshed after, searched, narrowed, ordered."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.funnels import FunnelDraft
from funneldesk.desktop.kit.lists.record_list import ROW
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.library import filling, library

LONG = "<p>" + "A paragraph that fills the page. " * 30 + "</p>"


def titles(panel: PagesPanel) -> list[str]:
    """What the list shows, from top to bottom."""
    rows = panel.list.list.rows
    return [rows.at(place).title for place in range(rows.rowCount())]


def choose_in_menu(panel: PagesPanel, *path: str) -> None:
    """Open the filter menu and choose, as the mouse would."""
    panel.list.filter_button.click()
    menu = panel.list.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly)[-1]
    top = menu
    for step in path[:-1]:
        menu = next(a.menu() for a in menu.actions() if a.text() == step and a.menu() is not None)
    next(a for a in menu.actions() if a.text() == path[-1] and a.menu() is None).trigger()
    top.close()


async def three_pages(brand: LiveBrand) -> None:
    await brand.add("Spring sale", slug="spring", status="published", type="leadgen")
    await brand.add("Autumn sale", slug="harvest", html=LONG + "<b>Pumpkins & more</b>")
    async with brand.api() as api:
        funnel = await api.funnels.create(FunnelDraft(name="Seasons"))
    await brand.add("Winter sale", slug="winter", status="offline", funnel_id=funnel.id)


# What is shown, and when


@in_the_window
async def test_the_local_copy_is_there_before_the_platform_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first = await brand.add("Spring sale")
    before = await bench.workspace(brand, place="copy")
    await bench.pages(before)
    await bench.close(before)
    await brand.change(first, title="Summer sale")
    await brand.add("Autumn sale")

    workspace = await bench.workspace(brand, place="copy", connected=False)
    panel = await bench.pages(workspace, loaded=False)
    await until(lambda: titles(panel) == ["Spring sale"])
    await until(lambda: panel.session.title == "Spring sale")
    await workspace.connect_to(brand.base_url, brand.key())
    await until(lambda: sorted(titles(panel)) == ["Autumn sale", "Summer sale"])
    await until(lambda: panel.session.title == "Summer sale")


@in_the_window
async def test_a_long_list_shows_at_once_what_was_seen_last_and_then_all(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(library, "LONG", 3)
    monkeypatch.setattr(library, "HEAD_ROWS", 2)
    monkeypatch.setattr(library, "HEAD_PAUSE", 0.0)
    for n in range(5):
        await brand.add(f"Page {n}")
    before = await bench.workspace(brand, place="copy")
    panel = await bench.pages(before)
    await until(lambda: panel.library._head)
    await bench.idle(panel)
    await bench.close(before)

    workspace = await bench.workspace(brand, place="copy", connected=False)
    panel = await bench.pages(workspace, loaded=False)
    await until(lambda: titles(panel) == ["Page 4", "Page 3"])
    assert panel.list.count.text() == "5 pages"
    await until(lambda: len(titles(panel)) == 5)
    assert titles(panel) == ["Page 4", "Page 3", "Page 2", "Page 1", "Page 0"]
    assert panel.list.count.text() == "5 pages"


@in_the_window
async def test_an_empty_brand_offers_the_first_page(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await bench.pages(await bench.workspace(brand))
    assert panel.list.views.currentWidget() is panel.list.empty
    assert "Build your first page" in said(panel.list.empty)
    assert panel.list.count.text() == "0 pages"


@in_the_window
async def test_a_failed_refresh_keeps_the_copy_and_says_so(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await brand.add("Spring sale")
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    await relay.vanish()
    panel.refresh()
    await until(lambda: bench.notice("cannot be reached"))
    assert titles(panel) == ["Spring sale"]
    notice = bench.notice("cannot be reached")
    assert notice is not None
    assert notice.action is not None
    assert notice.action.label == "Try again"


@in_the_window
async def test_a_page_deleted_elsewhere_leaves_the_list(
    bench: WindowBench, brand: LiveBrand
) -> None:
    kept, gone = await brand.add("Kept"), await brand.add("Gone")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, kept)
    await brand.delete(gone)
    panel.refresh()
    await until(lambda: titles(panel) == ["Kept"])


@in_the_window
async def test_unsaved_work_on_a_page_deleted_elsewhere_stays_in_the_list(
    bench: WindowBench, brand: LiveBrand
) -> None:
    other, gone = await brand.add("Other"), await brand.add("Gone", html="<p>1</p>")
    workspace = await bench.workspace(brand, place="copy")
    panel = await bench.pages(workspace)
    await bench.opened(panel, gone)
    panel.editor.set_source("html", "<p>mine</p>")
    await bench.opened(panel, other)
    await brand.delete(gone)
    panel.refresh()
    await bench.idle(panel)
    assert sorted(titles(panel)) == ["Gone", "Other"]
    await bench.close(workspace)

    panel = await bench.pages(await bench.workspace(brand, place="copy"))
    assert sorted(titles(panel)) == ["Gone", "Other"]
    await bench.opened(panel, gone)
    assert panel.editor.source("html") == "<p>mine</p>"


# Search


@in_the_window
async def test_search_finds_names_and_slugs(bench: WindowBench, brand: LiveBrand) -> None:
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    panel.list.search.setText("AUTUMN")
    assert titles(panel) == ["Autumn sale"]
    panel.list.search.setText("/wint")
    assert titles(panel) == ["Winter sale"]
    panel.list.search.setText("sal")
    assert len(titles(panel)) == 3


@in_the_window
async def test_search_in_html_says_how_much_it_covers_and_finds_more_as_pages_come(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "USER_WORKS", 30.0)
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    panel.list.search.setText("pumpkins &")
    await until(lambda: "html of 1 of 3 pages searched" in panel.list.count.text())
    assert panel.list.count.text() in panel.list.count.toolTip(), "a narrow list cuts it"
    monkeypatch.setattr(filling, "USER_WORKS", 0.0)
    panel.refresh()
    await until(lambda: titles(panel) == ["Autumn sale"])
    await until(lambda: panel.list.count.text() == "1 of 3 pages")


@in_the_window
async def test_words_about_coverage_stay_while_rows_change(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(filling, "USER_WORKS", 30.0)
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    panel.list.search.setText("sale")
    await until(lambda: "3 found · html of 1 of 3 pages" in panel.list.count.text())
    panel.library.updated.emit()
    assert "3 found · html of 1 of 3 pages" in panel.list.count.text()
    panel.list.search.clear()
    assert panel.list.count.text() == "3 pages"


@in_the_window
async def test_nothing_found_says_what_to_do(bench: WindowBench, brand: LiveBrand) -> None:
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    panel.list.search.setText("zebra")
    assert panel.list.views.currentWidget() is panel.list.nothing
    assert "No pages match" in said(panel.list.nothing)
    panel.list.clear.click()
    assert len(titles(panel)) == 3
    assert panel.list.search.text() == ""


# Filter and order


@in_the_window
async def test_filters_by_status_type_and_funnel(bench: WindowBench, brand: LiveBrand) -> None:
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    choose_in_menu(panel, "Status", "Published")
    assert titles(panel) == ["Spring sale"]
    assert panel.list.count.text() == "1 of 3 pages"
    choose_in_menu(panel, "Status", "Any")
    async with brand.api() as api:
        (funnel,) = await api.funnels.list()
    choose_in_menu(panel, "Funnel", f"Funnel {funnel.id}")
    assert titles(panel) == ["Winter sale"]
    panel.list.clear.click()
    choose_in_menu(panel, "Type", "leadgen")
    assert "Spring sale" in titles(panel)
    assert "Winter sale" not in titles(panel)


@in_the_window
async def test_orders_by_name_time_and_status(bench: WindowBench, brand: LiveBrand) -> None:
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    choose_in_menu(panel, "Name")
    assert titles(panel) == ["Autumn sale", "Spring sale", "Winter sale"]
    choose_in_menu(panel, "Status")
    assert titles(panel) == ["Spring sale", "Autumn sale", "Winter sale"]
    assert panel.state()["sort"] == "status"


@in_the_window
async def test_what_was_changed_last_stands_first(bench: WindowBench, brand: LiveBrand) -> None:
    oldest = await brand.add("Oldest")
    await brand.add("Newest")
    panel = await bench.pages(await bench.workspace(brand))
    assert titles(panel) == ["Newest", "Oldest"]
    await brand.change(oldest, seo_title="New words")
    panel.refresh()
    await until(lambda: titles(panel) == ["Oldest", "Newest"])
    choose_in_menu(panel, "Newest first")
    assert titles(panel) == ["Newest", "Oldest"]


@in_the_window
async def test_a_dot_marks_unsaved_work(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Spring sale", html="<p>1</p>")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    rows = panel.list.list.rows
    assert not rows.at(0).marked
    panel.editor.set_source("html", "<p>2</p>")
    assert rows.at(0).marked
    assert "Unsaved" in str(rows.data(rows.index(0), Qt.ItemDataRole.AccessibleTextRole))
    panel.editor.set_source("html", "<p>1</p>")
    assert not rows.at(0).marked


# Hands


@in_the_window
async def test_enter_opens_and_delete_asks(bench: WindowBench, brand: LiveBrand) -> None:
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    choose_in_menu(panel, "Name")
    asked: list[list[str]] = []
    panel.list.asked_to_delete.disconnect()
    panel.list.asked_to_delete.connect(asked.append)
    view = panel.list.list
    view.setCurrentIndex(view.rows.index(2))
    QTest.keyClick(view, Qt.Key.Key_Return)
    await until(lambda: panel.session.title == "Winter sale")
    QTest.keyClick(view, Qt.Key.Key_Delete)
    assert asked == [[panel.session.record_id]]


@in_the_window
async def test_letters_typed_into_the_list_seek(bench: WindowBench, brand: LiveBrand) -> None:
    await three_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    view = panel.list.list
    view.setCurrentIndex(view.rows.index(0))
    QTest.keyClick(view, Qt.Key.Key_W)
    assert panel.list.search.text() == "w"
    assert titles(panel) == ["Winter sale"]


@in_the_window
async def test_names_are_shown_as_they_are(bench: WindowBench, brand: LiveBrand) -> None:
    await brand.add("Tom & <b>Jerry</b>", slug="tom")
    panel = await bench.pages(await bench.workspace(brand))
    index = panel.list.list.rows.index(0)
    assert index.data(ROW).title == "Tom & <b>Jerry</b>"
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert tip.startswith("<span>Tom &amp; &lt;b&gt;Jerry&lt;/b&gt;<br>/tom")
