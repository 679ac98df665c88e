"""Tickets are answered and sorted by keys alone, in a real window."""

from pathlib import Path

from tests.e2e.conftest import Start
from tests.e2e.outside import Platform
from tests.e2e.pages_window import TEXT, TITLE, PagesWindow
from tests.e2e.program import Program
from tests.e2e.screen import Area, Screen
from tests.e2e.waiting import eventually

from funneldesk.desktop.kit.style.tokens import LIGHT
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.tickets.store import open_ticket
from funneldesk.server.parts.tickets.tables import TicketRow
from funneldesk.server.settings import Settings
from funneldesk.server.tables import ROWS

TRIAGED = 50
LIST = Area(228, 140, 390, 600)


def test_an_agent_answers_one_and_sorts_fifty_without_the_mouse(
    screen: Screen, runs: Start, home: Path
) -> None:
    customers_write(home, TRIAGED)
    program = runs()
    platform = at_the_tickets(screen, program)
    first, second, *_ = before = platform.open_tickets()
    screen.press("j")
    screen.quiet()
    screen.press("r")
    screen.type("Each of these letters is text: j k e r s")
    screen.press("ctrl+Return")
    said = ["<p>Each of these letters is text: j k e r s</p>"]
    eventually(lambda: platform.answers_to(first) == said, 30, "the answer on the server")
    assert platform.answers_to(second) == []

    screen.quiet()
    screen.press("Home")
    left = len(platform.open_tickets())
    for number in range(TRIAGED):
        screen.press("ecs"[number % 3])
        left -= 1
        eventually(lambda left=left: len(platform.open_tickets()) == left, 20, "a status")
    screen.quiet()
    screen.press("ctrl+z")
    eventually(lambda: len(platform.open_tickets()) == left + 1, 20, "the last one again")
    assert len(before) - 1 - TRIAGED == left
    assert program.complaints() == []


def test_a_reply_with_two_variables_is_sent_undone_edited_and_sent(
    screen: Screen, runs: Start
) -> None:
    program = runs()
    platform = at_the_tickets(screen, program)
    first, *_ = platform.open_tickets()
    earlier = platform.answers_to(first)
    screen.press("j")
    screen.quiet()
    screen.press("r")
    make_canned_reply(screen)
    screen.press("ctrl+Return", "ctrl+z")
    screen.quiet()
    assert platform.answers_to(first) == earlier, "it was taken back"
    screen.press("Escape", "r", "ctrl+End")
    screen.type(" for ")
    screen.press("ctrl+b")
    screen.type("you")
    screen.press("ctrl+Return")
    said = f"<p>Ticket {first}: Anouk is here for <strong>you</strong></p>"
    eventually(lambda: platform.answers_to(first) != earlier, 40, "the answer on the server")
    assert platform.answers_to(first) == [*earlier, said]
    assert program.complaints() == []


def make_canned_reply(screen: Screen) -> None:
    """Write a canned reply with two variables, take it, and answer what it asks for."""
    screen.press("ctrl+shift+r")
    screen.quiet()
    # The sample has replies of its own: from the search back through the buttons to New.
    screen.press(*["shift+Tab"] * 5, "space")
    screen.quiet()
    screen.type("hi")
    screen.press("Tab", "Tab", "Tab")
    screen.type("Ticket {{ticket.number}}: {{agent.name}} is here")
    screen.quiet()
    screen.press("shift+Tab", "Return")
    screen.quiet()
    screen.type("Anouk")
    screen.press("Return")
    screen.quiet()
    screen.window(TITLE)  # No window manager gives it the keyboard back.


def at_the_tickets(screen: Screen, program: Program) -> Platform:
    """Go to the tickets, and wait until unread ones are listed."""
    PagesWindow(screen).ready()
    screen.press("ctrl+k")
    screen.quiet()
    screen.type("go to tickets")
    screen.quiet()
    screen.press("Return")
    screen.gone_from(LIGHT.code_tag, TEXT)
    screen.see(LIGHT.accent, LIST, least=20, within=30)
    screen.quiet()
    return program.platform("owner")


def customers_write(home: Path, count: int) -> None:
    """So many new tickets in the sample, before anybody opens it."""
    assert TicketRow in ROWS  # Tables name each other: all of them have to be known.
    database = Database(Settings(Folders.under(home).data / "platform").database_url)
    with database.writing() as session:
        for number in range(count):
            words = {"subject": f"Question {number}", "message": "<p>Hello</p>"}
            open_ticket(session, 1, from_email="ana@posta.example", **words)
    database.close()
