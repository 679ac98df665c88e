"""What can be done with learners: lessons marked complete, tickets, enrollment and its end."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.kind import PART
from funneldesk.desktop.parts.courses.learners.completing import Cell, complete
from funneldesk.desktop.parts.courses.learners.course import CourseFacts
from funneldesk.desktop.parts.courses.learners.customers import enroll_customers
from funneldesk.desktop.parts.courses.learners.leaving import remove_learners
from funneldesk.desktop.parts.courses.learners.stalled import to_tickets
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes

ANYWHERE = Place.PALETTE | Place.LIST_MENU
ABOUT_ALL = Place.PALETTE | Place.SECTION_MENU


@dataclass(frozen=True, slots=True)
class Learners:
    """What the actions are given: the panel of a course's learners, what is known of the course,
    the next lesson of each, those whom the server knows, and the export of those who stall."""

    panel: EditedPanel
    facts: CourseFacts
    next_lessons: Callable[[Ids], list[Cell]]
    saved: Callable[[Ids], list[str]]
    export_stalled: Callable[[], object]


def learner_actions(given: Learners) -> Sequence[Action]:
    """What the list offers."""
    return (*_about_some(given), *_about_all(given), _ending(given))


def _about_some(given: Learners) -> Sequence[Action]:
    panel, facts = given.panel, given.facts
    start = panel.tasks.start
    many: dict[str, Any] = {"takes": Takes.SEVERAL, "writes": PART, "needs_connection": True}
    return (
        Action(
            f"{PART}.complete-next",
            _("Mark the next lesson complete…"),
            lambda ids: start(complete(panel, facts, given.next_lessons(ids))),
            "check",
            places=ANYWHERE,
            **many,
        ),
        Action(
            f"{PART}.learners-to-tickets",
            _("Open a ticket for each…"),
            lambda ids: start(to_tickets(panel, facts, given.saved(ids))),
            "inbox",
            places=ANYWHERE | Place.SELECTION_BAR,
            menu_title=_("Open tickets…"),
            **many,
        ),
    )


def _about_all(given: Learners) -> Sequence[Action]:
    return (
        Action(
            f"{PART}.enroll-customers",
            _("Enroll customers…"),
            lambda _ids: given.panel.tasks.start(enroll_customers(given.panel, given.facts)),
            "users",
            places=ABOUT_ALL,
            writes=PART,
            needs_connection=True,
        ),
        Action(
            f"{PART}.export-stalled",
            _("Export stalled learners…"),
            lambda _ids: given.export_stalled(),
            "download",
            places=ABOUT_ALL,
        ),
    )


def _ending(given: Learners) -> Action:
    return Action(
        f"{PART}.remove-learners",
        _("End the enrollment of the selected learners…"),
        lambda ids: given.panel.tasks.start(remove_learners(given.panel, given.saved(ids))),
        "trash-2",
        "Del",
        ANYWHERE,
        _("End enrollment…"),
        Takes.SEVERAL,
        writes=PART,
        needs_connection=True,
        ends_menu=True,
    )
