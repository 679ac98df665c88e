"""A code renamed over forty pages: told before, unsaved work included, and nothing else changed
(quirk 31)."""

from tests.desktop.support.components_desk import component, live, opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.components.rename.dialog import RenameDialog
from funneldesk.desktop.workspace.workspace import Workspace

PAGES = 40
SPELLINGS = (
    '<component code="custom-vow"></component>',
    '<component type="vow">fallback</component>',
    '@component("custom-vow", {"a": 1})',
    "<div data-component='vow'>x</div>",
)


def page_html(number: int) -> str:
    """A page with one reference, and a text that only looks like one."""
    return f"<p>{number} vow custom-vow\u00a0</p>\r\n{SPELLINGS[number % 4]}"


TYPED = f"{page_html(0)}\n<b>typed</b> @component('vow')"


@in_the_window
async def test_forty_pages_follow_and_so_does_what_nobody_saved_yet(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await component(brand, "vow", "<p>One</p>")
    other = await component(brand, "outer", '<i data-component-type="vow"></i>')
    await component(brand, "taken", "<p>Taken</p>")
    pages = [await brand.add(f"Page {n:02}", html=page_html(n)) for n in range(PAGES)]
    workspace = await bench.workspace(brand)
    editing = await bench.pages(workspace)
    await bench.opened(editing, pages[0])
    editing.editor.set_source("html", TYPED)
    await until(lambda: editing.session.is_dirty and editing.session.is_kept)
    panel = await opened(bench, workspace, made)
    await until(lambda: panel.uses.index.is_whole)
    panel.tasks.start(panel.renaming.ask())
    look_at_the_list(await shown_dialog(RenameDialog))
    await until(lambda: bench.notice("The code is custom-promise now."))
    await until(lambda: panel.is_quiet and panel.uses.of("custom-promise"))
    for number, page in enumerate(pages):
        assert (await brand.stored(page.id)).html == renamed(page_html(number))
    assert (await live(brand, other)).html == '<i data-component-type="promise"></i>'
    await until(lambda: editing.editor.source("html") == renamed(TYPED))
    assert editing.session.is_dirty, "what was typed is still there, and still unsaved"
    await nothing_old_is_left(workspace, pages)
    assert panel.list.rows[str(made.id)].get("code") == "custom-promise"


def renamed(html: str) -> str:
    """What the new code makes of a page; the text that only looks like a reference stays."""
    text, *rest = html.split("\r\n")
    return "\r\n".join((text, *(each.replace("vow", "promise") for each in rest)))


def look_at_the_list(dialog: RenameDialog) -> None:
    """Every reference is told before and after; a code that another has cannot be taken."""
    assert "41 references in 40 pages and 1 component are rewritten." in said(dialog)
    assert "Unsaved work on 1 of them follows" in said(dialog)
    rows = dialog.table.rows
    assert rows.rowCount() == PAGES + 1 + 2, "those of the unsaved page as well"
    dialog.field.setText("taken")
    assert "has this code" in dialog.wrong.text()
    assert not dialog.go.isEnabled()
    dialog.field.setText("promise")
    assert {
        '<component code="custom-promise">',
        '<component type="promise">',
        '@component("custom-promise", {"a": 1})',
        "<div data-component='promise'>",
        '<i data-component-type="promise">',
        "@component('promise')",
    } == {rows.index(n, 3).data() for n in range(rows.rowCount())}
    dialog.answer("rename")


async def nothing_old_is_left(workspace: Workspace, pages: list[Page]) -> None:
    """Of what this computer has of the pages (quirk 31)."""
    draft = await workspace.store.draft("pages", str(pages[0].id))
    assert draft is not None
    assert draft.content["fields"]["html"] == renamed(TYPED)
    for page in pages[1:]:
        kept = await workspace.store.record("pages", str(page.id))
        assert kept is None or "promise" in kept.body["html"]
