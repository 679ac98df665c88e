"""The graph without a window: documents that stay whole, deeds with undo, copies, differences."""

import copy
import json
import random
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.desktop.support.plain_graph import KINDS, PlainFormat, large, random_deed, sample

from funneldesk.desktop.kit.graph.model import deeds
from funneldesk.desktop.kit.graph.model.clipboard import NotNodes, copied, pasted, shifted
from funneldesk.desktop.kit.graph.model.difference import difference
from funneldesk.desktop.kit.graph.model.graph import Graph, touched
from funneldesk.desktop.kit.graph.model.history import History
from funneldesk.desktop.kit.graph.model.items import Node
from funneldesk.desktop.kit.graph.model.layout import (
    MOST,
    TooLarge,
    layered,
    missing_places,
    tidied,
)
from funneldesk.desktop.kit.graph.model.sizes import size_of
from funneldesk.desktop.kit.graph.model.walking import stepped
from funneldesk.desktop.kit.graph.reading import opened

FORM = PlainFormat()


def read(document: Any) -> Graph:
    return FORM.read(copy.deepcopy(document))


def test_a_moved_node_changes_its_place_in_the_document_and_nothing_else() -> None:
    document = sample()
    graph = read(document)
    before = graph.copy()
    graph.apply(deeds.move(graph, {4: (8.0, 16.0)}))
    saved = FORM.write(document, before, graph)
    assert saved["nodes"][4] == {**document["nodes"][4], "x": 8.0, "y": 16.0}
    document["nodes"][4] = saved["nodes"][4]
    assert saved == document


@pytest.mark.parametrize("deed_count", [60, pytest.param(500, marks=pytest.mark.deep)])
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_undo_of_every_deed_gives_the_first_state(deed_count: int, seed: int) -> None:
    dice = random.Random(seed)
    graph = read(sample())
    first, history = graph.copy(), History(graph)
    for _ in range(deed_count):
        history.do(random_deed(graph, dice))
        assert not deeds.disconnected(graph)
    last = graph.copy()
    while history.undo():
        pass
    assert not touched(first, graph)
    assert graph.codes() == first.codes()
    assert FORM.write(sample(), first, graph) == sample()
    while history.redo():
        pass
    assert not touched(last, graph)


def test_500_deeds_are_taken_back_one_by_one() -> None:
    dice, graph = random.Random(5), read(sample())
    first, history = graph.copy(), History(graph)
    for _ in range(500):
        history.do(random_deed(graph, dice))
    while history.undo():
        pass
    assert not touched(first, graph)


def test_typing_into_a_field_is_undone_as_one() -> None:
    graph = read(sample())
    history = History(graph)
    for name in ("N", "Ne", "New"):
        history.do(deeds.set_data(graph, 2, {"name": name}))
    history.pause()
    history.do(deeds.set_data(graph, 2, {"name": "Other"}))
    history.undo()
    assert graph.nodes[2].data == {"name": "New"}
    history.undo()
    assert graph.nodes[2].data == {"name": "Left", "q": 1}
    assert not history.undo_words


def test_a_node_added_on_an_edge_stands_between_both_ends() -> None:
    graph = read(sample())
    edge = graph.leaving(0)[0]
    graph.apply(deeds.add(graph, Node(-2, "new", "fork"), on=edge, output="yes"))
    new = graph.by_code("new")
    assert new is not None
    assert [e.target for e in graph.leaving(0)] == [new.key]
    assert [(e.output, e.target) for e in graph.leaving(new.key)] == [("yes", 1)]


def test_nodes_travel_as_text_with_all_their_keys() -> None:
    graph = read(sample())
    text = copied(graph, [1, 2, 4], FORM.name)
    nodes, edges = pasted(text, FORM.name)
    graph.apply(deeds.insert(graph, FORM, shifted(nodes, 80, 80), edges, "Paste"))
    added = [node for node in graph.in_order() if node.key > 8]
    assert [node.kind for node in added] == ["fork", "step", "teleport"]
    assert len({node.code for node in graph.nodes.values()}) == 8
    assert added[2].data == {"to": "Mars"}
    assert len(graph.touching(node.key for node in added)) == 2
    assert min(node.x for node in added) == 80


@pytest.mark.parametrize(
    "text",
    [
        "",
        "words",
        "[]",
        "{}",
        '{"funneldesk_graph": 1, "format": "other", "nodes": [], "edges": []}',
        '{"funneldesk_graph": 1, "format": "plain", "nodes": [], "edges": []}',
        '{"funneldesk_graph": 1, "format": "plain", "nodes": [{"key": 1}], "edges": []}',
        '{"funneldesk_graph": 1, "format": "plain", "nodes": [4], "edges": []}',
        "[" * 100_000,
    ],
)
def test_other_text_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(NotNodes, match=r"\.$"):
        pasted(text, FORM.name)


def test_the_difference_of_two_versions_tells_moves_from_changes() -> None:
    one, other = read(sample()), read(sample())
    other.apply(deeds.move(other, {0: (8.0, 8.0)}))
    assert not difference(one, other).runs_differently
    assert difference(one, other).moved == ("a",)
    other.apply(deeds.set_data(other, 2, {"name": "Left", "q": 2}))
    other.apply(deeds.remove(other, [3]))
    other.apply(deeds.add(other, Node(-2, "new", "step"), after=(1, "no")))
    found = difference(one, other)
    assert (found.added, found.removed, found.changed) == (("new",), ("d",), {"c": ("q",)})
    assert found.ways_added == (("b", "no", "new"),)
    assert found.ways_removed == (("b", "no", "d"),)


