"""The rules of automations, without a database: graphs, conditions, templates, splits, saves."""

import html
import json
from collections import Counter
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.automation_flow.conditions import BadCondition, condition
from funneldesk.contract.automation_flow.deciding import chosen, holds
from funneldesk.contract.automation_flow.graph import parsed
from funneldesk.contract.automation_flow.subject import filled, found, plain
from funneldesk.contract.automations import STATUSES
from funneldesk.server.parts.automations.rules import after_save, copy_title, problems
from funneldesk.server.web.documents import storable

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@pytest.mark.parametrize("status", STATUSES)
def test_a_draft_save_changes_nothing_that_runs(status: str) -> None:
    """Quirk 55."""
    draft = after_save(status, draft=True)
    assert (draft.status, draft.version, draft.drops_draft) == (status, "draft", False)
    live = after_save(status, draft=False)
    assert (live.status, live.version, live.drops_draft) == ("active", "live", True)


@given(st.dictionaries(st.sampled_from(["config", "version", "trigger_node_type"]), JSON))
def test_any_document_is_judged_and_a_good_one_makes_a_graph(document: dict[str, Any]) -> None:
    if not problems(document):
        parsed(json.dumps(document))


NODES = st.lists(
    st.fixed_dictionaries(
        {"code": st.sampled_from("abcde"), "type": st.sampled_from(["purchase", "delay", "x"])},
        optional={"data": st.dictionaries(st.text(max_size=3), st.integers())},
    ),
    max_size=5,
)
ENDS = st.sampled_from("abcde")
CONNECTIONS = st.lists(
    st.fixed_dictionaries({"from": ENDS, "to": ENDS}, optional={"output": st.text(max_size=3)}),
    max_size=8,
)


@given(NODES, CONNECTIONS)
def test_a_graph_leads_only_to_its_own_nodes(
    nodes: list[dict[str, Any]], connections: list[dict[str, Any]]
) -> None:
    document = {"config": {"nodes": nodes, "connections": connections}}
    codes = [node["code"] for node in nodes]
    ends = {end for found in connections for end in (found["from"], found["to"])}
    good = len(codes) == len(set(codes)) and ends <= set(codes)
    assert (not problems(document)) is good
    if good:
        graph = parsed(json.dumps(document))
        for code in codes:
            assert set(graph.after(code, None)) <= set(codes)
            assert set(graph.after(code, "true")) <= set(graph.after(code, None))
        entry = graph.entry(None, "purchase")
        triggers = [node["code"] for node in nodes if node["type"] == "purchase"]
        if triggers:
            assert entry is not None
            assert entry.code == triggers[0]


def test_other_spellings_of_a_graph_are_understood() -> None:
    config = {
        "nodes": {"1": {"type": "purchase"}, "2": {"type": "x", "data": None}},
        "connections": [{"source": 1, "target": "2"}],
    }
    assert problems({"config": config}) == {}
    graph = parsed(json.dumps({"config": config}))
    assert graph.after("1", None) == ["2"]
    by_id = {"nodes": [{"id": 1, "type": "x"}, {"id": 2, "type": "y"}], "connections": []}
    assert list(parsed(json.dumps({"config": by_id})).nodes) == ["1", "2"]


