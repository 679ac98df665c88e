"""The sample's simulation: pure, seeded, and believable in its numbers."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from functools import cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.sample.content import Content
from funneldesk.server.sample.simulation.answers import answers
from funneldesk.server.sample.simulation.calendar import Span
from funneldesk.server.sample.simulation.chance import Choice, hex_word, portions, seeded
from funneldesk.server.sample.simulation.deals import deals
from funneldesk.server.sample.simulation.life import DayPlan, Life
from funneldesk.server.sample.simulation.people import People
from funneldesk.server.sample.simulation.replays import recording
from funneldesk.server.sample.simulation.sizes import SLICE, SMALL, Size
from funneldesk.server.sample.simulation.threads import Desk
from funneldesk.server.sample.simulation.traffic import read_traffic
from funneldesk.server.sample.simulation.visits import VisitPlan
from funneldesk.server.sample.simulation.wording import worded

NOW = datetime(2026, 11, 18, 15, 30, tzinfo=UTC)
HARBOR = Content("harbor-pine")


def new_life(seed: int = 7, size: Size = SMALL, content: Content = HARBOR) -> Life:
    """A brand's life, not begun yet."""
    products = content.life("products")
    return Life(
        read_traffic(
            content.life("traffic"), content.shared("browsers"), content.life("split_tests")
        ),
        People(content.shared("people")),
        frozenset(each["code"] for each in products if "is_subscription" in each),
        size,
        Span(NOW),
        seed,
    )


@cache
def lived() -> tuple[Life, list[DayPlan]]:
    """The small brand after its ninety days."""
    life = new_life()
    return life, list(life.days())


def plans() -> list[VisitPlan]:
    """All visits of those days."""
    return [plan for day in lived()[1] for plan in day.visits]


@given(
    st.integers(0, 10**6),
    st.lists(st.floats(0, 1e6, allow_nan=False, allow_infinity=False), min_size=1, max_size=90),
)
def test_portions_add_up_and_follow_their_weights(total: int, weights: list[float]) -> None:
    found = portions(total, weights)
    assert min(found) >= 0
    assert sum(found) == (total if sum(weights) > 0 else 0)
    for count, weight in zip(found, weights, strict=True):
        if sum(weights) > 0:
            assert abs(count - total * weight / sum(weights)) <= 1.001


@given(st.dictionaries(st.text(), st.floats(0, 1e9), min_size=1), st.integers())
def test_a_choice_never_draws_what_has_no_weight(weights: dict[str, float], seed: int) -> None:
    random = Random(seed)
    if not any(weights.values()):
        with pytest.raises(ValueError, match="nothing to choose"):
            Choice(weights.items())
        return
    choice = Choice(weights.items())
    assert all(weights[choice.draw(random)] > 0 for _ in range(20))


def test_a_choice_draws_by_weight() -> None:
    choice, random = Choice([("a", 1.0), ("b", 3.0)]), Random(5)
    found = Counter(choice.draw(random) for _ in range(20_000))
    assert 0.73 < found["b"] / 20_000 < 0.77


@given(st.integers(), st.integers(1, 64))
def test_hex_words_have_their_length(seed: int, length: int) -> None:
    word = hex_word(Random(seed), length)
    assert len(word) == length
    assert int(word, 16) >= 0


def test_one_purpose_does_not_shift_another() -> None:
    assert seeded(1, "a").random() == seeded(1, "a").random()
    assert seeded(1, "a").random() != seeded(1, "b").random()
    assert seeded(1, "a").random() != seeded(2, "a").random()


@given(
    st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1)),
    st.integers(0, 89),
    st.integers(-12, 14),
    st.integers(),
)
def test_moments_lie_on_their_day_and_never_ahead(
    now: datetime, day: int, hours: int, seed: int
) -> None:
    span = Span(now.replace(tzinfo=UTC))
    moment = span.moment(Random(seed), day, hours)
    assert moment <= span.now
    assert moment.date() == span.date_of(day)


