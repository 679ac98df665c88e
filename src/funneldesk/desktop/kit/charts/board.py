"""Board of charts: all of them in one web view, which exists only while the board is shown."""

from collections.abc import Iterable, Mapping
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QRect, QTimer, Signal
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QStyle, QWidget

from funneldesk.desktop.kit.charts.chart import Chart
from funneldesk.desktop.kit.charts.cursor import Cursor
from funneldesk.desktop.kit.charts.drawing import MANY, Drawing, drawing, slice_of
from funneldesk.desktop.kit.charts.frame import ChartFrame
from funneldesk.desktop.kit.charts.images import AskedImages
from funneldesk.desktop.kit.charts.labels import Labels
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.charts.menu import ImageKind as ImageKind
from funneldesk.desktop.kit.charts.menu import fill_menu
from funneldesk.desktop.kit.charts.numbers import numbers_table
from funneldesk.desktop.kit.charts.palette import ChartTheme
from funneldesk.desktop.kit.charts.picking import category_at
from funneldesk.desktop.kit.charts.rows import ChartRows, rows_of
from funneldesk.desktop.kit.charts.tips import Tip, tip_of
from funneldesk.desktop.kit.charts.values import place_count
from funneldesk.desktop.kit.controls.menus import passing_menu
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.mirroring import RTL
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.channel import Message
from funneldesk.desktop.kit.web.host import WebHost

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.schemes import Answer, Reply

KEPT_MS = 1_500
"""How long a hidden board keeps its view: whoever comes right back finds it drawn."""
TITLE_HEIGHT, SUBTITLE_HEIGHT, INSET = 40, 18, 4
GEOMETRY = "/world.json"
SLICES = "/slices/"


