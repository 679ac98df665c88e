"""Unsaved work on this computer follows a component whose code was renamed (quirk 31)."""

from collections.abc import Iterable

from funneldesk.contract.component_references import with_code_renamed
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace

HTML = "html"


class _Hand:
    """Holds a record while its unsaved work is rewritten; a window that has it open makes what is
    typed durable first, and goes on with what it finds then."""

    def come_forward(self) -> None:
        """There is no window."""

    def has_unsaved(self) -> bool:
        return False

    async def hand_over(self) -> str:
        return ""


async def rename_in_drafts(
    workspace: Workspace, places: Iterable[tuple[str, str]], old: str, new: str
) -> list[tuple[str, str]]:
    """Rename a code in the unsaved work on records (part, id); gives those where a window did not
    let go of what is typed. Raises LocalStoreProblem."""
    refused: list[tuple[str, str]] = []
    locks = workspace.edit_locks
    for part, record_id in dict.fromkeys(places):
        hand = _Hand()
        locks.acquire(part, record_id, hand)
        try:
            if await locks.take_over(hand):
                refused.append((part, record_id))
            else:
                await _rename(workspace, part, record_id, old, new)
        finally:
            locks.release(hand)
    return refused


async def _rename(workspace: Workspace, part: str, record_id: str, old: str, new: str) -> None:
    store = workspace.store
    draft = await store.draft(part, record_id)
    if draft is None:
        return
    fields = dict(draft.content.get("fields") or {})
    base = dict(draft.base)
    for body in (fields, base):
        if isinstance(body.get(HTML), str):
            body[HTML] = await in_thread(with_code_renamed, body[HTML], old, new)
    await store.save_draft(part, record_id, {**draft.content, "fields": fields}, base)
