"""What is done with split tests, declared for keys, menus and the palette."""

from collections.abc import Sequence
from functools import partial
from typing import Protocol

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.deeds.runs import FIXED, PART
from funneldesk.desktop.sections.actions import (
    Action,
    Ids,
    Place,
    about_one,
    change_many,
    change_one,
)

_change, _change_many = change_one(PART), change_many(PART)
NO_PAGE = _("This test is on no page.")
GONE = _("It is deleted, and stays as it was.")
HELD = _("It has ended, and can't run again.")


class Desk(Protocol):
    """Where tests are decided; the section's panel."""

    def status_of(self, test_id: str) -> str: ...

    def page_of(self, test_id: str) -> int | None: ...

    def new(self) -> None: ...

    def from_page(self) -> None: ...

    def pause(self, ids: Ids) -> None: ...

    def resume(self, ids: Ids) -> None: ...

    def delete(self, ids: Ids) -> None: ...

    def edit(self, test_id: str) -> None: ...

    def declare_winner(self, test_id: str) -> None: ...

    def ship(self, test_id: str) -> None: ...

    def plan_test(self, test_id: str) -> None: ...

    def have_exported(self, test_id: str) -> None: ...

    def go_to_block(self, test_id: str) -> None: ...


def test_actions(desk: Desk) -> Sequence[Action]:
    """The actions of the section."""
    return (*_deciding(desk), *_reading(desk), *_changing(desk), *_running(desk), *_making(desk))


def _making(desk: Desk) -> Sequence[Action]:
    return (
        Action(
            "split_tests.new",
            _("New test…"),
            lambda _ids: desk.new(),
            "plus",
            "Ctrl+N",
            Place.PALETTE | Place.SECTION_MENU,
            writes=PART,
            needs_connection=True,
            window_keys=True,
        ),
        Action(
            "split_tests.from-page",
            _("New test from a part of a page…"),
            lambda _ids: desk.from_page(),
            "file-code",
            places=Place.PALETTE | Place.SECTION_MENU,
            writes="pages",
        ),
    )


def _ended(desk: Desk, ids: Ids) -> str:
    return HELD if desk.status_of(ids[0]) in FIXED else ""


def _unshippable(desk: Desk, ids: Ids) -> str:
    if desk.page_of(ids[0]) is None:
        return NO_PAGE
    return HELD if desk.status_of(ids[0]) == "deleted" else ""


def _deciding(desk: Desk) -> Sequence[Action]:
    return (
        _change(
            "split_tests.ship",
            _("Ship the winner…"),
            lambda ids: desk.ship(ids[0]),
            "send",
            "Ctrl+Shift+W",
            refusal=partial(_unshippable, desk),
            tip=_("Declares it, and leaves only this variant on the page"),
        ),
        _change(
            "split_tests.declare",
            _("Declare a winner…"),
            lambda ids: desk.declare_winner(ids[0]),
            "check",
            refusal=partial(_ended, desk),
        ),
    )


def _reading(desk: Desk) -> Sequence[Action]:
    return (
        about_one(
            "split_tests.plan", _("Plan the test"), lambda ids: desk.plan_test(ids[0]), "calendar"
        ),
        about_one(
            "split_tests.have-exported",
            _("Have it exported by email…"),
            lambda ids: desk.have_exported(ids[0]),
            "download",
            needs_connection=True,
        ),
        about_one(
            "split_tests.block",
            _("Show its block on the page"),
            lambda ids: desk.go_to_block(ids[0]),
            "file-code",
            refusal=lambda ids: "" if desk.page_of(ids[0]) else NO_PAGE,
        ),
    )


def _changing(desk: Desk) -> Sequence[Action]:
    return (
        _change(
            "split_tests.edit",
            _("Edit name, days and shares…"),
            lambda ids: desk.edit(ids[0]),
            "pencil",
            "E",
            refusal=lambda ids: GONE if desk.status_of(ids[0]) == "deleted" else "",
        ),
    )


def _running(desk: Desk) -> Sequence[Action]:
    return (
        _change_many(
            "split_tests.pause", _("Pause"), desk.pause, "pause", "P", starts_group=Place.LIST_MENU
        ),
        _change_many("split_tests.resume", _("Resume"), desk.resume, "play", "R"),
        _change_many(
            "split_tests.delete", _("Delete…"), desk.delete, "trash-2", "Del", ends_menu=True
        ),
    )
