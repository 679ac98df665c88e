"""Damaged, foreign, newer and refused databases; the thread that owns one."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.database.database_kinds import WORK, work_path
from funneldesk.desktop.local.database.schema import MIGRATIONS
from funneldesk.desktop.local.database.sqlite_thread import SqliteThread
from funneldesk.desktop.local.files.problems import Cause, LocalStoreProblem, ProblemKind
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.user_data.work import WorkStore

ROWS = [CachedRow(str(n), {"id": n}, "", {"name": f"Page {n}"}) for n in range(3)]


async def opened_on(thread: SqliteThread) -> LocalStore:
    """A store whose copy is on this thread."""
    work = WorkStore(work_path(thread.path))
    await work.open()
    await thread.open()
    return LocalStore(thread, work)


async def filled(path: Path, drafts: int = 0) -> None:
    store = await LocalStore.open(path)
    await store.replace_listing("pages", ROWS)
    for number in range(drafts):
        text = f"draft {number} " * 500
        await store.save_draft("pages", str(number), {"html": text}, {"html": "base"})
    await store.close()


def damaged_files(folder: Path) -> list[Path]:
    return list(folder.glob("*.damaged-*"))


def assert_three_sentences(problem: LocalStoreProblem) -> None:
    parts = (problem.explanation.happened, problem.explanation.meaning, problem.explanation.advice)
    assert all(part.endswith(".") and part[0].isupper() for part in parts)


async def test_a_sound_database_is_not_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    await filled(path, drafts=1)
    store = await LocalStore.open(path)
    assert store.asides == ()
    assert len(await store.listing("pages")) == 3
    assert damaged_files(tmp_path) == []
    await store.close()


@pytest.mark.parametrize("content", [b"not a database at all" * 300, b"\0" * 8192, b"SQLite f"])
async def test_a_file_that_is_no_database_is_set_aside(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "one.sqlite3"
    path.write_bytes(content)
    store = await LocalStore.open(path)
    assert store.asides
    assert store.asides[0].original == path
    assert store.asides[0].kept_as.name.startswith("one.sqlite3.damaged-")
    assert store.asides[0].kept_as.read_bytes() == content
    assert store.asides[0].kept_as.name in str(store.asides[0].explanation)
    assert await store.listing("pages") == []
    await store.save_draft("pages", "1", {"a": 1}, {})
    await store.close()
    again = await LocalStore.open(path)
    assert again.asides == ()
    assert await again.draft("pages", "1") is not None
    await again.close()


async def test_drafts_are_rescued_from_around_the_damage(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    await filled(path, drafts=60)
    work = work_path(path)
    raw = bytearray(work.read_bytes())
    page_size = int.from_bytes(raw[16:18], "big")
    middle = raw.index(b"draft 30 draft 30") // page_size * page_size
    raw[middle : middle + page_size] = b"\xff" * page_size
    work.write_bytes(raw)
    store = await LocalStore.open(path)
    assert store.asides
    rescued = {draft.id: draft for draft in await store.drafts("pages")}
    assert store.asides[0].drafts == len(rescued) >= 50
    assert {"0", "59"} <= rescued.keys()
    assert rescued["59"].content == {"html": "draft 59 " * 500}
    assert str(len(rescued)) in str(store.asides[0].explanation)
    await store.close()


async def test_a_database_of_another_make_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name)")
        other.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    store = await LocalStore.open(path)
    assert store.asides
    assert await store.listing("pages") == []
    await store.close()


async def test_two_damaged_files_of_one_second_get_two_names(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    for _ in range(3):
        path.write_bytes(b"rubbish" * 1000)
        await (await LocalStore.open(path)).close()
    assert len(damaged_files(tmp_path)) == 3


async def test_a_database_of_a_newer_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    await filled(path)
    with contextlib.closing(sqlite3.connect(path)) as newer:
        newer.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    before = path.read_bytes()
    store = await LocalStore.open(path)
    assert [aside.cause for aside in store.asides] == [Cause.NEWER]
    await store.replace_listing("pages", ROWS)
    await store.close()
    assert path.read_bytes() == before
    again = await LocalStore.open(path)
    assert len(await again.listing("pages")) == 3
    await again.close()


@pytest.mark.parametrize(("broken", "mended"), [("id > 10", True), ("true", False)])
async def test_a_damaged_search_index_is_told_and_gone_at_the_next_opening(
    tmp_path: Path, broken: str, mended: bool
) -> None:
    path = tmp_path / "one.sqlite3"
    store = await LocalStore.open(path)
    await store.put_record("pages", "1", {}, {"html": "long text " * 100})
    await store.save_draft("pages", "1", {"a": 1}, {})
    await store.close()
    with contextlib.closing(sqlite3.connect(path)) as vandal:
        vandal.execute(f"DELETE FROM texts_index_data WHERE {broken}")
        vandal.commit()
    store = await LocalStore.open(path)
    with pytest.raises(LocalStoreProblem) as caught:
        await store.search("pages", "long text")
    assert caught.value.kind is ProblemKind.DAMAGED
    await store.close()
    store = await LocalStore.open(path)
    assert (store.asides == ()) is mended
    assert len(await store.search("pages", "long text")) == int(mended)
    assert await store.draft("pages", "1") is not None
    await store.close()


async def test_a_full_disk_is_told_and_leaves_what_was(tmp_path: Path) -> None:
    thread = SqliteThread(tmp_path / "one.work.sqlite3", WORK)
    store = WorkStore(thread.path)
    store.thread = thread
    await store.open()
    await store.save_draft("pages", "1", {"html": "kept"}, {})
    await thread.read(lambda c: c.execute("PRAGMA max_page_count = 1").fetchall())
    with pytest.raises(LocalStoreProblem) as caught:
        await store.save_draft("pages", "1", {"html": "x" * 1_000_000}, {})
    assert caught.value.kind is ProblemKind.DISK_FULL
    assert_three_sentences(caught.value)
    draft = await store.draft("pages", "1")
    assert draft is not None
    assert draft.content == {"html": "kept"}
    await thread.read(lambda c: c.execute("PRAGMA max_page_count = 1000000").fetchall())
    await store.save_draft("pages", "1", {"html": "room again"}, {})
    await thread.close()


async def test_a_forbidden_write_is_told(tmp_path: Path) -> None:
    thread = SqliteThread(tmp_path / "one.sqlite3")
    store = await opened_on(thread)
    await thread.read(lambda c: c.execute("PRAGMA query_only = ON").fetchall())
    with pytest.raises(LocalStoreProblem) as caught:
        await store.put_value("a", 1)
    assert caught.value.kind is ProblemKind.NOT_ALLOWED
    assert_three_sentences(caught.value)
    await store.close()


async def test_a_place_that_cannot_be_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "brands").write_text("a file")
    store = await LocalStore.open(tmp_path / "brands" / "one.sqlite3")
    assert {aside.cause for aside in store.asides} == {Cause.NOT_USABLE}
    with pytest.raises(LocalStoreProblem) as caught:
        await store.save_draft("pages", "1", {"a": 1}, {})
    assert_three_sentences(caught.value)
    await store.close()
    assert (tmp_path / "brands").read_text() == "a file"


async def test_a_failed_write_leaves_nothing_of_itself(tmp_path: Path) -> None:
    thread = SqliteThread(tmp_path / "one.sqlite3")
    store = await opened_on(thread)

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO kept_values VALUES ('a', '1')")
        connection.execute("INSERT INTO kept_values VALUES ('a', '2')")

    with pytest.raises(LocalStoreProblem):
        await thread.write(half)
    assert await store.value("a") is None
    await store.put_value("a", 3)
    assert await store.value("a") == 3
    await store.close()


async def test_a_cancelled_write_is_done_and_a_cancelled_read_is_not(tmp_path: Path) -> None:
    thread = SqliteThread(tmp_path / "one.sqlite3")
    store = await opened_on(thread)
    gate, read_ran = threading.Event(), threading.Event()
    holder = asyncio.create_task(thread.read(lambda _: gate.wait(20)))
    await asyncio.sleep(0)
    write = asyncio.create_task(store.put_value("a", 1))
    read = asyncio.create_task(thread.read(lambda _: read_ran.set()))
    await asyncio.sleep(0)
    for task in (write, read):
        task.cancel()
    results = await asyncio.gather(write, read, return_exceptions=True)
    assert all(isinstance(result, asyncio.CancelledError) for result in results)
    gate.set()
    await holder
    assert await store.value("a") == 1
    assert not read_ran.is_set()
    await store.close()


async def test_a_failed_write_whose_caller_has_gone_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    thread = SqliteThread(tmp_path / "one.sqlite3")
    await thread.open()
    gate = threading.Event()

    def fail(_: sqlite3.Connection) -> None:
        gate.wait(20)
        raise sqlite3.OperationalError("no")

    task = asyncio.create_task(thread.write(fail))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    gate.set()
    await thread.close()
    assert "could not be read or written" in caplog.text


async def test_closing_waits_for_what_is_queued_then_refuses(tmp_path: Path) -> None:
    store = await LocalStore.open(tmp_path / "one.sqlite3")
    tasks = [
        asyncio.create_task(store.save_draft("pages", str(n), {"n": n}, {})) for n in range(50)
    ]
    await asyncio.sleep(0)
    assert await store.close() is True
    assert await store.close() is True
    await asyncio.gather(*tasks)
    for call in (store.draft("pages", "1"), store.save_draft("pages", "1", {}, {})):
        with pytest.raises(LocalStoreProblem) as caught:
            await call
        assert caught.value.kind is ProblemKind.CLOSED
    again = await LocalStore.open(store.path)
    assert len(await again.drafts("pages")) == 50
    await again.close()


async def test_closing_gives_up_in_time(tmp_path: Path) -> None:
    thread = SqliteThread(tmp_path / "one.sqlite3")
    await thread.open()
    gate = threading.Event()
    held = asyncio.create_task(thread.read(lambda _: gate.wait(20)))
    await asyncio.sleep(0)
    assert await thread.close(0.05) is False
    gate.set()
    assert await held is True
    assert await thread.close() is True


async def test_many_coroutines_at_once(tmp_path: Path) -> None:
    store = await LocalStore.open(tmp_path / "one.sqlite3")

    async def work(number: int) -> int:
        await store.save_draft("pages", str(number), {"n": number}, {})
        await store.put_record("pages", str(number), {"n": number}, {"name": f"Name {number}"})
        record = await store.record("pages", str(number))
        assert record is not None
        return int(record.body["n"])

    assert await asyncio.gather(*(work(n) for n in range(200))) == list(range(200))
    assert len(await store.drafts()) == 200
    await store.close()


async def test_two_windows_share_a_database(tmp_path: Path) -> None:
    for number in range(20):
        path = tmp_path / f"{number}.sqlite3"
        first, second = await asyncio.gather(LocalStore.open(path), LocalStore.open(path))
        assert first.asides == second.asides == ()
        await asyncio.gather(first.close(), second.close())
    first, second = await asyncio.gather(LocalStore.open(path), LocalStore.open(path))
    await asyncio.gather(
        *(
            store.save_draft(part, str(n), {"n": n}, {})
            for n in range(30)
            for store, part in ((first, "pages"), (second, "funnels"))
        )
    )
    assert len(await first.drafts()) == len(await second.drafts()) == 60
    await first.close()
    await second.close()


SAVER = """
import asyncio, sys
from pathlib import Path
from funneldesk.desktop.local.store import LocalStore

