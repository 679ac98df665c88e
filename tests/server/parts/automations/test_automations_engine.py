"""What automations do when they run: nodes, loops, chains, pauses, postbacks, kills."""

import json
import time
from datetime import datetime, timedelta
from typing import Any

import pytest
from automations_driver import (
    TRIGGER,
    chain,
    create,
    deploy,
    deploy_unchecked,
    document,
    logged,
    logs,
    reached,
)
from awaited import eventually
from platform_process import BrandApi, Place, TestBrand, served
from sqlalchemy import select

from funneldesk.contract.automation_flow.limits import MOST_DEPTH, MOST_STEPS
from funneldesk.server.db.types import now
from funneldesk.server.jobs.tables import JobRow, LetterRow
from funneldesk.server.parts.automations.engine.bulk import NewRun, run_many
from funneldesk.server.parts.automations.tables import AutomationRunRow, ContactTagRow
from funneldesk.server.parts.automations.triggers import fire, silent

ANN = {"email": "ann@example.com", "name": "Ann <b>", "total": "120.50", "plan": "gold"}


def node(code: str, type_: str, **data: Any) -> dict[str, Any]:
    return {"code": code, "type": type_, "data": data}


def post(brand: TestBrand, made: dict[str, Any], subject: object = ANN) -> None:
    visitor = brand.client(brand.base_url)
    answer = visitor.post(f"/webhooks/{made['postback_code']}", json=subject)
    assert answer.status_code == 200, answer.text


def run_of(brand: TestBrand, automation_id: int) -> AutomationRunRow | None:
    with brand.database.reading() as session:
        query = select(AutomationRunRow).where(AutomationRunRow.automation_id == automation_id)
        return session.scalars(query.order_by(AutomationRunRow.id.desc())).first()


def test_a_condition_chooses_the_way(brand: TestBrand) -> None:
    api = brand.api()
    builder = document(
        [
            TRIGGER,
            node("if", "condition", expression='total > 100 and plan == "gold"'),
            node("yes", "add_tag", tag="big"),
            node("no", "add_tag", tag="small"),
        ],
        [("start", "if"), ("if", "true", "yes"), ("if", "false", "no")],
    )
    made = deploy(api, builder)
    post(brand, made)
    assert logged(api, made["id"], 3) == [
        ("start", "success"),
        ("if", "success"),
        ("yes", "success"),
    ]
    post(brand, made, {**ANN, "total": 5})
    assert logged(api, made["id"], 6)[-1] == ("no", "success")
    run = run_of(brand, made["id"])
    assert run is not None
    assert (run.status, run.waiting) == ("done", 0)
    assert run.finished_at is not None


def test_nodes_reach_crm_tickets_and_mail(brand: TestBrand) -> None:
    api = brand.api()
    entity = api.post(
        "/crm/entities", json={"name": "Leads", "slug": "leads", "preset": "leads"}
    ).json()
    made = deploy(
        api,
        chain(
            node("entry", "create_crm_entry", entity="leads", title="{{name}}", values={}),
            node("move", "move_stage", stage=""),
            node("ticket", "create_ticket", subject="Call {{name}}", message="<p>{{name}}</p>"),
            node("mail", "send_email", subject="Hi {{name}}", body="<p>{{name}} {{total}}</p>"),
        ),
    )
    post(brand, made)
    assert [status for _code, status in logged(api, made["id"], 5)] == ["success"] * 5, logs(
        api, made["id"]
    )
    (entry,) = api.get(f"/crm/entities/{entity['id']}/entries").json()["data"]
    assert entry["title"] == "Ann <b>"
    (ticket,) = api.get("/tickets").json()["data"]
    assert ticket["subject"] == "Call Ann <b>"
    assert ticket["from_email"] == "ann@example.com"
    with brand.database.reading() as session:
        (letter,) = session.scalars(select(LetterRow).where(LetterRow.brand_id == brand.id))
    assert (letter.to_address, letter.subject) == ("ann@example.com", "Hi Ann <b>")
    assert letter.html == "<p>Ann &lt;b&gt; 120.50</p>"


