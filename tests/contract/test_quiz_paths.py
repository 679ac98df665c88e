"""What can be said of a quiz without playing it agrees with playing it (document: Quiz)."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.quiz_graphs import QuizScreen, as_php, flow, quiz

from funneldesk.contract.quiz_flow import ENDS, Route
from funneldesk.contract.quiz_paths import (
    MOST_PATHS,
    Fault,
    answers_to,
    findings,
    paths,
    reachable,
)

LINE = {"a": "single_choice", "b": "info", "r": "result", "s": "result"}


def faults(graph: dict[str, object], screens: list[QuizScreen]) -> list[tuple[Fault, str, str]]:
    return [(each.fault, each.code or each.node, each.detail) for each in findings(graph, screens)]


def test_nothing_is_said_of_a_flow_in_order() -> None:
    graph = flow("abrs", ("a", "b", 2), ("a", "s", 3), ("b", "r", 1))
    assert faults(graph, quiz(LINE)) == []
    found = paths(Route(graph, quiz(LINE)))
    assert (found.count, found.more) == (2, False)
    assert found.shares == {"r": pytest.approx(0.5), "s": pytest.approx(0.5)}


@pytest.mark.parametrize(
    ("graph", "fault"),
    [
        (flow("abrs", ("a", "b", 1), ("b", "r", 1)), (Fault.RESULT_UNREACHABLE, "s", "")),
        (flow("abrs", ("a", "r", 2), ("a", "s", 3)), (Fault.UNREACHABLE, "b", "")),
        (flow("abrs", ("a", "b", 2), ("a", "r", 3), ("b", "z", 1)), (Fault.BROKEN_EDGE, "b", "z")),
        (
            flow("abrs", ("a", "r", 2), ("a", "s", 2), ("r", "b", 1)),
            (Fault.OPTION_WITHOUT_EDGE, "a", "no"),
        ),
        (flow("abrsz", ("a", "r", 2), ("a", "s", 3)), (Fault.UNKNOWN_SCREEN, "z", "")),
        (flow("abrs", ("a", "b", 1), ("b", "b", 1)), (Fault.LOOP, "b", "")),
        (flow("abrs", ("a", "b", 2), ("a", "s", 3)), (Fault.DEAD_END, "b", "")),
    ],
    ids=["result", "screen", "edge", "option", "node", "loop", "end"],
)
def test_a_fault_is_told_with_its_place(
    graph: dict[str, object], fault: tuple[Fault, str, str]
) -> None:
    assert fault in faults(graph, quiz(LINE))


def test_what_is_not_drawn_is_played_in_order_and_ends() -> None:
    screens = quiz({"a": "info", "b": "single_choice", "r": "result"})
    assert faults({}, screens) == []
    assert paths(Route({}, screens)).shares == {"r": 1.0}
    assert faults({}, []) == [(Fault.EMPTY, "", "")]


def test_paths_without_number_are_counted_as_far_as_one_looks() -> None:
    codes = [f"s{number}" for number in range(20)]
    screens = [*quiz(dict.fromkeys(codes, "single_choice")), QuizScreen(1, "r", "result")]
    nodes = {code: {"data": {"screen_code": code}, "outputs": {}} for code in (*codes, "r")}
    for here, there in zip(codes, [*codes[1:], "r"], strict=True):
        for number in (2, 3):
            nodes[here]["outputs"][f"output_{number}"] = {"connections": [{"node": there}]}
    found = paths(Route({"drawflow": {"Home": {"data": nodes}}}, screens))
    assert found.shares == {"r": pytest.approx(1.0)}
    assert found.count <= MOST_PATHS


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_flow_that_php_wrote_is_played_like_any_other(answer: str) -> None:
    graph = flow("abrs", ("a", "b", 2), ("a", "s", 3), ("b", "r", 1))
    routes = [Route(each, quiz(LINE)) for each in (graph, as_php(graph))]
    found = [route.after(route.screens["a"], answer, {"a": answer}) for route in routes]
    assert [each.code for each in found if each] == [{"yes": "b", "no": "s"}[answer]] * 2
    assert faults(as_php(graph), quiz(LINE)) == []


CODES = "abcdef"
edges = st.lists(
    st.tuples(st.sampled_from(CODES), st.sampled_from(CODES), st.integers(1, 3)), max_size=14
)
kinds = st.fixed_dictionaries(
    {code: st.sampled_from(["single_choice", "info", "result", "rating"]) for code in CODES}
)


@given(edges=edges, types=kinds, seed=st.integers(0, 2**32))
def test_who_plays_comes_where_it_was_said(
    edges: list[tuple[str, str, int]], types: dict[str, str], seed: int
) -> None:
    screens, graph = quiz(types), flow(CODES, *edges)
    route, random = Route(graph, screens), Random(seed)
    there, found = reachable(route), paths(route)
    assert sum(found.shares.values()) == pytest.approx(1.0)
    screen = route.first()
    for _step in range(30):
        assert screen is not None
        assert screen.code in there
        ways = route.ways(screen, random.choice(answers_to(screen)))
        if not ways:
            break
        screen = random.choice(ways)
    told = {(each.fault, each.code) for each in findings(graph, screens)}
    for each in screens:
        gone = Fault.RESULT_UNREACHABLE if each.type in ENDS else Fault.UNREACHABLE
        assert ((gone, each.code) in told) == (each.code not in there)
