"""Going to a place on a page from a list of places: the page opens with it selected."""

from funneldesk.contract.asset_references import asset_mentions
from funneldesk.contract.markup_records import block_of
from funneldesk.contract.markup_tags import tags
from funneldesk.contract.markup_tokens import attributes_at
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.pages.edit.page_session import PageSession
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.workspace.workspace import Mention


async def open_at(
    session: PageSession, page_id: str, source: str, start: int = 0, end: int = 0
) -> bool:
    """Open a page; in a source select ``[start, end)``, of a setting show the field.

    Whether the page is open now. Places beyond the end of the text select nothing.
    """
    await session.open(page_id)
    if session.record_id != page_id:
        return False
    editor = session.editor
    if source not in FIELDS.sources:
        editor.show_tab("settings")
        editor.settings.form.reveal("title" if source == "name" else source)
        return True
    editor.show_tab(source)
    if editor.code is not None and end <= len(editor.source(source)):
        editor.code.select(source, start, end)
        editor.code.focus()
    return True


async def open_mention(session: PageSession, page_id: str, mention: Mention) -> None:
    """Open a page where it names a file, holds a split test or gives a value; when it does not any
    more, at the top of that source."""
    if not await open_at(session, page_id, mention.field) or mention.field not in FIELDS.sources:
        return
    text, code = session.editor.source(mention.field), session.editor.code
    brand = int(session.workspace.connection.brand)
    found = await in_thread(_first, text, brand, mention)
    if found and code is not None and text == session.editor.source(mention.field):
        code.select(mention.field, *found)


def _given(text: str, value: str) -> tuple[int, int] | None:
    """Where a tag first gives a value to one of its attributes."""
    for tag in tags(text):
        if tag.is_end or not tag.complete or value not in text[tag.start : tag.end]:
            continue
        for attribute in attributes_at(text, tag.start, tag.end):
            if attribute.value_span and attribute.value.strip() == value:
                return attribute.value_span
    return None


def _first(text: str, brand: int, mention: Mention) -> tuple[int, int] | None:
    if mention.test:
        block = block_of(text, mention.test, mention.name)
        return (block.start, block.end) if block is not None else None
    if mention.value:
        return _given(text, mention.value)
    files = mention.files
    inside = tuple(f"{path}/" for path in files)
    for found in asset_mentions(text, brand):
        if found.path in files or found.path.startswith(inside):
            return found.start, found.end
    return None
