"""What visitors answered, seen on the flow right to the number."""

import asyncio

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.quizzes_desk import (
    answer_all,
    drawn,
    flow_shown,
    opened,
    quiz,
    save_flow,
    screens_of,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.quizzes import Quiz


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