def test_visits_are_as_many_as_wanted_in_the_order_of_time() -> None:
    assert len(plans()) == SMALL.visits
    for day in lived()[1]:
        moments = [plan.moment for plan in day.visits]
        assert moments == sorted(moments)
        assert all(moment <= NOW for moment in moments)
    for plan in plans():
        after = [step.after for step in plan.steps if step.type == "page_view"]
        assert after == sorted(after)


def test_the_same_seed_gives_the_same_life_and_another_one_another() -> None:
    def told(seed: int) -> list[object]:
        return [
            (plan.moment, plan.session_id, plan.steps, plan.purchase)
            for day in new_life(seed, SLICE).days()
            for plan in day.visits
        ]

    assert told(3) == told(3)
    assert told(3) != told(4)


def test_people_come_at_the_hours_and_on_the_days_that_people_do() -> None:
    hours = Counter(
        (plan.moment + timedelta(hours=plan.visitor.country.hours_ahead)).hour for plan in plans()
    )
    assert hours[21] > 6 * hours[3]
    assert hours[8] > 3 * hours[4]
    letters = Counter(
        plan.moment.weekday() for plan in plans() if plan.source.name == "Tuesday letter"
    )
    assert letters.most_common(1)[0][0] == 1
    months = [len(day.visits) for day in lived()[1]]
    assert sum(months[60:89]) > sum(months[:29]) * 1.1


def test_every_step_of_a_funnel_loses_people() -> None:
    seen = Counter(step.page for plan in plans() for step in plan.steps if step.type == "page_view")
    orders = sum(plan.purchase is not None for plan in plans())
    assert seen["summer-bundle"] > seen["checkout"] > orders > 0
    assert seen["upsell-grinder"] == orders
    assert 0.03 < orders / SMALL.visits < 0.12
    assert 0.01 < sum(plan.is_bot for plan in plans()) / SMALL.visits < 0.06
    assert sum(plan.abandons is not None for plan in plans()) > 50
    assert sum(plan.lead is not None for plan in plans()) > 30


def test_one_test_has_a_winner_one_has_none_and_one_is_broken() -> None:
    met: Counter[tuple[str, str]] = Counter()
    bought: Counter[tuple[str, str]] = Counter()
    for plan in plans():
        for names in {names for step in plan.steps for names in step.met}:
            met[names] += 1
            bought[names] += plan.purchase is not None
    rate = {names: bought[names] / count for names, count in met.items()}
    assert rate["bundle price", "per cup"] > 1.25 * rate["bundle price", "per bundle"]
    calm, bold = rate["headline", "calm"], rate["headline", "bold"]
    assert abs(calm - bold) < 0.35 * max(calm, bold)
    share = met["plan prices", "per cup"] / (
        met["plan prices", "per cup"] + met["plan prices", "per bag"]
    )
    assert 0.1 < share < 0.17, "the page says 50, the traffic 13"


def test_what_becomes_of_orders_comes_after_them_and_before_now() -> None:
    life, days = lived()
    placed = {bought.code: bought for bought in life.purchases}
    assert len(placed) == len(life.purchases)
    assert len({bought.transaction for bought in life.purchases}) == len(life.purchases)
    fates = [fate for day in days for fate in day.fates]
    turns = [turn for day in days for turn in day.turns]
    assert {fate.kind for fate in fates} == {"refund", "chargeback"}
    assert {turn.kind for turn in turns} >= {"cancel", "pause", "discount", "skip", "new card"}
    for fate in fates:
        assert placed[fate.code].moment < fate.moment < NOW
    begun = {bought.transaction: bought.moment for bought in life.purchases}
    for turn in turns:
        assert begun[turn.transaction] < turn.moment < NOW
    for day in days:
        assert all(turn.moment.date() <= Span(NOW).date_of(day.day) for turn in day.turns)


def test_nobody_shares_an_address_and_many_scripts_are_written() -> None:
    people = People(HARBOR.shared("people"))
    random = Random(1)
    found = [people.person(random) for _ in range(5_000)]
    assert len({person.email for person in found}) == len(found)
    assert all(person.email.isascii() and person.email.count("@") == 1 for person in found)
    assert any("\u0590" <= person.first[0] <= "\u05ff" for person in found)
    assert any("\u0600" <= person.first[0] <= "\u06ff" for person in found)


