"""What the tray says of a job, word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.jobs.job import Job, State
from funneldesk.desktop.kit.jobs.labels import (
    left_words,
    part_words,
    progress_words,
    spoken,
    state_words,
    tone,
)

MB = 1024 * 1024


def job(state: State = "running", **fields: object) -> Job:
    made = Job("Upload to media", brand="Harbour Lane")
    made.state = state
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def test_a_running_job_tells_counts_bytes_speed_and_time() -> None:
    made = job(done=412, total=1000, bytes_done=84 * MB, bytes_total=210 * MB, speed=3.2 * MB)
    assert progress_words(made) == "412 of 1,000 files · 84.0 of 210 MB · 3.2 MB/s · 40 s left"
    assert state_words(made) == ""
    assert spoken(made).startswith("Upload to media. Harbour Lane. 40%. 412 of 1,000 files")


@pytest.mark.parametrize(
    ("state", "fields", "said", "serious"),
    [
        ("waiting", {}, "Waiting for its turn.", ""),
        ("away", {}, "Waiting for the server. It goes on by itself.", "warning"),
        ("paused", {"goes_on": True}, "Paused. It stays so over a restart", "warning"),
        ("running", {"trouble": 3}, "3 failed so far.", "danger"),
        ("stopping", {}, "Stopping", ""),
        ("running", {"note": "The server asks to slow down."}, "The server asks to", ""),
    ],
)
def test_a_state_has_a_sentence(
    state: State, fields: dict[str, object], said: str, serious: str
) -> None:
    made = job(state, total=10, **fields)
    assert said in state_words(made)
    assert tone(made) == serious


def test_an_ended_job_tells_how_it_came_out() -> None:
    assert progress_words(job("ended", done=1, total=1)) == "1 file done."
    assert progress_words(job("ended", done=7, total=9, trouble=2)) == (
        "7 of 9 files done. 2 failed."
    )
    assert progress_words(job("ended", outcome="9 files uploaded.")) == "9 files uploaded."


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (0.2, "almost done"),
        (7.4, "7 s left"),
        (41, "40 s left"),
        (58, "1 min left"),
        (600, "10 min left"),
        (3_600, "1 h left"),
        (9_000, "2 h 30 min left"),
    ],
)
def test_the_time_left_is_said_as_one_would(seconds: float, words: str) -> None:
    assert left_words(seconds) == words


@given(st.floats(0, 1e9), st.integers(0, 10**13), st.integers(1, 10**13))
def test_words_come_for_every_number(seconds: float, done: int, total: int) -> None:
    assert left_words(seconds)
    assert " of " in part_words(done, total)
