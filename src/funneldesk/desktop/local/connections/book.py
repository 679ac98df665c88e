"""The file that lists the connections, and changing it."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from funneldesk.desktop.local.connections.connections import (
    Connection,
    from_entry,
    next_colour,
    to_entry,
)
from funneldesk.desktop.local.database.worker import Worker
from funneldesk.desktop.local.files.json_files import read_json, write_json
from funneldesk.desktop.local.files.problems import LocalStoreProblem, SetAside, problem_of
from funneldesk.desktop.local.files.recovery import free_aside_name

_ENTRIES = "connections"


class ConnectionBook:
    """The known connections in the user's order; every change is on disk when awaited.

    Keys of the file that this version does not know are kept. Saving raises LocalStoreProblem;
    the change then holds for this run and is written with the next one.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._worker = Worker("connections")
        self._connections: dict[str, Connection] = {}
        self._raw: dict[str, dict[str, Any]] = {}
        self._others: dict[str, Any] = {}
        self._set_aside: SetAside | None = None
        self._refused: LocalStoreProblem | None = None

    @classmethod
    async def load(cls, path: Path) -> "ConnectionBook":
        """Reads the book; empty when there is none yet. See ``set_aside`` on what comes back."""
        book = cls(path)
        await book._worker.certain(book._read)
        return book

    @property
    def set_aside(self) -> SetAside | None:
        """The file that could not be used, or the copy of one with unusable entries: show its
        explanation."""
        return self._set_aside

    @property
    def connections(self) -> tuple[Connection, ...]:
        """All connections in the user's order."""
        return tuple(self._connections.values())

    def get(self, id: str) -> Connection | None:
        """The connection of an id."""
        return self._connections.get(id)

    def next_colour(self) -> str:
        """The colour to offer for a new brand."""
        return next_colour(connection.colour for connection in self.connections)

    async def add(self, connection: Connection) -> None:
        """Adds a connection at the end. Raises ValueError when its id is taken."""
        if connection.id in self._connections:
            raise ValueError(f"There is already a connection {connection.id}.")
        self._connections[connection.id] = connection
        await self._save()

    async def update(self, connection: Connection) -> None:
        """Replaces the connection of the same id. Raises KeyError when there is none."""
        if connection.id not in self._connections:
            raise KeyError(connection.id)
        self._connections[connection.id] = connection
        await self._save()

    async def remove(self, id: str) -> None:
        """Takes a connection out of the book. Raises KeyError when there is none.

        Its key and its database are the caller's to remove.
        """
        del self._connections[id]
        self._raw.pop(id, None)
        await self._save()

    async def reorder(self, ids: Sequence[str]) -> None:
        """Puts the connections in this order. Raises ValueError unless all are named once."""
        if sorted(ids) != sorted(self._connections):
            raise ValueError("A new order names every connection once.")
        self._connections = {id: self._connections[id] for id in ids}
        await self._save()

    def _read(self) -> None:
        found = read_json(self._path)
        content, self._set_aside, self._refused = found.value, found.aside, found.refused
        entries = content.pop(_ENTRIES, [])
        self._others = content
        unusable = not isinstance(entries, list)
        for entry in entries if isinstance(entries, list) else []:
            try:
                connection = from_entry(entry)
            except ValueError:
                unusable = True
                continue
            unusable = unusable or connection.id in self._connections
            self._connections.setdefault(connection.id, connection)
            self._raw.setdefault(connection.id, entry)
        if unusable:
            self._set_aside = self._copy_aside()

    def _copy_aside(self) -> SetAside:
        kept_as = free_aside_name(self._path)
        try:
            shutil.copyfile(self._path, kept_as)
        except OSError as error:
            raise problem_of(error, kept_as) from error
        return SetAside(self._path, kept_as)

    async def _save(self) -> None:
        if self._refused is not None:
            raise LocalStoreProblem(self._refused.kind, self._path)
        entries = [self._raw.get(c.id, {}) | to_entry(c) for c in self.connections]
        content = {**self._others, _ENTRIES: entries}
        await self._worker.certain(lambda: write_json(self._path, content))
