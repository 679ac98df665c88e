"""The program on a real screen, led from state to state: what the screen shows after each scroll,
key and resize is compared with a fresh paint of the same window.

A process of its own, since a test has the screen's other end. Prints a JSON line for each
difference, and one with the number of comparisons at the end.
"""

import argparse
import asyncio
import json
import os
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QAbstractScrollArea, QListView, QWidget
from tests.e2e.led_program import lead
from tests.e2e.x_server import XServer

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.lists.row_view import RowView
from screenshots.draw import Painter, Scenes

Act = Callable[[], object]
MOVING = ("QWebEngineView", "ProgressLine")
"""Widgets that draw without being asked; what they show is not compared."""
KEYS = (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Up, Qt.Key.Key_End, Qt.Key.Key_Home)
DRAWN_SECONDS, READY_SECONDS = 0.12, 0.6
NARROWER = 60
TRIES, MOST_LOOKS = 3, 8


class Probe(Painter):
    """Compares where its base would keep a picture, in a window so small that lists scroll."""

    def __init__(
        self, session: Session, out: Path, x_server: XServer, only: str, size: QSize
    ) -> None:
        super().__init__(session, out, "")
        self._size = size
        self._x_server = x_server
        self._wanted = tuple(only.split(","))
        self.differences = 0

    def _families(self) -> list[Scenes]:
        families = super()._families()
        return [[one for one in each if one[0].startswith(self._wanted)] for each in families]

    async def _keep(self, name: str) -> None:
        self.window.resize(self._size)
        await asyncio.sleep(READY_SECONDS)
        for window in [self.window, *self._dialogs()]:
            await self._compare(window, f"{name}: as it came")
            for area in _scrolling(window):
                await self._scroll(window, area, f"{name}: {type(area).__name__}")
        if name.startswith(self._wanted[0]):
            self.window.resize(self.window.width() - NARROWER, self.window.height() - NARROWER)
            await self._compare(self.window, f"{name}: resized")

    async def _scroll(self, window: QWidget, area: QAbstractScrollArea, label: str) -> None:
        bar = area.verticalScrollBar()
        for part in (0.1, 0.37, 1.0, 0.0):
            far, there = bar.maximum() if part < 0.5 else 0, round(bar.maximum() * part)
            back, act = partial(bar.setValue, far), partial(bar.setValue, there)
            await self._compare(window, f"{label} scrolled to {part:.0%}", act, back)
        if isinstance(area, QAbstractItemView):
            area.setFocus(Qt.FocusReason.TabFocusReason)
            for key in KEYS:
                back = partial(_to_an_end, area, last=key in (Qt.Key.Key_Up, Qt.Key.Key_Home))
                act = partial(QTest.keyClick, area, key)
                await self._compare(window, f"{label} after {key.name}", act, back)

    async def _compare(
        self, window: QWidget, label: str, act: Act | None = None, back: Act | None = None
    ) -> None:
        """Others may draw meanwhile: what differs is done again from ``back``, painted anew, and
        counts when it differs each time."""
        for _ in range(TRIES):
            if back is not None and act is not None:
                back()
                await self._painted(window)
                act()
            shown = await self._still(window)
            await self._painted(window)
            fresh = self._seen(window)
            if shown == fresh:
                self.count += 1
                return
            if window.isHidden():
                return
        self.differences += 1
        where = _different(shown, fresh)
        file = self.out / f"{self.differences}.png"
        _beside(shown, fresh).save(str(file))
        print(json.dumps({"where": label, "rect": where.getRect(), "file": str(file)}), flush=True)

    async def _still(self, window: QWidget) -> QImage:
        """What is shown once nothing changes by itself: a count may come after the rows."""
        shown = QImage()
        for _ in range(MOST_LOOKS):
            await asyncio.sleep(DRAWN_SECONDS)
            before, shown = shown, self._seen(window)
            if shown == before:
                break
        return shown

    async def _painted(self, window: QWidget) -> None:
        for widget in [window, *window.findChildren(QWidget)]:
            widget.update()
        await asyncio.sleep(DRAWN_SECONDS)

    def _seen(self, window: QWidget) -> QImage:
        corner, screen = window.mapToGlobal(QPoint(0, 0)), window.screen().geometry()
        place = QRect(corner, window.size()).intersected(screen)
        picture = self._x_server.picture(*place.getRect())
        painter = QPainter(picture)
        for widget in _moving(window):
            at = widget.mapToGlobal(QPoint(0, 0)) - place.topLeft()
            painter.fillRect(QRect(at, widget.size()), QColor("black"))
        painter.end()
        return picture


def _to_an_end(view: QAbstractItemView, *, last: bool) -> None:
    model = view.model()
    view.setCurrentIndex(model.index(model.rowCount() - 1 if last else 0, 0))
    bar = view.verticalScrollBar()
    bar.setValue(bar.maximum() if last else 0)


def _scrolling(window: QWidget) -> Iterator[QAbstractScrollArea]:
    for area in window.findChildren(QAbstractScrollArea):
        if area.isVisible() and area.verticalScrollBar().maximum() and not _is_covered(area):
            yield area


def _is_covered(area: QWidget) -> bool:
    return area.visibleRegion().isEmpty()


def _moving(window: QWidget) -> list[QWidget]:
    children = window.findChildren(QWidget)
    return [
        widget
        for widget in children
        if widget.isVisible()
        and (widget.inherits("QWebEngineView") or type(widget).__name__ in MOVING)
    ]


def _different(one: QImage, other: QImage) -> QRect:
    """The box around all pixels that differ."""
    if one.size() != other.size():
        return one.rect()
    box = QRect()
    for line in range(one.height()):
        for column in range(one.width()):
            if one.pixel(column, line) != other.pixel(column, line):
                box = box.united(QRect(column, line, 1, 1))
    return box


def _beside(one: QImage, other: QImage) -> QImage:
    both = QImage(one.width() + other.width(), one.height(), QImage.Format.Format_RGB32)
    painter = QPainter(both)
    painter.drawImage(0, 0, one)
    painter.drawImage(one.width(), 0, other)
    painter.end()
    return both


def main() -> None:
    """Lead the program through the states whose names begin with one of ``--only``."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--only", required=True)
    parser.add_argument("--size", default="1024x640")
    parser.add_argument("--theme", choices=Probe.modes, help="one of them only")
    parser.add_argument("--broken", action="store_true", help="lists that do not follow a scroll")
    options = parser.parse_args()
    if options.broken:
        RowView.scrollContentsBy = QListView.scrollContentsBy  # type: ignore[method-assign]
    width, height = map(int, options.size.split("x"))

    async def run(session: Session) -> None:
        probe = Probe(session, options.out, x_server, options.only, QSize(width, height))
        probe.modes = (options.theme,) if options.theme else Probe.modes
        await probe.run()
        print(json.dumps({"compared": probe.count}), flush=True)

    with XServer(os.environ["DISPLAY"]) as x_server:
        lead(run)


if __name__ == "__main__":
    main()
