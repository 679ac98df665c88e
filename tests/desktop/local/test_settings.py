"""Preferences and the window's state from run to run; where the files lie."""

import asyncio
import errno
import json
import threading
from pathlib import Path
from typing import Any

import pytest

from funneldesk.desktop.local import settings as settings_module
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.files.json_files import read_json, second_copy, write_json
from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind, problem_of
from funneldesk.desktop.local.files.recovery import Recovered
from funneldesk.desktop.local.settings import Density, Settings, Theme


def test_defaults_hold_without_a_file(tmp_path: Path) -> None:
    settings = Settings.load(tmp_path / "settings.json")
    assert settings.set_aside is None
    assert (settings.theme, settings.density) == (Theme.SYSTEM, Density.COMFORTABLE)
    assert (settings.geometry, settings.section, settings.last_connection) == (b"", "", "")
    assert settings.shortcuts == {}


async def test_everything_comes_back_after_a_flush(tmp_path: Path) -> None:
    path = tmp_path / "config" / "settings.json"
    settings = Settings.load(path)
    settings.theme = Theme.DARK
    settings.density = Density.COMPACT
    settings.geometry = bytes(range(256))
    settings.section = "pages"
    settings.last_connection = "sample-1"
    settings.shortcuts = {"page.save": "Ctrl+S"}
    assert settings.theme is Theme.DARK
    await settings.flush()
    again = Settings.load(path)
    assert (again.theme, again.density) == (Theme.DARK, Density.COMPACT)
    assert (again.geometry, again.section) == (bytes(range(256)), "pages")
    assert again.last_connection == "sample-1"
    assert again.shortcuts == {"page.save": "Ctrl+S"}


async def test_many_changes_are_written_once_in_the_quiet_after_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loop, written = asyncio.get_running_loop(), asyncio.Event()
    writes: list[dict[str, Any]] = []

    def note(path: Path, content: dict[str, Any]) -> None:
        writes.append(content)
        loop.call_soon_threadsafe(written.set)

    monkeypatch.setattr(settings_module, "write_json", note)
    settings = Settings.load(tmp_path / "settings.json")
    for width in range(200):
        settings.panels = {"pages": {"width": width}}
    assert writes == []
    await asyncio.wait_for(written.wait(), 20)
    await settings.flush()
    assert writes == [{"panels": {"pages": {"width": 199}}}]


async def test_what_did_not_change_is_not_written(tmp_path: Path) -> None:
    settings = Settings.load(tmp_path / "settings.json")
    await settings.flush()
    assert not (tmp_path / "settings.json").exists()


async def test_unknown_keys_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"later": {"a": 1}, "theme": "light"}')
    settings = Settings.load(path)
    settings.theme = Theme.DARK
    await settings.flush()
    assert json.loads(path.read_text()) == {"later": {"a": 1}, "theme": "dark"}


@pytest.mark.parametrize(
    "content",
    [
        {"theme": "purple", "density": 3},
        {"geometry": "no base64!", "section": 5, "last_connection": []},
        {"panels": {"a": ["x"]}, "shortcuts": {"a": 1}},
        {"panels": {"a": 5}, "shortcuts": []},
        {"panels": [1], "geometry": 7},
    ],
)
def test_values_in_a_wrong_form_are_defaults(tmp_path: Path, content: dict[str, Any]) -> None:
    path = tmp_path / "settings.json"
    path.write_text(json.dumps(content))
    settings = Settings.load(path)
    fresh = Settings.load(tmp_path / "none.json")
    for name in (*content, "theme"):
        assert getattr(settings, name) == getattr(fresh, name)


def test_a_damaged_file_is_set_aside_and_told(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"{broken")
    settings = Settings.load(path)
    assert settings.theme is Theme.SYSTEM
    assert settings.set_aside is not None
    assert settings.set_aside.kept_as.read_bytes() == b"{broken"
    assert not path.exists()


async def test_a_refused_write_is_reported_and_tried_again(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("in the way")
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    problems: list[tuple[LocalStoreProblem, str]] = []

    def report(problem: LocalStoreProblem) -> None:
        problems.append((problem, threading.current_thread().name))
        loop.call_soon_threadsafe(told.set)

    settings = Settings(tmp_path / "config" / "settings.json", {}, report=report)
    settings.theme = Theme.DARK
    await asyncio.wait_for(told.wait(), 20)
    assert problems[0][0].explanation.advice
    with pytest.raises(LocalStoreProblem):
        await settings.flush()
    (tmp_path / "config").unlink()
    await settings.flush()
    assert Settings.load(tmp_path / "config" / "settings.json").theme is Theme.DARK


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    write_json(path, {"old": 1})

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(LocalStoreProblem) as caught:
        write_json(path, {"new": 1})
    assert caught.value.kind is ProblemKind.DISK_FULL
    assert "full" in str(caught.value)
    assert read_json(path) == Recovered({"old": 1})
    assert set(tmp_path.iterdir()) == {path, second_copy(path)}


@pytest.mark.parametrize(
    ("number", "kind"),
    [
        (errno.ENOSPC, ProblemKind.DISK_FULL),
        (errno.EACCES, ProblemKind.NOT_ALLOWED),
        (errno.EROFS, ProblemKind.NOT_ALLOWED),
        (errno.EBUSY, ProblemKind.BUSY),
        (errno.EIO, ProblemKind.OTHER),
    ],
)
def test_every_refusal_of_the_system_has_its_words(number: int, kind: ProblemKind) -> None:
    problem = problem_of(OSError(number, "x"), Path("a file"))
    assert problem.kind is kind
    assert problem.explanation.happened in str(problem)
    assert problem.explanation.advice in str(problem)


def test_one_root_holds_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FUNNELDESK_HOME", str(tmp_path / "by variable"))
    assert Folders.find().data == tmp_path / "by variable" / "data"
    given = Folders.find(tmp_path / "by argument")
    assert {folder.parent for folder in (given.config, given.data, given.cache, given.state)} == {
        tmp_path / "by argument"
    }
    assert given.brand_database("sample-1") == given.data / "brands" / "sample-1.sqlite3"
    assert list(tmp_path.iterdir()) == []


def test_the_systems_folders_are_used_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("FUNNELDESK_HOME", raising=False)
    folders = Folders.find()
    assert folders.config.is_absolute()
    assert "funneldesk" in str(folders.data).lower()


@pytest.mark.parametrize("id", ["", "..", "a/b", "a\\b", "../x", "a.b", "-x", "x" * 65, "a\0", "ä"])
def test_no_id_leads_out_of_the_folder(tmp_path: Path, id: str) -> None:
    with pytest.raises(ValueError, match="letters"):
        Folders.under(tmp_path).brand_database(id)


def test_room_for_the_history_is_a_sensible_number(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    for told, taken in ((500, 500), (0, 200), (-1, 200), ("9", 200), (True, 200), (10**9, 200)):
        path.write_text(json.dumps({"history_megabytes": told}))
        assert Settings.load(path).history_megabytes == taken