class ChartBoard(WebHost):
    """Shows charts in their cells; mouse and keyboard find every point, which says what it is.

    The charts, their tables and what screen readers hear are here, whether the view exists or not.
    """

    picked = Signal(str, str, object)
    """A point was clicked, or picked by Enter: the keys of chart and series, and the category (a
    country's code on a map, the number along an axis of numbers, the `Flow` of a sankey)."""
    mark_picked = Signal(str, str)
    """A note in a chart was clicked: the keys of chart and mark."""
    drawn = Signal(str)
    """A chart stands in the view as it was last shown: its key."""
    menu_opened = Signal(str, QMenu)
    """The menu of a chart is about to be shown: whoever has something to offer there adds it."""

    told = Signal(object)
    """A `Notice` of what was saved, or why it was not."""

    def __init__(self, formats: Formats, parent: QWidget | None = None) -> None:
        self._look = ChartTheme.of(theme.tokens)
        super().__init__("charts", "charts.html", self._look.app, True, parent)
        self.tasks = TaskScope(self)
        self.frames: dict[str, ChartFrame] = {}
        self.tables: dict[str, TableView] = {}
        """The charts that show their numbers instead."""
        self.labels = Labels(formats)
        self.layout_grid = Grid()
        self._rects: Mapping[str, QRect] | None = None
        self._files: dict[str, Answer] = {}
        self._drawings: dict[str, Drawing] = {}
        self._numbers = count(1)
        self._images = AskedImages()
        self._going = QTimer(self, interval=KEPT_MS, singleShot=True)
        self._going.timeout.connect(self.release)
        theme.changed.connect(self._follow_window)

    # What is shown

    @property
    def charts(self) -> list[Chart]:
        """The charts of now, in their order."""
        return [frame.chart for frame in self.frames.values()]

    def show_charts(
        self, charts: Iterable[Chart], layout: Grid | Mapping[str, QRect] | None = None
    ) -> None:
        """Show these charts and no others; those that are the same are not drawn again.

        ``layout`` stays as it was when it is None: a grid, or a rectangle for each key.
        """
        wanted = {chart.key: chart for chart in charts}
        for key in [key for key in self.frames if key not in wanted]:
            self.show_numbers(key, False)
            self.frames.pop(key).deleteLater()
            self._drawings.pop(key, None)
            self._tell({"kind": "gone", "key": key})
        before, self.frames = self.frames, {}
        for chart in wanted.values():
            self.frames[chart.key] = self._frame(chart, before.get(chart.key))
        for key in tuple(self.tables):
            self.show_numbers(key, True)
        if isinstance(layout, Grid):
            self.layout_grid, self._rects = layout, None
        elif layout is not None:
            self._rects = layout
        self._arrange()

    def set_formats(self, formats: Formats) -> None:
        """Write numbers and times of another brand."""
        if formats == self.labels.formats:
            return
        self.labels = Labels(formats)
        for frame in self.frames.values():
            frame.show_chart(frame.chart, self.labels)
            self._draw(frame.chart)

    def rows(self, key: str) -> ChartRows:
        """The numbers of a chart as a table. Raises `KeyError` for one that is not shown."""
        return rows_of(self.frames[key].chart, self.labels)

    def title(self, key: str) -> str:
        """The title of a chart."""
        return self.frames[key].chart.title

    def tell(self, notice: Notice) -> None:
        """Say what was saved, or why it was not."""
        self.told.emit(notice)

    def shows_numbers(self, key: str) -> bool:
        """Whether a chart shows its numbers instead."""
        return key in self.tables

    def show_numbers(self, key: str, on: bool) -> None:
        """Show the numbers of a chart in its place, or the chart again."""
        table = self.tables.pop(key, None)
        if table is not None:
            table.deleteLater()
        if on:
            frame = self.frames[key]
            made = numbers_table(frame.chart.title, self.rows(key), self)
            made.setGeometry(_inside(frame))
            made.show()
            made.raise_()
            made.setFocus()
            self.tables[key] = made

    def open_menu(self, key: str, place: QPoint) -> None:
        """Open the menu of a chart at a place of the board."""
        menu = passing_menu(self)
        fill_menu(menu, self, key)
        self.menu_opened.emit(key, menu)
        menu.popup(self.mapToGlobal(place))

    def _show_menu(self, place: QPoint) -> None:
        for key, frame in self.frames.items():
            if frame.geometry().contains(place):
                self.open_menu(key, place)

    def _frame(self, chart: Chart, frame: ChartFrame | None) -> ChartFrame:
        if frame is None:
            frame = ChartFrame(chart, self.labels, self._pointed, self._pick, self)
            frame.menu_asked.connect(self._menu_of_frame)
            frame.show()
        elif frame.chart == chart:
            return frame
        else:
            frame.show_chart(chart, self.labels)
        self._draw(chart)
        return frame

    def _draw(self, chart: Chart) -> None:
        if any(len(each.values) > MANY for each in chart.series):
            self.tasks.latest(f"draw {chart.key}", self._draw_many(chart))
        else:
            self._keep(chart, drawing(chart, self.labels))

    async def _draw_many(self, chart: Chart) -> None:
        self._keep(chart, await in_thread(drawing, chart, self.labels))

    def _keep(self, chart: Chart, made: Drawing) -> None:
        if chart.key not in self.frames and made["key"] != chart.key:
            return
        made["version"] = next(self._numbers)
        again = chart.key in self._drawings
        self._drawings[chart.key] = made
        self._tell({"kind": "draw", "drawing": made, "motion": again and self._may_move()})

    def _menu_of_frame(self, key: str, place: QPoint) -> None:
        self.open_menu(key, self.frames[key].mapTo(self, place))

    def _may_move(self) -> bool:
        """Whether anything may move: not where the system asks for less, nor where nobody looks."""
        wanted = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        return bool(wanted) and self.isVisible() and not self.window().isMinimized()

    # Where it is shown

    def _arrange(self) -> None:
        keys = list(self.frames)
        if self._rects is None:
            self.setMinimumHeight(self.layout_grid.height(keys))
            rects = self.layout_grid.rects(
                keys, self.width(), self.height(), turned=self.layoutDirection() == RTL
            )
        else:
            rects = {key: self._rects[key] for key in keys if key in self._rects}
        before: QWidget | None = None
        for key, frame in self.frames.items():
            frame.setGeometry(rects.get(key, QRect()))
            frame.setVisible(key in rects)
            frame.raise_()
            if key in self.tables:
                self.tables[key].setGeometry(_inside(frame))
                self.tables[key].raise_()
            if before is not None:
                QWidget.setTabOrder(before, frame)
            before = frame
        self._tell(self._places())

    def _places(self) -> Message:
        boxes = {key: frame.geometry() for key, frame in self.frames.items()}
        sides = {k: [r.x(), r.y(), r.width(), r.height()] for k, r in boxes.items()}
        return {"kind": "places", "places": sides}

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._going.stop()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        if not event.spontaneous() and self._view is not None:
            self._going.start()

    def _follow_window(self) -> None:
        self._look = ChartTheme.of(theme.tokens)
        self._set_background(self._look.app)
        self._tell(self._theme())

    def _theme(self) -> Message:
        direction = "rtl" if self.layoutDirection() == RTL else "ltr"
        return {"kind": "theme", "colours": {**self._look.as_message(), "direction": direction}}

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._tell(self._theme())

    # Points

    def _pointed(self, key: str, cursor: Cursor, tip: Tip | None) -> None:
        told: dict[str, object] = {"kind": "point", "key": key, "tip": None}
        if tip is not None:
            told |= {"series": cursor.series, "place": cursor.place, "tip": tip.as_message()}
        self._tell(told)

    def _pick(self, key: str, series: int, place: int) -> None:
        chart = self.frames[key].chart
        if not 0 <= place < place_count(chart):
            return
        name = chart.series[series].key if 0 <= series < len(chart.series) else ""
        self.picked.emit(key, name, category_at(chart, series, place))

    # Images

    async def image(self, key: str, kind: ImageKind) -> bytes:
        """A chart as an image, twice as large as it is shown, with its title and legend.

        Raises `KeyError` for a chart that is not shown, `CannotDraw` when it does not come: the
        view ended, failed, or says nothing for half a minute.
        """
        title = self.frames[key].chart.title
        self.start()
        number, coming = self._images.ask()
        if self.notice is not None:
            self._images.give_up()
        elif self._bridge is not None:
            self._bridge.send({"kind": "image", "number": number, "key": key, "format": kind})
        try:
            return await self._images.wait(number, coming, title)
        finally:
            if not self.isVisible():
                self._going.start()

    def release(self) -> None:
        super().release()
        self._images.give_up()

    def _ended(self) -> None:
        self._images.give_up()
        super()._ended()

    # The view

    def start(self) -> None:
        """Makes the view now; the first one in the program loads the web engine."""
        from funneldesk.desktop.kit.web.schemes import Answer, shipped_files
        from funneldesk.resources import resource

        if not self._files:
            self._files = shipped_files("charts")
            self._files[GEOMETRY] = Answer("application/json", resource("web", "world.json"))
        super().start()
        self.setFocusProxy(None)  # type: ignore[arg-type]
        for widget in (*self.frames.values(), *self.tables.values()):
            widget.raise_()

    def _answer(self, path: str, reply: "Reply") -> None:
        from funneldesk.desktop.kit.web.schemes import Answer

        if not path.startswith(SLICES):
            reply(self._files.get(path))
            return
        version, series, at = (int(each) for each in path.removeprefix(SLICES).split("/"))
        made = next((e for e in self._drawings.values() if e["version"] == version), None)
        chart = self.frames[made["key"]].chart if made and made["key"] in self.frames else None
        body = slice_of(chart.series[series], at) if chart is not None else b""
        reply(Answer("application/octet-stream", body) if body else None)

    def _state(self) -> Iterable[Message]:
        yield self._theme()
        yield self._places()
        for made in self._drawings.values():
            yield {"kind": "draw", "drawing": made, "motion": False}

    def _receive(self, message: Message) -> None:
        match message:
            case {"kind": "drawn", "key": str(key), "version": int(version)}:
                if self._drawings.get(key, {}).get("version") == version:
                    self.drawn.emit(key)
            case {"kind": "tip", "key": str(key), "series": int(series), "place": int(place)}:
                self._answer_tip(key, series, place, message.get("ticket"))
            case {"kind": "pick", "key": str(key), "series": int(series), "place": int(place)}:
                self._clicked(key, series, place)
            case {"kind": "mark", "key": str(key), "number": int(number)}:
                marks = self.frames[key].chart.marks if key in self.frames else ()
                if 0 <= number < len(marks):
                    self.mark_picked.emit(key, marks[number].key)
            case {"kind": "image", "number": int(number), "data": str(data)}:
                self._images.came(number, data)

    def _answer_tip(self, key: str, series: int, place: int, ticket: object) -> None:
        frame = self.frames.get(key)
        tip = tip_of(frame.chart, self.labels, series, place) if frame is not None else None
        if tip is not None:
            self._tell({"kind": "tip", "key": key, "ticket": ticket, "tip": tip.as_message()})

    def _clicked(self, key: str, series: int, place: int) -> None:
        if key in self.frames:
            self.frames[key].cursor_at.put(series, place)
            self._pick(key, series, place)


def _inside(frame: ChartFrame) -> QRect:
    """What a table has of a card: all below the title."""
    top = TITLE_HEIGHT + (SUBTITLE_HEIGHT if frame.chart.subtitle else 0)
    return frame.geometry().adjusted(INSET, top, -INSET, -INSET)
