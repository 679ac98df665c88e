"""The Quizzes section in a window, and hands on it."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.quizzes import Quiz, QuizDraft, Screen, ScreenDraft
from funneldesk.desktop.parts.quizzes.flow.page import FlowPage
from funneldesk.desktop.parts.quizzes.panel import QuizzesPanel
from funneldesk.desktop.parts.quizzes.quizzes import QUIZZES
from funneldesk.desktop.workspace.workspace import Workspace

STOPS = 0.25
ADDRESSES = 200
"""From how many addresses visitors come: nobody may answer without end from one."""
YES_NO = [{"label": "Yes", "value": "yes"}, {"label": "No", "value": "no"}]
LINE = {
    "Do you run?": "single_choice",
    "What we found": "info",
    "Runner": "result",
    "Walker": "result",
}


async def quiz(
    brand: LiveBrand, name: str = "Which shoe?", screens: Mapping[str, str] = LINE
) -> Quiz:
    """A quiz with screens of these names and types; those with choices offer yes and no."""
    async with brand.api() as api:
        made = await api.quizzes.create(QuizDraft(name=name))
        for title, kind in screens.items():
            options = YES_NO if kind.endswith("choice") else None
            draft = ScreenDraft(name=title, type=kind, title=title, options=options)
            await api.quizzes.create_screen(made.id, draft)
        return made


async def screens_of(brand: LiveBrand, known: Quiz) -> list[Screen]:
    """The screens as the server has them."""
    async with brand.api() as api:
        return await api.quizzes.list_screens(known.id)


async def flow_of(brand: LiveBrand, known: Quiz) -> dict[str, Any]:
    """The flow as the server has it."""
    async with brand.api() as api:
        return (await api.quizzes.get_flow(known.id)).flow or {}


def drawn(screens: Sequence[Screen], *edges: tuple[int, int, int]) -> dict[str, Any]:
    """A flow with a node for each screen; an edge is (from, to, output), by places from 1."""
    nodes: dict[str, Any] = {
        str(place): {
            "id": place,
            "name": screen.type,
            "data": {"screen_id": screen.id, "screen_code": screen.code, "theirs": [place]},
            "pos_x": 100 * place,
            "pos_y": 80,
            "inputs": {},
            "outputs": {"output_1": {"connections": []}},
        }
        for place, screen in enumerate(screens, 1)
    }
    for begin, end, number in edges:
        output, source, target = f"output_{number}", nodes[str(begin)], nodes[str(end)]
        ways = source["outputs"].setdefault(output, {"connections": []})["connections"]
        ways.append({"node": str(end), "output": "input_1"})
        back = target["inputs"].setdefault("input_1", {"connections": []})["connections"]
        back.append({"node": str(begin), "input": output})
    return {"drawflow": {"Home": {"data": nodes}}, "theirs": "kept"}


async def save_flow(brand: LiveBrand, known: Quiz, flow: dict[str, Any]) -> None:
    """Let somebody else save a flow."""
    async with brand.api() as api:
        await api.quizzes.save_flow(known.id, flow)


async def opened(
    bench: WindowBench, workspace: Workspace, known: Quiz | None = None
) -> QuizzesPanel:
    """The section, shown and read, with a quiz open in it."""
    panel = bench.own(QuizzesPanel(workspace, QUIZZES))
    panel.resize(1500, 900)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    if known is not None:
        panel.open_record(str(known.id))
        await until(lambda: panel.quiz.quiz_id == known.id and bool(panel.quiz.screens))
    return panel


async def flow_shown(panel: QuizzesPanel) -> FlowPage:
    """The flow of the open quiz, read and looked at."""
    panel.show_flow()
    page = panel.flow
    assert page is not None
    await until(lambda: page.editor.is_open and page.found is not None)
    return page


def answer_all(brand: LiveBrand, code: str, screens: list[Screen], many: int) -> Counter[str]:
    """Visitors that answer by chance, some of whom leave; how many came to each screen. A server
    that trusts proxies on this computer takes them for visitors from many addresses."""
    random, reached = Random(7), Counter[str]()
    kinds = {str(screen.code): screen for screen in screens}
    address = f"{brand.base_url}/p/{brand.number}/-/quizzes/{code}"
    with httpx.Client(follow_redirects=False, timeout=60) as visitor:
        visitor.headers["User-Agent"] = "Mozilla/5.0 (Windows NT 10.0) Firefox/131.0"
        for number in range(many):
            visitor.headers["X-Forwarded-For"] = f"198.51.100.{number % ADDRESSES}"
            visitor.cookies.clear()
            play, at = _begun(visitor, address), str(screens[0].code)
            while at in kinds:
                reached[at] += 1
                if kinds[at].type == "result" or random.random() < STOPS:
                    break
                at = _answered(visitor, address, play, at, random)
    return reached


def _begun(visitor: httpx.Client, address: str) -> str:
    """Look at the first screen, twice; the play-through that it belongs to."""
    pages = [visitor.get(address).text for _time in range(2)]
    (play,) = {re.findall('name="play" value="([^"]*)"', page)[0] for page in pages}
    return play


def _answered(visitor: httpx.Client, address: str, play: str, at: str, random: Random) -> str:
    form = {"play": play, "screen": at, "answer": random.choice(["yes", "no"])}
    answer = visitor.post(address, data=form)
    assert answer.status_code == 303, answer.text
    return parse_qs(urlsplit(answer.headers["location"]).query)["screen"][0]
