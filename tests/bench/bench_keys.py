"""A key typed into a page of 1 MB that is one single line, until the frame with it is painted.

Beside it, in turn and in the same process: a bare QWebEngineView with a ``<textarea>`` of the same
text, which is the least that a program could put there. Both are timed alike: from the key event
given to Qt until the frame after the input is done and the window's own thread, which also has the
mirror, the drafts, the comparison and the analysis to look after, has heard of it.
"""

import asyncio
import gc
import os
import statistics
from collections.abc import Awaitable, Callable
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"

import time

from heartbeat import until
from many_pages import page_of
from measure import Aim, Pairs, control, leave, machine, report, size
from PySide6.QtTest import QTest

SIZE = size(1_000_000, 50_000)
KEYS, WARM_UP = size(25, 6), 3
LONGEST = 20.0

WATCH = """
window.typed = 0;
document.addEventListener('input', () => requestAnimationFrame(() => requestAnimationFrame(() => {
    document.title = `painted ${++window.typed}`;
})), true);
"""
TEXTAREA = """<!doctype html><textarea id=a wrap=off style="width:90vw;height:90vh;font:13px
monospace"></textarea><script>window.take = text => { a.value = text; a.focus();
a.setSelectionRange(5000, 5000) }</script>"""


class Typist:
    """Types into a web page and hears when each letter is painted."""

    def __init__(self, page: Any, keyboard: Callable[[], Any]) -> None:
        self.page = page
        self.keyboard = keyboard
        self._painted = asyncio.Event()
        page.titleChanged.connect(self._heard)
        page.runJavaScript(WATCH)

    def _heard(self, title: str) -> None:
        if title.startswith("painted"):
            self._painted.set()

    async def key(self, letter: str) -> float:
        """Milliseconds from the key to its frame."""
        self._painted.clear()
        started = time.perf_counter()
        QTest.keyClicks(self.keyboard(), letter)
        await asyncio.wait_for(self._painted.wait(), LONGEST)
        return (time.perf_counter() - started) * 1000


async def our_typist(html: str) -> Typist:
    """The editor of a page, with all that follows a key."""
    from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
    from funneldesk.desktop.parts.pages.editor.editor import PageEditor

    editor = PageEditor()
    editor.resize(700, 700)
    editor.show()
    editor.open(LocalPageDraft.opened({"id": 1, "name": "Plants", "html": html}))
    code = editor.code
    assert code is not None
    await until(lambda: code.is_ready and code._view is not None)
    await until(lambda: editor.analysis.blocks)
    code.select("html", 5_000, 5_000)
    code.focus()
    await code.settled()
    assert code._view is not None
    view = code._view
    _kept.append(editor)
    return Typist(view.isolated_page, view.focusProxy)


async def their_typist(html: str) -> Typist:
    """A text area in a bare view."""
    from PySide6.QtWebEngineWidgets import QWebEngineView

    view = QWebEngineView()
    loaded: list[bool] = []
    view.loadFinished.connect(loaded.append)
    view.resize(700, 700)
    view.show()
    view.setHtml(TEXTAREA)
    await until(lambda: loaded)
    view.activateWindow()
    view.setFocus()
    view.page().runJavaScript(f"take({_literal(html)})")
    await asyncio.sleep(2)
    _kept.append(view)
    return Typist(view.page(), view.focusProxy)


_kept: list[Any] = []


def _literal(text: str) -> str:
    import json

    return json.dumps(text)


async def measure(html: str) -> bool:
    """Both in turn; True when ours is not slower."""
    ours, theirs = await our_typist(html), await their_typist(html)
    figures: list[tuple[float, float]] = []
    for number in range(KEYS + WARM_UP):
        pair = []
        for typist in (ours, theirs):
            keyboard = typist.keyboard()
            keyboard.window().activateWindow()
            keyboard.setFocus()
            await asyncio.sleep(0.25)
            pair.append(await typist.key("abcdefgh"[number % 8]))
        figures.append((pair[0], pair[1]))
    pairs = Pairs(tuple(a for a, _ in figures[WARM_UP:]), tuple(b for _, b in figures[WARM_UP:]))
    met = report(
        "A key typed into 1 MB on one line, to painted",
        pairs,
        unit="ms",
        names=("the editor of pages", "a bare <textarea> in a web view"),
        aim=Aim(at_most=1),
        digits=1,
        keys=1,
    )
    slowest = statistics.quantiles(pairs.ours, n=20)[-1]
    print(f"  nineteen of twenty keys are painted within {slowest:.0f} ms")
    lost = statistics.median(pairs.theirs) > statistics.median(pairs.ours)
    what = f"{statistics.median(pairs.theirs):.0f} ms"
    return control("the text area of the browser", lost=lost, what=what) and met


def run(work: Callable[[], Awaitable[bool]]) -> bool:
    """Run in an application of the program's own kind."""
    from funneldesk.desktop.app.application import make_application
    from funneldesk.desktop.kit.style.theme import theme
    from funneldesk.desktop.kit.tasks import make_loop

    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    return bool(make_loop(app).run_until_complete(work()))


def main() -> None:
    """Measure; the exit status is 0 when the aim is met."""
    print(machine())
    gc.disable()  # As in the program: on another thread, the collector would end Qt's objects.
    met = run(lambda: measure(page_of(SIZE)))
    leave(0 if met else 1)


if __name__ == "__main__":
    main()
