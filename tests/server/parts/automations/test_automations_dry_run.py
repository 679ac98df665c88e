"""A dry run agrees with what the platform does: the same steps, in the same order, as the log."""

import random
from collections import defaultdict
from datetime import timedelta
from typing import Any

import pytest
from automations_driver import deploy_unchecked, document
from platform_process import TestBrand
from sqlalchemy import select

from funneldesk.contract.automation_flow.dry_run import NOT_STARTED, dry_run
from funneldesk.contract.automation_flow.graph import graph_of
from funneldesk.contract.automation_flow.limits import MOST_STEPS
from funneldesk.server.db.types import now
from funneldesk.server.parts.automations.engine.bulk import NewRun, run_many
from funneldesk.server.parts.automations.tables import AutomationLogRow, AutomationRunRow

CONDITIONS = (
    {"expression": "total > 50 and plan == 'gold'"},
    {"expression": "email ends_with '@example.com' or not (visits exists)"},
    {"expression": "tags contains 'vip'"},
    {"expression": "total >"},
    {"field": "plan", "operator": "is_not", "value": "gold"},
    {"field": "visits", "operator": "exists"},
    {"field": "total", "operator": ">=", "value": "12.5"},
    {"field": "total", "operator": "near", "value": 1},
    {},
)


def settings_of(kind: str, dice: random.Random) -> dict[str, Any]:
    """Settings of a node, at times wrong ones."""
    if dice.random() < 0.7:
        return {
            "condition": CONDITIONS[0],
            "split": {"branches": [{}, {}]},
            "add_tag": {"tag": "x"},
        }.get(kind, {})
    if kind == "condition":
        return dict(dice.choice(CONDITIONS))
    if kind == "delay":
        return dict(dice.choice(({"hours": 2}, {"minutes": "30"}, {"seconds": -1}, {})))
    if kind == "split":
        even = [{"name": "a", "weight": 1}, {"name": "b", "weight": dice.randrange(4)}]
        return dice.choice(({"branches": even}, {"branches": [{}, {"weight": "2"}]}, {}))
    if kind == "add_tag":
        return dict(dice.choice(({"tag": "{{plan}}"}, {"tag": ""}, {"tag": 7}, {"tag": ["x"]})))
    if kind == "send_email":
        letter = {"subject": "Hi {{plan}}", "body": "<p>{{email}}</p>"}
        return dict(dice.choice((letter, {"subject": "Hi"}, {**letter, "to": "{{boss}}"})))
    return {"url": "https://example.com/{{plan}}"} if kind == "webhook" else {}


def graph(dice: random.Random) -> dict[str, Any]:
    """A graph with conditions, delays, splits, effects, unknown kinds, joins and cycles."""
    kinds = ("condition", "condition", "delay", "split", "add_tag", "send_email", "webhook", "note")
    nodes: list[dict[str, Any]] = [{"code": "start", "type": "form_submission", "data": {}}]
    for number in range(dice.randrange(3, 14)):
        kind = dice.choice(kinds)
        nodes.append({"code": f"n{number}", "type": kind, "data": settings_of(kind, dice)})
    ways = []
    for place, each in enumerate(nodes[:-1]):
        outputs = {"condition": ("true", "false", ""), "split": ("a", "b", "1", "")}
        output = dice.choice(outputs.get(each["type"], ("",)))
        ways.append((each["code"], output, nodes[place + 1]["code"]))
        if dice.random() < 0.7:
            output = dice.choice(outputs.get(each["type"], ("",)))
            # Now and then back to where it came from: the run ends at its 200th step.
            target = dice.randrange(1, len(nodes)) if dice.random() < 0.1 else None
            to = nodes[target or dice.randrange(place + 1, len(nodes))]["code"]
            ways.append((each["code"], output, to))
    return document(nodes, ways)


def record(dice: random.Random, number: int) -> dict[str, Any]:
    known: dict[str, Any] = {
        "email": dice.choice((f"{number}@example.com", f"{number}@elsewhere.org", "nobody", "")),
        "plan": dice.choice(("gold", "free", None)),
        "total": dice.choice((10, 51.5, "120", "12.5", None)),
        "visits": dice.choice((1, "")),
        "tags": dice.choice((["vip"], [], "vip")),
    }
    return {name: value for name, value in known.items() if dice.random() < 0.8}


Lines = list[tuple[str, str, str]]


def platform_runs(brand: TestBrand, automation_id: int) -> list[tuple[int, str, Any, Lines]]:
    """Number, status, subject at first and log lines of each run, the oldest first."""
    lines: dict[int, Lines] = defaultdict(list)
    with brand.database.reading() as session:
        log = select(AutomationLogRow).where(AutomationLogRow.automation_id == automation_id)
        for row in session.scalars(log.order_by(AutomationLogRow.id)):
            lines[row.run_id].append((row.node_code, row.status, row.message or ""))
        runs = select(AutomationRunRow).where(AutomationRunRow.automation_id == automation_id)
        return [
            (row.id, row.status, row.subject, lines[row.id])
            for row in session.scalars(runs.order_by(AutomationRunRow.id))
        ]


def comparable(lines: Lines) -> Lines:
    """Without what only the platform knows: whether a tag is new, whether it may call others."""
    return [
        (code, status, "" if "tag" in message or "call" in message else message)
        for code, status, message in lines
        if "has made" not in message
    ]


@pytest.mark.parametrize(
    ("graphs", "records"), [(6, 12), pytest.param(50, 20, marks=pytest.mark.deep)]
)
def test_a_dry_run_agrees_with_the_platform(brand: TestBrand, graphs: int, records: int) -> None:
    dice = random.Random(graphs)
    statuses: set[str] = set()
    for turn in range(graphs):
        builder = graph(dice)
        made = deploy_unchecked(brand, builder, f"Graph {turn}")
        subjects = [record(dice, number) for number in range(records)]
        begin = now() - timedelta(days=90)
        runs = [
            NewRun(begin + timedelta(minutes=n), subject, "form_submission")
            for n, subject in enumerate(subjects)
        ]
        with brand.database.writing() as session:
            run_many(session, brand.id, made["id"], runs)
        done = platform_runs(brand, made["id"])
        assert len(done) == records
        for subject, (number, status, _known, lines) in zip(subjects, done, strict=True):
            tried = dry_run(graph_of(builder), subject, "form_submission", run_id=number)
            steps = [(step.code, step.status, step.message) for step in tried.steps]
            assert comparable(steps) == comparable(lines), (builder, subject)
            assert tried.status == status
            statuses.add(status)
    assert statuses >= {"done", "failed"}


def test_a_dry_run_says_when_nothing_would_begin() -> None:
    entry = {"code": "a", "type": "form_submission", "data": {"condition": "total > 5"}}
    builder = document([entry])
    assert dry_run(graph_of(builder), {"total": 1}, "form_submission").status == NOT_STARTED
    assert dry_run(graph_of(builder), {"total": 9}, "form_submission").status == "done"
    assert dry_run(graph_of(document([])), {}, "form_submission").status == NOT_STARTED


def test_a_dry_run_ends_in_a_cycle_as_a_run_does() -> None:
    nodes = [{"code": "a", "type": "purchase"}, {"code": "b", "type": "note"}]
    builder = document(nodes, [("a", "b"), ("b", "b")], "purchase")
    tried = dry_run(graph_of(builder), {}, "purchase")
    assert (tried.status, len(tried.steps)) == ("stopped", MOST_STEPS)
    assert tried.taken == (("a", "", "b"), ("b", "", "b"))
