"""The timeline of a record: everything that has a moment, in order, in words."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.customers.customers import CUSTOMERS
from funneldesk.desktop.records.detail.timeline import TimelineView, events_of, when

FORMATS = Formats("EUR", UTC)
NOW = datetime(2026, 5, 20, 12, tzinfo=UTC)
BODY = {
    "created_at": "2026-04-01T08:00:00Z",
    "updated_at": "not a moment",
    "orders": [
        {"id": 1, "date": "2026-05-02T10:00:00+02:00", "total": 49.9, "status": "completed"},
        {"id": 2, "date": "2026-05-02T09:00:00Z", "total": 5, "products": "<b>Mug</b>"},
        {"id": 3, "date": None},
        "strange",
    ],
    "subscriptions": [
        {"product": "Coffee", "status": "active", "next_charge_date": "2026-06-01T00:00:00Z"}
    ],
}


def test_events_of_a_record_and_its_related_ones_are_in_one_order() -> None:
    events = events_of(CUSTOMERS.detail, BODY, FORMATS)
    assert [(event.title, event.words) for event in events] == [
        ("Next charge", "Coffee · active"),
        ("Order", "€5.00 · <b>Mug</b>"),
        ("Order", "€49.90 · completed"),
        ("Created", ""),
    ]


@pytest.mark.parametrize(
    ("distance", "words"),
    [
        (timedelta(seconds=-20), "now"),
        (timedelta(minutes=-5), "5 min ago"),
        (timedelta(hours=-3), "3 h ago"),
        (timedelta(days=-1), "yesterday"),
        (timedelta(days=-7), "13 May 2026"),
        (timedelta(minutes=5), "in 5 min"),
        (timedelta(hours=3), "in 3 h"),
        (timedelta(days=6), "in 6 d"),
        (timedelta(days=7), "27 May 2026"),
    ],
)
def test_near_moments_are_told_by_their_distance(distance: timedelta, words: str) -> None:
    assert when(NOW + distance, NOW, FORMATS) == words


def test_the_full_moment_is_on_hover(qapp: QApplication) -> None:
    zone = timezone(timedelta(hours=2))
    view = TimelineView(CUSTOMERS.detail, lambda: Formats("EUR", zone))
    view.show_record(BODY)
    cell = view.table.rows.index(1, 0)
    assert "2 May 2026, 11:00" in str(cell.data(Qt.ItemDataRole.ToolTipRole))
    view.show_record({})
    assert view.currentIndex() == 1
    view.deleteLater()
