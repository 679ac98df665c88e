"""A flow that is drawn: checked, tried by the server's rules, saved once, and never lost."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.contract.quiz_graphs import QuizScreen, as_php, flow
from tests.contract.quiz_graphs import quiz as screens_called
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.quizzes_desk import (
    drawn,
    flow_of,
    flow_shown,
    opened,
    quiz,
    save_flow,
    screens_of,
)
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.quiz_flow import Route
from funneldesk.desktop.kit.graph.model.deeds import connect, move, remove
from funneldesk.desktop.parts.quizzes.flow.drawflow import DrawflowFormat
from funneldesk.desktop.parts.quizzes.flow.options import remapped
from funneldesk.desktop.parts.quizzes.flow.page import FlowPage
from funneldesk.desktop.parts.quizzes.flow.simulator import SimulatorDialog
from funneldesk.desktop.parts.quizzes.screens.forms import form_values

CODES = "abcdef"
json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
edges = st.lists(
    st.tuples(st.sampled_from(CODES), st.sampled_from(CODES), st.integers(1, 3)), max_size=9
)


@st.composite
def documents(draw: st.DrawFn) -> dict[str, Any]:
    """Flows with keys that nobody knows, nodes that are none, and ways that lead nowhere."""
    made = flow(CODES, *draw(edges)) | {"more": draw(json_values)}
    nodes = made["drawflow"]["Home"]["data"]
    for code in draw(st.sets(st.sampled_from(CODES))):
        nodes[code][draw(st.text(min_size=6, max_size=8))] = draw(json_values)
        nodes[code]["pos_x"] = draw(st.floats() | st.integers(-999, 999) | json_values)
        nodes[code]["pos_y"] = draw(st.integers(-999, 999))
    for key in draw(st.sets(st.sampled_from(["x1", "x2"]))):
        nodes[key] = draw(json_values)
    return as_php(made) if draw(st.booleans()) else made


def form() -> DrawflowFormat:
    screens: list[Any] = screens_called(dict.fromkeys(CODES, "single_choice"))
    return DrawflowFormat(lambda: screens)


@given(document=documents())
def test_a_document_stays_as_it_is_unless_something_was_done(document: dict[str, Any]) -> None:
    read = form().read(document)
    assert repr(form().write(document, read, read.copy())) == repr(document)


@given(document=documents(), code=st.sampled_from(CODES))
def test_a_moved_node_has_another_place_and_nothing_else_differs(
    document: dict[str, Any], code: str
) -> None:
    before = form().read(document)
    after = before.copy()
    node = after.by_code(code)
    assert node is not None
    after.apply(move(after, {node.key: (11.0, 22.0)}))
    made = form().write(document, before, after)
    found = made["drawflow"]["Home"]["data"][code]
    assert (found.pop("pos_x"), found.pop("pos_y")) == (11.0, 22.0)
    known = document["drawflow"]["Home"]["data"][code]
    known.pop("pos_x", None), known.pop("pos_y", None)
    assert repr(sorted(found.items())) == repr(sorted(known.items()))
    made["drawflow"]["Home"]["data"][code] = known
    assert repr(made) == repr(document)


@given(document=documents(), ends=st.tuples(st.sampled_from(CODES), st.sampled_from(CODES)))
def test_a_way_that_is_drawn_is_read_again_and_one_that_is_taken_out_is_gone(
    document: dict[str, Any], ends: tuple[str, str]
) -> None:
    before = form().read(document)
    after = before.copy()
    one, other = (after.by_code(code) for code in ends)
    assert one is not None
    assert other is not None
    after.apply(connect(after, one.key, "output_2", other.key))
    made = form().write(document, before, after)
    again = form().read(made)
    ways = [(e.source, e.output, e.target) for e in again.edges.values()]
    key = [again.by_code(code) for code in ends]
    assert (key[0].key, "output_2", key[1].key) in ways  # type: ignore[union-attr]
    gone = again.copy()
    gone.apply(remove(gone, list(gone.edges)))
    assert not form().read(form().write(made, again, gone)).edges


def test_ways_stay_with_their_answers_when_these_change_places() -> None:
    screen: Any = QuizScreen(101, "a")
    known = flow("abc", ("a", "b", 2), ("a", "c", 3), ("a", "c", 1))
    yes, no, maybe = ("yes", "Yes"), ("no", "No"), ("maybe", "Maybe")
    made = remapped(known, screen, [yes, no], [no, maybe, yes])
    assert made is not None
    outputs = made["drawflow"]["Home"]["data"]["a"]["outputs"]
    assert outputs["output_4"]["connections"][0]["node"] == "b"
    assert outputs["output_2"]["connections"][0]["node"] == "c"
    assert outputs["output_1"]["connections"][0]["node"] == "c"
    assert remapped(known, screen, [yes, no], [yes, no, maybe]) is None


def test_two_answers_with_one_value_keep_their_ways() -> None:
    """As PHP wrote it or not, and also where their labels are all that tells them apart."""
    screen: Any = QuizScreen(101, "a")
    small, large, other = ("tee", "Small tee"), ("tee", "Large tee"), ("cup", "Cup")
    listed = flow("abcd", ("a", "b", 2), ("a", "c", 3), ("a", "d", 4))
    for known in (listed, as_php(listed)):
        for before, after, wanted in (
            ([small, large, other], [other, small, large], "dbc"),
            ([small, large, other], [large, small, other], "cbd"),
            ([small, small, other], [other, small, small], "dbc"),
            ([small, large, other], [large, other], "cd"),
            ([small, large, other], [("mug", "Cup"), small, large], "dbc"),
        ):
            made = remapped(known, screen, before, after)
            assert made is not None
            ways = Route(made, screens_called(dict.fromkeys("abcd", "single_choice")))
            edges = {edge.output: edge.target for edge in ways.nodes["a"].edges}
            assert "".join(edges[at] for at in sorted(edges)) == wanted
    assert remapped(listed, screen, [small, large, other], [small, large, other]) is None


def findings(page: FlowPage) -> list[tuple[str, str]]:
    rows = page.checks.list.rows
    return [(rows.at(n).title, rows.at(n).text) for n in range(rows.rowCount())]


@in_the_window
async def test_what_stops_visitors_is_told_until_it_is_mended(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await quiz(brand)
    await save_flow(brand, made, drawn(await screens_of(brand, made), (1, 2, 2), (1, 4, 3)))
    page = await flow_shown(await opened(bench, await bench.workspace(brand), made))
    assert findings(page) == [
        ("What we found", "Leads nowhere, and is no result."),
        ("Runner", "Nobody can get this result."),
    ]
    graph = page.editor.graph
    info, runner = graph.by_code("2"), graph.by_code("3")
    assert info is not None
    assert runner is not None
    page.editor.do(connect(graph, info.key, "output_1", runner.key))
    await until(lambda: not findings(page))
    assert "Nothing is wrong" in said(page.checks)
    assert "2 paths from the first screen to an end." in said(page.checks)
    page.save()
    await until(lambda: page.state.text() == "Saved")
    stored = await flow_of(brand, made)
    nodes = stored["drawflow"]["Home"]["data"]
    assert nodes["2"]["outputs"]["output_1"]["connections"][0]["node"] == "3"
    assert stored["theirs"] == "kept", "keys that nobody here knows stay"
    assert nodes["2"]["data"]["theirs"] == [2]


@in_the_window
async def test_what_was_drawn_is_there_again_and_what_somebody_else_saved_is_not_lost(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await quiz(brand)
    screens = await screens_of(brand, made)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, made)
    page = await flow_shown(panel)
    page.draw_missing()
    await until(lambda: page.state.text() == "Not saved yet")
    again = await flow_shown(await opened(bench, workspace, made))
    assert len(again.editor.graph.nodes) == len(screens), "kept without a save"
    assert "Unsaved flow" in said(again)
    theirs = drawn(screens, (1, 3, 1))
    await save_flow(brand, made, theirs)
    again.save()
    dialog = await shown_dialog()
    assert "Somebody saved another flow" in said(dialog)
    dialog.button("yes").click()
    await until(lambda: again.state.text() == "Saved")
    versions = await again.kept.versions(made.id)
    assert theirs in [each.flow for each in versions], "theirs can be had back"


@in_the_window
async def test_what_is_drawn_while_a_save_is_under_way_stays(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await quiz(brand)
    await save_flow(brand, made, drawn(await screens_of(brand, made), (1, 2, 2), (1, 4, 3)))
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    page = await flow_shown(await opened(bench, workspace, made))
    graph = page.editor.graph
    first, info, runner = (graph.by_code(code) for code in "123")
    assert first is not None
    assert info is not None
    assert runner is not None
    page.editor.do(connect(graph, info.key, "output_1", runner.key))
    await until(lambda: page.save_button.isEnabled() and not page.tasks.is_busy)
    async with relay.held("POST"):
        page.save()
        await until(relay.writes)
        page.editor.do(connect(page.editor.graph, first.key, "output_1", runner.key))
        later = page.editor.document()
        await until(lambda: page.state.text() == "Not saved yet")
    await until(lambda: not page.tasks.is_busy)
    assert page.editor.document() == later
    assert page.state.text() == "Not saved yet"
    assert (await flow_of(brand, made)) != later
    page.save()
    await until(lambda: page.state.text() == "Saved")
    assert (await flow_of(brand, made)) == later


@in_the_window
async def test_a_visitor_s_walk_goes_as_the_server_s_does(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await quiz(brand)
    await save_flow(
        brand, made, drawn(await screens_of(brand, made), (1, 2, 2), (1, 4, 3), (2, 3, 1))
    )
    page = await flow_shown(await opened(bench, await bench.workspace(brand), made))
    page.simulate()
    dialog = await shown_dialog()
    assert isinstance(dialog, SimulatorDialog)
    dialog.choose("no")
    assert dialog.trail.text() == "Do you run? › Walker"
    assert "The end" in said(dialog)
    dialog.go_back()
    dialog.choose("yes")
    dialog.choose(None)
    assert dialog.trail.text() == "Do you run? › What we found › Runner"
    marks = page.editor.canvas
    assert marks.isVisible()
    dialog.reject()


@in_the_window
async def test_answers_that_change_places_take_their_ways_along(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await quiz(brand)
    screens = await screens_of(brand, made)
    await save_flow(brand, made, drawn(screens, (1, 3, 2), (1, 4, 3)))
    panel = await opened(bench, await bench.workspace(brand), made)
    writes = panel.screens.writes
    turned = [{"label": "No", "value": "no"}, {"label": "Yes", "value": "yes"}]
    await writes.update(panel.quiz.screens[0], form_values(screens[0]) | {"options": turned})
    nodes = (await flow_of(brand, made))["drawflow"]["Home"]["data"]
    outputs = nodes["1"]["outputs"]
    assert outputs["output_3"]["connections"][0]["node"] == "3", "yes still leads to Runner"
    assert outputs["output_2"]["connections"][0]["node"] == "4"


@in_the_window
async def test_the_screen_of_a_chosen_node_is_seen_beside_its_settings(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await quiz(brand)
    await save_flow(brand, made, drawn(await screens_of(brand, made), (1, 2, 1)))
    panel = await opened(bench, await bench.workspace(brand), made)
    page = await flow_shown(panel)
    assert page.preview.isHidden()
    page.editor.choose_code("1")
    await until(lambda: page.preview.view is not None and page.preview.isVisible())
    page.editor.canvas.choose([])
    assert page.preview.isHidden()
    page.editor.choose_code("3")
    await until(lambda: page.preview.isVisible() and not page.preview.tasks.is_busy)
