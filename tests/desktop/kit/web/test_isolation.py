"""Nothing that a page does reaches a network; the same pages in a stock web view do."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from tests.desktop.support.hostile_pages import MARKUP, SCRIPTS, Canaries, as_json
from tests.desktop.support.web_probe import WebProbe
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.desktop.kit.web.engine import ENGINE_FLAGS, sandbox_refusal
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.kit.web.preview.capture import Photographer
from funneldesk.desktop.kit.web.preview.preview import Layout, PreviewFrame, PreviewStage

STOCK_BROWSER = Path(__file__).parents[2] / "support" / "stock_browser.py"
# How long a contact may take to arrive once every page has been shown: silence has no signal.
SILENCE_MS = 1500
AT_ONCE = 14


@contextmanager
def _stock_browser(canaries: Canaries, flags: str) -> Iterator[None]:
    """The control at work: it has loaded every page when the block begins."""
    with subprocess.Popen(
        [sys.executable, str(STOCK_BROWSER)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        env={**os.environ, "QTWEBENGINE_CHROMIUM_FLAGS": flags},
    ) as browser:
        assert browser.stdin is not None
        assert browser.stdout is not None
        browser.stdin.write(as_json(canaries) + "\n")
        browser.stdin.flush()
        assert browser.stdout.readline() == "loaded\n"
        yield
        browser.stdin.close()


def test_a_stock_web_view_leaks_and_the_canaries_hear_it(qtbot: QtBot, canaries: Canaries) -> None:
    def leaked() -> bool:
        heard = set(canaries.heard)
        counts = len(heard & {*MARKUP}), len(heard & {*SCRIPTS})
        return min(counts) >= 10 and "datagram" in heard

    with _stock_browser(canaries, "--disable-gpu"):
        qtbot.waitUntil(leaked, timeout=40_000)


def test_the_engines_settings_alone_keep_a_stock_web_view_silent(
    qtbot: QtBot, canaries: Canaries
) -> None:
    with _stock_browser(canaries, " ".join(ENGINE_FLAGS)):
        qtbot.wait(SILENCE_MS)
    assert canaries.heard == []


@pytest.mark.parametrize(
    "scripts",
    [True, pytest.param(False, marks=pytest.mark.deep)],
    ids=["scripts on", "scripts off"],
)
def test_no_page_in_the_preview_reaches_anything(
    qtbot: QtBot, canaries: Canaries, scripts: bool
) -> None:
    stage = PreviewStage()
    qtbot.addWidget(stage)
    stage.resize(900, 700)
    stage.allow_scripts(scripts)
    shown: set[str] = set()
    stage.frame_shown.connect(shown.add)
    stage.show()
    names = [*MARKUP, *SCRIPTS]
    for first in range(0, len(names), AT_ONCE):
        batch = names[first : first + AT_ONCE]
        stage.set_frames([PreviewFrame(name, name, "", 400, canaries.page(name)) for name in batch])
        qtbot.waitUntil(lambda batch=batch: shown >= set(batch), timeout=20_000)
    qtbot.wait(SILENCE_MS)
    assert canaries.heard == []
    canaries.poke()
    qtbot.waitUntil(lambda: sorted(canaries.heard) == ["datagram", "poke"])


@pytest.mark.parametrize(
    "scripts",
    [True, pytest.param(False, marks=pytest.mark.deep)],
    ids=["scripts on", "scripts off"],
)
def test_no_page_in_the_grid_or_the_overlay_reaches_anything(
    qtbot: QtBot, canaries: Canaries, scripts: bool
) -> None:
    stage = PreviewStage()
    qtbot.addWidget(stage)
    stage.resize(900, 700)
    stage.allow_scripts(scripts)
    shown: set[str] = set()
    stage.frame_shown.connect(shown.add)
    stage.set_layout(Layout("grid", 6, lazy=True, linked=True))
    # A page whose scripts try to leave takes seconds to be given up: every second one will do.
    names = [*MARKUP, *SCRIPTS][:: 2 if scripts else 1]
    stage.set_frames([PreviewFrame(name, name, "", 400, canaries.page(name)) for name in names])
    with qtbot.waitSignal(stage.ready, timeout=20_000):
        stage.show()
    probe = WebProbe(qtbot, stage)

    def all_seen() -> bool:
        left = [number for number, name in enumerate(names) if name not in shown]
        for number in left[:1]:
            probe.run(f"void document.querySelectorAll('.card')[{number}].scrollIntoView()")
        return not left

    qtbot.waitUntil(all_seen, timeout=25_000)
    stage.set_layout(Layout("wipe", linked=True))
    for pair in zip(names[::9], names[4::9], strict=False):
        shown.clear()
        stage.set_frames([PreviewFrame(f"o {n}", n, "", 400, canaries.page(n)) for n in pair])
        qtbot.waitUntil(lambda pair=pair: len(shown) == len(pair), timeout=20_000)
    qtbot.wait(SILENCE_MS)
    assert canaries.heard == []


@in_the_window
async def test_no_page_reaches_anything_while_its_picture_is_taken(
    bench: WindowBench, canaries: Canaries
) -> None:
    owner = QWidget()
    camera = Photographer(None, "", owner)
    names = [*MARKUP, *SCRIPTS]
    try:
        for first in range(0, len(names), 7):
            page = "".join(canaries.page(name) for name in names[first : first + 7])
            photo = await camera.picture(PreviewFrame(str(first), "", "", 390, page))
            assert photo.image.width() == 390
    finally:
        camera.end()
    await asyncio.sleep(SILENCE_MS / 1000)
    assert canaries.heard == []


def test_no_message_reaches_anything(qtbot: QtBot, canaries: Canaries) -> None:
    view = HtmlView()
    qtbot.addWidget(view)
    view.set_html("".join(canaries.page(name) for name in (*MARKUP, *SCRIPTS)))
    view.start()
    view.show()
    assert view._view is not None
    with qtbot.waitSignal(view._view.isolated_page.loadFinished, timeout=20_000):
        view.set_html("<h1>All of it</h1>" + "".join(canaries.page(name) for name in MARKUP))
    qtbot.wait(SILENCE_MS)
    assert canaries.heard == []


def test_a_page_with_scripts_sees_neither_the_stage_nor_the_program(qtbot: QtBot) -> None:
    page = """<script>
      const seen = {};
      const look = (name, get) => {
        try { seen[name] = String(get()) } catch { seen[name] = "no" }
      };
      look("channel", () => typeof qt);
      look("parent", () => parent.document.title);
      look("storage", () => localStorage.length);
      look("cookie", () => (document.cookie = "a=b", document.cookie));
      look("origin", () => origin);
      parent.postMessage(JSON.stringify(seen), "*");
    </script>"""
    stage = PreviewStage()
    qtbot.addWidget(stage)
    stage.allow_scripts(True)
    with qtbot.waitSignal(stage.ready, timeout=20_000):
        stage.show()
    probe = WebProbe(qtbot, stage)
    probe.run("void addEventListener('message', (event) => (window.said = event.data))")
    stage.set_frames([PreviewFrame("one", "", "", 400, page)])
    probe.until("!!window.said")
    assert json.loads(probe.run("window.said")) == {
        "channel": "undefined",
        "parent": "no",
        "storage": "no",
        "cookie": "no",
        "origin": "null",
    }


def test_scripts_stay_still_until_they_are_allowed(qtbot: QtBot) -> None:
    page = "<p>still</p><script>document.querySelector('p').textContent = 'ran'</script>" + (
        "<img src=x onerror=\"document.querySelector('p').textContent = 'ran'\">"
    )
    stage = PreviewStage()
    qtbot.addWidget(stage)
    stage.set_frames([PreviewFrame("one", "", "", 400, page)])
    with qtbot.waitSignal(stage.frame_shown, timeout=20_000):
        stage.show()
    # Patched in afterwards, as the live preview does it, a script must stay as still.
    with qtbot.waitSignal(stage.frame_shown, timeout=20_000):
        stage.set_frames([PreviewFrame("one", "", "", 400, page + page)])
    words = "[...document.querySelector('iframe').contentDocument.querySelectorAll('p')]"
    assert WebProbe(qtbot, stage).run(f"{words}.map((p) => p.textContent)") == ["still", "still"]


def test_a_page_reads_no_file_of_this_computer(qtbot: QtBot, tmp_path: Path) -> None:
    picture = tmp_path / "picture.svg"
    picture.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    page = f'<img src="{picture.as_uri()}"><img src="qrc:/qtwebchannel/qwebchannel.js">'
    stage = PreviewStage()
    qtbot.addWidget(stage)
    stage.set_frames([PreviewFrame("one", "", "", 400, page)])
    with qtbot.waitSignal(stage.frame_shown, timeout=20_000):
        stage.show()
    images = "[...document.querySelector('iframe').contentDocument.images]"
    assert WebProbe(qtbot, stage).run(f"{images}.map((i) => i.naturalWidth)") == [0, 0]


def test_without_a_sandbox_the_program_says_so_and_what_to_do(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 0, raising=False)
    refusal = sandbox_refusal({})
    assert "root" in refusal
    assert "ordinary user" in refusal
    assert "QTWEBENGINE_DISABLE_SANDBOX=1" in refusal
    assert sandbox_refusal({"QTWEBENGINE_DISABLE_SANDBOX": "1"}) == ""
