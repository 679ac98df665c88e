"""The first start says what it does, step by step; its server ends with it."""

import sys
from pathlib import Path

import pytest
from tests.desktop.app.test_spoilt_home import begun
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    said,
    until,
)

from funneldesk.desktop.app import server_process as embedded
from funneldesk.desktop.app.session import Session

SERVER = """
import json, os, pathlib, sys, time
folder = pathlib.Path(sys.argv[sys.argv.index("--data") + 1])
folder.mkdir(parents=True, exist_ok=True)
def wait(name):
    while not (folder / name).exists():
        time.sleep(0.01)
wait("begin")
def say(chapter, **more):
    words = {"loading": f"Harbor & Pine, {chapter}", "brand": 1, "chapter": chapter, **more}
    print(json.dumps(words), flush=True)
say("pages", step=4, steps=20)
wait("second")
say("forms", step=5, steps=20)
wait("third")
keys = [{"brand": 1, "name": "Harbor & Pine", "role": "owner", "key": "fd_1_" + "x" * 43}]
print(json.dumps({"base_url": "http://127.0.0.1:9", "keys": keys}), flush=True)
wait("fourth")
say("day 60 of 90")
wait("fifth")
print(json.dumps({"whole": True}), flush=True)
while os.read(0, 100):
    pass
(folder / "ended").touch()
"""


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A server whose steps are taken when a test wants them: its folder."""
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    monkeypatch.setattr(embedded, "serve_command", lambda: [sys.executable, str(script)])
    return tmp_path / "home" / "data" / "platform"


async def what_comes_in_the_background(session: Session, server: Path) -> None:
    """The brand's button says it; once it is whole the list is read again."""
    button = session.window.sidebar.brand
    offline = session.window.banner.text()
    (server / "fourth").touch()
    await until(lambda: "Adding day 60 of 90…" in button._text)
    assert session.window.banner.text() == offline
    panel = session.window.panel()
    assert panel is not None
    refreshed: list[bool] = []
    panel.refresh = lambda: refreshed.append(True)  # type: ignore[method-assign]
    (server / "fifth").touch()
    await until(lambda: refreshed)
    assert button._text == "Sample brand · Owner"


@in_the_window
async def test_each_step_of_the_first_start_is_said_in_its_order(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch, memory_keyring: MemoryKeyring, server: Path
) -> None:
    session = begun(bench, monkeypatch, with_server=True)
    banner = session.window.banner
    await until(lambda: not banner.isHidden())
    assert banner.text() == "Starting the server of the sample workspace…"
    assert not banner.key_button.isVisibleTo(banner)
    first_load = bench.pages_of(session).list.first_load
    assert first_load.isVisibleTo(session.window)
    for step, words in (("begin", "pages (4 of 20)"), ("second", "forms (5 of 20)")):
        (server / step).touch()
        await until(lambda words=words: words in banner.text())
        assert banner.text() == f"Making the sample workspace: Harbor & Pine, {words}…"
        assert "Connecting…" in said(first_load)
    read: list[str] = []
    workspace = session.shown()
    assert workspace is not None
    workspace.connection_changed.connect(lambda: read.append(said(first_load)))
    (server / "third").touch()
    await until(lambda: "Making" not in banner.text() and "Starting" not in banner.text())
    assert "Reading your pages…" in read[0]
    await what_comes_in_the_background(session, server)
    assert not (server / "ended").exists()
    # The end of its input is what a server sees when the window is killed.
    process = session.platform._process
    assert process is not None
    session.platform._ending = True
    process.closeWriteChannel()
    await until(lambda: (server / "ended").exists())