SUBJECT = {
    "total": "120.50",
    "count": 3,
    "email": "Ann@Example.com",
    "flag": True,
    "tags": ["vip", "new"],
    "values": {"plan": "gold", "age": "41", "deep": {"er": [1, {"x": "y"}]}},
    "nothing": None,
    "blank": "",
}


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("total > 100", True),
        ("total > 100 and count < 3", False),
        ("total > 100 or count < 3", True),
        ("not total > 100", False),
        ("not (count == 3 and flag) or plan == 'gold'", True),
        ('values.plan == "gold"', True),
        ("plan = 'gold'", True),
        ("plan != 'gold'", False),
        ("age >= 41 and age <= 41.0", True),
        ("email contains 'EXAMPLE'", True),
        ("email starts_with 'ann'", True),
        ("email ends_with '.org'", False),
        ("tags contains 'vip'", True),
        ("tags contains 'vi'", False),
        ("plan in ['silver', 'gold']", True),
        ("count in [1, 2]", False),
        ("count in []", False),
        ("missing exists", False),
        ("total exists", True),
        ("nothing exists", False),
        ("blank empty", True),
        ("total empty", False),
        ("missing == null", True),
        ("missing < 5", False),
        ("missing >= 5", False),
        ("missing != 5", True),
        ("flag == true", True),
        ("flag", True),
        ("blank", False),
        ("deep.er.1.x == 'y'", True),
        ("deep.er.9.x exists", False),
        ("'10' < '9'", False),
        ("'b' > 'a'", True),
        ('"say \\"hi\\"" == \'say "hi"\'', True),
        ("-5 < 0", True),
        ("true and true and not false", True),
    ],
)
def test_what_conditions_mean(text: str, wanted: bool) -> None:
    assert condition(text)(SUBJECT) is wanted


@pytest.mark.parametrize(
    "text",
    [
        *("", "total >", "> 5", "total > 5 5", "(total > 5", "total > 5)", "and", "not", "a b"),
        *("total == 'open", "a == [1, [2]]", "a in [1 2]", "__import__('os')", "a; b", "1 + 1"),
        *("(" * 40 + "a" + ")" * 40, "not " * 40 + "a", "a" * 2001, "a == \0", "f()", "a.b(c)"),
    ],
)
def test_what_is_no_condition(text: str) -> None:
    with pytest.raises(BadCondition):
        condition(text)


@given(st.text(max_size=80), JSON)
def test_no_condition_breaks(text: str, value: Any) -> None:
    subject = {"a": value, "values": value if isinstance(value, dict) else {}}
    try:
        test = condition(text)
    except BadCondition:
        return
    assert test(subject) in (True, False)


NAMES = ("a", "b", "c")
ATOMS = st.tuples(
    st.sampled_from(NAMES), st.sampled_from(["==", "!=", "<", "<=", ">", ">="]), st.integers(-5, 5)
)
TREES = st.recursive(
    ATOMS,
    lambda inner: (
        st.tuples(st.just("not"), inner) | st.tuples(st.sampled_from(["and", "or"]), inner, inner)
    ),
    max_leaves=12,
)


def spelt(tree: Any) -> str:
    if tree[0] == "not":
        return f"not ({spelt(tree[1])})"
    if tree[0] in ("and", "or"):
        return f"({spelt(tree[1])}) {tree[0]} ({spelt(tree[2])})"
    return f"{tree[0]} {tree[1]} {tree[2]}"


def meant(tree: Any, subject: dict[str, int]) -> bool:
    if tree[0] == "not":
        return not meant(tree[1], subject)
    if tree[0] in ("and", "or"):
        both = meant(tree[1], subject), meant(tree[2], subject)
        return all(both) if tree[0] == "and" else any(both)
    signs = {
        "==": int.__eq__,
        "!=": int.__ne__,
        "<": int.__lt__,
        "<=": int.__le__,
        ">": int.__gt__,
        ">=": int.__ge__,
    }
    return signs[tree[1]](subject[tree[0]], tree[2])


@given(TREES, st.fixed_dictionaries({name: st.integers(-5, 5) for name in NAMES}))
def test_conditions_mean_what_python_means(tree: Any, subject: dict[str, int]) -> None:
    assert condition(spelt(tree))(subject) is meant(tree, subject)


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ({"field": "plan", "operator": "equals", "value": "gold"}, True),
        ({"field": "count", "operator": ">", "value": "2"}, True),
        ({"field": "missing", "operator": "exists"}, False),
        ({"field": "blank", "operator": "empty"}, True),
        ({"field": "plan", "value": "gold"}, True),
        ({"expression": " ", "field": "flag", "operator": "is", "value": True}, True),
    ],
)
def test_conditions_of_a_field_an_operator_and_a_value(data: Any, wanted: bool) -> None:
    assert holds(data, SUBJECT) is wanted


LONG = "123456789012345678"


