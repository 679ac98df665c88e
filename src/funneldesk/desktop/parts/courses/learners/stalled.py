"""Learners who stall: a ticket for each, through a form: nothing else opens one (quirk 57)."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.learners.course import CourseFacts
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.handing_over.given import table_of
from funneldesk.desktop.records.importing.dialog import ImportDialog
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.sections.operations import operation

if TYPE_CHECKING:
    from funneldesk.client import Api

COLLECTIONS = "collections"
OPENS_TICKETS = "create_new_ticket"
MOST_OFFERED = 8


async def to_tickets(panel: EditedPanel, facts: CourseFacts, ids: Sequence[str]) -> None:
    """Open a ticket for each learner, through a collection whose new entries become tickets."""
    work = panel.workspace
    found: Mapping[str, str] = {}
    doing = _("Looking for a form that opens tickets")
    with operation(work, doing, f"{panel.kind.part}/tickets") as asked:
        found = await work.run(_forms)
    if asked.failed:
        return
    chosen = await _chosen(panel, found)
    if chosen == COLLECTIONS:
        work.go(COLLECTIONS, "")
    elif chosen:
        await _hand_over(panel, facts, ids, chosen, found[chosen])


async def _forms(api: "Api") -> Mapping[str, str]:
    """The collections whose new entries open tickets, by their numbers."""
    listed = await api.collections.list_all()
    whole = await asyncio.gather(*(api.collections.get(each.id) for each in listed))
    return {str(each.id): each.name for each in whole if each.on_new_entry == OPENS_TICKETS}


async def _chosen(panel: EditedPanel, found: Mapping[str, str]) -> str:
    if not found:
        text = _(
            "The server opens tickets from forms only. Set a collection to “Create a ticket” on a "
            "new entry, with a field for the email address and one for the message."
        )
        answers = [("", _("Cancel"), ""), (COLLECTIONS, _("Go to collections"), "primary")]
        return await choose(panel, _("No form opens tickets yet"), text, answers)
    text = _("Each learner becomes an entry of this form, and the entry opens their ticket.")
    offered = list(found.items())[:MOST_OFFERED]
    kinds = ["primary", *[""] * len(offered)]
    answers = [(key, name, kind) for (key, name), kind in zip(offered, kinds, strict=False)]
    answers = [("", _("Cancel"), ""), *answers]
    return await choose(panel, _("Open tickets with which form?"), text, answers)


async def _hand_over(
    panel: EditedPanel, facts: CourseFacts, ids: Sequence[str], collection: str, name: str
) -> None:
    rows = [row for each in ids if (row := panel.source.library.rows.get(each)) is not None]
    titles = (_("Email"), _("Name"), _("Your name"), _("Question"), _("Message"))
    table = table_of(_("Stalled learners"), titles, [_line(facts, row) for row in rows])
    title = _("Tickets for learners of “{course}”").format(course=facts.title)
    part = f"{COLLECTIONS}/{collection}"
    with operation(panel.workspace, _("Reading the form “{form}”").format(form=name), part):
        declared = await panel.workspace.importers[COLLECTIONS](panel.workspace, part)
        await ImportDialog(panel, panel.workspace, declared, given=table, title=title).ask()


def _line(facts: CourseFacts, row: SummaryRow) -> list[str]:
    """Address, name, and what there is to say, under each title that a form may have for it."""
    name = str(row.get("name") or row.get("email") or "")
    days, done = facts.stalled_days(row.summary), len(row.get("completed_content_ids") or ())
    told = _(
        "{name} stopped in “{course}”: {done} of {total} lessons, no progress for {days} days."
    )
    words = told.format(
        name=name,
        course=facts.title,
        done=done,
        total=len(facts.lessons),
        days=days if days is not None else 0,
    )
    return [str(row.get("email") or ""), name, name, words, words]
