"""The map of a funnel: roles, ways, figures, its layout, and what is on paper."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QMenu
from tests.desktop.support.funnel_desk import funnel, opened, step, whole
from tests.desktop.support.insight_desk import life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.contract.analytics import MetricDefinition
from funneldesk.contract.funnels import PageFlow
from funneldesk.desktop.insight.answers import Answer, AnswerRow, Cell
from funneldesk.desktop.insight.metrics import MISSING, Catalogue
from funneldesk.desktop.insight.range_dialog import RangeDialog
from funneldesk.desktop.insight.ranges import Comparison, RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.funnels.map.cards import cards_of
from funneldesk.desktop.parts.funnels.map.layout import HEIGHT, WIDTH, laid_out, stops, ways
from funneldesk.desktop.parts.funnels.map.paper import ACROSS, sheets
from funneldesk.desktop.parts.funnels.map.steps import (
    DOWNSELL,
    MAIN,
    UPSELL,
    Flows,
    Step,
    figures_of,
    next_of,
    role_of,
)
from funneldesk.server.parts.conversions.new_orders import Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.tracking.ingest import Ingest

roles = st.lists(st.sampled_from([MAIN, UPSELL, DOWNSELL]), max_size=24)


@given(roles, st.integers(100, 2_000))
def test_no_card_covers_another_and_all_are_within(given_roles: list[str], width: int) -> None:
    laid = laid_out(given_roles, width)
    boxes = laid.boxes
    assert len(boxes) == len(given_roles)
    for at, box in enumerate(boxes):
        assert laid.at(box.x + 1, box.y + 1) == laid.at(box.right - 1, box.bottom - 1) == at
        assert box.bottom <= laid.height
        others = (each for each in boxes[at + 1 :] if abs(each.x - box.x) < WIDTH)
        assert all(abs(each.y - box.y) >= HEIGHT for each in others)
    for stop in stops(given_roles):
        assert len({boxes[at].x for at in stop}) == 1
        assert all(boxes[a].y < boxes[b].y for a, b in pairwise(stop))


@given(roles)
def test_every_step_but_the_first_is_led_to(given_roles: list[str]) -> None:
    reached = {way.end for way in ways(given_roles)}
    assert reached == set(range(1, len(given_roles)))
    for place in range(len(given_roles)):
        onto = next_of(given_roles, place)
        assert onto is None or onto > place
        assert onto is None or given_roles[place] == MAIN or given_roles[onto] != DOWNSELL


@given(roles.filter(bool), st.integers(HEIGHT + 40, 1_500))
def test_pages_of_paper_have_all_of_the_map(given_roles: list[str], height: int) -> None:
    laid = laid_out(given_roles, ACROSS)
    parts = list(sheets(laid, height))
    assert parts[0][0] == 0
    assert parts[-1][1] == laid.height
    assert all(end == begin for (_top, end), (begin, _bottom) in pairwise(parts))
    assert all(0 < bottom - top <= height for top, bottom in parts)


def test_roles_come_from_the_page_and_from_what_it_sells() -> None:
    assert role_of(is_upsell=False, classes=()) == MAIN
    assert role_of(is_upsell=True, classes=()) == UPSELL
    assert role_of(is_upsell=True, classes=("downsell",)) == DOWNSELL
    assert role_of(is_upsell=False, classes=("upsell", "main")) == MAIN


def test_figures_are_of_each_page_and_of_those_who_went_on() -> None:
    steps = [Step("1", "A"), Step("2", "B", role=UPSELL), Step("3", "C", role=DOWNSELL)]
    steps.append(Step("4", "D"))
    cells = {"1": (200, 100), "2": (50, 40), "4": (30, 10)}
    rows = tuple(
        AnswerRow(key, key, {"sessions": Cell(float(now), before=float(before))})
        for key, (now, before) in cells.items()
    )
    # More came to the second page than went on to it: the others came there directly.
    now = went(("1", 200, {"2": 20, "4": 5}), ("2", 50, {"4": 30, "1": 2}), ("4", 30, {}))
    then = went(("1", 100, {"2": 16}), ("2", 40, {"4": 10}))
    made = figures_of(steps, Answer(rows), "sessions", now, then)
    assert [each.onward.value for each in made] == [0.1, 0.6, None, None]
    assert made[0].onward.before == 0.16
    assert made[0].onward.change == -37.5
    # The days aren't over: what came up to this time of the day is compared.
    so_far = went(("1", 50, {"2": 8}))
    part = figures_of(steps, Answer(rows), "sessions", now, then, so_far)[0].onward
    assert (part.value, part.compared, part.before, part.change) == (0.1, 0.16, 0.16, 0)
    assert [each.is_sold for each in made] == [True] * 4
    # Nobody came to the downsell: that is none, not unknown.
    assert made[2].visitors.value == 0
    assert figures_of(steps, None, "sessions")[0].visitors.value is None


def went(*pages: tuple[str, int, dict[str, int]]) -> Flows:
    """How sessions went from page to page."""
    return {
        page: PageFlow(page_id=int(page), sessions=sessions, reached=reached)
        for page, sessions, reached in pages
    }


def test_a_page_that_only_the_days_before_know_fell_to_none() -> None:
    def visits(count: float) -> dict[str, Cell]:
        return {"sessions": Cell(count), "revenue": Cell(None)}

    now = Answer((AnswerRow("1", "A", visits(4)),))
    then = Answer((AnswerRow("1", "A", visits(8)), AnswerRow("2", "B", visits(6))))
    figures = figures_of([Step("1", "A"), Step("2", "B")], now.against(then), "sessions")
    assert [each.visitors.change for each in figures] == [-50, -100]
    assert figures[0].onward.value is None, "pages alone don't tell who went on"
    cards = cards_of(
        [Step("2", "B")], figures[1:], [], Catalogue(), "sessions", Formats("USD", UTC)
    )
    fell = cards[0].figures[0]
    assert (fell.value, fell.change, fell.tone) == ("0", "−100%", "danger")
    assert cards[0].figures[2].change == "", "what is missing fell by nothing"


def test_money_fits_its_card() -> None:
    row = {"sessions": Cell(1.0), "revenue": Cell(980.45)}
    answer = Answer((AnswerRow("1", "A", row), AnswerRow("2", "B", {"revenue": Cell(9.5)})))
    steps = [Step("1", "A"), Step("2", "B")]
    figures = figures_of(steps, answer, "sessions")
    money = MetricDefinition.model_validate(
        {"type": "currency", "name": "Revenue", "as": "currency"}
    )
    catalogue = Catalogue({"revenue": money})
    cards = cards_of(steps, figures, [], catalogue, "sessions", Formats("USD", UTC))
    assert [card.figures[2].value for card in cards] == ["$980", "$9.50"]


@in_the_window
async def test_the_fall_of_a_page_that_nobody_came_to_is_seen(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand, ("offer", "thanks"))
    noon = datetime.now(UTC).replace(hour=12) - timedelta(days=1)
    with life_of(brand) as life:
        life.visited(noon, pages[0].id, 1, 0, 0)
        life.visited(noon, pages[0].id, 1, 0, 0)
        life.visited(noon - timedelta(days=8), pages[1].id, 1, 0, 0)
    panel = await opened(bench, await bench.workspace(brand), made)
    told = Qt.ItemDataRole.AccessibleTextRole
    rows = panel.map.view.rows
    before = RangeChoice("custom", noon.date() - timedelta(days=9), noon.date() - timedelta(days=7))
    for comparison, other in ((Comparison.BEFORE, None), (Comparison.OTHER, before)):
        panel.map.bar.choose(Scope(RangeChoice("7"), comparison, other=other))
        await until(lambda: panel.is_quiet and "Visitors 2" in str(rows.index(0, 0).data(told)))
        await until(lambda: "Visitors 0 −100%" in str(rows.index(1, 0).data(told)))
    panel.map.bar.choose(Scope(RangeChoice("7"), Comparison.OFF))
    await until(lambda: "−100%" not in str(rows.index(1, 0).data(told)))


@in_the_window
async def test_the_map_goes_out_as_pdf_and_as_image(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    made, _pages = await whole(brand)
    panel = await opened(bench, await bench.workspace(brand), made)
    for kind in ("pdf", "png"):
        await panel.paper.save(kind, tmp_path / f"map.{kind}")
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF")
    image = QImage(str(tmp_path / "map.png"))
    assert image.width() == ACROSS * 2
    assert image.height() > 3 * HEIGHT * 2
    assert bench.notifications.notices[0].title == "Map saved"


@in_the_window
async def test_steps_are_pictured_and_compared_with_other_days(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await funnel(brand)
    for slug, colour in (("offer", "#008080"), ("thanks", "#663399")):
        css = f"body {{ background: {colour} }}"
        await step(brand, slug, "thanks", funnel_id=made.id, css=css)
    panel = await opened(bench, await bench.workspace(brand), made)
    view = panel.map.view

    def grounds() -> list[str]:
        image = view.viewport().grab().toImage()
        return [image.pixelColor(box.right - 8, box.y + 100).name() for box in view.laid.boxes]

    await until(lambda: grounds() == ["#008080", "#663399"])
    await until(lambda: panel.is_quiet)
    told = Qt.ItemDataRole.AccessibleTextRole
    panel.map.bar.choose(Scope(RangeChoice("7"), Comparison.OFF))
    await until(lambda: panel.is_quiet)
    assert view.rows.index(1, 0).data(told).endswith("Go on –, Revenue $0")


def test_what_is_not_known_of_sessions_is_not_made_up() -> None:
    steps = [Step("1", "A"), Step("2", "B")]
    rows = tuple(
        AnswerRow(key, key, {"sessions": Cell(n)}) for key, n in (("1", 10.0), ("2", 12.0))
    )
    for is_filtered, why in ((False, "doesn’t report"), (True, "Remove the filters")):
        cards = cards_of(
            steps,
            figures_of(steps, Answer(rows), "sessions"),
            [],
            Catalogue(),
            "sessions",
            Formats("USD", UTC),
            is_filtered=is_filtered,
        )
        go_on, revenue = cards[0].figures[1:3]
        assert go_on.value == MISSING
        assert why in go_on.tip
        assert "page on which its session started" in revenue.tip


@in_the_window
async def test_the_step_that_sold_has_the_revenue_and_the_landing_page_its_share(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Four came to the offer, two of them to the order page; two came to that directly."""
    made, pages = await whole(brand, ("offer", "order", "thanks"))
    offer, order, thanks = (page.id for page in pages)
    noon = datetime.now(UTC).replace(hour=12, minute=0) - timedelta(days=1)
    url = "https://x.example/"
    ways = [(offer,), (offer,), (offer, order, thanks), (offer, order), (order,), (order,)]
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        for number, way in enumerate(ways):
            name = f"way-{number}"
            visit = ingest.visit(
                noon, name, session_id=name, url="https://x.example/", page_id=way[0]
            )
            for minute, page in enumerate(way):
                at = noon + timedelta(minutes=minute)
                ingest.event(visit, "page_view", at, url=url, page_id=page)
        ingest.flush()
        buyer = Buyer("ana@example.com", "Ana")
        for name, price, minute in (("way-2", 30, 1.5), ("way-4", 12, 0.5)):
            item = NewItem(name="Jar", price=Decimal(price))
            at = noon + timedelta(minutes=minute)
            order_of = NewOrder(buyer, (item,), at, click=name, transaction_id=f"tx-{name}")
            place_orders(session, brand.number, [order_of])
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.map.bar.choose(Scope(RangeChoice("7"), Comparison.OFF))
    rows, told = panel.map.view.rows, Qt.ItemDataRole.AccessibleTextRole
    await until(lambda: panel.is_quiet and "Go on 50%" in str(rows.index(0, 0).data(told)))
    said = [str(rows.index(at, 0).data(told)) for at in range(3)]
    assert said[0].endswith("$30 started here, Visitors 4, Go on 50%, Revenue $0")
    assert said[1].endswith("$12 started here, Visitors 4, Go on 25%, Revenue $42")
    assert said[2].endswith("Visitors 1, Go on –, Revenue $0")
    assert "started here" not in said[2]


@in_the_window
async def test_any_other_days_can_be_compared_with(bench: WindowBench, brand: LiveBrand) -> None:
    made, _pages = await whole(brand, ("offer", "thanks"))
    panel = await opened(bench, await bench.workspace(brand), made)
    bar = panel.map.bar
    bar.comparison.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(each for each in menu.actions() if each.text() == "Other days…").trigger()
    menu.close()
    dialog: RangeDialog = await shown_dialog(RangeDialog)
    dialog.first.set_value("2026-03-01")
    dialog.last.set_value("2026-03-31")
    await until(dialog.show_button.isEnabled)
    dialog.show_button.click()
    await until(lambda: bar.scope.comparison is Comparison.OTHER and panel.is_quiet)
    assert "Mar" in bar.comparison.text()
    asked = [slot.question.period for slot in panel.map.figures.slots if slot.question]
    assert asked[1].start.startswith("2026-03-01")
    assert Scope.of(bar.scope.state()) == bar.scope
    told = panel.map.view.rows.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert "Visitors 0" in told