@pytest.mark.parametrize(
    "bad",
    [
        node("bad", "send_email", subject="Hi", body="Hello", to="nobody"),
        node("bad", "send_email", subject="", body="Hello"),
        node("bad", "create_crm_entry", entity="nowhere"),
        node("bad", "move_stage", stage="Won"),
        node("bad", "move_stage", entry_id="0" * 24, stage="Won"),
        node("bad", "condition", expression="total >"),
        node("bad", "condition"),
        node("bad", "split", branches=[]),
        node("bad", "split", branches=[{"name": "a", "weight": "heavy"}]),
        node("bad", "delay", days=-1),
        node("bad", "delay", days={}),
        node("bad", "add_tag"),
        node("bad", "add_tag", tag=["x"]),
    ],
    ids=lambda found: f"{found['type']} {json.dumps(found['data'])}",
)
def test_a_step_that_cannot_be_done_fails_and_ends_its_way(
    brand: TestBrand, bad: dict[str, Any]
) -> None:
    api = brand.api()
    made = deploy_unchecked(brand, chain(bad, node("after", "add_tag", tag="x")))
    post(brand, made)
    assert logged(api, made["id"], 2) == [("start", "success"), ("bad", "failed")]
    time.sleep(0.1)
    assert len(logs(api, made["id"])) == 2
    assert logs(api, made["id"])[1]["message"].endswith(".")
    run = run_of(brand, made["id"])
    assert run is not None
    assert run.status == "failed"


def test_unknown_nodes_are_skipped_and_the_run_goes_on(brand: TestBrand) -> None:
    api = brand.api()
    made = deploy(api, chain(node("odd", "teleport"), node("tag", "add_tag", tag="x")))
    post(brand, made)
    assert logged(api, made["id"], 3)[1:] == [("odd", "skipped"), ("tag", "success")]


def test_calls_are_off_unless_allowed(brand: TestBrand) -> None:
    api = brand.api()
    made = deploy(
        api,
        chain(node("call", "webhook", url="https://example.com/"), node("tag", "add_tag", tag="x")),
    )
    post(brand, made)
    assert logged(api, made["id"], 3)[1:] == [("call", "skipped"), ("tag", "success")]


def test_calls_never_reach_private_addresses(place: Place) -> None:
    with served(place, "--allow-outgoing") as running, reached(running) as api:
        made = deploy(api, chain(node("call", "webhook", url=running.base_url)))
        api.client.post(f"{running.base_url}/webhooks/{made['postback_code']}", json={})
        assert logged(api, made["id"], 2)[1] == ("call", "failed")
        assert "private" in logs(api, made["id"])[1]["message"]


def test_a_loop_ends_and_says_so(brand: TestBrand) -> None:
    api = brand.api()
    builder = document(
        [TRIGGER, node("a", "condition", expression="true"), node("b", "delay")],
        [("start", "a"), ("a", "b"), ("b", "a"), ("b", "b")],
    )
    made = deploy(api, builder)
    post(brand, made)
    run = eventually(
        lambda: run_of(brand, made["id"]), lambda found: found is not None and found.finished_at
    )
    assert (run.status, run.planned) == ("stopped", MOST_STEPS)
    assert any("200 steps" in line["message"] for line in logs_all(api, made["id"]))
    stats = api.get(f"/automations/{made['id']}/stats").json()
    assert sum(sum(counts.values()) for counts in stats.values()) == MOST_STEPS


def logs_all(api: BrandApi, automation_id: int) -> list[dict[str, Any]]:
    pages = [api.get(f"/automations/{automation_id}/logs?per_page=100&page={n}") for n in (1, 2, 3)]
    return [line for page in pages for line in page.json()["data"]]


def test_runs_that_start_each_other_end(brand: TestBrand) -> None:
    api = brand.api()
    made = deploy(api, chain(node("tag", "add_tag", tag="{{tag}}x"), trigger="tag_added"), "Chain")
    with brand.database.writing() as session:
        fire(session, brand.id, "tag_added", {"email": "ann@example.com", "tag": "x"})
    lines = eventually(
        lambda: logs(api, made["id"]), lambda found: len(found) == 2 * MOST_DEPTH + 1
    )
    assert "started each other" in lines[-1]["message"] + lines[-2]["message"]
    with brand.database.reading() as session:
        tags = session.scalars(
            select(ContactTagRow.tag).where(ContactTagRow.brand_id == brand.id)
        ).all()
    assert sorted(tags, key=len) == ["x" * (n + 2) for n in range(MOST_DEPTH)]


