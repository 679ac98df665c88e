"""What an agent does with tickets, declared for keys, menus and the palette."""

from collections.abc import Iterator
from functools import partial
from typing import Protocol

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.outbox import DELAYS
from funneldesk.desktop.parts.tickets.tickets import PART
from funneldesk.desktop.sections.actions import NOWHERE, Action, Ids, Place, Takes

STATUSES = (
    ("resolved", _("Resolve"), "E", "check"),
    ("closed", _("Close"), "C", "lock"),
    ("waiting", _("Set to waiting"), "W", "pause"),
    ("open", _("Open again"), "O", "lock-open"),
    ("spam", _("Mark as spam"), "S", "shield-alert"),
)
MENUS = Place.PALETTE | Place.LIST_MENU


class Desk(Protocol):
    """Where an agent works; the section's panel."""

    @property
    def can_undo(self) -> bool: ...

    @property
    def can_tell(self) -> bool: ...

    @property
    def delay(self) -> int: ...

    def reply(self, ids: Ids) -> None: ...

    def set_status(self, status: str, ids: Ids) -> None: ...

    def mark(self, read: bool, ids: Ids) -> None: ...

    def step(self, step: int, *, selecting: bool = False) -> None: ...

    def mark_row(self) -> None: ...

    def seek(self) -> None: ...

    def undo(self) -> None: ...

    def tell_what_was_done(self) -> None: ...

    def set_delay(self, seconds: int) -> None: ...


def ticket_actions(desk: Desk) -> Iterator[Action]:
    """All of them, in the order of the menus."""
    yield Action(
        "tickets.reply",
        _("Reply"),
        desk.reply,
        icon="corner-left-up",
        keys="R",
        places=MENUS,
        takes=Takes.ONE,
        writes=PART,
    )
    for place, (status, title, keys, icon) in enumerate(STATUSES):
        yield Action(
            f"tickets.set-{status}",
            title,
            partial(desk.set_status, status),
            icon=icon,
            keys=keys,
            places=MENUS | (Place.SELECTION_BAR if place < 2 else NOWHERE),
            takes=Takes.EVERY,
            writes=PART,
            starts_group=Place.LIST_MENU if not place else NOWHERE,
        )
    for name, title, run in (
        ("read", _("Mark as read"), partial(desk.mark, True)),
        ("unread", _("Mark as unread"), partial(desk.mark, False)),
    ):
        yield Action(
            f"tickets.{name}",
            title,
            run,
            icon="eye" if name == "read" else "eye-off",
            keys="U" if name == "unread" else "",
            places=MENUS,
            takes=Takes.EVERY,
            writes=PART,
            starts_group=Place.LIST_MENU if name == "read" else NOWHERE,
        )
    yield from _moves(desk)
    yield from _settings(desk)


def _moves(desk: Desk) -> Iterator[Action]:
    for name, title, keys, step, selecting in (
        ("next", _("Next ticket"), "J", 1, False),
        ("previous", _("Previous ticket"), "K", -1, False),
        ("select-next", _("Select the next ticket too"), "Shift+J", 1, True),
        ("select-previous", _("Select the previous ticket too"), "Shift+K", -1, True),
    ):
        yield Action(f"tickets.{name}", title, partial(_stepped, desk, step, selecting), keys=keys)
    yield Action(
        "tickets.select",
        _("Select or deselect this ticket"),
        lambda _ids: desk.mark_row(),
        keys="X",
    )
    yield Action("tickets.search", _("Search tickets"), lambda _ids: desk.seek(), keys="/")
    yield Action(
        "tickets.undo",
        _("Undo the last change to tickets"),
        lambda _ids: desk.undo(),
        icon="undo-2",
        keys="Ctrl+Z",
        refusal=lambda _ids: "" if desk.can_undo else _("There is nothing to undo."),
    )
    yield Action(
        "tickets.tell",
        _("Add what was done to the reply"),
        lambda _ids: desk.tell_what_was_done(),
        icon="corner-left-up",
        keys="T",
        refusal=lambda _ids: "" if desk.can_tell else _("Nothing was done for this customer yet."),
    )


def _settings(desk: Desk) -> Iterator[Action]:
    for seconds in DELAYS:
        title = counted(seconds, "second") if seconds else _("At once")
        yield Action(
            f"tickets.delay-{seconds}",
            title,
            lambda _ids, chosen=seconds: desk.set_delay(chosen),  # type: ignore[misc]
            places=Place.SECTION_MENU,
            submenu=_("Replies go out after"),
            checked=lambda chosen=seconds: desk.delay == chosen,  # type: ignore[misc]
        )


def _stepped(desk: Desk, step: int, selecting: bool, _ids: Ids) -> None:
    desk.step(step, selecting=selecting)
