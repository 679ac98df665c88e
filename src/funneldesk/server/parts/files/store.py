"""Queries on files: every one within a brand (document: File asset, database record).

What is written here goes along with the storage. A path is held first, then its record and its
file change, so that writers of one path take turns and leave the file and the record of the same
one.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import for_json, now
from funneldesk.server.parts.files.tables import AssetRow
from funneldesk.server.storage.uploads import Judged

_CONTENT = ("size", "mime_type", "width", "height", "updated_at")
_SHOWN = for_json(AssetRow.id, AssetRow.file_name, AssetRow.file_path, AssetRow.updated_at)
_HOLD = text("SELECT pg_advisory_xact_lock(:number)")


class AssetStore:
    """The records of one brand's files, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def hold(self, *paths: str) -> None:
        """Make other writers of these paths wait until this session ends, in any process.

        On SQLite a writer waits for the one before anyway, from its first statement on.
        """
        self._session.connection()
        if self._session.get_bind().dialect.name == "postgresql":
            for number in sorted(_lock_number(self._brand_id, path) for path in paths):
                self._session.execute(_HOLD, {"number": number})

    def list(self, updated_after: datetime | None = None) -> list[Mapping[str, Any]]:
        """All records, or those that changed after a moment, the one that changed last first."""
        query = select(*_SHOWN).where(AssetRow.brand_id == self._brand_id)
        if updated_after is not None:
            query = query.where(AssetRow.updated_at > updated_after)
        found = self._session.execute(
            query.order_by(AssetRow.updated_at.desc(), AssetRow.id.desc())
        )
        return [row._asdict() for row in found]

    def by_path(self) -> dict[str, AssetRow]:
        """Every record under its path."""
        query = select(AssetRow).where(AssetRow.brand_id == self._brand_id)
        return {row.file_path: row for row in self._session.scalars(query)}

    def put(self, files: Sequence[tuple[str, Judged]]) -> None:
        """Note files that were stored, under their paths; a replaced one keeps its id."""
        if not files:
            return
        moment = now()
        numbers = reserve_ids(self._session, "assets", len(files))
        rows = [
            {
                "brand_id": self._brand_id,
                "id": number,
                "file_path": path,
                "file_name": path.rpartition("/")[2],
                "size": judged.size,
                "mime_type": judged.kind,
                "width": judged.width,
                "height": judged.height,
                "created_at": moment,
                "updated_at": moment,
            }
            for number, (path, judged) in zip(numbers, files, strict=True)
        ]
        is_sqlite = self._session.get_bind().dialect.name == "sqlite"
        insert = sqlite.insert if is_sqlite else postgresql.insert
        statement = insert(AssetRow)
        changed = {name: statement.excluded[name] for name in _CONTENT}
        self._session.execute(
            statement.on_conflict_do_update(index_elements=["brand_id", "file_path"], set_=changed),
            rows,
        )

    def move(self, path: str, to: str) -> None:
        """Note that a file was renamed; one without a record stays without.

        A record under ``to``, where no file lies, is dropped.
        """
        if path == to:
            return
        self.delete(to)
        self._session.execute(
            update(AssetRow)
            .where(AssetRow.brand_id == self._brand_id, AssetRow.file_path == path)
            .values(file_path=to, file_name=to.rpartition("/")[2], updated_at=now())
        )

    def delete(self, path: str) -> None:
        """Forget a file, if it was known."""
        self._session.execute(
            delete(AssetRow).where(AssetRow.brand_id == self._brand_id, AssetRow.file_path == path)
        )

    def images(self, most: int) -> Sequence[AssetRow]:
        """The pictures among the files, the one that changed last first, at most so many."""
        query = select(AssetRow).where(
            AssetRow.brand_id == self._brand_id, AssetRow.mime_type.startswith("image/")
        )
        newest = query.order_by(AssetRow.updated_at.desc(), AssetRow.id.desc())
        return self._session.scalars(newest.limit(most)).all()


def _lock_number(brand_id: int, path: str) -> int:
    digest = hashlib.blake2b(f"{brand_id}/assets/{path}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, signed=True)
