"""Deleting of entries, with the way back: they are made again, under other ids."""

from typing import Any

from funneldesk.contract.shapes import Draft
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.deletion import Deletion, DeletionWords, with_way_back
from funneldesk.desktop.records.bulk.section_run import SectionRuns
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.sections.actions import Place

WORDS = DeletionWords(
    _(
        "Undo makes them again, as new entries: with other IDs and today's date, and with what "
        "follows from a new entry, like emails and tickets. Passwords don't come back."
    ),
    _("Undo makes them again with other IDs."),
    by_name=False,
    places=Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR,
)


def entry_deletion(panel: EditedPanel, runs: SectionRuns) -> Deletion:
    """One run over the entries; each is kept in the history before it goes."""
    note = _("It has another ID and today's date now.")
    return Deletion(panel, runs, WORDS, lambda: with_way_back(panel, _is_made, note)[0])


def _is_made(draft: Draft, record: Any) -> bool:
    """Whether an entry holds what a create carried."""
    there = record.model_dump(mode="json")
    return all(there.get(code) == value for code, value in draft.body().items())
