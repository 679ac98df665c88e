"""A part refund from the pane beside a ticket, then what is left, in a real window."""

from decimal import Decimal

from tests.e2e.conftest import Start
from tests.e2e.files_window import TITLE
from tests.e2e.outside import Platform
from tests.e2e.screen import WHOLE, Area, Screen
from tests.e2e.waiting import eventually

from funneldesk.desktop.kit.style.tokens import LIGHT

LIST = Area(397, 92, 22, 740)
"""The edge of the list, below the search: the palette, which has such a ground, is beside it."""
ROW = 1_000
"""Pixels of the ground of one selected row, at the least."""
SELECTED = LIGHT.accent_soft


def one_order(platform: Platform) -> tuple[int, str]:
    """The place of an open ticket whose customer has one order, which is whole; and that order."""
    for place, (_code, email) in enumerate(platform.open_senders()):
        orders = platform.orders_of(email)
        if len(orders) == 1 and orders[0]["status"] == "completed" and orders[0]["total"] > 10:
            return place, orders[0]["code"]
    raise AssertionError("The sample has no such ticket.")


def first_is_selected(screen: Screen) -> bool:
    """Select the first ticket, if the list is there."""
    screen.press("Home")
    screen.quiet()
    return screen.amount(SELECTED, LIST) > ROW


def refund(screen: Screen, window: int, *keys: str) -> None:
    """Ask for the sheet by the palette; then these keys. Nobody manages windows here: the one
    below a sheet gets the keyboard back by hand."""
    screen.focus(window)
    screen.press("ctrl+k")
    screen.quiet()
    screen.type("refund order")
    screen.quiet()
    screen.press("Return")
    screen.quiet()
    for key in keys:
        (screen.press if key == "Tab" else screen.type)(key)
    screen.quiet()
    screen.press("Return")


def test_a_part_is_refunded_from_the_side_pane_then_the_rest(screen: Screen, runs: Start) -> None:
    program = runs()
    window = screen.window(TITLE)
    screen.move(window, WHOLE)
    screen.quiet()
    platform = program.platform("owner")
    place, code = one_order(platform)
    screen.press("ctrl+k")
    screen.quiet()
    screen.type("go to tickets")
    screen.quiet()
    screen.press("Return")
    screen.quiet()
    eventually(lambda: first_is_selected(screen), 15, "the tickets")
    for _ in range(place):
        screen.press("j")
    screen.quiet()

    refund(screen, window, "5", "Tab", "Tab", "Tab")
    eventually(lambda: platform.order(code)["refunded_amount"] == 5, 30, "the part on the server")
    screen.quiet()
    total = Decimal(str(platform.order(code)["total"]))
    # What is left stands in the field; a second refund within minutes wants the order's code.
    refund(screen, window, "Tab", "Tab", code, "Tab", "Tab")
    eventually(
        lambda: Decimal(str(platform.order(code)["refunded_amount"])) == total, 30, "all of it"
    )
    assert program.complaints() == []
