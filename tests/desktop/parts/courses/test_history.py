"""Progress over time from what this computer saw. No Qt, no server."""

from datetime import date

from funneldesk.desktop.parts.courses.learners.history import ProgressHistory
from funneldesk.desktop.parts.courses.learners.over_time import every_day


def row(key: str, done: int, began: str = "2026-01-01T09:00:00Z") -> dict[str, object]:
    return {"id": key, "created_at": began, "completed_content_ids": list(range(done))}


def test_who_did_nothing_stalls_since_they_were_enrolled() -> None:
    history = ProgressHistory()
    assert history.note([row("a", 0)], date(2026, 3, 1))
    last = history.last("a")
    assert last is not None
    assert (last.day, last.is_exact) == (date(2026, 1, 1), True)


def test_progress_from_before_is_not_claimed_to_be_known() -> None:
    history = ProgressHistory()
    history.note([row("a", 3)], date(2026, 3, 1))
    last = history.last("a")
    assert last is not None
    assert (last.day, last.is_exact) == (date(2026, 3, 1), False)
    assert not history.note([row("a", 3)], date(2026, 3, 20)), "nothing happened"
    assert history.note([row("a", 4)], date(2026, 3, 21))
    last = ProgressHistory(history.kept()).last("a")
    assert last is not None
    assert (last.day, last.is_exact) == (date(2026, 3, 21), True)


def test_the_average_is_of_those_enrolled_by_then() -> None:
    history = ProgressHistory()
    history.note([row("a", 0)], date(2026, 1, 1))
    history.note([row("a", 2), row("b", 0, "2026-01-03T00:00:00Z")], date(2026, 1, 3))
    history.note([row("a", 4), row("b", 2)], date(2026, 1, 5))
    assert history.by_day(4) == [
        (date(2026, 1, 1), 0.0),
        (date(2026, 1, 3), 25.0),
        (date(2026, 1, 5), 75.0),
    ]
    assert history.by_day(0) == []


def test_the_days_before_the_first_look_are_not_called_days_without_progress() -> None:
    history = ProgressHistory()
    history.note([row("a", 0), row("b", 2)], date(2026, 3, 1))
    assert history.by_day(4) == [(date(2026, 3, 1), 25.0)]
    history.note([row("a", 2), row("b", 2)], date(2026, 3, 4))
    assert history.by_day(4) == [(date(2026, 3, 1), 25.0), (date(2026, 3, 4), 50.0)]


def test_what_was_kept_in_another_shape_is_left_out() -> None:
    assert ProgressHistory({"a": "odd"}).last("a") is None
    assert ProgressHistory([1, 2]).last("a") is None


def test_the_days_between_keep_what_was_reached() -> None:
    known = [(date(2026, 9, 2), 0.0), (date(2026, 9, 5), 40.0)]
    between = [
        (date(2026, 9, 2), 0.0),
        (date(2026, 9, 3), 0.0),
        (date(2026, 9, 4), 0.0),
        (date(2026, 9, 5), 40.0),
    ]
    assert list(every_day(known, date(2026, 9, 5))) == between
    assert list(every_day(known, date(2026, 9, 1))) == between, "a clock that was put back"
    later = [(date(2026, 9, 6), 40.0), (date(2026, 9, 7), 40.0)]
    assert list(every_day(known, date(2026, 9, 7))) == between + later
    assert list(every_day([], date(2026, 9, 5))) == []