async def main() -> None:
    store = await LocalStore.open(Path(sys.argv[1]))
    number = int(sys.argv[2])
    while True:
        await store.save_draft("pages", str(number % 7), {"n": number, "html": "x" * 20000}, {})
        print(number, flush=True)
        number += 1

asyncio.run(main())
"""


async def test_every_draft_reported_saved_outlives_a_killed_process(tmp_path: Path) -> None:
    path, number, kept = tmp_path / "one.sqlite3", 0, {}
    for kill_after in range(1, 21):
        saver = subprocess.Popen(  # noqa: ASYNC220 - nothing else runs on this loop
            [sys.executable, "-c", SAVER, str(path), str(number)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert saver.stdout is not None
        reported = [int(saver.stdout.readline()) for _ in range(kill_after)]
        os.kill(saver.pid, signal.SIGKILL)
        reported += [int(line) for line in saver.stdout.read().splitlines() if line]
        saver.stdout.close()
        saver.wait()
        store = await LocalStore.open(path)
        assert store.asides == ()
        kept = {draft.id: draft.content["n"] for draft in await store.drafts("pages")}
        await store.close()
        for saved in reported[-7:]:
            assert kept[str(saved % 7)] >= saved
        number = reported[-1] + 1
    assert len(kept) == 7


def test_the_store_works_on_the_windows_event_loop(tmp_path: Path) -> None:
    program = f"""
import os
os.environ["QT_QPA_PLATFORM"] = "offscreen"
from pathlib import Path
from PySide6.QtCore import QCoreApplication
from qasync import QEventLoop
from funneldesk.desktop.local.store import LocalStore

async def main():
    store = await LocalStore.open(Path({str(tmp_path / "one.sqlite3")!r}))
    await store.save_draft("pages", "1", {{"a": 1}}, {{}})
    draft = await store.draft("pages", "1")
    await store.close()
    return draft.content

application = QCoreApplication([])
with QEventLoop(application) as loop:
    print(loop.run_until_complete(main()))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout.strip() == "{'a': 1}", done.stderr
