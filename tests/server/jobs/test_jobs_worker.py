"""The worker: done once, tried again, given back, taken over; and the duties."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from jobs_driver import BRAND, jobs, opened
from platform_process import Place
from sqlalchemy import update
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import at, now
from funneldesk.server.jobs import claims, duties, upkeep
from funneldesk.server.jobs.job import Hopeless, Job, Outside, Within, pause_before
from funneldesk.server.jobs.kinds import KINDS
from funneldesk.server.jobs.queue import LANES, STEPS, enqueue, enqueue_many
from funneldesk.server.jobs.tables import JobRow
from funneldesk.server.jobs.worker import Worker
from funneldesk.server.platform import Platform

SOON = 10.0


@pytest.fixture
def platform(place: Place) -> Iterator[Platform]:
    with opened(place) as found:
        yield found


def put(platform: Platform, kind: str, body: dict[str, Any] | None = None, **words: Any) -> int:
    with platform.database.writing() as session:
        return enqueue(session, BRAND, kind, body or {}, **words)


def count_up(_platform: Platform, session: Session, job: Job) -> None:
    move(session, job.brand_id, "done", 1)


def test_kinds_that_leave_the_database_have_lanes_of_their_own() -> None:
    assert {name for name, kind in KINDS.items() if isinstance(kind, Outside)} == set(LANES)


def test_work_within_the_database_is_done_once(platform: Platform) -> None:
    worker = Worker(platform, {"count": Within(count_up)})
    for _ in range(3):
        put(platform, "count")
    while worker.do_one(STEPS):
        pass
    with platform.database.reading() as session:
        assert counted(session, BRAND, "done") == 3
    assert {job.state for job in jobs(platform)} == {"done"}
    assert not worker.do_one(STEPS)


def test_many_workers_do_each_job_once(platform: Platform) -> None:
    with platform.database.writing() as session:
        enqueue_many(session, BRAND, "count", [({}, now())] * 40)
    workers = [Worker(platform, {"count": Within(count_up)}) for _ in range(4)]

    def work(worker: Worker) -> None:
        while any(job.state == "waiting" for job in jobs(platform)):
            worker.do_one(STEPS)

    threads = [threading.Thread(target=work, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with platform.database.reading() as session:
        assert counted(session, BRAND, "done") == 40


def test_a_failure_undoes_everything_and_is_tried_again_later(platform: Platform) -> None:
    def fail(_platform: Platform, session: Session, job: Job) -> None:
        move(session, job.brand_id, "done", 1)
        raise OSError("no luck")

    worker = Worker(platform, {"fail": Within(fail, attempts=2)})
    put(platform, "fail")
    assert worker.do_one(STEPS)
    (job,) = jobs(platform)
    assert (job.state, job.attempts, job.failure) == ("waiting", 1, "OSError: no luck")
    assert job.run_at > now()
    assert not worker.do_one(STEPS)
    with at(now() + timedelta(hours=1)):
        assert worker.do_one(STEPS)
    (job,) = jobs(platform)
    assert (job.state, job.attempts) == ("failed", 2)
    with platform.database.reading() as session:
        assert counted(session, BRAND, "done") == 0


def test_a_hopeless_job_is_given_up_at_once_and_says_so(platform: Platform) -> None:
    told: list[str] = []

    def hopeless(_platform: Platform, _session: Session, _job: Job) -> None:
        raise Hopeless("Never.")

    kind = Within(hopeless, lambda _session, _job, reason: told.append(reason))
    worker = Worker(platform, {"fail": kind})
    put(platform, "fail")
    put(platform, "unheard of")
    assert worker.do_one(STEPS)
    assert worker.do_one(STEPS)
    assert [job.state for job in jobs(platform)] == ["failed", "failed"]
    assert told == ["Never."]


def test_a_job_waits_for_its_time_and_for_the_commit(platform: Platform) -> None:
    worker = Worker(platform, {"count": Within(count_up)})
    put(platform, "count", run_at=now() + timedelta(days=3))
    assert not worker.do_one(STEPS)
    with at(now() + timedelta(days=4)):
        assert worker.do_one(STEPS)
    with Session(platform.database.engine) as session:
        enqueue(session, BRAND, "count", {})
        session.rollback()
    assert len(jobs(platform)) == 1


def test_work_outside_is_held_and_taken_over_when_its_worker_is_gone(platform: Platform) -> None:
    seen: list[int] = []

    def slow(_platform: Platform, job: Job) -> None:
        seen.append(job.attempt)

    kinds = {"mail": Outside(slow)}
    put(platform, "mail")
    with platform.database.writing() as session:
        gone = claims.claim(session, "mail", hold=True)
    assert gone is not None
    worker = Worker(platform, kinds)
    assert not worker.do_one("mail")
    half = claims.LEASE / 2
    with at(now() + half), platform.database.writing() as session:
        claims.keep(session, gone)  # it is slow, but it is there
    with at(now() + half * 2):
        assert not worker.do_one("mail")
    with at(now() + half * 4):
        assert worker.do_one("mail")
    assert seen == [2]
    # The first one comes back from the dead: nothing of its work counts any more.
    with pytest.raises(claims.Lost), platform.database.writing() as session:
        claims.end(session, gone, held=True)


def test_a_job_whose_process_dies_at_each_attempt_is_given_up(platform: Platform) -> None:
    """Begun again without end, it would end the platform each time."""
    told, done = list[str](), list[int]()
    kind = Outside(
        lambda _platform, job: done.append(job.attempt),
        lambda _session, _job, reason: told.append(reason),
        attempts=3,
    )
    put(platform, "mail")
    for death in range(3):
        with (
            at(now() + claims.LEASE * 2 * death),
            platform.database.writing() as session,
        ):
            held = claims.claim(session, "mail", hold=True)
            assert held is not None
            assert held.attempt == death + 1
    with at(now() + claims.LEASE * 8):
        assert Worker(platform, {"mail": kind}).do_one("mail")
    (job,) = jobs(platform)
    assert (job.state, done) == ("failed", [])
    assert told == [job.failure] == ["The platform ended unexpectedly at every attempt."]


def test_a_job_that_is_not_done_at_the_end_is_given_back(platform: Platform) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def stuck(_platform: Platform, _job: Job) -> None:
        begun.set()
        go_on.wait(SOON)

    worker = Worker(platform, {"mail": Outside(stuck), "count": Within(count_up)})
    worker.start()
    put(platform, "mail")
    assert begun.wait(SOON)
    worker.end(0.2)
    # Whoever waits for the job finds it done.
    (job,) = jobs(platform)
    assert (job.state, job.attempts, job.holder) == ("waiting", 0, None)
    go_on.set()
    worker.end(SOON)  # Its thread still asks the database, which has to be there.


def test_what_a_killed_process_left_is_done_at_the_next_start(platform: Platform) -> None:
    if platform.settings.is_shared:
        pytest.skip("another process may be at it: there it is taken over after its time")
    done = threading.Event()
    put(platform, "mail")
    with platform.database.writing() as session:
        assert claims.claim(session, "mail", hold=True)
    worker = Worker(platform, {"mail": Outside(lambda _platform, _job: done.set())})
    worker.start()
    assert done.wait(SOON)
    worker.end(SOON)


def test_a_job_of_this_process_is_done_at_once(
    platform: Platform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("funneldesk.server.jobs.worker.LOOK_EVERY", 3600.0)
    done = threading.Event()
    worker = Worker(platform, {"count": Within(lambda *_: done.set())})
    worker.start()
    put(platform, "count")
    assert done.wait(SOON)
    worker.end(SOON)


def test_pauses_grow() -> None:
    pauses = [pause_before(attempt).total_seconds() for attempt in range(1, 12)]
    assert pauses[:4] == [5, 20, 80, 320]
    assert pauses[-1] == 6 * 3600


def test_old_jobs_are_removed(platform: Platform) -> None:
    for state, days in (("done", 2), ("done", 0), ("failed", 2), ("failed", 40), ("waiting", 90)):
        number = put(platform, "count", run_at=now() - timedelta(days=days))
        with platform.database.writing() as session:
            session.execute(update(JobRow).where(JobRow.id == number).values(state=state))
    upkeep.remove_old(platform)
    assert [job.state for job in jobs(platform)] == ["done", "failed", "waiting"]


def test_duties_are_kept_in_turn_and_outlive_a_failure(platform: Platform) -> None:
    ended, times = threading.Event(), []

    def fails(_platform: Platform) -> None:
        times.append("fails")
        raise RuntimeError("not today")

    def works(_platform: Platform) -> None:
        times.append("works")
        if times.count("works") == 2:
            ended.set()

    before, duties.FIRST_AFTER = duties.FIRST_AFTER, 0.0
    try:
        duties.keep(platform, ended, (("a", 0.01, fails), ("b", 0.01, works)))
    finally:
        duties.FIRST_AFTER = before
    assert times[:3] == ["fails", "works", "fails"]
    assert times[-1] == "works"


def test_a_duty_is_done_by_one_process_at_a_time(platform: Platform) -> None:
    with duties.turn(platform.database, "a") as mine, duties.turn(platform.database, "b") as other:
        assert mine
        assert other
        if platform.settings.is_shared:
            with duties.turn(platform.database, "a") as second:
                assert not second
    with duties.turn(platform.database, "a") as again:
        assert again


def test_every_duty_runs_on_an_empty_platform(platform: Platform) -> None:
    for _name, seconds, do in duties.DUTIES:
        assert seconds > 0
        do(platform)