@pytest.mark.parametrize(
    ("left", "sign", "right", "wanted"),
    [
        ("01234", "==", "1234", False),
        ("01234", "==", "01234", True),
        ("01234", "!=", "1234", True),
        ("01234", "==", 1234, True),
        (LONG, "==", LONG[:-1] + "9", False),
        (int(LONG), "==", LONG[:-1] + "9", False),
        (int(LONG), "==", LONG, True),
        (LONG, "<", LONG[:-1] + "9", True),
        ("+351911", "==", "351911", False),
        ("20.00", "==", "20", True),
        ("20.00", "==", 20, True),
        (0.1, "==", "0.1", True),
        ("9", "<", "10", True),
        ("  7 ", "==", "7", True),
        (["01234", "5"], "contains", "1234", False),
        (["01234", "5"], "contains", "01234", True),
        ("1234", "in", ["01234"], False),
        (True, "==", "1", False),
    ],
)
def test_texts_of_digits_are_equal_when_they_read_alike(
    left: Any, sign: str, right: Any, wanted: bool
) -> None:
    """Postcodes, phone numbers and long ids are no numbers; amounts written as text are."""
    data = {"field": "left", "operator": sign, "value": right}
    assert holds(data, {"left": left}) is wanted
    if not isinstance(right, list):
        written = f'"{right}"' if isinstance(right, str) else str(right)
        assert holds({"expression": f"left {sign} {written}"}, {"left": left}) is wanted


def test_templates_are_filled_and_escaped() -> None:
    subject = {"name": "<b>Ann</b>", "values": {"city": "Lisbon"}, "n": 3.0, "ok": True}
    assert filled("{{name}} {{ city }} {{n}} {{ok}} {{none}}!", subject) == (
        "<b>Ann</b> Lisbon 3 true !"
    )
    assert filled("{{name}}", subject, as_html=True) == "&lt;b&gt;Ann&lt;/b&gt;"
    assert filled("{{ not this }} {name} {{", subject) == "{{ not this }} {name} {{"
    assert len(filled("{{x}}" * 50, {"x": "y" * 20_000})) <= 100_000


@given(st.text())
def test_nothing_in_a_subject_becomes_markup(text: str) -> None:
    result = filled("<p>{{x}}</p>", {"x": text}, as_html=True)
    inner = result.removeprefix("<p>").removesuffix("</p>")
    assert not set("<>\"'") & set(inner)
    assert html.unescape(inner) == html.unescape(html.escape(text[:100_000]))


@given(JSON)
def test_any_subject_becomes_storable_json(value: Any) -> None:
    kept = plain(value)
    json.dumps(kept, allow_nan=False)
    assert storable({"x": kept})
    assert plain(kept) == kept


def test_values_of_other_kinds_become_texts() -> None:
    moment = datetime(2026, 1, 2, tzinfo=UTC)
    assert plain({"total": Decimal("19.90"), "at": moment, "big": 2**70, "set": {1}}) == {
        "total": "19.90",
        "at": moment.isoformat(),
        "big": str(2**70),
        "set": [1],
    }
    assert found({"a.b": 1, "a": {"b": 2}}, "a.b") == 1


@given(
    st.dictionaries(st.text(min_size=1, max_size=5), st.floats(0, 1e6), min_size=1, max_size=6),
    st.text(),
)
def test_a_split_takes_a_branch_that_it_has_and_the_same_again(
    weights: dict[str, float], key: str
) -> None:
    name = chosen(weights, key.encode("utf-8", "ignore").decode())
    assert name in weights
    assert chosen(weights, key.encode("utf-8", "ignore").decode()) == name
    assert weights[name] > 0 or not any(weights.values())


def test_a_split_keeps_to_its_weights() -> None:
    counts = Counter(chosen({"a": 3, "b": 1, "never": 0}, f"{n}/x") for n in range(4000))
    assert counts["never"] == 0
    assert 0.72 < counts["a"] / 4000 < 0.78


@given(st.text(min_size=1, max_size=300))
def test_the_title_of_a_copy_fits(title: str) -> None:
    assert len(copy_title(title[:255])) <= 255
