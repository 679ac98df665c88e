"""The plan of a test: visitors, days, and terms that are written (document: Split test)."""

import math

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from statsmodels.stats.power import normal_sample_size_one_tail
from tests.desktop.parts.split_tests.experiments import add_revenue, add_test
from tests.desktop.parts.split_tests.test_results import opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.split_tests.plan.planning import Terms, plan_of, terms_of


@in_the_window
async def test_a_plan_begins_with_the_tests_own_rate_and_traffic(
    bench: WindowBench, brand: LiveBrand
) -> None:
    test_id = add_test(brand, "headline", [(1400, 70), (1400, 75)])
    panel = await opened(bench, brand, test_id)
    page = panel.plan
    await until(lambda: page.plan is not None and page.plan.terms.traffic == 200)
    assert page.plan is not None
    assert page.plan.terms.baseline == 0.05
    page.rows["effect"].set_value(20)
    page.rows["effect"].edited.emit("effect", 20)
    await until(lambda: page.plan is not None and page.plan.terms.effect == 0.2)
    assert page.answer.text() == "8,155 visitors for each variant, 82 days"
    assert page.curve.accessibleName() == page.answer.text()
    page.use.click()
    await until(lambda: bench.notice("The plan is this test's terms now"))
    async with brand.api() as api:
        test = await api.split_tests.get(test_id)
    assert (test.min_sample_size_per_variant, test.statistical_power) == (8155, 0.8)


def test_smaller_effects_take_longer_and_more_variants_too() -> None:
    two, four = (plan_of(Terms(0.05, 0.1, 0.8, 0.05, 500, n)) for n in (2, 4))
    days = [point[1] for point in two.curve]
    assert days == sorted(days, reverse=True)
    assert two.days is not None
    assert four.days is not None
    assert four.days > 2 * two.days
    assert two.in_a_month is not None
    assert plan_of(Terms(0.05, two.in_a_month, 0.8, 0.05, 500, 2)).days == 28


@pytest.mark.parametrize(
    "wrong",
    [
        {"baseline": 0},
        {"baseline": 60, "effect": 90},
        {"power": 100},
        {"significance": None},
        {"effect": "many"},
    ],
)
def test_terms_that_make_no_plan(wrong: dict[str, object]) -> None:
    values: dict[str, object] = {"baseline": 3, "effect": 10, "power": 80, "significance": 5}
    assert terms_of(values, 2) is not None
    assert terms_of(values | wrong, 2) is None


@in_the_window
async def test_the_plan_of_a_revenue_test_is_one_of_revenue(
    bench: WindowBench, brand: LiveBrand
) -> None:
    test_id = add_test(brand, "prices", [], primary_metric="revenue")
    orders = [30.0] * 40 + [55.0] * 25
    add_revenue(brand, test_id, {"c1": (700, orders), "b1": (700, orders)})
    panel = await opened(bench, brand, test_id)
    page = panel.plan
    await until(lambda: page.plan is not None and page.plan.terms.spread)
    assert page.plan is not None
    amounts = [*orders, *[0.0] * (700 - len(orders))]
    terms = page.plan.terms
    assert terms.baseline == pytest.approx(sum(amounts) / 700, abs=0.005)
    assert terms.spread == pytest.approx(np.std(amounts, ddof=1), abs=0.005)
    wanted = normal_sample_size_one_tail(
        terms.baseline * 0.1, 0.8, 0.025, *[terms.spread * math.sqrt(2)] * 2
    )
    assert page.plan.needed == math.ceil(wanted)
    assert not page.rows["mean"].isHidden()
    assert page.rows["baseline"].isHidden(), "no rate is planned"
    panel.plan_test(str(test_id))
    for name in ("effect", "traffic", "power", "significance"):
        focused = panel.focusWidget()
        assert focused is not None
        assert page.rows[name].isAncestorOf(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert panel.focusWidget() is page.use


def test_a_plan_of_money_finds_in_a_month_what_takes_a_month() -> None:
    plan = plan_of(Terms(4.5, 0.1, 0.8, 0.05, 500, 2, spread=14.0))
    assert plan.in_a_month is not None
    assert plan_of(Terms(4.5, plan.in_a_month, 0.8, 0.05, 500, 2, spread=14.0)).days == 28
    orders = plan_of(Terms(45.0, 0.1, 0.8, 0.05, 500, 2, spread=20.0, share=0.1))
    visitors = plan_of(Terms(45.0, 0.1, 0.8, 0.05, 500, 2, spread=20.0))
    assert orders.needed == pytest.approx(10 * (visitors.needed or 0), abs=10)
    values = {"mean": 4.5, "effect": 10, "power": 80, "significance": 5}
    assert terms_of(values, 2, is_money=True) is None, "nobody knows how it varies"
    assert terms_of({**values, "spread": 14}, 2, is_money=True) is not None