def test_a_tag_that_is_there_already_fires_nothing(brand: TestBrand) -> None:
    api = brand.api()
    listener = deploy(api, chain(node("note", "sticky"), trigger="tag_added"), "Listener")
    made = deploy(api, chain(node("tag", "add_tag", tag="vip")))
    post(brand, made)
    logged(api, listener["id"], 2)
    post(brand, made)
    logged(api, made["id"], 4)
    time.sleep(0.2)
    assert api.get(f"/automations/{listener['id']}/events").json()[0]["count"] == 1


def test_a_pause_stops_runs_at_their_next_step(brand: TestBrand) -> None:
    api = brand.api()
    made = deploy(api, chain(node("wait", "delay", seconds=1), node("tag", "add_tag", tag="x")))
    post(brand, made)
    logged(api, made["id"], 2)
    api.put(f"/automations/{made['id']}", json={"status": "inactive"})
    assert logged(api, made["id"], 3)[-1] == ("tag", "skipped")
    run = run_of(brand, made["id"])
    assert run is not None
    assert run.status == "stopped"
    post(brand, made)
    time.sleep(0.2)
    assert len(logs(api, made["id"])) == 3


def test_only_what_is_meant_starts_a_run(brand: TestBrand) -> None:
    api = brand.api()
    forms = deploy(api, chain(node("n", "sticky")), "Forms")
    api.put(f"/automations/{forms['id']}", json={"collection_code": "contact"})
    vip = document(
        [node("start", "tag_added", tag="vip"), node("n", "sticky")], [("start", "n")], "tag_added"
    )
    tags = deploy(api, vip, "Tags")
    rich = document([node("start", "purchase", condition="total >= 100")], [], "purchase")
    orders = deploy(api, rich, "Orders")
    draft = create(api, "Draft")
    api.post(f"/automations/{draft['id']}/builder?draft=1", json=chain(node("n", "sticky")))
    with brand.database.writing() as session:
        for code in ("contact", "other"):
            fire(session, brand.id, "form_submission", {"collection_code": code})
        for tag in ("vip", "other"):
            fire(session, brand.id, "tag_added", {"tag": tag})
        for total in (99, 100):
            fire(session, brand.id, "purchase", {"total": total})
        with silent():
            fire(session, brand.id, "purchase", {"total": 1000})
    for made in (forms, tags, orders):
        (event,) = api.get(f"/automations/{made['id']}/events").json()
        assert event["count"] == 1
    assert api.get(f"/automations/{draft['id']}/events").json() == []


def test_a_form_submission_starts_a_run_with_its_values(brand: TestBrand) -> None:
    api = brand.api()
    made = deploy(
        api,
        chain(
            node("if", "condition", expression="city == 'Lisbon'"), node("tag", "add_tag", tag="x")
        ),
    )
    with brand.database.writing() as session:
        subject = {"email": "a@b.example", "collection_code": "c", "values": {"city": "Lisbon"}}
        fire(session, brand.id, "form_submission", subject)
    assert logged(api, made["id"], 3)[-1] == ("tag", "success")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_postback_takes_queries_forms_and_json(brand: TestBrand, method: str) -> None:
    api, visitor = brand.api(), brand.client(brand.base_url)
    made = deploy(
        api,
        chain(
            node("if", "condition", expression="a == 1 and b == 2"),
            node("tag", "add_tag", tag="x", email="x@y.example"),
        ),
    )
    path = f"/webhooks/{made['postback_code']}?a=1"
    if method == "GET":
        assert visitor.get(f"{path}&b=2").json() == {"success": True}
        assert logged(api, made["id"], 3)[-1] == ("tag", "success")
        return
    for words in ({"json": {"b": 2}}, {"data": {"b": "2"}}, {"files": {"b": (None, "2")}}):
        assert visitor.post(path, **words).json() == {"success": True}
    lines = logged(api, made["id"], 9)
    assert lines.count(("tag", "success")) == 3


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ({"content": b"[1]"}, 422),
        ({"content": b"{"}, 422),
        ({"content": b"\xff\xfe"}, 422),
        ({"content": b"[" * 50_000}, 422),
        ({"content": b"x" * 70_000}, 413),
        ({"content": b'{"a": NaN, "b": "\\ud800", "c": "\\u0000", "d": 1e999}'}, 422),
        ({"content": b'{"a":' * 900 + b"1" + b"}" * 900}, 200),
        ({"data": {str(n): "x" for n in range(300)}}, 422),
        ({"content": b"--x\r\nbroken", "headers": {"Content-Type": "multipart/form-data"}}, 422),
        (
            {
                "content": b"a=\xff\xfe%00",
                "headers": {"Content-Type": "application/x-www-form-urlencoded"},
            },
            200,
        ),
    ],
)
def test_a_postback_survives_anything(brand: TestBrand, words: dict[str, Any], status: int) -> None:
    api, visitor = brand.api(), brand.client(brand.base_url)
    made = deploy(api, chain(node("mail", "send_email", subject="{{a}}", body="{{b}}{{c}}")))
    answer = visitor.post(f"/webhooks/{made['postback_code']}", **words)
    assert answer.status_code == status, answer.text
    if status == 200:
        logged(api, made["id"], 2)


