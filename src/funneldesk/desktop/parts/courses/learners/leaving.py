"""Ending enrollments, with the way back: enrolled again, without their progress."""

from collections.abc import Sequence
from typing import Any

from funneldesk.contract.email_addresses import email_key
from funneldesk.contract.shapes import Draft
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.making.maker import RecordMaker
from funneldesk.desktop.records.making.removing import Remover
from funneldesk.desktop.sections.operations import may_write


async def remove_learners(panel: EditedPanel, ids: Sequence[str]) -> None:
    """End enrollments after saying what goes with them."""
    library, kind, staging = panel.source.library, panel.kind, panel.staging
    items = [
        BulkItem(each, str(library.rows[each].get("email") or each))
        for each in ids
        if each in library.rows
    ]
    if not items or staging is None or not may_write(panel.workspace, kind.part, kind.units):
        return
    learners = counted(len(items), kind.unit)
    title = _("End the enrollment of {learners}?").format(learners=learners)
    text = _(
        "Their progress is lost, for good. Undo enrolls them again from the beginning, and sends "
        "the welcome email again."
    )
    if await confirm(panel, title, text, action=_("End enrollment"), danger=True):
        await staging.runs.run(_work(panel), items)


def _work(panel: EditedPanel) -> SectionWork:
    library, kind = panel.source.library, panel.kind
    known = [key for key in library.rows if not is_new_id(key)]
    maker = RecordMaker(panel.workspace, kind, known, _is_made)
    note = _("Enrolled again, from the beginning.")
    remover = Remover(panel.workspace, kind, library, maker, lambda _plan: note)

    async def gone(item: BulkItem, outcome: Outcome) -> Outcome:
        if outcome.kind == "done":
            if item.id == panel.session.record_id:
                panel.session.close()
                panel.open_record("")
            await library.forget(item.id)
        return outcome

    async def delete(item: BulkItem) -> Outcome:
        return await gone(item, await remover.delete(item))

    async def look(item: BulkItem) -> Outcome | None:
        outcome = await remover.look(item)
        return await gone(item, outcome) if outcome is not None else None

    return SectionWork(
        _("End enrollments"),
        _("Ending"),
        lambda count: _("{learners} no longer enrolled").format(learners=counted(count, kind.unit)),
        delete,
        look,
    )


def _is_made(draft: Draft, record: Any) -> bool:
    return email_key(str(draft.body().get("email"))) == email_key(record.email or "")
