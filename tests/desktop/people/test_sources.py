"""What is known of a customer: every source by itself, from this computer first."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.desktop.support.customer_desk import (
    EMAIL,
    MERCHANT,
    offer,
    order,
    pane,
    subscribe,
)
from tests.desktop.support.declared_sections import AWKWARD
from tests.desktop.support.faulty_line import NOT_JSON, FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.ticket_desk import write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.contract.conversions import RefundDraft
from funneldesk.contract.courses import CourseDraft, EnrollmentDraft
from funneldesk.contract.crm import CrmEntityDraft, CrmEntryDraft
from funneldesk.desktop.people import customer_view
from funneldesk.desktop.people.customer_view import CustomerView

OPEN = ("orders", "subscriptions", "tickets")
EVERY = (*OPEN, "crm", "courses", "sessions")


def titles(view: CustomerView, source: str) -> list[str]:
    return [line.title.text() for line in view.views[source].lines]


async def enrol_and_enter(brand: LiveBrand) -> None:
    """A part of the order refunded, a course taken, three entries of which two are hers."""
    async with brand.api() as api:
        await api.conversions.refund("HP77120", RefundDraft(amount=10))
        words = {"language_code": "en", "description": "x", "delivery_type": "embedded"}
        course = await api.courses.create(CourseDraft(title="Beans", status="published", **words))
        await api.courses.create_enrollment(course.id, EnrollmentDraft(email=EMAIL))
        entity = await api.crm.create_entity(
            CrmEntityDraft(name="Deals", slug="deals", preset="deals")
        )
        pipeline = (entity.pipelines or [])[0]
        entry = {"pipeline_id": pipeline.id, "stage_id": (pipeline.stages or [])[0].id}
        for title, more in (
            ("Wholesale", {"reference_type": "customer", "reference_id": EMAIL}),
            (f"Call {EMAIL}", {}),
            ("Somebody else", {}),
        ):
            draft = CrmEntryDraft(title=title, **entry, **more)
            await api.crm.create_entry(entity.id, draft)


@in_the_window
async def test_each_source_shows_what_the_server_has_of_this_customer_alone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP77120")
    order(brand, "OTHER1", email="marta+box@lindqvist.example.org")
    subscribe(brand, code="HP77121")
    shown = write_in(brand, "Charged twice", from_email=EMAIL.upper())
    write_in(brand, "Where is it?", from_email=EMAIL)
    write_in(brand, "Not hers", from_email="tom@okafor.example")
    await enrol_and_enter(brand)
    workspace = await bench.workspace(brand)
    workspace.sections = frozenset({"tickets"})
    view = await pane(bench, workspace)
    view.show_email(EMAIL, shown)
    await until(lambda: view.is_quiet)
    assert view.detail.title.text() == "Marta Lindqvist"
    assert dict.fromkeys(titles(view, "orders")) == {"HP77121": None, "HP77120": None}
    assert [line.chip.text() for line in view.views["orders"].lines] == ["Completed", "$28.00 left"]
    assert titles(view, "subscriptions") == ["Monthly box"]
    assert titles(view, "tickets") == ["Where is it?"], "not the one that is shown beside it"
    assert titles(view, "crm") == [], "folded sources are not asked"
    for key in ("crm", "courses", "sessions"):
        view.views[key].fold.click()
    await until(lambda: view.is_quiet)
    assert set(titles(view, "crm")) == {"Wholesale", f"Call {EMAIL}"}
    assert titles(view, "courses") == ["Beans"]
    assert "doesn't say which visits are a customer's" in said(view.views["sessions"])
    assert all(view.views[key].age.text() for key in OPEN)
    gone: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record_id, _mention: gone.append((part, record_id)))
    (line,) = view.views["tickets"].lines
    line.opened.emit()
    assert [part for part, _id in gone] == ["tickets"]


@in_the_window
async def test_one_that_fails_hides_none_of_the_others_and_is_read_again_alone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP77120")
    subscribe(brand)
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    await line.hurt_requests(NOT_JSON, "GET", r"/subscriptions\?.*")
    view = await pane(bench, await bench.workspace(brand, base_url=line.base_url))
    broken = view.views["subscriptions"]
    assert "cannot be read" in broken.problem.words.text()
    assert "No subscriptions" not in said(broken), "nobody knows that"
    assert "HP77120" in titles(view, "orders")
    assert view.detail.title.text() == "Marta Lindqvist"
    await line.heal()
    asked = len(line.reached)
    broken.problem.retry.click()
    await until(lambda: view.is_quiet)
    assert titles(view, "subscriptions") == ["Monthly box"]
    assert broken.problem.isHidden()
    assert len(line.reached) == asked + 1


@in_the_window
async def test_offline_all_is_there_as_it_was_with_its_age(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    order(brand, "HP77120")
    subscribe(brand)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    view = await pane(bench, workspace)
    known = {key: titles(view, key) for key in OPEN}
    view.show_email("")
    await relay.vanish()
    then = (datetime.now(UTC) - timedelta(minutes=3)).isoformat()
    place = f"orders/{EMAIL}"
    kept = await workspace.store.record(customer_view.COPY, place)
    assert kept is not None
    await workspace.store.put_record(
        customer_view.COPY, place, {**kept.body, "read_at": then}, None
    )
    view.show_email(EMAIL)
    await until(lambda: view.is_quiet)
    assert {key: titles(view, key) for key in OPEN} == known
    assert view.views["orders"].age.text().endswith(" min ago"), "it is not from now"
    assert all("cannot be reached" in view.views[key].problem.words.text() for key in OPEN)


@in_the_window
async def test_what_the_key_may_not_see_is_told_by_its_reason(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    role, plan = "403 of the role", "403 of the plan"
    answers = {
        role: (403, "Forbidden", "application/json", "", '{"message": "no access"}'),
        plan: (
            403,
            "Forbidden",
            "application/json",
            "",
            '{"error": "plan", "plan_error": {"message": "Needs the Pro plan"}}',
        ),
    }
    monkeypatch.setattr("tests.desktop.support.faulty_line._INSTEAD", answers)
    view = await pane(bench, await bench.workspace(brand, base_url=line.base_url))
    for kind, words in ((role, "Your role does not allow this."), (plan, "plan does not allow")):
        await line.hurt_requests(kind, "GET", r"/conversions\?.*")
        view.read_again()
        await until(lambda: view.is_quiet)
        assert words in view.views["orders"].problem.words.text()
        assert view.views["tickets"].problem.isHidden()


@in_the_window
async def test_of_two_customers_only_the_later_is_shown_and_few_calls_are_made(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    for number in range(5):
        order(brand, f"CODE{number}", email=f"c{number}@posta.example", name=f"Buyer {number}")
    view = await pane(bench, await bench.workspace(brand, base_url=relay.base_url), "")
    relay.seen.clear()
    for number in range(5):
        view.show_email(f"c{number}@posta.example")
    await until(lambda: view.is_quiet)
    assert view.detail.title.text() == "Buyer 4"
    assert titles(view, "orders") == ["CODE4"]
    assert len(relay.seen) == 1 + len(OPEN), "those that were passed by ask nothing"
    async with relay.held("GET"):
        view.show_email("c1@posta.example")
        await until(lambda: len(relay.seen) > 1 + len(OPEN))
        view.show_email("c2@posta.example")
    await until(lambda: view.is_quiet)
    assert (view.detail.title.text(), titles(view, "orders")) == ("Buyer 2", ["CODE2"])


@in_the_window
async def test_awkward_texts_are_shown_as_they_are(bench: WindowBench, brand: LiveBrand) -> None:
    for place, text in enumerate(AWKWARD):
        write_in(brand, text or "-", from_email=EMAIL)
        order(brand, f"C{place}", name=text or "-")
    subscribe(brand)
    await offer(brand, {"offer_type": "pause", "offer_value": 7, "offer_label": AWKWARD[1]})
    view = await pane(bench, await bench.workspace(brand))
    tickets = view.views["tickets"]
    tickets.more.click()
    shown = {line.line.title for line in tickets.lines}
    assert shown >= {text.strip() for text in AWKWARD if text.strip() and "\n" not in text}
    assert view.views["subscriptions"].rows[0]["merchant_id"] == MERCHANT
    for line in tickets.lines:
        assert line.title.textFormat().name == "PlainText"
        assert "<b>" not in line.title.toolTip()


@in_the_window
async def test_a_copy_of_another_shape_is_passed_over(bench: WindowBench, brand: LiveBrand) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand)
    for body in ({}, {"rows": 7, "read_at": 3}, {"rows": [1, {}], "read_at": "x"}):
        await workspace.store.put_record(customer_view.COPY, f"orders/{EMAIL}", body, None)
        view = await pane(bench, workspace)
        assert titles(view, "orders") == ["HP77120"]
