"""List, page and preview at every width: what does not fit can still be reached."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_open
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.parts.pages.panel import PagesPanel

WIDE, MIDDLE, NARROW = 1240, 820, 600


@in_the_window
async def test_the_preview_is_toggled_at_any_width(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    # As in the window, whose own least size is smaller than what all three need.
    panel.setMinimumSize(NARROW, 400)
    panel.resize(WIDE, 600)
    panel.show()
    assert panel.preview.isVisible()
    panel.resize(MIDDLE, 600)
    assert not panel.preview.isVisible()
    panel.preview_button.click()
    assert panel.preview.isVisible()
    assert panel.middle.isVisible()
    assert not panel.list.isVisible()
    assert panel.width() == MIDDLE
    panel.back()
    assert panel.list.isVisible()
    assert not panel.preview.isVisible()
    panel.resize(NARROW, 600)
    next(c for c in panel.commands() if c.title == "Show or hide the preview").run()
    assert panel.preview.isVisible()
    assert not panel.middle.isVisible()
    panel.panes.toggle_preview()
    assert panel.middle.isVisible()
    panel.resize(WIDE, 600)
    assert panel.preview.isVisible()
    panel.activateWindow()
    panel.list.list.setFocus()
    await until(panel.list.list.hasFocus)
    QTest.keyClick(panel.list.list, Qt.Key.Key_F9)
    assert not panel.preview.isVisible()
    kept = panel.state()
    assert kept["preview"] == {"wide": False, "narrow": False}
    panel.panes.toggle_preview()
    panel.restore(kept)
    panel.panes.arrange()
    assert not panel.preview.isVisible()


@in_the_window
async def test_wrapping_is_kept(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    next(c for c in panel.commands() if c.title == "Wrap long lines").run()
    assert panel.state()["wrap"] is True
    other = await bench.pages(panel.workspace)
    other.restore(panel.state())
    assert other.editor.wraps


@in_the_window
async def test_a_page_restored_before_the_server_is_there_shows_its_whole_address_then(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first = await page_open(bench, brand, slug="spring")
    record_id = first.session.record_id
    await bench.close(first.workspace)
    workspace = await bench.workspace(brand, connected=False, place="desk")
    base_url = workspace.connection.base_url
    object.__setattr__(workspace.connection, "base_url", "")
    panel = await bench.pages(workspace, loaded=False)
    panel.open_record(record_id)
    await until(lambda: panel.session.record_id == record_id)
    panel.editor.show_tab("settings")
    await workspace.connect_to(base_url, brand.key())
    whole = f"{base_url}/p/{brand.number}/spring"
    await until(lambda: whole in slug_hint(panel))


def slug_hint(panel: PagesPanel) -> str:
    """What stands under the slug."""
    return said(panel.editor.settings.form)
