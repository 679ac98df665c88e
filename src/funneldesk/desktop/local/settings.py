"""Preferences and the window's state: read once, changed in memory, written in quiet moments."""

import base64
import binascii
import logging
import threading
from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from funneldesk.desktop.local.files.json_files import read_json, write_json
from funneldesk.desktop.local.files.problems import LocalStoreProblem, SetAside
from funneldesk.desktop.local.notification_rules import NotificationRules

if TYPE_CHECKING:
    from funneldesk.desktop.local.database.worker import Worker

T = TypeVar("T")
E = TypeVar("E", bound=StrEnum)
_log = logging.getLogger(__name__)

QUIET = 0.3
"""Seconds without a change after which the file is written."""


HISTORY_MEGABYTES = 200
"""Room for the history of each brand, until the user chooses another figure."""
MOST_MEGABYTES = 1_000_000


class Theme(StrEnum):
    """Which palette the window wears."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Density(StrEnum):
    """Density of controls and rows."""

    COMFORTABLE = "comfortable"
    COMPACT = "compact"


class Setting(Generic[T]):
    """A typed place in the file. What is there in another form counts as not there."""

    def __init__(
        self, default: T, read: Callable[[Any], T], write: Callable[[T], Any] = lambda value: value
    ) -> None:
        self._default = default
        self._read = read
        self._write = write
        self._name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, settings: None, owner: type) -> "Setting[T]": ...

    @overload
    def __get__(self, settings: "Settings", owner: type) -> T: ...

    def __get__(self, settings: "Settings | None", owner: type) -> "T | Setting[T]":
        if settings is None:
            return self
        try:
            return self._read(settings.raw(self._name))
        except (KeyError, ValueError, TypeError):
            return self._default

    def __set__(self, settings: "Settings", value: T) -> None:
        settings.put_raw(self._name, self._write(value))


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _choice(kind: type[E]) -> Callable[[Any], E]:
    return lambda value: kind(_text(value))


def _bytes(value: Any) -> bytes:
    try:
        return base64.b64decode(_text(value), validate=True)
    except binascii.Error as error:
        raise ValueError("not base64") from error


def _mapping(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError
    return value


def _megabytes(value: Any) -> int:
    if type(value) is not int or not 0 < value <= MOST_MEGABYTES:
        raise ValueError("not a number of megabytes")
    return value


def _texts(value: Any) -> Mapping[str, str]:
    return {name: _text(text) for name, text in _mapping(value).items()}


def _states(value: Any) -> Mapping[str, dict[str, Any]]:
    return {name: dict(_mapping(state)) for name, state in _mapping(value).items()}


class Settings:
    """Settings of the whole program on this computer. Use it on the window's thread.

    Assigning an attribute holds at once and is written 300 ms after the last change; ``flush``
    before the end. A mapping is replaced as a whole, never changed in place.
    """

    theme = Setting(Theme.SYSTEM, _choice(Theme))
    density = Setting(Density.COMFORTABLE, _choice(Density))
    history_megabytes = Setting(HISTORY_MEGABYTES, _megabytes)
    geometry = Setting(b"", _bytes, lambda value: base64.b64encode(value).decode())
    section = Setting("", _text)
    last_connection = Setting("", _text)
    panels: Setting[Mapping[str, dict[str, Any]]] = Setting({}, _states)
    shortcuts: Setting[Mapping[str, str]] = Setting({}, _texts)
    notifications = Setting(
        NotificationRules(),
        lambda kept: NotificationRules.of(_mapping(kept)),
        NotificationRules.kept,
    )

    def __init__(
        self,
        path: Path,
        content: Mapping[str, Any],
        set_aside: SetAside | None = None,
        report: Callable[[LocalStoreProblem], None] | None = None,
    ) -> None:
        self._path = path
        self._content = dict(content)
        self._set_aside = set_aside
        self._report = report or _log_problem
        self._lock = threading.Lock()
        self._unsaved = False
        self._refused = False

    @classmethod
    def load(
        cls, path: Path, report: Callable[[LocalStoreProblem], None] | None = None
    ) -> "Settings":
        """Reads the settings, at once and on this thread: call it before the window is there.

        ``report`` is called on the writing thread when a write fails; by default it is logged.
        A file that could not be used is never written over: see ``set_aside``.
        """
        found = read_json(path)
        settings = cls(path, found.value, found.aside, report)
        settings._refused = found.refused is not None
        return settings

    @property
    def set_aside(self) -> SetAside | None:
        """The file that could not be used as it was: show its explanation."""
        return self._set_aside

    @cached_property
    def _worker(self) -> "Worker":
        """Loaded with the first change: the window's first paint needs only what is read."""
        from funneldesk.desktop.local.database.worker import Worker

        return Worker("settings", quiet_after=QUIET, when_quiet=self._write_quietly)

    def raw(self, name: str) -> Any:
        """A setting as it is in the file. Raises KeyError."""
        return self._content[name]

    def put_raw(self, name: str, value: Any) -> None:
        """Changes a setting as it is in the file, and has it written soon."""
        with self._lock:
            if name in self._content and self._content[name] == value:
                return
            self._content[name] = value
            self._unsaved = True
        self._worker.submit(_come_alive)

    async def flush(self) -> None:
        """Writes what is unsaved now. Raises LocalStoreProblem."""
        await self._worker.certain(self._write)

    def _write(self) -> None:
        with self._lock:
            if not self._unsaved or self._refused:
                return
            content, self._unsaved = dict(self._content), False
        try:
            write_json(self._path, content)
        except LocalStoreProblem:
            with self._lock:
                self._unsaved = True
            raise

    def _write_quietly(self) -> None:
        try:
            self._write()
        except LocalStoreProblem as problem:
            self._report(problem)


def _come_alive() -> None:
    """An empty job: the writing follows in the quiet after it."""


def _log_problem(problem: LocalStoreProblem) -> None:
    _log.error("The settings could not be saved: %s", problem)
