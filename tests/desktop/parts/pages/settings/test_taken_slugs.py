"""A slug that another page has is told of while it is typed, and keeps a save from being sent."""

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import bodies, page_open, save, type_setting
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, open_dialogs, until

from funneldesk.desktop.parts.pages.panel import PagesPanel

TAKEN = "The page “Thanks” has this slug on the same domain. Choose another one."


def slug_error(panel: PagesPanel) -> str:
    return str(panel.editor.settings.form.row("slug").error())


@in_the_window
async def test_a_slug_of_another_page_is_told_of_while_it_is_typed(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await brand.add("Thanks", slug="thanks")
    panel = await page_open(bench, brand, relay, status="published", slug="spring")
    panel.editor.show_tab("settings")
    type_setting(panel, "Slug", "thank")
    assert slug_error(panel) == ""
    type_setting(panel, "Slug", "thanks")
    assert slug_error(panel) == TAKEN
    # Also once the keyboard has left the field.
    panel.editor.settings.form.row("title").input.take_focus()
    panel.editor.settings.form.row("slug").left.emit("slug")
    assert slug_error(panel) == TAKEN
    await save(bench, panel, publish=True)
    # Nothing is asked about what would be refused anyway.
    assert not open_dialogs()
    assert bodies(relay) == []
    assert bench.notice("Not saved yet.")
    type_setting(panel, "Slug", "thanks-2")
    assert slug_error(panel) == ""


@in_the_window
async def test_the_page_itself_does_not_count(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, slug="spring")
    panel.editor.show_tab("settings")
    type_setting(panel, "Slug", "spring-2")
    type_setting(panel, "Slug", "spring")
    assert slug_error(panel) == ""


@in_the_window
async def test_a_new_page_with_a_taken_slug_is_not_sent(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await brand.add("Thanks", slug="thanks")
    panel = await page_open(bench, brand, relay)
    await panel.session.open_new({"title": "Again", "html": "<p>x</p>", "slug": "thanks"})
    await until(lambda: panel.session.title == "Again")
    await save(bench, panel)
    assert bodies(relay) == []
    assert TAKEN in str(bench.notice("Not saved yet."))
    assert slug_error(panel) == TAKEN
