"""Builder documents: unknown things stay, only what was done differs, and the server takes it."""

import copy
import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.desktop.support.automations_desk import WELCOME, document, generated, line, node

from funneldesk.desktop.kit.graph.model import deeds
from funneldesk.desktop.kit.graph.model.clipboard import copied, pasted
from funneldesk.desktop.kit.graph.model.difference import difference
from funneldesk.desktop.kit.graph.model.format import CannotRead
from funneldesk.desktop.kit.graph.model.history import History
from funneldesk.desktop.kit.graph.model.items import COMMENT, Node
from funneldesk.desktop.kit.graph.reading import opened
from funneldesk.desktop.parts.automations.builder.check import refusal, whole_check
from funneldesk.desktop.parts.automations.builder.deploying import told_changes, told_runs
from funneldesk.desktop.parts.automations.builder.format import BuilderFormat
from funneldesk.desktop.parts.automations.builder.kinds import KINDS
from funneldesk.desktop.parts.automations.needs import Found, missing, needs_of
from funneldesk.desktop.parts.automations.postback import curl_line
from funneldesk.desktop.parts.automations.runs.lines import runs_of, taken_ways, waiting_at
from funneldesk.server.parts.automations.rules import problems

FORM = BuilderFormat()


def same(one: Any, other: Any) -> bool:
    """Alike as JSON, keys in their order; nan is written as nan."""
    return json.dumps(one) == json.dumps(other)


def test_300_documents_are_unchanged_by_open_and_save() -> None:
    for seed in range(300):
        given_document = generated(seed)
        graph = FORM.read(copy.deepcopy(given_document))
        assert same(FORM.write(given_document, graph, graph.copy()), given_document), seed


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10_000))
def test_a_moved_node_changes_its_place_and_nothing_else(seed: int) -> None:
    found = generated(seed)
    graph = FORM.read(found)
    moved = [each for each in graph.in_order() if each.kind != COMMENT]
    if not moved:
        return
    before = graph.copy()
    graph.apply(deeds.move(graph, {moved[0].key: (816.0, 24.0)}))
    saved = FORM.write(found, before, graph)
    name, place = moved[0].origin
    body, was = saved["config"][name][place], found["config"][name][place]
    position = body.get("position", body)
    assert (position["x"], position["y"]) == (816, 24)
    for known in (body, was, body.get("position"), was.get("position")):
        if isinstance(known, dict):
            known.pop("x", None)
            known.pop("y", None)
    if was.get("position") is None:
        body.pop("position", None)
    assert same(saved, found)


def test_what_is_drawn_here_is_taken_by_the_server_and_read_again() -> None:
    first = FORM.read(None)
    graph = first.copy()
    history = History(graph)
    for kind in (kind for kind in KINDS if kind.listed and kind.name != COMMENT):
        code = FORM.new_code(kind.name, graph.codes())
        history.do(deeds.add(graph, Node(-2, code, kind.name, dict(kind.defaults), 8, 16)))
    keys = sorted(graph.nodes)
    history.do(deeds.connect(graph, keys[0], "", keys[5]))
    history.do(
        deeds.add(graph, Node(-2, FORM.new_code(COMMENT, set()), COMMENT, {"text": "Hi"}, 0, 0))
    )
    made = FORM.write(None, first, graph)
    assert problems(made) == {}
    assert made["config"]["comments"] == [{"text": "Hi", "x": 0, "y": 0}]
    again = FORM.read(json.loads(json.dumps(made)))
    assert made["trigger_node_type"] == "form_submission", "nothing would start it otherwise"
    assert FORM.write(made, again, again.copy()) == made
    assert difference(graph, again).settings == ("trigger_node_type",)
    while history.undo():
        pass
    assert FORM.write(None, first, graph)["config"]["nodes"] == []


def test_copies_get_codes_of_their_own_and_keep_unknown_keys() -> None:
    known = document(node("a", "add_tag", tag="x") | {"colour": "red"})
    graph = FORM.read(known)
    before = graph.copy()
    nodes, edges = pasted(copied(graph, [0], FORM.name), FORM.name)
    graph.apply(deeds.insert(graph, FORM, nodes, edges, "Paste"))
    saved = FORM.write(known, before, graph)["config"]["nodes"]
    assert saved[1] == {**saved[0], "code": "add_tag_1"}


@pytest.mark.parametrize(
    "broken",
    [[], 7, {"config": 5}, {"config": {"nodes": 5}}, {"config": {"connections": "x"}}],
)
def test_what_is_no_graph_is_refused_in_a_sentence(broken: Any) -> None:
    with pytest.raises(CannotRead, match=r"\.$"):
        opened(FORM, KINDS, broken)


