"""What was typed into fields that somebody removed meanwhile: told in full, never dropped."""

from collections.abc import Sequence

from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordFields, Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.staging.staged_changes import Cells
from funneldesk.desktop.workspace.workspace import Workspace


async def typed_in_removed(
    workspace: Workspace, kind: RecordKind, cells: Cells, left: RecordFields
) -> Sequence[str]:
    """A line for each value that waits in a field of ``kind`` that is not in ``left``: staged in
    ``cells``, or typed into a form."""
    before, known = kind.draft.declared, set(left.names)
    said = [
        _line(before, cell.title, name, cell.after)
        for (_record, name), cell in cells.items()
        if name not in known
    ]
    for stored in await workspace.store.drafts(kind.part):
        draft = kind.draft.from_draft(stored.content, stored.base)
        changed = draft.changed_fields()
        said += [_line(before, draft.title, n, v) for n, v in changed.items() if n not in known]
    return said


def tell_removed(workspace: Workspace, part: str, lines: Sequence[str]) -> None:
    """Say what can no longer be saved, so that it can be copied."""
    if lines:
        title = _("Someone removed a field that you were filling in")
        text = _("What you typed can't be saved there any more. Copy it from the details.")
        details = "\n".join(lines)
        notice = Notice(title, text, "warning", details, f"{part}/removed", lasting=True)
        workspace.notifications.post(notice)


def _line(fields: RecordFields, title: str, name: str, value: Value) -> str:
    shown = value if isinstance(value, str) else fields.words(name, value)
    return f"{title} · {fields.label(name)}: {shown}"
