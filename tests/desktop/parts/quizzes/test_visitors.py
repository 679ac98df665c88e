"""What visitors answered, seen on the flow right to the number."""

import asyncio
import secrets
from collections import Counter
from random import Random
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.quizzes_desk import (
    drawn,
    flow_shown,
    opened,
    quiz,
    save_flow,
    screens_of,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.quizzes import Quiz, Screen

STOPS = 0.25


def answer_all(brand: LiveBrand, code: str, screens: list[Screen], many: int) -> Counter[str]:
    """Visitors that answer by chance, some of whom leave; how many came to each screen."""
    random, reached = Random(7), Counter[str]()
    kinds = {str(screen.code): screen for screen in screens}
    address = f"{brand.base_url}/p/{brand.number}/-/quizzes/{code}"
    with httpx.Client(follow_redirects=False, timeout=60) as visitor:
        for _ in range(many):
            play, at = secrets.token_hex(16), str(screens[0].code)
            reached[at] += 1  # Who reads the first question only is known to nobody:
            at = _answered(visitor, address, play, at, random)
            while at in kinds:
                reached[at] += 1
                if kinds[at].type == "result" or random.random() < STOPS:
                    break
                at = _answered(visitor, address, play, at, random)
    return reached


def _answered(visitor: httpx.Client, address: str, play: str, at: str, random: Random) -> str:
    form = {"play": play, "screen": at, "answer": random.choice(["yes", "no"])}
    answer = visitor.post(address, data=form)
    assert answer.status_code == 303, answer.text
    return parse_qs(urlsplit(answer.headers["location"]).query)["screen"][0]


@pytest.mark.parametrize("many", [30, pytest.param(180, marks=pytest.mark.deep)])
@in_the_window
async def test_each_screen_tells_how_many_came_and_how_many_left(
    bench: WindowBench, brand: LiveBrand, many: int
) -> None:
    made: Quiz = await quiz(brand)
    screens = await screens_of(brand, made)
    await save_flow(brand, made, drawn(screens, (1, 2, 2), (1, 4, 3), (2, 3, 1)))
    reached = await asyncio.to_thread(answer_all, brand, str(made.code), screens, many)
    panel = await opened(bench, await bench.workspace(brand), made)
    page = await flow_shown(panel)
    shown = page.editor.canvas.shown.marks
    graph = page.editor.graph
    told = {
        str(graph.nodes[key].data["screen"]): mark.counts[0].text for key, mark in shown.items()
    }
    assert told == {str(each.code): f"{reached[str(each.code)]:,}" for each in screens}
    finished = sum(reached[str(each.code)] for each in screens if each.type == "result")
    assert f"{many} visitors began, {finished} finished" in said(page.checks)
    panel.show_list()
    await until(lambda: panel.is_quiet)
    rows = panel.results.table().rows
    assert [row[3] for row in rows if row[3] is not None] == [
        reached[str(each.code)] for each in screens
    ]
