"""Results of split tests as a window shows them (document: chart-data; quirks 41 to 44)."""

import math
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportions_ztest
from tests.desktop.parts.split_tests.experiments import add_revenue, add_test, add_visits
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.client.split_tests import SplitTests
from funneldesk.contract.split_tests import ChartData, ChartFilter
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.split_tests.charts.declared import MONEY_KEY
from funneldesk.desktop.parts.split_tests.deeds.winner import WinnerDialog
from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel
from funneldesk.desktop.parts.split_tests.results.cuts import (
    MOST,
    Groups,
    compared,
    found_in,
    read_cut,
)
from funneldesk.desktop.parts.split_tests.results.reading import read_results
from funneldesk.desktop.parts.split_tests.results.verdict import headline, is_sure
from funneldesk.desktop.parts.split_tests.results.warnings import cautions
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.statistics.counts import Numbers
from funneldesk.statistics.planning import visitors_needed


async def opened(bench: WindowBench, brand: LiveBrand, test_id: int) -> SplitTestsPanel:
    """The section with one test open."""
    panel = bench.own(SplitTestsPanel(await bench.workspace(brand)))
    panel.resize(1400, 860)
    panel.show()
    panel.refresh()
    panel.open_record(str(test_id))
    await until(lambda: panel.is_quiet and panel.results.reading.variants)
    await until(lambda: not panel.standings.tasks.is_busy)
    return panel


@in_the_window
async def test_a_winner_is_found_and_said_how_it_was_worked_out(
    bench: WindowBench, brand: LiveBrand
) -> None:
    test_id = add_test(brand, "headline", [(4000, 160), (4000, 260)])
    panel = await opened(bench, brand, test_id)
    text = said(panel.results).replace("\N{NO-BREAK SPACE}", " ")
    assert "“bold” wins; chance to be the best: > 99.9%" in text
    assert "4%" in text
    assert "+62.5%" in text
    assert "< 0.001" in text
    assert "Server: a winner is found" in text
    assert "Wilson" in text
    assert not panel.results.banners
    row = panel.list.rows[str(test_id)]
    assert panel.declared.line is not None
    told = panel.declared.line(row, panel.brand.formats)
    assert told.third.replace("\N{NO-BREAK SPACE}", " ") == "“bold” leads, > 99% · decided"
    assert len(told.bars) == 2


@in_the_window
async def test_a_draw_is_not_called_a_winner(bench: WindowBench, brand: LiveBrand) -> None:
    test_id = add_test(brand, "button", [(4000, 200), (4000, 204)])
    panel = await opened(bench, brand, test_id)
    assert panel.results.title.text() == "No difference in sight"
    assert "Leading" not in said(panel.results)
    assert "no winner yet" in panel.results.server.text()
    assert "wins" not in said(panel.results)


@in_the_window
async def test_a_broken_split_is_flagged_and_nobody_wins(
    bench: WindowBench, brand: LiveBrand
) -> None:
    test_id = add_test(brand, "redirect", [(4000, 160), (3200, 260)])
    panel = await opened(bench, brand, test_id)
    assert panel.results.title.text() == "The split is broken"
    assert any("not split as the weights say" in b.title() for b in panel.results.banners)
    assert "has no" not in said(panel.results)


@in_the_window
async def test_an_unknown_status_is_shown_as_it_came(bench: WindowBench, brand: LiveBrand) -> None:
    """Quirk 42."""
    test_id = add_test(brand, "odd", [(50, 2), (50, 3)])
    with brand.database.writing() as session:
        row = session.get_one(SplitTestRow, (brand.number, test_id))
        row.status = "archived"
    panel = await opened(bench, brand, test_id)
    assert panel.declared.line is not None
    await until(lambda: str(test_id) in panel.list.rows)
    told = panel.declared.line(panel.list.rows[str(test_id)], panel.brand.formats)
    assert told.chip == "archived"
    assert "archived" in panel.detail.subtitle.text()


def body(counts: list[tuple[int, int]], **more: object) -> dict[str, object]:
    """A test as it is read, with figures of variants A, B and so on."""
    weights: Any = more.pop("weights", [50, 50])
    items = [
        {"name": n, "node_code": n.lower(), "weight": w} for n, w in zip("AB", weights, strict=True)
    ]
    variants = [
        {**item, "visitors": v, "conversions": c, "is_baseline": not at}
        for at, (item, (v, c)) in enumerate(zip(items, counts, strict=True))
    ]
    revenue: Any = more.pop("revenue", [10] * len(variants))
    paid = [{**v, "revenue": each} for v, each in zip(variants, revenue, strict=True)]
    results = {
        "statistical_confidence": {"variants": variants},
        "performance_comparison": {"variants": paid},
        "conversion_trends": {"labels": more.pop("labels", ["2026-11-01", "2026-11-14"])},
    }
    return {"id": 1, "status": "running", "config": {"items": items}, "results": results, **more}


