"""Rates and steps of sessions: renewals and upsells are orders, but no visitor converts by them."""

from datetime import timedelta
from decimal import Decimal

from tests.desktop.support.insight_desk import analytics, days_ago, life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.analytics import MetricDefinition
from funneldesk.desktop.insight.charting import funnel_steps
from funneldesk.desktop.insight.metrics import Catalogue
from funneldesk.desktop.insight.ranges import RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.chart import Kind
from funneldesk.desktop.parts.analytics.explore.page import ExplorePage
from funneldesk.desktop.parts.analytics.overview.page import OverviewPage
from funneldesk.server.parts.analytics.sales import Sale

WEEK = Scope(RangeChoice("7"))


def club(brand: LiveBrand) -> None:
    """Ten sessions of which one buys and takes an upsell, and one carts; twelve renewals."""
    with life_of(brand) as life:
        at = days_ago(2)
        for _each in range(8):
            life.visit(at, utm_source="mail", country="PT")
        life.visited(at, 1, 1, 5, 2, utm_source="mail", country="PT")
        visit = life.visit(at, utm_source="mail", country="")
        life.order(Sale(at, Decimal(50), visit=visit))
        life.order(Sale(at + timedelta(minutes=1), Decimal(10), visit=visit, is_upsell=True))
        for _each in range(12):
            life.order(Sale(at, Decimal(20), is_renewal=True))


@in_the_window
async def test_the_cards_rate_and_the_steps_are_of_sessions(
    bench: WindowBench, brand: LiveBrand
) -> None:
    club(brand)
    panel = await analytics(bench, await bench.workspace(brand), scope=WEEK)
    page = panel.page
    assert isinstance(page, OverviewPage)
    card = page.cards.cards["session_conversion"]
    assert (card.name.text(), card.figure.text()) == ("Session conversion", "10.00%")
    assert "Renewals, upsell orders and orders without a session don't count." in card.toolTip()
    assert page.cards.cards["sales"].figure.text() == "14"
    chart = next(each for each in page.charts.board.charts if each.key == "funnel")
    assert chart.kind is Kind.FUNNEL
    assert chart.categories == ("Sessions", "With a cart", "With a purchase")
    assert list(chart.series[0].values) == [10, 2, 1]
    by_kind = {"first_purchases": "1", "renewals": "12", "upsell_orders": "1"}
    page.choose_cards(tuple(by_kind))
    await until(lambda: panel.is_quiet)
    assert {key: card.figure.text() for key, card in page.cards.cards.items()} == by_kind


@in_the_window
async def test_rows_without_a_value_have_no_orders_for_each_session(
    bench: WindowBench, brand: LiveBrand
) -> None:
    club(brand)
    panel = await analytics(bench, await bench.workspace(brand), "explore", WEEK)
    page = panel.page
    assert isinstance(page, ExplorePage)
    report = page.report.by(("country",))
    page.show_report(report)
    page.choices.toggle("conversion_rate")
    await until(lambda: panel.is_quiet and page.table is not None)
    assert page.table is not None
    columns = [page.table.model().headerData(c, page.split.orientation()) for c in range(6)]
    rows = {row.name: row for row in page.table.ordered()}
    shown = {
        name: [row.cell(k).text(page.insight.catalogue[k], page.insight.formats) for k in KEYS]
        for name, row in rows.items()
    }
    assert shown == {"PT": ["0", "9", "0.00%", "0.00%"], "(none)": ["14", "1", "100.00%", "–"]}
    assert columns[0] == "Country"


KEYS = ("sales", "sessions", "session_conversion", "conversion_rate")


@in_the_window
async def test_orders_are_narrowed_to_a_type(bench: WindowBench, brand: LiveBrand) -> None:
    club(brand)
    scope = WEEK.filtering("sale_kind", ("first",))
    panel = await analytics(bench, await bench.workspace(brand), scope=scope)
    page = panel.page
    assert isinstance(page, OverviewPage)
    cards = page.cards.cards
    shown = [cards[key].figure.text() for key in ("revenue", "sales", "session_conversion")]
    assert shown == ["$50.00", "1", "–"]
    assert [chip.text() for chip in panel.bar.chips] == ["Order type: first"]


def test_a_server_without_these_metrics_shows_what_it_has() -> None:
    names = ("revenue", "sales", "conversion_rate", "aov", "sessions", "add_to_carts")
    known = Catalogue({name: MetricDefinition(name=name) for name in names})
    assert known.known(("revenue", "session_conversion", "aov")) == (
        *("revenue", "conversion_rate", "aov"),
    )
    assert funnel_steps(known) == ("sessions", "add_to_carts", "sales")
    assert known.fields(("sale_kind", "product")) == ("product",)
