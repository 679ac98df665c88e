"""Reading the searchable texts of all records of a part, from any process. No Qt here.

The window's own store stays the only writer; this reads beside it, one record at a time, so that
no reading transaction holds up the log.
"""

import hashlib
import sqlite3
from collections.abc import Collection
from contextlib import closing
from pathlib import Path
from typing import Any

from funneldesk.contract.folding import fold
from funneldesk.desktop.local.cache.records import coverage
from funneldesk.desktop.local.cache.search import MINIMUM_FOR_LONG_TEXTS, storable, trigrams
from funneldesk.desktop.local.database.encoding import unpack


class StoreReader:
    """A connection that only reads. Use it in a ``with`` block."""

    def __init__(self, path: str) -> None:
        address = f"{Path(path).absolute().as_uri()}?mode=ro"
        self._connection = sqlite3.connect(address, uri=True, timeout=5, isolation_level=None)
        self._connection.execute("PRAGMA cache_size = -4096")

    def __enter__(self) -> "StoreReader":
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.close()

    def ids(self, part: str, needle: str = "") -> list[str]:
        """Records of a part's list, the newest first.

        With a ``needle`` only those whose texts may hold it, whatever its case; each is to be
        verified. A needle of less than three characters rules nothing out.
        """
        if len(needle) < MINIMUM_FOR_LONG_TEXTS:
            query = "SELECT id FROM summaries WHERE part = ? ORDER BY updated_at DESC, id"
            return [id for (id,) in self._connection.execute(query, (part,))]
        # The index first, then the texts: the other way round each text would ask the index.
        found = set(
            self._connection.execute(
                "SELECT t.id FROM texts_index CROSS JOIN texts AS t ON t.key = texts_index.rowid"
                " WHERE texts_index MATCH ? AND t.part = ?",
                (trigrams(fold(storable(needle))), part),
            )
        )
        found.update(
            self._connection.execute(
                "SELECT id FROM names WHERE part = ? AND instr(folded, ?)",
                (part, fold(storable(needle))),
            )
        )
        return [id for id in self.ids(part) if (id,) in found] if found else []

    def texts(self, part: str, id: str, fields: Collection[str]) -> dict[str, str]:
        """A record's searchable texts by field; those that are not here are left out."""
        found: dict[str, str] = {}
        for table in ("names", "texts"):
            with closing(
                self._connection.execute(
                    f"SELECT field, text FROM {table} WHERE part = ? AND id = ?",  # noqa: S608
                    (part, id),
                )
            ) as rows:
                found |= {field: text for field, text in rows if field in fields}
        return found

    def marks(self, part: str) -> list[tuple[str, str]]:
        """The records of a part's list that are here whole, the newest first, each with a mark
        that changes whenever it is read again."""
        rows = self._connection.execute(
            "SELECT b.id, b.fetched_at FROM bodies AS b JOIN summaries AS s"
            " ON s.part = b.part AND s.id = b.id WHERE b.part = ?"
            " ORDER BY s.updated_at DESC, b.id",
            (part,),
        )
        return rows.fetchall()

    def coverage(self, part: str) -> tuple[int, int]:
        """Number of a list's records that are here whole and fresh, of how many."""
        covered = coverage(self._connection, part)
        return covered.whole, covered.total

    def packed(self, part: str, id: str) -> tuple[str, bytes] | None:
        """A whole record with a mark of its content, still packed; None when it is not here."""
        row = self._connection.execute(
            "SELECT body FROM bodies WHERE part = ? AND id = ?", (part, id)
        ).fetchone()
        return (hashlib.sha256(row[0]).hexdigest()[:24], row[0]) if row else None

    @staticmethod
    def unpacked(body: bytes) -> dict[str, Any]:
        """The record that ``packed`` gave."""
        record: dict[str, Any] = unpack(body)
        return record
