"""Who makes the versions of pages, and the last one of a page that is deleted."""

from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.pages.edit.draft import PageDocument

YOU, PLATFORM = "you", "platform"


async def keep_before_it_goes(store: LocalStore, part: str, page_id: str) -> None:
    """A page was deleted: what is here of it, unsaved words too, becomes its last version.

    Raises LocalStoreProblem.
    """
    about = "When it was deleted"
    record = await store.record(part, page_id)
    if record is not None:
        fields = PageDocument.opened(record.body).fields
        await store.keep_version(part, page_id, "opened", fields, who=PLATFORM, about=about)
    draft = await store.draft(part, page_id)
    if draft is not None:
        typed = PageDocument.from_draft(draft.content, draft.base).fields
        await store.keep_version(part, page_id, "typed", typed, who=YOU, about=about)
