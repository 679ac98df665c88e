"""Check whether the server has changes that the rows do not show yet."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from funneldesk.desktop.assets.library.row import AssetRow

if TYPE_CHECKING:
    from funneldesk.contract.files import Asset

SLACK = 2.0
"""Seconds by which the storage and the database may date the same upload differently."""
LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)


class LibraryNews:
    """``since`` is by the server's own clock, which need not be right."""

    def __init__(self) -> None:
        self.since: datetime | None = None
        self._expected: set[str] = set()

    def begin(self, latest: float) -> None:
        """The whole list was read; ``latest`` is its last change, in seconds since 1970."""
        try:
            moment = datetime.fromtimestamp(latest, UTC) if latest > 0 else LONG_AGO
        except (OverflowError, ValueError, OSError):
            moment = LONG_AGO
        self.since = moment if self.since is None else max(self.since, moment)

    def expect(self, path: str) -> None:
        """A file was changed from here: its news are known."""
        self._expected.add(path)

    def take(self, told: "Sequence[Asset]", rows: Mapping[str, AssetRow]) -> bool:
        """Take what changed since; whether something of it does not show yet."""
        expected, self._expected = self._expected, set()
        fresh = [each for each in told if self._is_news(each, rows, expected)]
        moments = [each.updated_at for each in told if each.updated_at is not None]
        if moments:
            latest = max(_with_zone(moment) for moment in moments)
            self.since = latest if self.since is None else max(self.since, latest)
        return bool(fresh)

    def _is_news(self, told: "Asset", rows: Mapping[str, AssetRow], expected: set[str]) -> bool:
        path = told.file_path.strip("/")
        row = rows.get(path)
        if path in expected:
            return row is None
        if row is None or told.updated_at is None:
            return row is None
        return row.changed + SLACK < _with_zone(told.updated_at).timestamp()


def _with_zone(moment: datetime) -> datetime:
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
