"""The program starts on a home that is spoilt or may not be written, and says so."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.desktop.support.local_home import BRAND, Home, cut, folder
from tests.desktop.support.ordinary_rights import ordinary_rights
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_dialogs,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.local.files.recovery import refuge

INSIDE = "Something went wrong inside Funneldesk."


@pytest.fixture(autouse=True)
def _rights(tmp_path: Path, memory_keyring: MemoryKeyring) -> Iterator[None]:
    with ordinary_rights():
        yield
    for place in (tmp_path, *tmp_path.rglob("*")):
        place.chmod(0o700)


def begun(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch, *, with_server: bool = False
) -> Session:
    """A session that starts as the program does, but for the engine and the server's process."""
    session = bench.session()
    if not with_server:
        monkeypatch.setattr(session.platform, "start", lambda: None)

    async def no_engine() -> None: ...

    monkeypatch.setattr(session, "_start_engine", no_engine)
    session.begin()
    return session


def titles(bench: WindowBench) -> list[str]:
    return [notice.title for notice in bench.notifications.notices]


@pytest.mark.parametrize("rights", [0o500, 0o000], ids=["read only", "no rights"])
@in_the_window
async def test_a_first_start_where_nothing_may_be_written_says_so_once(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rights: int
) -> None:
    (tmp_path / "home").mkdir(mode=rights)
    session = begun(bench, monkeypatch)
    await until(lambda: session.shown() is not None)
    assert titles(bench) == ["Funneldesk can't write to its folders on this computer."]
    notice = bench.notifications.notices[0]
    assert "nothing is kept on this computer" in notice.text
    assert str(tmp_path / "home" / "config") in notice.text
    assert INSIDE not in titles(bench)
    assert session.platform.data.parent == refuge()
    assert session.platform.data.is_dir()


@in_the_window
async def test_a_start_on_spoilt_files_tells_each_and_opens_the_brand(
    bench: WindowBench, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = Home(tmp_path / "home")
    await home.fill()
    settings = json.loads(home.files["settings"].read_bytes()) | {"last_connection": BRAND.id}
    home.files["settings"].write_text(json.dumps(settings))
    for name in ("connections", "transfers", "work"):
        cut(home.files[name])
    folder(home.files["cache"])
    session = begun(bench, monkeypatch)
    await until(lambda: session.shown() is not None)
    await until(lambda: len(titles(bench)) == 4)
    said = "\n".join(titles(bench))
    for name in ("connections", "transfers", "work", "cache"):
        assert home.files[name].name in said
    assert INSIDE not in said
    shown = session.shown()
    assert shown is not None
    assert shown.connection.name == BRAND.name
    assert [draft.id for draft in await shown.store.drafts()] == ["1"]
    for dialog in open_dialogs():
        dialog.answer("")
