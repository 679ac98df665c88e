"""The tray: long work of every section in one place, by mouse, by keys and by ear."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.search_replace_driver import read_report, replace_all, replacing
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.jobs.card import JobCard
from funneldesk.desktop.kit.jobs.job import Job, JobItem
from funneldesk.desktop.kit.jobs.job_queue import JobQueue
from funneldesk.desktop.kit.jobs.tray import AT_A_TIME, JobTray
from funneldesk.desktop.parts.pages.list.export import PageExport
from funneldesk.desktop.records.bulk.report import ReportDialog


class Upload(Job):
    """A job whose files are set by the test."""

    flight: Sequence[JobItem] = ()

    def under_way(self) -> Sequence[JobItem]:
        return self.flight


def running(title: str = "Upload to media", **fields: object) -> Upload:
    made = Upload(title, brand="Harbour Lane")
    made.state, made.total = "running", 10
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def ended(title: str, trouble: int = 0, outcome: str = "All is up.") -> Upload:
    made = running(title)
    made.trouble, made.outcome, made.state = trouble, outcome, "ended"
    return made


def tray_with(session: Session, *jobs: Job) -> JobTray:
    """The open tray, the first of the jobs on top."""
    for job in reversed(jobs):
        session.brands.jobs.add(job)
    session.window.show()
    session.jobs.open()
    return session.jobs.tray


def texts(widget: QWidget) -> str:
    return said(widget)


@in_the_window
async def test_an_empty_tray_says_what_it_is_for(bench: WindowBench) -> None:
    tray = tray_with(bench.session())
    assert "Nothing is at work." in texts(tray)
    assert tray.accessibleName() == "Jobs"


@in_the_window
async def test_a_card_follows_its_job_and_offers_what_can_be_done(bench: WindowBench) -> None:
    job = running(goes_on=True)
    asked: list[str] = []
    job.acts = {"pause": lambda: asked.append("pause"), "cancel": lambda: asked.append("cancel")}
    tray = tray_with(bench.session(), job)
    (card,) = tray.cards
    assert {name for name, b in card.buttons.items() if not b.isHidden()} == {"pause", "cancel"}
    assert "goes on when Funneldesk starts again" in texts(tray)
    card.buttons["cancel"].click()
    job.done, job.doing = 4, "a.png"
    job.acts = {"resume": lambda: asked.append("resume")}
    job.state = "paused"
    job.tell()
    await until(lambda: "4 of 10 files" in texts(card))
    assert "Paused." in texts(card)
    assert "40%" in card.accessibleName()
    card.buttons["resume"].click()
    assert asked == ["cancel", "resume"]


@in_the_window
async def test_keys_go_through_all_of_it(bench: WindowBench) -> None:
    opened: list[str] = []
    first, second = running("First"), ended("Second")
    first.acts = {"pause": lambda: opened.append("pause")}
    first.flight = [JobItem("a.png", 0.5, "1 of 2 MB")]
    second.acts = {"open": lambda: opened.append("open")}
    session = bench.session()
    tray = tray_with(session, first, second)
    one, two = tray.cards
    assert tray.focusWidget() is one
    QTest.keyClick(one, Qt.Key.Key_Space)
    QTest.keyClick(one, Qt.Key.Key_Right)
    assert one.unfolded
    assert "a.png" in texts(one)
    QTest.keyClick(one, Qt.Key.Key_Left)
    assert not one.unfolded
    QTest.keyClick(one, Qt.Key.Key_Delete)
    assert first in session.brands.jobs.jobs, "what works is not put away"
    QTest.keyClick(one, Qt.Key.Key_Down)
    assert tray.focusWidget() is two
    QTest.keyClick(two, Qt.Key.Key_Delete)
    await until(lambda: tray.focusWidget() is one)
    assert tray.cards == [one]
    QTest.keyClick(tray, Qt.Key.Key_Escape)
    assert not tray.isVisible()
    assert opened == ["pause"]


@in_the_window
async def test_enter_opens_the_report_and_the_tray_goes(bench: WindowBench) -> None:
    opened: list[str] = []
    job = ended("Upload")
    job.acts["open"] = lambda: opened.append("open")
    tray = tray_with(bench.session(), job)
    QTest.keyClick(tray.cards[0], Qt.Key.Key_Return)
    assert opened == ["open"]
    assert not tray.isVisible()


@in_the_window
async def test_a_hundred_jobs_come_a_few_in_a_turn(bench: WindowBench) -> None:
    jobs = [running(f"Job {number}") for number in range(100)]
    session = bench.session()
    tray = tray_with(session, *jobs)
    assert len(tray.cards) <= 2 * AT_A_TIME
    await until(lambda: len(tray.cards) == 100)
    assert [card.job for card in tray.cards] == jobs
    assert tray.height() <= session.window.height()
    tray.close()
    assert not tray.cards, "nothing is drawn while it is shut"


@in_the_window
async def test_the_button_tells_of_work_and_of_trouble_until_it_was_seen(
    bench: WindowBench,
) -> None:
    session = bench.session()
    button, jobs = session.window.top.jobs, session.brands.jobs
    job = running(done=5)
    jobs.add(job)
    await until(lambda: button.working == 1)
    assert button.accessibleName() == "Jobs, 1 at work, 50%"
    job.state = "away"
    job.tell()
    await until(lambda: button.held_up)
    job.trouble = 2
    job.end()
    await until(lambda: button.trouble)
    assert "something went wrong" in button.accessibleName()
    session.window.show()
    button.click()
    assert not button.trouble
    session.jobs.tray.close()
    session.jobs.draw()
    assert not button.trouble
    jobs.add(ended("Of an earlier run", trouble=2))
    session.jobs.draw()
    assert not button.trouble
    job.again()
    job.end()
    session.jobs.draw()
    assert button.trouble, "it went wrong once more"


@in_the_window
async def test_the_end_of_a_job_is_told_once_while_nobody_looks(bench: WindowBench) -> None:
    session = bench.session()
    opened: list[str] = []
    quiet, loud = running("Export"), running("Upload")
    quiet.told_elsewhere = True
    for job in (quiet, loud):
        session.brands.jobs.add(job)
        job.outcome = f"{job.title} is over."
        job.acts["open"] = lambda: opened.append("open")
        job.end()
    assert bench.notice("Export is over.") is None
    notice = bench.notice("Upload is over.")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    assert opened == ["open"]
    tray_with(session, watched := running("Watched"))
    watched.outcome = "Watched is over."
    watched.end()
    assert bench.notice("Watched is over.") is None


@in_the_window
async def test_a_thousand_progresses_draw_a_few_times(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = running(total=1000)
    tray = tray_with(bench.session(), job)
    drawn = 0
    whole = JobCard.draw

    def counted(card: JobCard) -> None:
        nonlocal drawn
        drawn += 1
        whole(card)

    monkeypatch.setattr(JobCard, "draw", counted)
    for done in range(1001):
        job.done = done
        job.tell()
    await until(lambda: "1,000 of 1,000" in texts(tray))
    assert drawn <= 3


@in_the_window
async def test_ctrl_j_opens_the_tray(bench: WindowBench) -> None:
    session = bench.session()
    session.window.show()
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    QTest.keyClick(session.window, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    await until(session.jobs.tray.isVisible)
    QTest.keyClick(session.jobs.tray, Qt.Key.Key_J, Qt.KeyboardModifier.ControlModifier)
    assert not session.jobs.tray.isVisible()


@in_the_window
async def test_a_run_over_pages_shows_and_is_stopped_from_the_tray(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    pages = [await brand.add(title) for title in ("One", "Two", "Three")]
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    jobs = panel.workspace.jobs
    acts = panel.actions_on_pages
    async with relay.held("PUT"):
        panel.tasks.start(acts.publish([str(page.id) for page in pages]))
        await until(lambda: jobs.jobs and relay.writes())
        (job,) = jobs.jobs
        assert (job.title, job.state, job.total, job.brand) == (
            "Publish pages",
            "running",
            3,
            "Harbour Lane",
        )
        job.acts["cancel"]()
        assert job.state == "stopping"
        assert "cancel" not in job.acts
    await until(lambda: job.state == "ended")
    assert job.outcome == "1 done, 2 not started."
    assert job.stopped
    job.acts["open"]()
    dialog = await shown_dialog(ReportDialog)
    assert dialog.report.count("done") == 1
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_an_export_shows_and_leads_to_its_folder(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await brand.add("One")
    panel = await bench.pages(await bench.workspace(brand))
    jobs: JobQueue = panel.workspace.jobs
    states: list[str] = []
    jobs.added.connect(lambda job: states.append(job.state))
    export = next(feature for feature in panel.features if isinstance(feature, PageExport))
    ids = list(panel.library.rows)
    await export.write(tmp_path / "pages.csv", ids, ["title"])
    (job,) = jobs.jobs
    assert states == ["running"]
    assert (job.state, job.outcome) == ("ended", "1 row exported.")
    assert "show" in job.acts
    await export.write(tmp_path, ids, ["title"])
    assert jobs.jobs[0].trouble == 1
    assert not jobs.jobs[0].acts


@in_the_window
async def test_replacing_over_pages_shows_with_its_report(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Home", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    await replace_all(window)
    (job,) = window.workspace.jobs.jobs
    assert (job.title, job.state, job.done) == ("Replacing in many pages", "ended", 1)
    job.acts["open"]()
    report = await read_report("")
    assert report.count("done") == 1
