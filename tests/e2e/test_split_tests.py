"""A split test is planned, read and shipped by keys alone, and visitors get its winner only.

The document: Split test, declare-winner; quirks 27 and 28.
"""

from typing import Any

from tests.e2e.conftest import Start
from tests.e2e.outside import Platform, Visitors
from tests.e2e.pages_window import TITLE, PagesWindow
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

from funneldesk.contract.markup import every_block, scan
from funneldesk.contract.split_tests import CHART_TYPES
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.split_tests.results.reading import read_results
from funneldesk.desktop.parts.split_tests.results.verdict import headline

NAME, DRAW, BROKEN = "bundle price", "headline", "plan prices"
VISITS = 60


def test_a_test_is_planned_and_shipped_and_visitors_get_the_winner(
    screen: Screen, runs: Start
) -> None:
    program = runs()
    PagesWindow(screen).ready()
    platform = program.platform("owner")
    test = platform.split_test(NAME)
    assert (judged(platform, NAME), judged(platform, DRAW), judged(platform, BROKEN)) == (
        "“per cup” wins",
        "No difference in sight",
        "The split is broken",
    )
    slug = next(row["slug"] for row in platform.pages() if row["id"] == test["page_id"])
    variants = contents(platform, slug)
    met = visits(platform, slug)
    assert all(any(inner in page for page in met) for inner in variants.values())

    open_the_test(screen)
    plan(screen)
    least = test["min_sample_size_per_variant"]
    planned = eventually(lambda: changed(platform.split_test(NAME), least), 20, "the plan")
    assert 100 <= planned < 1000

    ship(screen, platform.page(slug) or {})
    eventually(lambda: platform.split_test(NAME)["status"] == "finalized", 20, "the winner")
    eventually(lambda: NAME not in (platform.page(slug) or {})["html"], 20, "the page")
    winner = platform.split_test(NAME)["winner"]["variant"]
    met = visits(platform, slug)
    seen = {name for name, inner in variants.items() if any(inner in page for page in met)}
    assert seen == {winner}
    assert not any(f'data-sid="{test["id"]}"'.encode() in page for page in met)
    assert program.complaints() == []


def judged(platform: Platform, name: str) -> str:
    """What the window says of a test of the sample."""
    test = platform.split_test(name)
    charts = {kind: platform.split_test_chart(test["id"], kind) for kind in CHART_TYPES}
    reading = read_results({**test, "results": charts})
    return headline(reading, Formats())[0].partition(";")[0]


def contents(platform: Platform, slug: str) -> dict[str, bytes]:
    """What each variant of the test puts on its page, by name."""
    html = (platform.page(slug) or {})["html"]
    block = next(each for each in every_block(scan(html)) if each.name == NAME)
    return {v.name: html[v.inner_start : v.inner_end].strip().encode() for v in block.variants}


def visits(platform: Platform, slug: str) -> list[bytes]:
    """The page as new visitors get it."""
    with Visitors(platform, slug) as visitors:
        return [visitors.visit()[1] for _ in range(VISITS)]


def open_the_test(screen: Screen) -> None:
    """Find it by its name."""
    run(screen, "go to split tests")
    screen.press("ctrl+f")
    screen.type(NAME)
    screen.quiet()
    screen.press("Down", "Return")
    screen.quiet()


def plan(screen: Screen) -> None:
    """A rise of 60 percent is worth it; the plan becomes the test's terms."""
    run(screen, "plan the test")
    screen.press("ctrl+a")
    screen.type("60")
    screen.quiet()
    screen.press("Tab", "Tab", "Tab", "Tab", "space")


def ship(screen: Screen, page: dict[str, Any]) -> None:
    """Confirm the winner and the difference of the page."""
    run(screen, "ship the winner")
    screen.window(f"Ship the winner on “{page['name']}”", within=20)
    screen.quiet()
    screen.press("Return")


def run(screen: Screen, words: str) -> None:
    """What the palette finds for some words."""
    screen.window(TITLE)
    screen.press("ctrl+k")
    screen.quiet()
    screen.type(words)
    screen.quiet()
    screen.press("Return")
    screen.quiet()


def changed(test: dict[str, Any], before: object) -> int:
    """The least sample, once it is another one than before; 0 until then."""
    least = test["min_sample_size_per_variant"]
    return int(least) if least and least != before else 0