@pytest.mark.parametrize(
    ("counts", "more", "kinds"),
    [
        ([(5000, 250), (5000, 251)], {}, []),
        ([(5000, 250), (4000, 251)], {}, ["ratio"]),
        ([(900, 40), (900, 62)], {}, ["peeking"]),
        ([(900, 40), (900, 62)], {"status": "paused"}, []),
        ([(40, 2), (41, 2)], {}, ["small"]),
        ([(120, 2), (0, 0)], {}, ["nobody", "ratio", "small"]),
        ([(5000, 250), (5000, 251)], {"labels": ["2026-11-01", "2026-11-10"]}, ["weekend"]),
    ],
)
def test_what_stands_in_the_way_is_told(
    counts: list[tuple[int, int]], more: dict[str, object], kinds: list[str]
) -> None:
    found = cautions(read_results(body(counts, **more)), Formats())
    assert [each.kind for each in found] == kinds


@pytest.mark.parametrize(
    "broken",
    [
        {},
        {"results": None},
        {"results": {"statistical_confidence": {"variants": "none"}}},
        {"results": {"statistical_confidence": {"variants": [{"visitors": None}, {}]}}},
        {"config": {"items": ["?"]}, "results": {"performance_comparison": {"variants": [{}]}}},
        {"significance_level": 5, "results": {"conversion_trends": {"labels": [None]}}},
    ],
)
def test_answers_that_differ_from_the_document_are_read_as_far_as_they_go(
    broken: dict[str, object],
) -> None:
    reading = read_results(broken)
    cautions(reading, Formats())
    assert reading.significance == 0.05


def test_many_comparisons_find_less_than_one_of_them_alone() -> None:
    reading = read_results(body([(5000, 250), (5000, 290)]))
    one = {"phone": {"a": Numbers(900, 40), "b": Numbers(900, 60)}}
    other = {f"tablet {n}": {"a": Numbers(300, 12), "b": Numbers(300, 12)} for n in range(12)}
    alone, among = (compared(Groups(found), reading) for found in (one, one | other))
    assert len(found_in(alone, 0.05)) == 1
    assert not found_in(among, 0.05)
    assert len(among) == MOST
    assert among[0].group == "phone"
    assert among[0].p == pytest.approx((alone[0].p or 0) * MOST)


@in_the_window
async def test_a_cut_is_read_when_it_is_chosen(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand, add_test(brand, "headline", [(400, 16), (400, 26)]))
    choose_cut(panel, "device")
    await until(lambda: panel.cuts.said.text() == "Nothing is known of these groups.")


def choose_cut(panel: SplitTestsPanel, field: str) -> None:
    """Compare by a field, as a click does."""
    button = panel.cuts.fields.button(field)
    assert button is not None
    button.click()


@in_the_window
async def test_groups_add_up_to_the_cards_however_many_orders_a_visitor_placed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """The separate order of an upsell is no second conversion."""
    test_id = add_test(brand, "button", [], days=3)
    visits = {
        ("c1", "mobile"): (200, 20),
        ("b1", "mobile"): (210, 45),
        ("c1", "desktop"): (100, 15),
        ("b1", "desktop"): (90, 12),
    }
    add_visits(brand, test_id, visits, orders=2)
    panel = await opened(bench, brand, test_id)
    choose_cut(panel, "device")
    await until(lambda: panel.cuts.cuts)
    found = {
        (code, cut.group): (numbers.visitors, numbers.conversions)
        for cut in panel.cuts.cuts
        for code, numbers in (("c1", cut.baseline), ("b1", cut.numbers))
    }
    assert found == visits
    for card in panel.results.cards:
        numbers = card.variant.numbers
        parts = [counts for (code, _device), counts in found.items() if code == card.variant.code]
        assert (numbers.visitors, numbers.conversions) == tuple(map(sum, zip(*parts, strict=True)))
    raw = [
        proportions_ztest([visits["b1", g][1], visits["c1", g][1]], [n for n, _c in pair])[1]
        for g in ("mobile", "desktop")
        for pair in ((visits["b1", g], visits["c1", g]),)
    ]
    wanted = dict(zip(("mobile", "desktop"), multipletests(raw, method="holm")[1], strict=True))
    assert {cut.group: cut.p for cut in panel.cuts.cuts} == pytest.approx(wanted)
    text = said(panel.cuts)
    assert "10%" in text
    assert "21.43%" in text
    assert "More than chance: mobile (bold)." in text


