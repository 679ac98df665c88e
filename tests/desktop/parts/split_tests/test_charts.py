"""The four charts of a test on one board (document: chart-data; quirk 44)."""

from datetime import date

from PySide6.QtWebEngineWidgets import QWebEngineView
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


def test_what_another_server_gives_otherwise_is_left_out() -> None:
    known = body([(500, 20), (500, 30)])
    assert isinstance(known["results"], dict)
    known["results"]["funnel_analysis"] = {"labels": ["a", "b"], "steps": [1, 2]}
    known["results"]["conversion_trends"] = {"labels": ["Monday"], "datasets": [{"data": [1]}]}
    charts = charts_of(known, read_results(known), None)
    assert [each.key for each in charts] == ["rates", "money"]
    assert charts_of({}, read_results({}), None) == []
