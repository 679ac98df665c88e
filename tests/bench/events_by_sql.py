"""Ninety days of a brand with any number of events, made by the database itself in seconds.

Visits are drawn from their number by a few multiplications, ten events each; the roll-ups are
grouped from them, so that both say the same. ``same_figures`` of the programs beside asks that.
"""

import sqlite3
from datetime import UTC, datetime, timedelta
from pathlib import Path

EVENTS_IN_A_VISIT, DAYS, PAGES = 10, 90, 40
FIELDS = {
    "country": ("PT", "US", "DE", "BR", "IN", "JP", "FR", "ES", "GB", "IT", "NL", "SE"),
    "device": ("desktop", "mobile", "tablet"),
    "os": ("Windows", "Android", "iOS", "macOS", "Linux"),
    "browser": ("Chrome", "Safari", "Firefox", "Edge"),
    "utm_source": ("", "mail", "search", "social", "partner"),
    "utm_campaign": ("", *(f"campaign {number}" for number in range(12))),
}
MEASURES = (
    *("sessions", "engaged", "page_views", "seconds", "add_to_carts", "sales", "revenue"),
    *("cogs", "refunds", "refund_count", "units", "shown"),
)
SUMS = {
    "sessions": "count(*)",
    "engaged": "count(*)",
    "page_views": f"count(*) * {EVENTS_IN_A_VISIT}",
    "seconds": "sum(i % 300)",
    "add_to_carts": "sum(i % 5 = 0)",
    "sales": "sum(i % 8 = 0)",
    "revenue": "sum((i % 8 = 0) * (190000 + i % 1000 * 100))",
    "units": "sum(i % 8 = 0)",
}
"""Money is whole ten-thousandths."""


def first_hour() -> int:
    """The hour of UTC with which the ninety days begin that end yesterday."""
    day = datetime.now(UTC).date() - timedelta(days=DAYS)
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()) // 3600


def fill(database: Path, brand: int, events: int) -> None:
    """Write the events and the roll-ups of a brand."""
    raw = sqlite3.connect(database)
    raw.execute("PRAGMA synchronous = OFF")
    raw.execute("PRAGMA temp_store = MEMORY")
    with raw:
        _visits(raw, events // EVENTS_IN_A_VISIT)
        _events(raw, brand)
        for name, value in {"all": "''", **{name: f"{name}_" for name in FIELDS}}.items():
            _hours(raw, brand, name, value)
        _days(raw, brand)
    raw.close()


def _visits(raw: sqlite3.Connection, count: int) -> None:
    picks = ", ".join(f"{_pick(values, at)} AS {name}_" for at, (name, values) in _numbered())
    raw.execute("DROP TABLE IF EXISTS temp.lived")
    raw.execute(
        f"CREATE TEMP TABLE lived AS WITH RECURSIVE n(i) AS "
        f"(SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < {count}) "
        f"SELECT i, {first_hour()} + {_hour()} AS hour, {picks} FROM n"
    )


def _hour() -> str:
    """An hour of the ninety days: no two days are alike, and the first ones have most."""
    return f"(i * 7919 % {DAYS * 24}) * (i * 104729 % 2161) / 2161"


def _numbered() -> list[tuple[int, tuple[str, tuple[str, ...]]]]:
    return list(enumerate(FIELDS.items(), 2))


def _pick(values: tuple[str, ...], seed: int) -> str:
    """Small places more often than large ones."""
    drawn = f"(i * {seed * 2654435761 % 1000003} % 1009) * (i * {seed * 40503} % 1013)"
    cases = " ".join(f"WHEN {at} THEN '{value}'" for at, value in enumerate(values))
    return f"CASE {drawn} * {len(values)} / 1022117 {cases} END"


def _events(raw: sqlite3.Connection, brand: int) -> None:
    raw.execute(
        f"INSERT INTO visit_events (brand_id, visit_id, number, type, at, page_id) "
        f"WITH RECURSIVE e(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM e "
        f"WHERE k + 1 < {EVENTS_IN_A_VISIT}) "
        f"SELECT {brand}, i, k, 'page_view', "
        f"strftime('%Y-%m-%d %H:00:00.000000', hour * 3600, 'unixepoch'), "
        f"(i + k * k) % {PAGES} + 1 "
        f"FROM lived, e ORDER BY i, k"
    )


def _hours(raw: sqlite3.Connection, brand: int, name: str, value: str) -> None:
    sums = ", ".join(SUMS.get(each, "0") for each in MEASURES)
    raw.execute(
        f"INSERT INTO rollup_hours (brand_id, dimension, hour, value, {', '.join(MEASURES)}) "
        f"SELECT {brand}, '{name}', hour, {value}, {sums} FROM lived GROUP BY hour, {value}"
    )


def _days(raw: sqlite3.Connection, brand: int) -> None:
    sums = ", ".join(f"sum({each})" for each in MEASURES)
    raw.execute(
        f"INSERT INTO rollup_days (brand_id, dimension, day, value, {', '.join(MEASURES)}) "
        f"SELECT brand_id, dimension, hour / 24, value, {sums} FROM rollup_hours "
        f"WHERE brand_id = {brand} GROUP BY dimension, hour / 24, value"
    )