async def test_a_server_without_groups_of_visitors_shows_sessions_without_a_p_value(
    brand: LiveBrand,
) -> None:
    """Sessions and orders are no binomial sample: a visitor may place several orders."""
    reading = read_results(body([(500, 20), (500, 30)]))

    class Without(SplitTests):
        async def chart_data(self, test_id: int, filter: ChartFilter) -> ChartData:
            assert filter.group_by == "device"
            return ChartData(chart_type=filter.chart_type, variants=[])

    test_id = add_test(brand, "elsewhere", [(500, 20), (500, 30)])
    async with brand.api() as api:
        api.split_tests = Without(api.split_tests._calls, brand.number)
        groups = await read_cut(api, test_id, "device", reading, "")
    assert not groups.is_exact
    some = Groups({"mobile": {"a": Numbers(200, 30), "b": Numbers(200, 90)}}, is_exact=False)
    (cut,) = compared(some, reading)
    assert cut.lift == pytest.approx(2)
    assert (cut.p, cut.interval) == (None, None)


@in_the_window
async def test_a_revenue_test_is_judged_by_revenue(bench: WindowBench, brand: LiveBrand) -> None:
    """Few large orders beat many small ones, where revenue is the metric."""
    orders = [[90.0] * 30 + [140.0] * 30, [20.0] * 60 + [35.0] * 40]
    test_id = add_test(brand, "prices", [], primary_metric="revenue")
    add_revenue(brand, test_id, {"c1": (1000, orders[0]), "b1": (1000, orders[1])})
    panel = await opened(bench, brand, test_id)
    amounts = [[*each, *[0.0] * (1000 - len(each))] for each in orders]
    welch = stats.ttest_ind(amounts[1], amounts[0], equal_var=False)
    calm, bold = panel.results.reading.variants
    assert panel.results.reading.leader is calm
    assert panel.results.title.text().startswith("“calm” wins by revenue per visitor")
    assert bold.lift == pytest.approx(sum(orders[1]) / sum(orders[0]) - 1)
    assert bold.result.p == pytest.approx(welch.pvalue)
    errors = [stats.sem(each) for each in amounts]
    gap = (sum(orders[0]) - sum(orders[1])) / 1000
    assert calm.chance == pytest.approx(stats.norm.cdf(gap / math.hypot(*errors)))
    interval = stats.t.interval(0.95, 999, sum(orders[0]) / 1000, errors[0])
    assert calm.result.interval == pytest.approx(interval)
    text = said(panel.results)
    for figure in ("6.90", "2.60", "Lift in rate", "6%", "10%"):
        assert figure in text, "the rate stands beside it"
    tips = [each.toolTip() for each in panel.results.findChildren(QWidget)]
    for method in ("Welch’s t-test", "Fieller interval", "Normal posterior", "Student’s t"):
        assert any(method in tip for tip in tips)
    row = panel.list.rows[str(test_id)]
    assert panel.declared.line is not None
    await until(lambda: not panel.standings.tasks.is_busy)
    told = panel.declared.line(row, panel.brand.formats)
    assert told.third.startswith("“calm” leads")
    assert told.bars == pytest.approx((6.9, 2.6))
    panel.standings.ask([row])  # As the list alone knows it.
    await until(lambda: not panel.standings.tasks.is_busy)
    assert panel.declared.line(row, panel.brand.formats).bars == pytest.approx((6.9, 2.6))
    assert next(each.key for each in panel.charts.board.charts) == MONEY_KEY


@in_the_window
async def test_the_improvement_of_a_revenue_winner_is_that_of_revenue(
    bench: WindowBench, brand: LiveBrand
) -> None:
    orders = [[20.0] * 60 + [35.0] * 40, [90.0] * 30 + [140.0] * 30]
    test_id = add_test(brand, "prices", [], primary_metric="revenue")
    add_revenue(brand, test_id, {"c1": (1000, orders[0]), "b1": (1000, orders[1])})
    panel = await opened(bench, brand, test_id)
    action = panel.declared_actions["split_tests.declare"]
    action.run([str(test_id)])
    dialog = await shown_dialog(WinnerDialog)
    assert dialog.form.value("winner_node_code") == "b1"
    dialog.go_button.click()
    await until(lambda: panel.status_of(str(test_id)) == "finalized")
    async with brand.api() as api:
        winner = (await api.split_tests.get(test_id)).winner or {}
    assert winner["improvement"] == pytest.approx((6900 / 2600 - 1) * 100, abs=0.005)


