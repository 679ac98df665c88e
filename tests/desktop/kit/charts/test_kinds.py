"""Every kind in a real view: drawn where its numbers are, in both themes, whatever it is called."""

import asyncio
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import groupby, pairwise

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from tests.desktop.kit.charts.samples import HOSTILE, sample
from tests.desktop.support.chart_bench import ChartBench, ink

from funneldesk.desktop.kit.charts.chart import MOMENT, Axis, Chart, Kind, Series
from funneldesk.desktop.kit.charts.images import CannotDraw
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.charts.palette import DARK, LIGHT
from funneldesk.desktop.kit.style.theme import theme

GAPPED = (Kind.LINE, Kind.AREA, Kind.BAR, Kind.STACKED, Kind.HISTOGRAM)
BY_SHADE = (Kind.HEAT, Kind.COHORT, Kind.MAP)


@pytest.fixture
def bench(qtbot: QtBot, qapp: QApplication) -> ChartBench:
    theme.install(qapp, "light")
    return ChartBench(qtbot)


def test_every_kind_has_ink_in_both_themes(bench: ChartBench) -> None:
    charts = [_keyed(kind) for kind in Kind]
    bench.show(*charts, grid=Grid(columns=3, row_height=220))
    for colour, mode in ((LIGHT[0], "light"), (DARK[0], "dark")):
        bench.drawn.clear()
        theme.set_mode(mode)
        if mode == "dark":
            bench.until_drawn(kind.value for kind in Kind)
        for kind in Kind:
            found = ink(bench.canvas(kind.value), colour)
            assert len(found) > 20, f"{kind} in the {mode} theme"
    theme.set_mode("light")


@pytest.mark.parametrize("kind", GAPPED)
def test_what_is_missing_leaves_a_gap(bench: ChartBench, kind: Kind) -> None:
    bench.show(sample(kind))
    image = bench.canvas("c")
    columns = {x for x, y in ink(image, LIGHT[0]) if y > 50}
    first, last = min(columns), max(columns)
    width = last - first
    # The third and fourth of eight are missing: nothing stands in the middle of their places.
    start, end = first + round(width * 0.44), first + round(width * 0.58)
    assert not columns & set(range(start, end))
    assert any(x < start for x in columns)
    assert any(x > end for x in columns)


def test_missing_is_marked_where_zero_is_nothing(bench: ChartBench) -> None:
    zero = Chart("c", Kind.BAR, "", (Series("s", "", [5, 0, 5]),), ("a", "b", "c"))
    missing = Chart("c", Kind.BAR, "", (Series("s", "", [5, None, 5]),), ("a", "b", "c"))
    images = []
    for chart in (zero, missing):
        bench.show(chart)
        images.append(bench.canvas("c"))
    bars = [{x for x, _ in ink(image, LIGHT[0])} for image in images]
    assert bars[0] == bars[1]
    between = range(*gap_of(bars[0]))
    marked = [
        (x, y)
        for x in between
        for y in range(60, images[0].height() - 60)
        if images[0].pixel(x, y) != images[1].pixel(x, y)
    ]
    assert len(marked) > 200


def gap_of(inked: set[int]) -> tuple[int, int]:
    """Where a gap between two bars begins and ends."""
    return next((one, two) for one, two in pairwise(sorted(inked)) if two - one > 20)


def test_names_of_a_server_stay_text(bench: ChartBench) -> None:
    charts = [_keyed(kind, HOSTILE) for kind in Kind]
    bench.show(*charts, grid=Grid(columns=3, row_height=200))
    for kind in Kind:
        frame = bench.board.frames[kind.value]
        frame.cursor_at.put(0, 0)
        frame._say()
        bench.probe.until("document.querySelector('.tip .title')?.textContent.length > 0")
    assert bench.probe.run("document.querySelectorAll('img, b').length") == 0
    assert bench.probe.run("document.title") == "Charts"
    said = bench.probe.run("[...document.querySelectorAll('.tip')].map((e) => e.textContent)")
    assert any("<img src=x" in each for each in said)


def test_a_hundred_thousand_points_come_in_slices(loop: QEventLoop, bench: ChartBench) -> None:
    values = [None if 40_000 <= at < 60_000 else float(at % 700) for at in range(100_000)]
    at = [1_780_000_000 + each * 60 for each in range(100_000)]
    series = Series("s", "Visits", values, at=at)
    chart = Chart("c", Kind.LINE, "Visits", (series,), along=Axis(unit=MOMENT))
    image = loop.run_until_complete(bench.drawn_canvas(chart))
    columns = {x for x, y in ink(image, LIGHT[0]) if y > 50}
    first, last = min(columns), max(columns)
    middle = range(first + round((last - first) * 0.43), first + round((last - first) * 0.57))
    assert not columns & set(middle)
    assert len(columns) > 300