def test_10_000_nodes_cycles_and_doubles_are_told_of() -> None:
    nodes = [node(str(n % 9_000), "add_tag", tag="x") for n in range(10_000)]
    ways = [{"from": str(n), "to": str((n + 1) % 9_000)} for n in range(9_000)]
    found = opened(FORM, KINDS, {"config": {"nodes": nodes, "connections": ways}})
    assert len(found.graph.loose) == 1_000
    assert "entries" in refusal(found.graph)
    told = whole_check(lambda: ("postback", None))(found.graph)
    assert len(told) == 9_000, "no run begins in a circle"
    nodes += [node(f"more{n}", "add_tag") for n in range(1_001)]
    with pytest.raises(CannotRead, match="10,001"):
        opened(FORM, KINDS, {"config": {"nodes": nodes}})


def test_nodes_that_no_run_reaches_are_told() -> None:
    known = document(
        node("start", "postback"),
        node("tag", "add_tag", tag="x"),
        node("alone", "delay", days=1),
        node("other", "purchase"),
        ways="start-tag",
    )
    graph = FORM.read(known)
    told = whole_check(lambda: ("postback", None))(graph)
    assert set(told) == {2, 3}
    assert "another trigger" in told[3]
    assert set(whole_check(lambda: ("postback", "alone"))(graph)) == {0, 1, 3}


def test_settings_are_checked_as_the_server_reads_them() -> None:
    wrong = document(
        node("a", "condition", expression="total >"),
        node("b", "delay", days=-1),
        node("c", "split", branches=[{"name": "x"}, {"name": "x"}]),
        node("d", "send_email", subject="Hi"),
        node("e", "teleport"),
        node("f", "condition"),
        node("g", "condition", field="plan", operator="exists"),
    )
    told = opened(FORM, KINDS, wrong).problems
    assert set(told) == {0, 1, 2, 3, 5}


def test_runs_are_put_together_from_the_log() -> None:
    graph = FORM.read(WELCOME)
    lines = [
        line(2, "mail", "send_email", "failed", "No address."),
        line(2, "gold", "condition", "success"),
        line(1, "tag", "add_tag", "success"),
        line(2, "start", "postback", "success"),
        line(1, "gold", "condition", "success"),
        line(1, "start", "postback", "success"),
    ]
    runs = runs_of(lines)
    assert [(run.id, run.status, len(run.lines)) for run in runs] == [
        ("2", "failed", 3),
        ("1", "success", 3),
    ]
    assert taken_ways(runs[0], graph) == {
        ("start", "", "gold"): "success",
        ("gold", "false", "mail"): "failed",
    }


def test_deploying_tells_what_changes_and_for_which_runs() -> None:
    before = FORM.read(
        document(
            node("start", "postback"),
            node("wait", "delay", days=1),
            node("mail", "add_tag", tag="x"),
            ways="start-wait wait-mail",
        )
    )
    after = before.copy()
    after.apply(deeds.remove(after, [2]))
    after.apply(deeds.set_data(after, 1, {"days": 2}))
    found = difference(before, after)
    waiting = waiting_at(runs_of([line(1, "wait", "delay", "success")]), before)
    assert waiting == {"mail": 1}
    assert told_runs(waiting, found)[1] == "1 of them ends: its next node is removed."
    told = told_changes(found, before, after)
    assert told[0] == "Removed: Add a tag (mail)"
    assert told[1] == "Changed: Delay (wait): days"


def test_what_another_brand_lacks_is_named() -> None:
    known = document(
        node("start", "form_submission", collection_code="news"),
        node("lead", "create_crm_entry", entity="leads", stage="{{stage}}"),
        node("move", "move_stage", stage="Won"),
        node("tag", "add_tag", tag="vip"),
    )
    needs = needs_of(known)
    assert needs.tags == {"vip"}
    lines = missing(needs, Found(collections={"other"}, entities={"leads"}, stages={"won"}))
    assert lines == ["Collection: news"]
    unread = missing(needs, Found(unread={"collections", "entities", "stages"}))
    assert unread[0] == "Collection: couldn't be looked at"


def test_a_line_for_a_shell_is_one_argument_whatever_is_in_it() -> None:
    assert curl_line("http://x/webhooks/1", '{"a": "it\'s"}').endswith("-d '{\"a\": \"it'\\''s\"}'")


def test_undo_of_random_deeds_gives_the_document_back() -> None:
    dice = random.Random(8)
    graph = FORM.read(WELCOME)
    first, history = graph.copy(), History(graph)
    for _ in range(200):
        keys = sorted(graph.nodes)
        kind = dice.randrange(4)
        if kind == 0 or len(keys) < 3:
            code = FORM.new_code("delay", graph.codes())
            history.do(deeds.add(graph, Node(-2, code, "delay", {"days": 1}, 8, 8)))
        elif kind == 1:
            history.do(deeds.remove(graph, [dice.choice(keys)]))
        elif kind == 2:
            history.do(deeds.connect(graph, dice.choice(keys), "", dice.choice(keys)))
        else:
            history.do(deeds.move(graph, {dice.choice(keys): (dice.random(), 3.0)}))
    while history.undo():
        pass
    assert FORM.write(WELCOME, first, graph) == WELCOME
