"""Figures beside the subscriptions: those of the server, in cards and charts that lead on."""

from tests.desktop.parts.subscriptions.test_subscriptions import shown
from tests.desktop.support.customer_desk import subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.section_driver import first_column
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.parts.subscriptions.figures.page import CHURN, DUNNING, MRR, TODAY


@in_the_window
async def test_figures_are_those_of_the_server_and_lead_to_the_list(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    subscribe(brand, "tx-2", name="Late Payer", declines=True)
    async with brand.api() as api:
        await api.subscriptions.force_bill("tx-2")
        summary = await api.subscriptions.summary()
    panel = await shown(bench, await bench.workspace(brand))
    panel.declared_actions.run(panel.declared_actions["subscriptions.figures"])
    await until(lambda: panel.is_quiet and panel.figures is not None)
    page = panel.figures
    assert page is not None
    assert panel.brand.formats.money(summary.mrr or 0) in said(page)
    charts = {each.key: each for each in page.board.charts}
    assert {TODAY, MRR, CHURN, DUNNING} <= set(charts)
    states = dict(zip(charts[TODAY].categories, charts[TODAY].series[0].values, strict=True))
    assert (states["Active"], states["Past due"]) == (1, 1)

    page.board.picked.emit(TODAY, "value", "Past due")
    await until(lambda: first_column(panel) == ["Late Payer"])
    assert panel.list.isVisible()
    assert not page.isVisible()
