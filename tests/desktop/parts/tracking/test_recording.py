"""Recordings: read whatever comes, found at once at any moment, and their marks."""

import math
import random
import tracemalloc

from funneldesk.contract.tracking import Replay
from funneldesk.desktop.parts.tracking.replay.marks import marks_of, next_mark
from funneldesk.desktop.parts.tracking.replay.page_pictures import place_of
from funneldesk.desktop.parts.tracking.replay.recording import Recording
from funneldesk.desktop.parts.tracking.session.reading import (
    email_of,
    money_of,
    quick_backs,
    views_left_quickly,
)

EVERY = frozenset(("click", "rage", "dead", "error", "back"))


def recording(*events: tuple[str, float, float, float, float, str], **more: object) -> Recording:
    """Of (type, ts, x, y, scrollY, target)."""
    rows = [
        {"type": kind, "ts": ts, "x": x, "y": y, "scrollY": scroll, "target": target}
        for kind, ts, x, y, scroll, target in events
    ]
    given = {"id": "r", "viewport_width": 400, "viewport_height": 800, "events": rows, **more}
    return Recording.of(Replay.model_validate(given))


def test_pointer_and_page_are_where_the_last_events_left_them() -> None:
    made = recording(
        ("mousemove", 100, 10, 20, 0, "p"),
        ("scroll", 300, 0, 0, 400, ""),
        ("mousemove", 500, 30, 40, 400, "p"),
    )
    assert made.moment_at(50).x is None
    assert (made.moment_at(100).x, made.moment_at(100).scroll) == (10, 0)
    half = made.moment_at(200)
    assert (half.x, half.y, half.scroll) == (10, 20, 200)  # A scroll moves no pointer.
    assert (made.moment_at(400).x, made.moment_at(900).x) == (20, 30)
    assert made.duration == 500


def test_any_moment_of_any_recording_can_be_shown() -> None:
    chance = random.Random(7)
    wild = [math.nan, math.inf, -math.inf, -5.0, 1e300, None, 0.0, 12.5]
    for _round in range(200):
        rows = [
            {
                "type": chance.choice(("mousemove", "click", "scroll", "error", "?" * 90)),
                **{key: chance.choice(wild) for key in ("ts", "x", "y", "scrollY")},
            }
            for _event in range(chance.randrange(30))
        ]
        made = Recording.of(Replay.model_validate({"id": "r", "duration_ms": -1, "events": rows}))
        for at in (-1.0, 0.0, 3.0, made.duration, made.duration * 2):
            found = made.moment_at(at)
            assert math.isfinite(found.scroll)
            assert found.x is None or math.isfinite(found.x)
        assert all(math.isfinite(each.at) for each in marks_of(made))


def test_pauses_are_skipped_to_their_end() -> None:
    made = recording(
        ("mousemove", 0, 1, 1, 0, ""), ("mousemove", 60_000, 2, 2, 0, ""), duration_ms=90_000
    )
    assert made.idle_until(100) is None
    assert made.idle_until(5_000) == 60_000
    assert made.idle_until(80_000) == 90_000


def test_marks_tell_rage_and_dead_clicks_and_errors_from_clicks() -> None:
    rage = [("click", 1_000 + 200 * n, 50, 50, 0, "div.hero") for n in range(4)]
    made = recording(
        *rage,
        ("click", 5_000, 10, 10, 0, "button.cta"),
        ("click", 9_000, 10, 10, 0, "div.price"),
        ("error", 12_000, 0, 0, 0, "TypeError"),
        duration_ms=20_000,
    )
    marks = marks_of(made)
    assert [(each.kind, each.at) for each in marks] == [
        ("rage", 1_000),
        ("click", 5_000),
        ("dead", 9_000),
        ("error", 12_000),
    ]
    found = next_mark(marks, 1_000, EVERY)
    assert found is not None
    assert found.words == "Click: button.cta"
    assert next_mark(marks, 12_000, EVERY) is None
    short = recording(("mousemove", 100, 1, 1, 0, ""), duration_ms=2_000)
    assert [each.kind for each in marks_of(short, went_back=True)] == ["back"]


def test_fifty_thousand_events_take_two_megabytes() -> None:
    rows = [
        {"type": "mousemove", "ts": n * 10, "x": n % 400, "y": n % 800, "target": "p", "scrollY": n}
        for n in range(50_000)
    ]
    replay = Replay.model_validate({"id": "r", "events": rows})
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    made = Recording.of(replay)
    kept = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert len(made) == 50_000
    assert kept < 2_000_000


def test_a_session_tells_money_customer_and_quick_ways_back() -> None:
    view = {"type": "page_view", "where": "/a", "at": "2026-01-01T10:00:00Z"}
    away = {"type": "page_view", "where": "/b", "at": "2026-01-01T10:00:30Z"}
    back = {"type": "page_view", "where": "/a", "at": "2026-01-01T10:00:33Z"}
    assert quick_backs([view, away, back]) == {1}
    assert views_left_quickly({"happened": [view, {"type": "identify"}, away, back]}) == {1}
    assert quick_backs([view, away, {**back, "at": "2026-01-01T10:01:33Z"}]) == set()
    assert str(money_of({"data": {"total": "19.90"}})) == "19.90"
    assert money_of({"data": "x"}) is None
    happened = [{"data": {"email": "ana@posta.example"}}]
    assert email_of({"happened": happened}) == "ana@posta.example"
    assert email_of({"url": "https://x.example/?e=ana%40posta.example"}) == "ana@posta.example"
    assert email_of({"url": "https://[", "happened": [None]}) == ""


def test_addresses_lead_to_pages_by_their_path() -> None:
    assert place_of("https://shop.example/p/7/mugs/?x=1#y") == "/p/7/mugs"
    assert place_of("https://[broken") == ""


def test_times_of_a_clock_are_those_since_the_beginning() -> None:
    """Other servers keep milliseconds since 1970."""
    began = 1_772_000_000_000.0
    made = recording(
        ("click", began + 900, 5, 5, 0, "a"),
        ("mousemove", began + 400, 1, 1, 0, "p"),
        duration_ms=2_500,
    )
    assert list(made.times) == [0, 500]
    assert made.duration == 2_500
    assert recording(("click", began, 5, 5, 0, "a"), duration_ms=began + 700).duration == 700