def test_an_unknown_code_is_not_found(brand: TestBrand) -> None:
    visitor = brand.client(brand.base_url)
    for code in ("nothing", "%00", "x" * 300, "%ED%A0%80"):
        assert visitor.get(f"/webhooks/{code}").status_code == 404
    assert visitor.request("DELETE", "/webhooks/nothing").status_code == 405


def test_an_inactive_automation_answers_and_does_nothing(brand: TestBrand) -> None:
    made = create(brand.api())
    post(brand, made)
    assert run_of(brand, made["id"]) is None


def test_runs_in_bulk_live_at_their_moments(brand: TestBrand) -> None:
    api = brand.api()
    builder = chain(
        node("mail", "send_email", subject="Hi", body="Hello"),
        node("wait", "delay", days=2),
        node("split", "split", branches=[{"name": "a", "weight": 3}, {"name": "b", "weight": 1}]),
        node("tag", "add_tag", tag="done"),
    )
    made = deploy(api, builder)
    begin = now() - timedelta(days=10)
    runs = [
        NewRun(begin + timedelta(minutes=n), {"email": f"{n}@example.com"}, "form_submission")
        for n in range(60)
    ]
    late = NewRun(now() - timedelta(days=1), {"email": "late@example.com"}, "form_submission")
    with brand.database.writing() as session:
        assert run_many(session, brand.id, made["id"], [*runs, late]) == 61
    stats = api.get(f"/automations/{made['id']}/stats").json()
    assert stats["tag"] == {"success": 60, "failed": 0, "skipped": 0}
    assert stats["wait"]["success"] == 61
    page = api.get(f"/automations/{made['id']}/logs?page=13").json()
    assert page["total"] == 60 * 5 + 3
    oldest = datetime.fromisoformat(page["data"][-1]["created_at"])
    assert abs(oldest - begin) < timedelta(seconds=1)
    with brand.database.reading() as session:
        letters = session.scalars(select(LetterRow).where(LetterRow.brand_id == brand.id)).all()
        assert {letter.status for letter in letters} == {"sent"}
        (waiting,) = session.scalars(
            select(JobRow).where(JobRow.brand_id == brand.id, JobRow.state == "waiting")
        ).all()
    assert abs(waiting.run_at - (now() + timedelta(days=1))) < timedelta(minutes=1)


@pytest.mark.deep
def test_a_kill_neither_loses_nor_doubles_a_step(place: Place) -> None:
    """Each node tags an address anew; each tag's log line and count must be there once."""
    nodes = [node(f"n{n}", "add_tag", tag=f"{n}", email="{{email}}") for n in range(30)]
    with served(place) as running, reached(running) as api:
        made = deploy(api, chain(*nodes))
        hook = f"{running.base_url}/webhooks/{made['postback_code']}"
        for number in range(10):
            sent = api.client.post(hook, json={"email": f"{number}@e.example"})
            assert sent.status_code == 200
        time.sleep(0.3)
        running.process.kill()
        running.process.wait()
    for _ in range(2):
        with served(place) as running:
            time.sleep(0.4)
            running.process.kill()
            running.process.wait()
    with served(place) as running, reached(running) as api:
        page = eventually(
            lambda: api.get(f"/automations/{made['id']}/logs").json(),
            lambda found: found["total"] >= 310,
        )
        assert page["total"] == 310
        stats = api.get(f"/automations/{made['id']}/stats").json()
        assert {code: counts["success"] for code, counts in stats.items()} == dict.fromkeys(
            ["start", *(one["code"] for one in nodes)], 10
        )
        assert all("already" not in line["message"] for line in logs_all(api, made["id"]))