@in_the_window
async def test_the_warnings_of_the_results_stand_where_a_winner_is_declared(
    bench: WindowBench, brand: LiveBrand
) -> None:
    counts = [(900, 40), (900, 62)]
    test_id = add_test(brand, "early", counts, min_sample_size_per_variant=1000, days=10)
    panel = await opened(bench, brand, test_id)
    told = [banner.title() for banner in panel.results.banners]
    assert len(told) == 3
    panel.declared_actions["split_tests.declare"].run([str(test_id)])
    dialog = await shown_dialog(WinnerDialog)
    await until(lambda: dialog.isVisible())
    text = said(dialog)
    for title in told:
        assert title in text
    dialog.reject()


@in_the_window
async def test_a_test_without_visitors_shows_no_chances_losses_or_advice(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand, add_test(brand, "new", [(0, 0), (0, 0)], days=1))
    text = said(panel.results)
    assert "No visitors yet" in text
    for word in ("Chance to be best", "Expected loss", "Lift", "p-value (", "Let it run", "needs"):
        assert word not in text
    assert not panel.results.banners
    button = panel.declared_actions["split_tests.declare"]
    button.run([panel.open_id])
    dialog = await shown_dialog(WinnerDialog)
    assert dialog.form.value("confidence") in (None, "")
    dialog.reject()


@pytest.mark.parametrize("metric", ["conversion_rate", "revenue", "aov"])
def test_a_variant_without_visitors_has_no_chance_and_takes_none(metric: str) -> None:
    reading = read_results(body([(60, 2), (0, 0)], primary_metric=metric))
    assert [each.chance for each in reading.variants] == [None, None]
    assert [each.result.loss for each in reading.variants] == [None, None]
    assert reading.leader is None
    assert headline(reading, Formats())[0] == "Too early to compare"


def test_the_variant_that_needs_visitors_is_named() -> None:
    seen = read_results(body([(10_260, 870), (3100, 301)], weights=[77, 23]))
    wanted = visitors_needed(870 / 10_260, 301 / 3100, 0.05, 0.8)
    assert wanted is not None
    _title, sentence = headline(seen, Formats())
    assert f"“B” needs {wanted - 3100:,} visitors more to tell a difference" in sentence
    assert "“A” needs" not in sentence, "it has enough"
    assert [each.variant.name for each in seen.shortfalls] == ["B"]


def test_the_least_sample_and_what_chance_takes_are_told_apart() -> None:
    more = {"min_sample_size_per_variant": 1000, "weights": [87, 13]}
    reading = read_results(body([(2000, 200), (289, 42)], **more))
    wanted = visitors_needed(0.1, 42 / 289, 0.05, 0.8)
    assert wanted is not None
    assert 289 < wanted < 1000
    _title, sentence = headline(reading, Formats())
    assert f"“B” needs {wanted - 289} visitors more to tell a difference" in sentence
    assert "“B” needs 711 visitors more to reach the minimum sample." in sentence


@pytest.mark.parametrize("counts", [[(1200, 40), (500, 26)], [(300, 12), (310, 24)]])
def test_a_lift_beside_a_p_value_that_is_not_significant_may_be_none(
    counts: list[tuple[int, int]],
) -> None:
    (n, c), (m, d) = counts
    _a, b = read_results(body(counts)).variants
    ends = confint_proportions_2indep(d, m, c, n, compare="ratio", method="score", correction=False)
    assert b.result.lift_interval == pytest.approx([end - 1 for end in ends], abs=1e-6)
    assert b.result.p is not None
    assert b.result.lift_interval is not None
    assert (b.result.p >= 0.05) == (b.result.lift_interval[0] <= 0 <= b.result.lift_interval[1])


def test_revenue_whose_spread_another_server_does_not_tell_has_no_chances() -> None:
    reading = read_results(body([(500, 20), (500, 30)], primary_metric="revenue", revenue=[90, 60]))
    assert reading.leader is not None
    assert reading.leader.name == "A"
    title, sentence = headline(reading, Formats())
    assert title == "“A” has the highest revenue per visitor so far"
    assert "doesn’t report how much revenue varies" in sentence
    assert {each.chance for each in reading.variants} == {None}
    assert {each.result.p for each in reading.variants} == {None}
    assert reading.missing is None
    assert not is_sure(reading)
    silent = read_results(
        body([(500, 20), (500, 30)], primary_metric="revenue", revenue=[None] * 2)
    )
    assert {each.result.value for each in silent.variants} == {None}
    assert headline(silent, Formats())[0] == "Too early to compare"