def test_a_tidy_graph_goes_to_the_right_and_nothing_lies_on_anything() -> None:
    graph = read(large(120))
    places = tidied(graph, KINDS)
    boxes = [(*places[key], *size_of(node, ())) for key, node in graph.nodes.items()]
    for place, (x, y, width, height) in enumerate(boxes):
        for left, top, wide, high in boxes[place + 1 :]:
            assert x + width <= left or left + wide <= x or y + height <= top or top + high <= y
    tree = [edge for edge in graph.edges.values() if edge.key < 120 + 119]
    right = sum(places[e.source][0] < places[e.target][0] for e in tree)
    assert right >= len(tree) * 0.9
    assert places == tidied(graph, KINDS), "the same again"


def test_ways_that_need_not_cross_do_not_and_who_leads_to_many_stands_in_their_middle() -> None:
    # 0 leads to 1 and 2, these to 4 and 3: in the order of their numbers the ways would cross.
    ways = [(0, 1), (0, 2), (1, 4), (2, 3), (0, 5), (3, 5)]
    places = layered(range(6), ways, dict.fromkeys(range(6), (200.0, 60.0)))
    assert (places[1][1] < places[2][1]) == (places[4][1] < places[3][1])
    assert places[0][0] < places[1][0] == places[2][0] < places[3][0] == places[4][0] < places[5][0]
    tree = layered(range(4), [(0, 1), (0, 2), (0, 3)], dict.fromkeys(range(4), (200.0, 60.0)))
    assert tree[0][1] == pytest.approx(sorted(tree[key][1] for key in (1, 2, 3))[1])


@given(
    ways=st.lists(st.tuples(st.integers(0, 11), st.integers(0, 11)), max_size=30),
    heights=st.lists(st.integers(20, 300), min_size=12, max_size=12),
)
def test_no_node_lies_on_another_whatever_leads_where(
    ways: list[tuple[int, int]], heights: list[int]
) -> None:
    sizes = {key: (200.0, float(height)) for key, height in enumerate(heights)}
    places = layered(range(12), ways, sizes)
    for one, other in combinations(range(12), 2):
        (x, y), (left, top) = places[one], places[other]
        beside = x + 200 <= left or left + 200 <= x
        assert beside or y + heights[one] <= top + 0.01 or top + heights[other] <= y + 0.01


def test_cycles_and_loops_are_laid_out_too() -> None:
    ways = [["1", "", "2"], ["2", "", "3"], ["3", "", "1"], ["2", "", "2"], ["3", "", "4"]]
    graph = read({"nodes": [{"id": str(n), "type": "step"} for n in range(1, 6)], "ways": ways})
    places = tidied(graph, KINDS)
    assert len(set(places.values())) == 5


@pytest.mark.parametrize("shape", ["chain", "star", "circle", "all to all"])
def test_odd_shapes_as_large_as_they_may_be_get_places(shape: str) -> None:
    count = 60 if shape == "all to all" else MOST
    names = [str(n) for n in range(count)]
    ways = {
        "chain": [[a, "", b] for a, b in pairwise(names)],
        "star": [["0", "", b] for b in names[1:]],
        "circle": [[a, "", names[(n + 1) % count]] for n, a in enumerate(names)],
        "all to all": [[a, "", b] for a in names for b in names],
    }[shape]
    graph = read({"nodes": [{"id": name, "type": "step"} for name in names], "ways": ways})
    assert len(tidied(graph, KINDS)) == count


def test_10_000_nodes_are_opened_and_their_layout_is_refused() -> None:
    document = large(10_000)
    found = opened(FORM, KINDS, document)
    assert len(set(found.places.values())) == 10_000
    with pytest.raises(TooLarge):
        tidied(found.graph, KINDS)


def test_places_that_are_none_are_found_below_the_others_and_stay_out_of_the_document() -> None:
    document = sample()
    document["nodes"][0]["x"] = float("nan")
    document["nodes"][1]["y"] = float("inf")
    document["nodes"][2]["x"] = 1e300
    graph = read(document)
    places = missing_places(graph, KINDS)
    assert set(places) == {0, 1, 2}
    assert all(200 < y < 2_000 and abs(x) < 5_000 for x, y in places.values())
    saved = FORM.write(document, graph, graph.copy())
    assert json.dumps(saved) == json.dumps(document)


def test_entries_that_cannot_be_read_are_kept_and_told_of() -> None:
    document = sample()
    document["nodes"] += [{"id": "a", "type": "step", "who": "second"}, 7]
    document["ways"] += [["a", "", "nowhere"]]
    found = opened(FORM, KINDS, document)
    assert len(found.graph.loose) == 3
    assert all(each.reason.endswith(".") for each in found.graph.loose.values())
    assert FORM.write(document, found.graph, found.graph.copy()) == document


def test_a_walk_by_keys_follows_outputs_and_goes_beside() -> None:
    graph = read(sample())
    places = {node.key: (node.x, node.y) for node in graph.nodes.values()}
    walk = [
        stepped(graph, KINDS, places, 0, "onward"),
        stepped(graph, KINDS, places, 1, "onward"),
        stepped(graph, KINDS, places, 2, "down"),
        stepped(graph, KINDS, places, 3, "back"),
        stepped(graph, KINDS, places, 3, "onward"),
        stepped(graph, KINDS, places, 0, "back"),
    ]
    assert walk == [1, 2, 3, 1, 4, None]


def test_problems_of_settings_are_sentences() -> None:
    document = sample()
    document["nodes"][2]["data"]["size"] = 0
    assert opened(FORM, KINDS, document).problems == {2: "The size is too small."}
