"""Going to a place on a page from a list of places: the page opens with it selected."""

from typing import TYPE_CHECKING

from funneldesk.desktop.parts.pages.editor import SOURCES

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.panel import PagesPanel

_SOURCE_NAMES = frozenset(name for name, _, _ in SOURCES)


async def open_at(
    panel: "PagesPanel", page_id: str, source: str, start: int = 0, end: int = 0
) -> bool:
    """Open a page; in a source select ``[start, end)``, of a setting show the field.

    Whether the page is open now. Places beyond the end of the text select nothing.
    """
    await panel.desk.open(page_id)
    if panel.desk.record_id != page_id:
        return False
    editor = panel.editor
    if source not in _SOURCE_NAMES:
        editor.show_tab("settings")
        editor.settings.form.reveal("title" if source == "name" else source)
        return True
    editor.show_tab(source)
    if editor.code is not None and end <= len(editor.source(source)):
        editor.code.select(source, start, end)
        editor.code.focus()
    return True