def test_threads_are_finished_sentences_in_the_order_of_time() -> None:
    life, _days = lived()
    titles = {each["code"]: each["title"] for each in HARBOR.life("products")}
    desk = Desk(HARBOR.life("tickets"), titles, NOW)
    threads = list(desk.threads(Random(2), 400, life.purchases, life.people))
    assert len(threads) > 300
    begun = [thread.said[0].moment for thread in threads]
    assert begun == sorted(begun)
    for thread in threads:
        moments = [said.moment for said in thread.said]
        assert moments == sorted(moments)
        assert moments[-1] < NOW
        for text in (thread.subject, *(said.html for said in thread.said)):
            assert not any(mark in text for mark in ("[[", "]]", "{first}", "{order}", "{agent}"))
    assert {thread.ends for thread in threads} >= {"open", "waiting", "closed", "resolved", "spam"}
    assert any("<script>" in said.html for thread in threads for said in thread.said)
    for thread in threads:
        spoken = [
            word
            for word in ("Olá", "Bonjour", "Guten Tag", "Buongiorno")
            if word in thread.said[0].html
        ]
        own = {"Olá": "pt", "Bonjour": "fr", "Guten Tag": "de", "Buongiorno": "it"}
        assert all(thread.person.country.language.startswith(own[word]) for word in spoken)


@given(st.integers(), st.lists(st.text("abc ", min_size=1), min_size=1, max_size=5))
def test_wording_takes_one_of_what_is_offered(seed: int, offered: list[str]) -> None:
    template = f"<{'[['}{'|'.join(offered)}{']]'}> {{name}} {{other}}"
    found = worded(Random(seed), template, {"name": "Ana"})
    assert found in {f"<{each}> Ana {{other}}" for each in offered}


def test_deals_move_onwards_in_time_within_one_pipeline() -> None:
    life, _days = lived()
    for entity in HARBOR.life("crm"):
        stages = {p["name"]: [name for name, _ in p["stages"]] for p in entity["pipelines"]}
        found = list(deals(Random(3), entity, 200, life.people, NOW))
        assert len({deal.stages[-1][0] for deal in found}) >= 3
        for deal in found:
            way = [stages[deal.pipeline].index(name) for name, _moment in deal.stages]
            assert way == sorted(set(way))
            moments = [moment for _name, moment in deal.stages]
            assert moments == sorted(moments)
            assert moments[-1] < NOW


def test_answers_fill_the_fields_of_their_form() -> None:
    life, _days = lived()
    for form in HARBOR.life("collections"):
        names = {field["name"] for field in form["collection"]["fields"]}
        needed = {f["name"] for f in form["collection"]["fields"] if f.get("required")}
        for each in answers(Random(4), form, 50 if form["share"] else 0, life.people, NOW):
            assert set(each.values) <= names
            assert needed <= set(each.values)
            assert each.moment < NOW


@given(
    st.integers(),
    st.sampled_from(("mobile", "tablet", "desktop")),
    st.floats(0, 4_000),
    st.lists(st.sampled_from(("a.cta", "button", "input")), max_size=5),
)
def test_recordings_run_forward_inside_of_the_window(
    seed: int, device: str, seconds: float, targets: list[str]
) -> None:
    made = recording(Random(seed), device, seconds, tuple(targets))
    times = [event["ts"] for event in made.events]
    assert times == sorted(times)
    assert [e["target"] for e in made.events if e["type"] == "click"] == targets
    for event in made.events:
        assert set(event) == {"type", "x", "y", "ts", "target", "scrollY"}
        assert event["type"] in ("mousemove", "click", "scroll")
        assert 0 <= event["x"] < made.viewport[0]
        assert 0 <= event["y"] < made.viewport[1]
        assert event["ts"] >= 0
        assert event["scrollY"] >= 0
