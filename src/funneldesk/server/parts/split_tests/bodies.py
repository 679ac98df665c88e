"""Split tests as the document shows them: whole, in a list, after an update (quirks 42 to 44)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from funneldesk.server.db.types import now
from funneldesk.server.parts.split_tests.states import DELETED, RUNNING
from funneldesk.server.parts.split_tests.tables import SplitTestNoteRow, SplitTestRow

_HIDDEN = frozenset({"block", "user_id", "weights_since"})
_WHOLE = tuple(c.key for c in SplitTestRow.__table__.columns if c.key not in _HIDDEN)
_SUMMARY = (
    *("id", "brand_id", "name", "type", "status", "page_id", "funnel_id"),
    *("primary_metric", "start_date", "end_date", "updated_at"),
)


def whole_body(row: SplitTestRow) -> dict[str, Any]:
    """A test, whole."""
    return {
        **{name: getattr(row, name) for name in _WHOLE},
        "goals": row.goals or [],
        "winner_selection_confidence": (
            round((1 - row.significance_level) * 100, 4)
            if row.winner_selection_confidence is None
            else row.winner_selection_confidence
        ),
    }


def summary_body(row: SplitTestRow) -> dict[str, Any]:
    """The answer to an update."""
    return {name: getattr(row, name) for name in _SUMMARY}


def listed_body(
    row: SplitTestRow,
    views: int,
    user: Mapping[str, Any] | None,
    page: Mapping[str, Any] | None,
    funnel: Mapping[str, Any] | None,
) -> dict[str, Any]:
    """A row of the list. ``duration`` and ``time_left`` are whole days."""
    today = now().date()
    return {
        **whole_body(row),
        "duration": duration(row, today),
        "views": views,
        "time_left": time_left(row, today),
        "user": user,
        "page": page,
        "funnel": funnel,
    }


def note_body(row: SplitTestNoteRow, user: Mapping[str, Any] | None) -> dict[str, Any]:
    """A note."""
    return {
        "id": row.id,
        "split_test_id": row.split_test_id,
        "content": row.content,
        "user": user,
        "created_at": row.created_at,
    }


def duration(row: SplitTestRow, today: date) -> int:
    """The days that a test has run: up to its winner, its end date or today."""
    start = row.start_date or row.created_at.date()
    ends = [today]
    if row.winner_selected_at is not None:
        ends.append(row.winner_selected_at.date())
    if row.end_date is not None:
        ends.append(row.end_date)
    if row.status not in (RUNNING, DELETED):
        ends.append(row.updated_at.date())
    return max(0, (min(ends) - start).days)


def time_left(row: SplitTestRow, today: date) -> int | None:
    """The days until a running test's end date, that day included; None when it has none."""
    if row.end_date is None or row.status != RUNNING:
        return None
    return max(0, (row.end_date - today).days + 1)
