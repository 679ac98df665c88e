"""The timeline of a customer with 2,000 events: from the rows that are here to painted.

Beside it stands the same timeline as it is commonly made: a line of labels for each event. The
control makes every event anew for each source that answers, where the timeline merges those that
it has.
"""

import asyncio
import os
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")

from measure import Aim, Pairs, control, machine, report, size
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.people.customer import CUSTOMER
from funneldesk.desktop.people.sources.declared import SOURCES
from funneldesk.desktop.people.timeline import events_of_rows, together
from funneldesk.desktop.records.detail.timeline import Event, TimelineView

EVENTS, RUNS, SIZE = size(2_000, 200), size(5, 1), (520, 820)
MOST_MS = 100.0
FORMATS = Formats("EUR", UTC)
ORDERS, TICKETS = (next(s for s in SOURCES if s.key == key) for key in ("orders", "tickets"))
Rows = list[dict[str, Any]]


def rows() -> tuple[Rows, Rows]:
    """Orders and tickets over years, as the server lists them."""
    now = datetime.now(UTC)
    moments = [(now - timedelta(hours=7 * n)).isoformat() for n in range(EVENTS // 2)]
    orders = [
        {"code": f"A{n}", "total": n / 100, "currency": "EUR", "status": "completed"}
        for n in range(EVENTS // 2)
    ]
    tickets = [{"ticket_code": f"T{n}", "subject": f"Question {n}"} for n in range(EVENTS // 2)]
    for place, at in enumerate(moments):
        orders[place]["created_at"] = tickets[place]["created_at"] = at
    return orders, tickets


async def events(orders: Rows, tickets: Rows) -> list[Event]:
    """All of them, the newest first."""
    given = ((ORDERS, orders), (TICKETS, tickets))
    return together([await events_of_rows(source, found, FORMATS) for source, found in given])


def painted(widget: QWidget) -> None:
    """Draw it, all of it."""
    widget.resize(*SIZE)
    widget.show()
    QApplication.processEvents()
    widget.repaint()


def gone(widget: QWidget) -> None:
    """Take it away, outside of what is measured."""
    widget.hide()
    widget.deleteLater()
    QApplication.sendPostedEvents(widget, QEvent.Type.DeferredDelete)


def of_labels(given: tuple[Rows, Rows]) -> float:
    """Milliseconds of the thread until lines of labels are drawn."""
    started = time.thread_time()
    whole, area = QWidget(), QScrollArea()
    down = QVBoxLayout(whole)
    for event in asyncio.run(events(*given)):
        line = QHBoxLayout()
        for words in (FORMATS.day(event.at), event.title, event.words):
            line.addWidget(QLabel(words))
        down.addLayout(line)
    area.setWidget(whole)
    painted(area)
    took = (time.thread_time() - started) * 1000
    gone(area)
    return took


def of_timeline(given: tuple[Rows, Rows]) -> float:
    """Milliseconds of the thread until the timeline is drawn."""
    started = time.thread_time()
    view = TimelineView(CUSTOMER, lambda: FORMATS)
    view.show_events(asyncio.run(events(*given)))
    painted(view)
    took = (time.thread_time() - started) * 1000
    gone(view)
    return took


def merged(given: tuple[Rows, Rows]) -> tuple[float, float]:
    """Milliseconds for one more source: merged with what is known, and all made anew."""
    known = [asyncio.run(events_of_rows(ORDERS, given[0], FORMATS)) for _ in range(2)]
    started = time.thread_time()
    together(known)
    at = time.thread_time()
    asyncio.run(events(*given))
    return (at - started) * 1000, (time.thread_time() - at) * 1000


def main() -> int:
    """Measure all; 0 when every aim is met."""
    app = QApplication(sys.argv)
    theme.install(app, "light")
    print(machine())
    print("Milliseconds of the window's thread: whatever else runs on the machine takes none.")
    given = rows()
    of_timeline(given)
    pairs = [(of_labels(given), of_timeline(given)) for _ in range(RUNS)]
    best = min(ours for _, ours in pairs)
    met = report(
        f"A timeline of {EVENTS:,} events, first drawn",
        Pairs(tuple(labels for labels, _ in pairs), tuple(ours for _, ours in pairs)),
        unit="ms",
        names=("labels for each event", "the timeline"),
        aim=Aim(at_least=3),
        rows=EVENTS,
    )
    in_time = best <= MOST_MS
    print(f"at the best: {best:.0f} ms  (at most {MOST_MS:g} ms: {in_time})")
    few, anew = min(merged(given) for _ in range(RUNS))
    lost = control(
        "every event made anew",
        lost=anew > few * 4,
        what=f"{anew:.0f} ms beside {few:.0f} ms for one more source",
    )
    return 0 if met and in_time and lost else 1


if __name__ == "__main__":
    sys.exit(main())
