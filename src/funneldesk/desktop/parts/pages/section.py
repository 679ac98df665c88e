"""Pages: where marketers write, preview and publish."""

from typing import TYPE_CHECKING

from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.assets.references.writers import RecordWriter
    from funneldesk.desktop.sections.panel import Found, Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.pages.panel import PagesPanel

    return PagesPanel(workspace)


async def _search(workspace: "Workspace", text: str) -> "list[Found]":
    """Pages of the local copy whose name, slug or sources hold the text."""
    from funneldesk.desktop.sections.panel import Found

    hits = await workspace.store.search("pages", text, limit=12)
    ids = list(dict.fromkeys(hit.id for hit in hits))
    summaries = {str(r["id"]): r for r in await workspace.store.summaries("pages", ids)}
    found = {}
    for hit in hits:
        row = summaries.get(hit.id)
        if row is not None and hit.id not in found:
            where = f"/{row.get('slug') or ''}"
            text_shown = where if hit.field in ("name", "slug") else hit.snippet
            found[hit.id] = Found("pages", hit.id, str(row.get("name")), text_shown, "file-code")
    return list(found.values())


def _writer(workspace: "Workspace") -> "RecordWriter":
    from funneldesk.desktop.parts.pages.library.reference_writer import ReferenceWriter

    return ReferenceWriter(workspace)


SECTION = Section("pages", "Pages", "file-code", "Build", _panel, _search, _writer)
