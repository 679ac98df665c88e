"""The plan of a test: visitors, days, and terms that are written (document: Split test)."""

import pytest
from tests.desktop.parts.split_tests.experiments import add_test
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
