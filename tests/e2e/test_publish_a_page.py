"""From a file on disk to visitors: the whole way, by keyboard and mouse, in a real window.

The document: Page (split-test markup, ``html`` stored as sent); quirks 22, 26, 27 and 28.
"""

import re
from collections import Counter
from math import comb
from pathlib import Path

from tests.e2e.conftest import Start
from tests.e2e.outside import Platform, Visitors
from tests.e2e.pages_window import PHONE, PREVIEW, TABLET, PagesWindow
from tests.e2e.screen import Bar, Screen
from tests.e2e.waiting import eventually

SLUG = "night-train"
CALM, BOLD, WIDE = "#0A7D33", "#B0102A", "#8A7F66"
VISITS = 1000
CHANCE = 1e-6
"""How likely it may be that a platform that keeps to the weights fails the test."""

BEFORE = (
    '<!doctype html>\r\n<html lang="en">\r\n<head>\r\n\t<meta charset="utf-8">\r\n'
    "\t<title>Night train to Lisbon</title>\r\n\t<style>\r\n"
    "\t\tbody { margin: 0; font: 16px/1.5 sans-serif }\r\n"
    f"\t\t.offer {{ height: 160px; background: {WIDE} }}\r\n"
    "\t\t@media (max-width: 400px) {\r\n"
    f"\t\t\t.calm {{ background: {CALM} }}\r\n\t\t\t.bold {{ background: {BOLD} }}\r\n"
    "\t\t}\r\n\t</style>\r\n</head>\r\n<body>\r\n"
    "\t<h1>Lisbon\u00a0by morning \U0001f689\U0001f1f5\U0001f1f9</h1>\r\n\t"
)
MARK = "OFFER-HERE"
AFTER = (
    "\r\n<p>Two\u00a0berths,\u2028one breakfast, 49\u202f\u20ac.</p>\t \r\n"
    "\t<p>Odd line ends:\n here, \x85and a last line without one.</p>\r\n</body>\r\n</html>"
)
END = AFTER[: AFTER.index("</body>")]
TRACKING = rb'<script src="/p/\d+/-/tracking\.js" data-page="\d+" defer></script>\n'
"""The one line that the platform adds to a page that asks for nothing."""

INNER = {name: f'<div class="offer {name}"></div>' for name in ("calm", "bold")}
BLOCK = (
    '<inline-split-test name="offer">'
    f'<variant name="calm" weight="70">{INNER["calm"]}</variant>'
    f'<variant name="bold" weight="30">{INNER["bold"]}</variant>'
    "</inline-split-test>"
)


def test_from_a_file_to_a_thousand_visitors(screen: Screen, runs: Start, tmp_path: Path) -> None:
    file = tmp_path / f"{SLUG}.html"
    file.write_bytes(f"{BEFORE}{MARK}{AFTER}".encode())
    program = runs()
    window = PagesWindow(screen).ready()
    platform = program.platform()

    window.import_file(file)
    draft = eventually(lambda: platform.page(SLUG), 10, "the draft on the server")
    assert (draft["name"], draft["status"]) == ("Night train to Lisbon", "draft")
    assert draft["html"].encode() == file.read_bytes()

    window.find_in_source(MARK)
    type_split_test(screen)
    see_both_variants_at_phone_width(screen)
    set_weights(window)

    screen.press("ctrl+shift+s")
    window.confirm("Start a new split test?")
    eventually(lambda: status(platform) == "published", 10, "the page published")
    page = platform.page(SLUG)
    assert page is not None
    assert page["html"].encode() == f"{BEFORE}{BLOCK}{AFTER}".encode()
    meet_as_visitors(platform)


def type_split_test(screen: Screen) -> None:
    """Write the block; the editor closes quotes and tags by itself, so one walks behind them."""
    screen.type('<inline-split-test name="offer">')
    for name in INNER:
        screen.type(f'<variant name="{name}" weight="50">')
        screen.type(f'<div class="offer {name}">')
        screen.press(*["Right"] * len("</div></variant>"))


def see_both_variants_at_phone_width(screen: Screen) -> None:
    """Side by side, each in the colour that it has at phone width alone."""
    screen.see(CALM, PREVIEW, least=8000)
    screen.see(BOLD, PREVIEW, least=8000)
    calm, bold = screen.quiet_bars(CALM, PREVIEW, 60), screen.quiet_bars(BOLD, PREVIEW, 60)
    assert len(calm) > 50
    assert [bar.top for bar in calm] == [bar.top for bar in bold]
    assert {bar.width for bar in calm} == {bar.width for bar in bold}
    assert right(calm[0]) < bold[0].left
    assert screen.amount(WIDE, PREVIEW) == 0
    screen.click(TABLET)
    screen.see(WIDE, PREVIEW, least=8000)
    assert screen.amount(CALM, PREVIEW) == 0
    screen.click(PHONE)
    screen.see(BOLD, PREVIEW, least=8000)


def set_weights(window: PagesWindow) -> None:
    """70 by a number and a key; the other variant follows to 30 by itself."""
    screen = window.screen
    first, second = (bar.width for bar in window.weights())
    assert first == second
    screen.click(window.weight_field(0))
    screen.press("ctrl+a")
    screen.type("69")
    screen.press("Return", "Up")

    # What the other one is filled by, at 30 percent, is mostly under its knob.
    eventually(lambda: window.weights()[0].width > 1.2 * first, 10, "a slider at 70 percent")


def meet_as_visitors(platform: Platform) -> None:
    """1,000 first visits, the shares of both variants, and one visitor who comes back."""
    served = re.compile(
        re.escape(BEFORE.encode())
        + rb'<div data-sid="([^"]+)" data-cid="([^"]+)">(.*?)</div>'
        + re.escape(END.encode())
        + TRACKING
        + re.escape(AFTER[len(END) :].encode())
    )
    names = {inner.encode(): name for name, inner in INNER.items()}
    met: Counter[str] = Counter()
    tests, codes = set(), set()
    with Visitors(platform, SLUG) as visitors:
        for _ in range(VISITS):
            status, body, cookie = visitors.visit()
            found = served.fullmatch(body)
            assert status == 200
            assert found, body
            met[names[found[3]]] += 1
            tests.add(found[1])
            codes.add((found[2], found[3]))
        assert [visitors.visit(cookie)[1] for _ in range(20)] == [body] * 20
    assert len(tests) == 1
    assert len(codes) == 2
    least, most = likely(VISITS, 0.7)
    assert least <= met["calm"] <= most, met
    assert met["calm"] + met["bold"] == VISITS


def likely(visits: int, share: float) -> tuple[int, int]:
    """Between what counts all but ``CHANCE`` of the cases lie, half of it on either side."""
    odds = [comb(visits, n) * share**n * (1 - share) ** (visits - n) for n in range(visits + 1)]
    least = next(n for n in range(visits) if sum(odds[: n + 1]) > CHANCE / 2)
    most = next(n for n in range(visits, 0, -1) if sum(odds[n:]) > CHANCE / 2)
    return least, most


def status(platform: Platform) -> str:
    """The page's status on the platform."""
    page = platform.page(SLUG)
    return str(page["status"]) if page else ""


def right(bar: Bar) -> int:
    """The pixel behind a bar."""
    return bar.left + bar.width
