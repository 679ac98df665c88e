"""A program of its own that types into an open page without a pause, until it is killed.

It waits with everything imported and makes a window for each line on its standard input (JSON:
home, base_url, brand, key, page, hand, seed); it says ``pid``, ``ready``, then the number and the
moment (``time.monotonic``) of everything that it is about to type, or of real keys when they came
through the web engine. ``hand`` is ``keys`` (real keys into the editor), ``mirror`` (the editor's
own edits), or one of two controls: ``debounced`` (the draft waits for a pause) and ``careless``
(the store does not wait for the disk).
"""

import asyncio
import json
import os
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest

from funneldesk.client import Api
from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope, make_loop
from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.workspace.workspace import Workspace

LOADED = (Api, CodeEditor)
"""Loaded before a window is made: what is measured is the typing."""
MARK = "<!-- typed: -->"
SHORTEST, LONGEST = 0.002, 0.03
"""Seconds between two things typed: far less than any pause."""
ON_THEIR_WAY = 4
"""Real keys pass through a process that may have to wait its turn: no more wait for it."""


def numbers_in(html: str) -> list[int]:
    """What was typed before the mark, in its order. Raises ValueError for a damaged text."""
    typed = html.partition("<body>")[2].partition(MARK)[0]
    return [int(number) for number in typed.split(",") if number]


async def type_on(told: dict[str, Any]) -> None:
    """Open the page in a window and type until the end."""
    connection = Connection("c1", "Harbour Lane", told["base_url"], told["brand"], "#3D57D6")
    store = await LocalStore.open(Path(told["home"]) / "one.sqlite3")
    if told["hand"] == "careless":
        await store._work.thread.read(lambda c: c.execute("PRAGMA synchronous = OFF").fetchall())
    workspace = Workspace(connection, store, NotificationCenter())
    await workspace.connect_to(told["base_url"], told["key"])
    panel = PagesPanel(workspace)
    panel.resize(1100, 700)
    if told["hand"] == "keys":
        panel.show()
    panel.open_record(told["page"])
    tasks = panel.session.tasks, panel.tasks
    await until(
        lambda: panel.session.record_id == told["page"] and not any(s._tasks for s in tasks)
    )
    code = panel.editor.code
    assert code is not None
    if told["hand"] == "keys":
        await until(lambda: code.is_ready)
        code.select("html", *2 * (code.text("html").index(MARK),))
        code.focus()
        await code.settled()
    number = (numbers_in(code.text("html")) or [-1])[-1]
    if told["hand"] == "keys":
        # The first key wakes the view: it is not one of those that are measured.
        number += 1
        QTest.keyClicks(code.focusProxy().focusProxy(), f"{number},")
        await until(lambda: f"{number},{MARK}" in code.text("html"))
    said("ready")
    await (keys if told["hand"] == "keys" else mirror)(code, number, random.Random(told["seed"]))


async def mirror(code: CodeEditor, number: int, chance: random.Random) -> None:
    """The editor's own edits, without end."""
    while True:
        number += 1
        said(f"{number} {time.monotonic()}")
        place = code.text("html").index(MARK)
        code.replace("html", place, place, f"{number},")
        await asyncio.sleep(chance.uniform(SHORTEST, LONGEST))


async def keys(code: CodeEditor, number: int, chance: random.Random) -> None:
    """Real keys without end, no faster than they come through."""
    arrived = number
    while True:
        number += 1
        QTest.keyClicks(code.focusProxy().focusProxy(), f"{number},")
        while number - arrived > ON_THEIR_WAY:
            for there in numbers_in(code.text("html"))[arrived + 1 : -1]:
                said(f"{there} {time.monotonic()}")
                arrived = there
            await asyncio.sleep(SHORTEST)
        await asyncio.sleep(chance.uniform(SHORTEST, LONGEST))


async def until(condition: Callable[[], object]) -> None:
    while not condition():  # noqa: ASYNC110 - what is waited for is what a user would see
        await asyncio.sleep(0.01)


def said(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def live(told: dict[str, Any]) -> None:
    """One life, from the window to the kill."""
    if told["hand"] == "debounced":
        TaskScope.steadily = TaskScope.debounce  # type: ignore[method-assign]
    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    make_loop(app).run_until_complete(type_on(told))


def main() -> None:
    """A life for each line; each one ends by a kill."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            live(json.loads(line))
        said(f"pid {child}")
        os.waitpid(child, 0)
        said("gone")


if __name__ == "__main__":
    main()
