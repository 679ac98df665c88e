"""Writes quizzes with their screens and flows, and who played them."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.quizzes.entries import NewEntry, record_entries
from funneldesk.server.parts.quizzes.rules import ScreenInput
from funneldesk.server.parts.quizzes.screens import ScreenStore
from funneldesk.server.parts.quizzes.store import QuizStore
from funneldesk.server.parts.quizzes.tables import QuizRow, ScreenRow
from funneldesk.server.sample.simulation.plays import Play
from funneldesk.server.sample.stage import Stage
from funneldesk.server.web.markup import PAGE, harmless

_UNNAMED = "Untitled screen"
_PER_ROW = 4


def write_quizzes(stage: Stage, session: Session) -> None:
    """The brand's quizzes."""
    store = QuizStore(session, stage.brand_id)
    for each in reversed(stage.content.life("quizzes")):
        quiz = store.create(each["name"])
        change: dict[str, Any] = {"name": each["name"]}
        if each["page"]:
            change["page_id"] = _page(stage, session, each["page"])
        if each["config"]:
            change["config"] = each["config"]
        store.update(quiz.id, change)
        screens = ScreenStore(session, quiz)
        rows = []
        for screen in each["screens"]:
            body = ScreenInput.model_validate({**screen, "name": screen["name"] or _UNNAMED})
            values = body.model_dump(exclude_unset=True)
            shown = harmless(body.content, PAGE) if body.content else None
            rows.append(screens.create({**values, "content_shown": shown}))
        if each["edges"]:
            store.set_flow(quiz, flow_of(rows, each["edges"]))


def write_plays(stage: Stage, name: str, plays: Sequence[Play], session: Session) -> None:
    """Play-throughs of the quiz of this name."""
    quiz = session.scalars(
        select(QuizRow).where(QuizRow.brand_id == stage.brand_id, QuizRow.name == name)
    ).one()
    codes = [screen.code for screen in ScreenStore(session, quiz).list()]
    record_entries(
        session,
        stage.brand_id,
        quiz.id,
        (
            NewEntry(
                {codes[place]: answer for place, answer in play.answers.items()},
                play.started,
                play.finished,
                [codes[place] for place in play.shown],
            )
            for play in plays
        ),
    )


def flow_of(screens: Sequence[ScreenRow], edges: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """The graph as its editor keeps it: a node for each screen, an output for each way out."""
    nodes = {str(place + 1): _node(place, screen) for place, screen in enumerate(screens)}
    for begin, end, *answer in edges:
        source, target = nodes[str(begin + 1)], nodes[str(end + 1)]
        output = _output(screens[begin], answer)
        ways = source["outputs"].setdefault(output, {"connections": []})
        ways["connections"].append({"node": str(end + 1), "output": "input_1"})
        target["inputs"].setdefault("input_1", {"connections": []})["connections"].append(
            {"node": str(begin + 1), "input": output}
        )
    return {"drawflow": {"Home": {"data": nodes}}}


def _node(place: int, screen: ScreenRow) -> dict[str, Any]:
    return {
        "id": place + 1,
        "name": screen.type,
        "data": {"screen_id": screen.id, "screen_code": screen.code},
        "class": screen.type,
        "html": screen.name,
        "typenode": False,
        "inputs": {},
        "outputs": {"output_1": {"connections": []}},
        "pos_x": 80 + 260 * (place % _PER_ROW),
        "pos_y": 80 + 180 * (place // _PER_ROW),
    }


def _output(screen: ScreenRow, answer: Sequence[str]) -> str:
    """The first output is the usual way; each option has one of its own after it."""
    if not answer:
        return "output_1"
    options: Sequence[Mapping[str, Any]] = screen.options or ()
    values = [option["value"] for option in options]
    return f"output_{values.index(answer[0]) + 2}"


def _page(stage: Stage, session: Session, slug: str) -> int:
    query = select(PageRow.id).where(PageRow.brand_id == stage.brand_id, PageRow.slug == slug)
    return session.scalars(query).one()
