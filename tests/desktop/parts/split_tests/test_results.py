"""Results of split tests as a window shows them (document: chart-data; quirks 41 to 44)."""

import pytest
from tests.desktop.parts.split_tests.experiments import add_test
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel
from funneldesk.desktop.parts.split_tests.results.cuts import MOST, compared, found_in
from funneldesk.desktop.parts.split_tests.results.reading import read_results
from funneldesk.desktop.parts.split_tests.results.warnings import cautions
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.statistics.counts import Numbers


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
    items = [{"name": n, "node_code": n.lower(), "weight": 50} for n in "AB"]
    variants = [
        {**item, "visitors": v, "conversions": c, "is_baseline": not at}
        for at, (item, (v, c)) in enumerate(zip(items, counts, strict=True))
    ]
    results = {
        "statistical_confidence": {"variants": variants},
        "performance_comparison": {"variants": [{**v, "revenue": 10} for v in variants]},
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
    alone, among = compared(one, reading), compared(one | other, reading)
    assert len(found_in(alone, 0.05)) == 1
    assert not found_in(among, 0.05)
    assert len(among) == MOST
    assert among[0].group == "phone"
    assert among[0].p == pytest.approx((alone[0].p or 0) * MOST)


@in_the_window
async def test_a_cut_is_read_when_it_is_chosen(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand, add_test(brand, "headline", [(400, 16), (400, 26)]))
    button = panel.cuts.fields.button("device")
    assert button is not None
    button.click()
    await until(lambda: panel.cuts.said.text() == "Nothing is known of these groups.")
