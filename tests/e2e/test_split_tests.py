"""A split test is planned, read and shipped by keys alone, and visitors get its winner only.

The document: Split test, declare-winner; quirks 27 and 28.
"""

from tests.e2e.conftest import Start
from tests.e2e.outside import Visitors
from tests.e2e.pages_window import TITLE, PagesWindow
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

from funneldesk.contract.markup import every_block, scan

NAME, SLUG_OF = "bundle price", "page_id"
VISITS = 60


def test_a_test_is_planned_and_shipped_and_visitors_get_the_winner(
    screen: Screen, runs: Start
) -> None:
    program = runs()
    PagesWindow(screen).ready()
    platform = program.platform("owner")
    test = platform.split_test(NAME)
    slug = next(row["slug"] for row in platform.pages() if row["id"] == test[SLUG_OF])
    before = platform.page(slug)
    assert before is not None
    block = next(b for b in every_block(scan(before["html"])) if b.name == NAME)
    inners = [before["html"][v.inner_start : v.inner_end].strip() for v in block.variants]
    shown = {name.encode() for name in inners}
    with Visitors(platform, slug) as visitors:
        pages = [visitors.visit()[1] for _ in range(VISITS)]
    assert len({inner for inner in shown if any(inner in page for page in pages)}) == 2

    run(screen, "go to split tests")
    screen.press("ctrl+f")
    screen.type(NAME)
    screen.quiet()
    screen.press("Down", "Return")
    screen.quiet()

    run(screen, "plan the test")
    screen.press("ctrl+a")
    screen.type("60")
    screen.quiet()
    screen.press("Tab", "Tab", "Tab", "Tab", "space")
    least = test["min_sample_size_per_variant"]
    planned = eventually(
        lambda: _changed(platform.split_test(NAME), least), 20, "the plan on the server"
    )
    assert 100 <= planned < 1000

    run(screen, "ship the winner")
    screen.window(f"Ship the winner on “{before['name']}”", within=20)
    screen.quiet()
    screen.press("Return")
    eventually(lambda: platform.split_test(NAME)["status"] == "finalized", 20, "the winner")
    winner = platform.split_test(NAME)["winner"]["variant"]
    eventually(lambda: NAME not in html_of(platform.page(slug)), 20, "the page rewritten")

    place = next(at for at, each in enumerate(block.variants) if each.name == winner)
    with Visitors(platform, slug) as visitors:
        pages = [visitors.visit()[1] for _ in range(VISITS)]
    assert all(inners[place].encode() in page for page in pages)
    assert not any(inners[1 - place].encode() in page for page in pages)
    assert not any(f'data-sid="{test["id"]}"'.encode() in page for page in pages)
    assert program.complaints() == []


def run(screen: Screen, words: str) -> None:
    """What the palette finds for some words."""
    screen.window(TITLE)
    screen.press("ctrl+k")
    screen.quiet()
    screen.type(words)
    screen.quiet()
    screen.press("Return")
    screen.quiet(quiet_for=1.0)


def html_of(page: dict[str, object] | None) -> str:
    """A page's html."""
    return str((page or {}).get("html") or "")


def _changed(test: dict[str, object], before: object) -> int:
    """The least sample, once it is another one than before; 0 until then."""
    least = test["min_sample_size_per_variant"]
    return int(least) if isinstance(least, int | float) and least != before else 0
