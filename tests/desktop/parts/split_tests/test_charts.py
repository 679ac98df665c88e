"""The four charts of a test on one board (document: chart-data; quirk 44)."""

from datetime import date

import pytest
from PySide6.QtWebEngineWidgets import QWebEngineView
from statsmodels.stats.proportion import proportion_confint
from tests.desktop.parts.split_tests.experiments import add_test
from tests.desktop.parts.split_tests.test_results import body, opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.split_tests.charts.declared import RATES, TRENDS, charts_of
from funneldesk.desktop.parts.split_tests.results.reading import read_results


@in_the_window
async def test_all_charts_stand_in_one_view_that_is_made_when_it_is_looked_at(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand, add_test(brand, "headline", [(4000, 160), (4000, 260)]))
    page = panel.charts
    assert [each.key for each in page.board.charts] == ["rates", "trends", "steps", "money"]
    assert not page.findChildren(QWebEngineView)
    drawn: set[str] = set()
    page.board.drawn.connect(drawn.add)
    button = panel.detail.tabs.button("charts")
    assert button is not None
    button.click()
    await until(lambda: len(drawn) == 4)
    assert len(page.findChildren(QWebEngineView)) == 1
    rates, trends = (next(c for c in page.board.charts if c.key == k) for k in (RATES, TRENDS))
    assert [round(float(v or 0), 3) for v in rates.series[0].values] == [0.04, 0.065]
    assert len(trends.categories) == 14
    assert isinstance(trends.categories[0], date)
    for line, (visitors, sold) in zip(trends.series, [(4000, 160), (4000, 260)], strict=True):
        so_far = [(visitors * day // 14, sold * day // 14) for day in range(1, 15)]
        assert line.values == pytest.approx([done / seen for seen, done in so_far])
        for place, (seen, done) in enumerate(so_far):
            wanted = proportion_confint(done, seen, 0.05, method="wilson")
            assert (line.low[place], line.high[place]) == pytest.approx(wanted)


def test_a_server_without_counts_by_day_has_its_own_rates_drawn() -> None:
    known = body([(500, 20), (500, 30)])
    assert isinstance(known["results"], dict)
    known["results"]["conversion_trends"] = {
        "labels": ["2026-11-01", "2026-11-02"],
        "datasets": [{"node_code": code, "data": [3.0, 5.0]} for code in "ab"],
    }
    charts = charts_of(known, read_results(known), None)
    trends = next(each for each in charts if each.key == TRENDS)
    assert trends.title == "Conversion rate by day"
    assert [each.values for each in trends.series] == [[0.03, 0.05]] * 2


def test_what_another_server_gives_otherwise_is_left_out() -> None:
    known = body([(500, 20), (500, 30)])
    assert isinstance(known["results"], dict)
    known["results"]["funnel_analysis"] = {"labels": ["a", "b"], "steps": [1, 2]}
    known["results"]["conversion_trends"] = {"labels": ["Monday"], "datasets": [{"data": [1]}]}
    charts = charts_of(known, read_results(known), None)
    assert [each.key for each in charts] == ["rates", "money"]
    assert charts_of({}, read_results({}), None) == []
