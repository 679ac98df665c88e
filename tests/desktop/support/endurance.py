"""A day's work in rounds, and what the program holds after each: nothing may grow."""

import asyncio
import gc
import os
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit import tasks
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.shell.windows.detached_window import DetachedWindow

KEPT_LINES = 4
WAIT_SECONDS, PAUSE = 30.0, 0.2


@dataclass(frozen=True)
class Footprint:
    """What the program holds at one moment. ``resident`` is in bytes, web processes included."""

    resident: int
    files: int
    sockets: int
    threads: int
    web_processes: int
    qobjects: int
    tasks: int
    kinds: Counter[str] = field(repr=False)

    def grown(self, since: "Footprint") -> dict[str, int]:
        """Every count that is higher than before, kinds of objects by their class."""
        counts = {
            "open files": self.files - since.files,
            # Lines to the platform are kept for the next call; how many, is a matter of chance.
            "sockets": max(0, self.sockets - since.sockets - KEPT_LINES),
            "threads": self.threads - since.threads,
            "web processes": self.web_processes - since.web_processes,
            "Qt objects": self.qobjects - since.qobjects,
            "tasks": self.tasks - since.tasks,
            **{kind: count - since.kinds[kind] for kind, count in self.kinds.items()},
        }
        return {name: more for name, more in counts.items() if more > 0}


def footprint() -> Footprint:
    """Measure now, with what waits to be deleted gone."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        gc.collect()
    own = [each for each in gc.get_objects() if type(each).__module__.startswith("funneldesk.")]
    tops = QApplication.topLevelWidgets()
    started = _descendants(os.getpid())
    handles = _handles()
    sockets = sum(each.startswith("socket:") for each in handles)
    return Footprint(
        sum(_resident(pid) for pid in (os.getpid(), *started)),
        len(handles) - sockets,
        sockets,
        _threads(),
        sum("QtWebEngine" in _name(pid) for pid in started),
        len(tops) + sum(len(top.findChildren(QObject)) for top in tops),
        len(asyncio.all_tasks()),
        Counter(type(each).__qualname__ for each in own),
    )


async def level(since: Footprint, within: float = 60.0) -> dict[str, int]:
    """What is still more than ``since`` after ``within`` seconds: processes take a while to go."""
    for _ in range(round(within / PAUSE)):
        if not footprint().grown(since):
            break
        await asyncio.sleep(PAUSE)
    return footprint().grown(since)


async def at_rest() -> Footprint:
    """The footprint once it does not change any more."""
    before, now = footprint(), None
    while now is None or before.grown(now) or now.grown(before):
        await asyncio.sleep(2 * PAUSE)
        before, now = now or before, footprint()
    return now


async def until(condition: Callable[[], object]) -> None:
    """Let the program work until something holds."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not condition():  # noqa: ASYNC110 - what is waited for is what a user would see
            await asyncio.sleep(0.005)


async def edit(panel: PagesPanel, page_id: str, text: str) -> None:
    """Open a page, type, have it kept, and go back to what the platform has."""
    panel.open_record(page_id)
    await until(lambda: panel.session.record_id == page_id and panel.session.lock.may_write)
    panel.editor.set_source("html", text)
    await panel.settle()
    document = panel.session.draft
    assert document is not None
    panel.editor.set_source("html", str(document.base_value("html")))
    await panel.settle()


async def edit_in_own_window(session: Session, panel: PagesPanel, page_id: str) -> None:
    """The same in a window of its own, which is drawn and closed again."""
    panel.workspace.open_window("pages", page_id)
    window = next(w for w in session.own_windows.windows if w.record_id() == page_id)
    await edit(_pages(window), page_id, "<p>in a window of its own</p>")
    code = _pages(window).editor.code
    await until(lambda: code is None or not window.isVisible() or code.is_ready)
    await session.own_windows.close(window)
    await until(lambda: window not in session.own_windows.windows)


async def day(session: Session, panel: PagesPanel, ids: Sequence[str], windows: int) -> None:
    """Every page edited in the first window, the first few in windows of their own as well."""
    for number, page_id in enumerate(ids):
        await edit(panel, page_id, f"<p>typed {number}</p>" * 50)
    for page_id in ids[:windows]:
        await edit_in_own_window(session, panel, page_id)
    panel.session.close()
    await until(lambda: not tasks.at_work())


def _pages(window: DetachedWindow) -> PagesPanel:
    assert isinstance(window.panel, PagesPanel)
    return window.panel


def _descendants(parent: int) -> list[int]:
    parents = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            words = _stat(int(entry.name))
            if words:
                parents[int(entry.name)] = int(words[1])
    found = [pid for pid, above in parents.items() if above == parent]
    for pid in found:
        found += [child for child, above in parents.items() if above == pid]
    return found


def _stat(pid: int) -> list[str]:
    try:
        return Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()
    except OSError:
        return []


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8", "replace")
    except OSError:
        return ""


def _resident(pid: int) -> int:
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text("ascii").split()[1])
    except (OSError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _handles() -> list[str]:
    """What every open handle leads to."""
    found = []
    for entry in Path("/proc/self/fd").iterdir():
        with suppress(OSError):
            found.append(str(entry.readlink()))
    return found


def _threads() -> int:
    """Threads, but for those of the web engine's pool: it keeps some, as many as it was busy."""
    names = [_first_line(task / "comm") for task in Path("/proc/self/task").iterdir()]
    return sum(not name.startswith("ThreadPoolFore") for name in names)


def _first_line(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace").strip()
    except OSError:
        return ""
