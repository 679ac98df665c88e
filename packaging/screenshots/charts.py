"""Every kind of chart on boards of their own, for the screenshots: as one would present them."""

import asyncio
import math
from collections.abc import Awaitable, Callable, Iterable
from datetime import date, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.chart import (
    MONEY,
    PERCENT,
    Axis,
    Chart,
    Flow,
    Grain,
    Kind,
    Level,
    Mark,
    Series,
)
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.formats import Formats

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 20.0
State = tuple[str, Callable[[], Awaitable[None]]]
DAYS = tuple(date(2026, 7, 1) + timedelta(days=at) for at in range(30))
BEFORE = tuple(date(2026, 6, 1) + timedelta(days=at) for at in range(30))
MONTHS = tuple(date(2026, month, 1) for month in range(2, 8))
SUMS, SHARES = Axis(unit=MONEY), Axis(unit=PERCENT)


def chart_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = ChartScenes(session, first_page)
    return [
        ("charts-time", lambda: scenes.show(over_time())),
        ("charts-shares", lambda: scenes.show(shares())),
        ("charts-tests", lambda: scenes.show(of_tests())),
        ("charts-places", lambda: scenes.show(places())),
        ("charts-keyboard", scenes.by_keys),
    ]


class ChartScenes:
    """Covers the window with a board."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page
        self._board = ChartBoard(Formats("EUR"))

    async def show(self, charts: Iterable[Chart]) -> None:
        """Show charts, two in a row, and wait until they are drawn."""
        await self._first_page()
        window = self._session.window
        cover = QWidget(window, Qt.WindowType.Window | Qt.WindowType.FramelessWindowHint)
        cover.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        cover.setGeometry(window.geometry())
        board = self._board = ChartBoard(Formats("EUR"))
        inside = QVBoxLayout(cover)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(board)
        shown = list(charts)
        waiting, drawn = {chart.key for chart in shown}, asyncio.Event()

        def note(key: str) -> None:
            waiting.discard(key)
            if not waiting:
                drawn.set()

        board.drawn.connect(note)
        board.show_charts(shown, Grid(columns=2, row_height=200, margin=16))
        cover.show()
        await asyncio.wait_for(drawn.wait(), DRAWN_SECONDS)

    async def by_keys(self) -> None:
        """A point found by the keyboard, and the numbers of a chart in its place."""
        await self.show(over_time())
        board = self._board
        board.show_numbers("sales", True)
        frame = board.frames["revenue"]
        frame.activateWindow()
        frame.setFocus(Qt.FocusReason.TabFocusReason)
        for _ in range(9):
            frame.cursor_at.move("on")
        frame._say()


def over_time() -> list[Chart]:
    """Lines, areas, bars and stacks, with what is missing, incomplete and compared."""
    return [_revenue(), _rate(), _sales(), _orders()]


def _revenue() -> Chart:
    revenue = [Decimal(round(150000 + 40000 * math.sin(d / 4) + d * 1800)) / 100 for d in range(30)]
    earlier = [value * Decimal("0.85") for value in revenue]
    return Chart(
        "revenue",
        Kind.AREA,
        "Revenue by day",
        (Series("r", "Revenue", revenue, compared=earlier),),
        DAYS,
        measure=SUMS,
        compared=BEFORE,
        compared_name="Previous 30 days",
        partial=frozenset({29}),
        marks=(Mark(DAYS[8], "Summer bundle published"), Mark(DAYS[20], "Price 39 to 35")),
    )


def _rate() -> Chart:
    rates = {
        name: [0.02 + 0.01 * at + 0.006 * math.sin(d / 3 + at) for d in range(30)]
        for at, name in enumerate(("newsletter", "google", "meta"))
    }
    google: list[float | None] = [
        v if not 9 < d < 14 else None for d, v in enumerate(rates["google"])
    ]
    return Chart(
        "rate",
        Kind.LINE,
        "Conversion rate by source",
        (
            Series("n", "newsletter", rates["newsletter"]),
            Series("g", "google", google),
            Series("m", "meta", rates["meta"]),
        ),
        DAYS,
        measure=SHARES,
        levels=(Level(0.03, "Target"),),
    )


def _sales() -> Chart:
    return Chart(
        "sales",
        Kind.BAR,
        "Sales by month",
        (Series("s", "Sales", [120, 150, None, 180, 0, 210]),),
        MONTHS,
        grain=Grain.MONTH,
        partial=frozenset({5}),
        subtitle="April's sales were not recorded; July isn't over",
    )


def _orders() -> Chart:
    return Chart(
        "orders",
        Kind.STACKED,
        "Orders by type",
        tuple(
            Series(name, name, [(d * 7 + at * 13) % 40 + 10 for d in range(14)])
            for at, name in enumerate(("One-time", "Subscription", "Upsell"))
        ),
        DAYS[:14],
        partial=frozenset({13}),
    )


def shares() -> list[Chart]:
    """Parts of a whole, steps of a funnel, buckets and names."""
    return [_products(), _funnel(), _values(), _sources()]


def _products() -> Chart:
    products = (
        "Summer bundle",
        "Coffee subscription",
        "Mug",
        "Filter papers",
        "Grinder",
        "Gift card",
    )
    return Chart(
        "products",
        Kind.PIE,
        "Revenue by product",
        (Series("s", "Revenue", [26690, 14480, 4790, 2250, None, 980]),),
        products,
        measure=SUMS,
    )


def _funnel() -> Chart:
    steps = ("Advertorial", "Offer", "Checkout", "Upsell", "Downsell", "Thank you")
    visitors = Series(
        "v",
        "Visitors",
        [10230, 6240, 2450, 2140, None, 1940],
        compared=[9000, 6800, 2500, 2000, 1900, 1800],
    )
    return Chart("funnel", Kind.FUNNEL, "Funnel: summer bundle", (visitors,), steps)


def _values() -> Chart:
    return Chart(
        "values",
        Kind.HISTOGRAM,
        "Orders by value",
        (Series("o", "Orders", [3, 12, 30, 44, 31, 12, 5, 1]),),
        edges=tuple(range(0, 90, 10)),
        along=Axis("Order value", MONEY),
    )


def _sources() -> Chart:
    return Chart(
        "sources",
        Kind.BAR,
        "Revenue by source",
        (Series("s", "Revenue", [26690, 14480, 4790, 2250]),),
        ("newsletter", "meta / summer-video", "google / brand", "direct"),
        measure=SUMS,
        horizontal=True,
    )


def of_tests() -> list[Chart]:
    """Rates with their intervals, points, hours and cohorts."""
    return [_variants(), _rates(), _hours(), _cohorts()]


def _variants() -> Chart:
    unbounded = Axis(unit=PERCENT, from_zero=False)
    return Chart(
        "variants",
        Kind.SCATTER,
        "Conversion rate by variant",
        (
            Series(
                "r",
                "Rate",
                [0.031, 0.036, None, 0.029],
                low=[0.028, 0.033, None, 0.025],
                high=[0.034, 0.039, None, 0.033],
            ),
        ),
        ("Control", "Short headline", "Video first", "Two buttons"),
        measure=unbounded,
        horizontal=True,
        levels=(Level(0.031, "Control"),),
    )


def _rates() -> Chart:
    def rate(name: str, base: float) -> Series:
        values = [base + 0.002 * math.sin(d / 2 + base * 99) for d in range(14)]
        width = [0.006 / math.sqrt(d + 1) for d in range(14)]
        low = [v - w for v, w in zip(values, width, strict=True)]
        high = [v + w for v, w in zip(values, width, strict=True)]
        return Series(name, name, values, low=low, high=high)

    unbounded = Axis(unit=PERCENT, from_zero=False)
    return Chart(
        "rates",
        Kind.LINE,
        "Conversion rate with 95% interval",
        (rate("Control", 0.03), rate("Short headline", 0.036)),
        DAYS[:14],
        measure=unbounded,
    )


def _hours() -> Chart:
    week = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")

    def sales(day: int, hour: int) -> int | None:
        busy = (4 if hour > 7 else 0) + (9 if 17 < hour < 23 else 0) + (3 if day > 4 else 0)
        return None if (day, hour) == (3, 14) else busy + (day * 5 + hour * 3) % 4

    return Chart(
        "hours",
        Kind.HEAT,
        "Sales by hour",
        tuple(
            Series(name, name, [sales(day, hour) for hour in range(24)])
            for day, name in enumerate(week)
        ),
        tuple(str(hour) for hour in range(24)),
    )


def _cohorts() -> Chart:
    return Chart(
        "cohorts",
        Kind.COHORT,
        "Lifetime value by cohort",
        tuple(
            Series(
                name,
                f"{name} 2026",
                [30 + n * 12 - n * n * 0.6 + at * 2 for n in range(7 - at)],
            )
            for at, name in enumerate(("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul"))
        ),
        tuple(f"Month {at}" for at in range(7)),
        measure=SUMS,
    )


def places() -> list[Chart]:
    """Countries, flows, points, and a chart with nothing in it."""
    return [_countries(), _flows(), _prices(), _refunds()]


def _countries() -> Chart:
    countries = ("US", "DE", "FR", "BR", "AU", "CN", "IN", "GB", "ZA", "CA")
    return Chart(
        "countries",
        Kind.MAP,
        "Revenue by country",
        (Series("s", "Revenue", [26690, 14480, 9790, 6250, 5980, None, 8200, 12200, 3700, 15100]),),
        countries,
        measure=SUMS,
    )


def _flows() -> Chart:
    names = {
        "n": "newsletter",
        "g": "google",
        "m": "meta",
        "o": "Offer",
        "a": "Advertorial",
        "c": "Checkout",
        "l": "Left",
        "s": "Sale",
    }
    flows = "no400 go220 ga180 ma300 ao260 al220 oc500 ol380 cs420 cl80 co20"
    return Chart(
        "flows",
        Kind.SANKEY,
        "From source to sale",
        nodes=tuple(names.items()),
        flows=tuple(Flow(each[0], each[1], int(each[2:])) for each in flows.split()),
    )


def _prices() -> Chart:
    spread = [20 + (at * 37 % 41) for at in range(48)]
    return Chart(
        "prices",
        Kind.SCATTER,
        "Orders by price",
        (Series("p", "Products", spread, at=[5 + (at * 29 % 90) for at in range(48)]),),
        along=Axis("Price", MONEY),
        measure=Axis("Orders"),
    )


def _refunds() -> Chart:
    return Chart(
        "refunds", Kind.BAR, "Refunds", (Series("s", "Refunds", [None, None]),), ("a", "b")
    )