@pytest.mark.parametrize("kind", [Kind.AREA, Kind.PIE, Kind.MAP])
def test_images_are_twice_as_large_and_tell_no_secrets(
    loop: QEventLoop, bench: ChartBench, kind: Kind
) -> None:
    bench.show(sample(kind, HOSTILE))
    frame = bench.board.frames["c"]

    async def both() -> tuple[bytes, bytes]:
        return await bench.board.image("c", "png"), await bench.board.image("c", "svg")

    png, svg = loop.run_until_complete(asyncio.wait_for(both(), 20))
    image = QImage()
    assert image.loadFromData(png)
    assert image.width() == 2 * (frame.width() - 2)
    assert len(ink(image.scaledToWidth(frame.width()), LIGHT[0])) > 60
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    assert root.attrib["width"] == str(image.width())
    assert not [each for each in root.iter() if each.tag.endswith(("script", "image"))]


def test_an_image_that_does_not_come_says_so(loop: QEventLoop, bench: ChartBench) -> None:
    """The view ends before it answers; a chart without room is drawn nowhere."""
    bench.show(sample(Kind.AREA, "Revenue"))

    async def ended() -> None:
        asking = asyncio.ensure_future(bench.board.image("c", "png"))
        await asyncio.sleep(0)
        bench.board.release()
        await asking

    async def without_room() -> None:
        bench.board.show_charts([_keyed(Kind.BAR)], {"bar": QRect(0, 0, 0, 0)})
        await bench.board.image("bar", "png")

    for asked in (ended, without_room):
        with pytest.raises(CannotDraw) as told:
            loop.run_until_complete(asyncio.wait_for(asked(), 20))
        assert "could not be drawn" in told.value.notice.title
        assert "saved as a table" in told.value.notice.text


@pytest.mark.parametrize("kind", [Kind.BAR, Kind.AREA, Kind.FUNNEL, Kind.PIE, Kind.COHORT])
def test_a_chart_begins_where_its_language_does(bench: ChartBench, kind: Kind) -> None:
    """More stands on the side where one begins to read; languages from the right turn it over."""
    values = (90, 60, 8, 6, 4, 2) if kind is Kind.COHORT else (90, 80, 20, 10, 5, 1)
    names = tuple("abcdef")
    chart = Chart("c", kind, "Sales", (Series("s", "Sales", values),), names)
    middles = []
    for direction in Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft:
        bench.board.setLayoutDirection(direction)
        bench.board.show_charts([])
        bench.show(chart)
        image = bench.canvas("c")
        places = [x for x, y in ink(image, LIGHT[0], 60) if y > 50]
        middles.append(sum(places) / len(places) / image.width())
    assert middles[0] < 0.5 < middles[1]
    if kind is not Kind.PIE:  # Its parts follow each other like the hours, in every language.
        assert sum(middles) == pytest.approx(1, abs=0.04)


def test_what_is_missing_is_shaded_where_it_is_missing(bench: ChartBench) -> None:
    """Also where one reads from the right."""
    theme.set_mode("dark")
    chart = Chart("c", Kind.BAR, "", (Series("s", "", [5, 5, None, 5]),), tuple("abcd"))
    for direction, place in (
        (Qt.LayoutDirection.LeftToRight, 0.66),
        (Qt.LayoutDirection.RightToLeft, 0.34),
    ):
        bench.board.setLayoutDirection(direction)
        bench.board.show_charts([])
        bench.show(chart)
        image = bench.canvas("c")
        bars = {x for x, _ in ink(image, DARK[0])}
        wide = max(bars) - min(bars)
        middle = min(bars) + round(wide * place)
        assert not bars & set(range(middle - wide // 16, middle + wide // 16))
    theme.set_mode("light")


def _keyed(kind: Kind, name: str = "Sales") -> Chart:
    return replace(sample(kind, name), key=kind.value)


def test_little_has_a_bar_and_nothing_has_none(bench: ChartBench) -> None:
    found = []
    for small in (0, 1):
        values = [small, 1_000_000]
        bench.show(Chart("c", Kind.BAR, "", (Series("a", "", values),), ("one", "two")))
        found.append({x for x, y in ink(bench.canvas("c"), LIGHT[0]) if y > 50})
    nothing, little = found
    assert len(little) > len(nothing) + 20


def test_one_cell_does_not_drown_the_others(bench: ChartBench) -> None:
    """Where one cell is much larger, colours go by rank: the others differ. Zero has none."""
    values = [0, 1, 2, 3, 4, 5, 6, 10_000]
    names = tuple("abcdefgh")
    bench.show(Chart("c", Kind.HEAT, "Sales", (Series("a", "Mon", values),), names))
    image = bench.canvas("c")
    middle = image.height() * 6 // 10
    row = [image.pixelColor(x, middle).name() for x in range(image.width())]
    wide = [colour for colour, run in groupby(row) if len(list(run)) > 20]
    cells = list(dict.fromkeys(wide))
    assert len(cells) >= 8
