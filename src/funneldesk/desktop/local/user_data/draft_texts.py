"""The long texts of drafts: whole once, then the one change from that."""

import secrets
import sqlite3
from collections.abc import Iterator, Mapping
from typing import Any

from funneldesk.desktop.local.database.encoding import decode, encode, seal, text_bytes
from funneldesk.desktop.local.files.problems import damage
from funneldesk.desktop.local.user_data.text_delta import difference

LONG = 2048
"""Characters from which on a text is kept by its changes."""
LARGEST_CHANGE = 64 * 1024
"""Characters of a change above which the whole text is written anew."""

_PLACE = "part = ? AND id = ? AND place = ?"  # not shown
Draft = tuple[str, str]


class DraftTexts:
    """Texts that this run knows to be on disk. Used on the store's thread only.

    A stamp beside each text tells whether what is on disk is still ours: another window may have
    written it, or a write may have failed.
    """

    def __init__(self) -> None:
        self._wholes: dict[Draft, dict[str, tuple[int, str]]] = {}
        self._bases: dict[Draft, tuple[int, Mapping[str, Any], str]] = {}

    def forget(self, draft: Draft) -> None:
        """A draft was dropped."""
        self._wholes.pop(draft, None)
        self._bases.pop(draft, None)

    def keep_base(
        self, connection: sqlite3.Connection, draft: Draft, base: Mapping[str, Any]
    ) -> str:
        """Makes ``base`` the base of a draft; its seal. It is written when it is another one."""
        stamp, known, sealed = self._bases.get(draft, (0, None, ""))
        query = "SELECT stamp FROM draft_bases WHERE part = ? AND id = ?"
        if known == base and connection.execute(query, draft).fetchone() == (stamp,):
            return sealed
        stamp, text = _new_stamp(), encode(base)
        connection.execute(
            "INSERT OR REPLACE INTO draft_bases (part, id, stamp, base) VALUES (?, ?, ?, ?)",
            (*draft, stamp, text),
        )
        self._bases[draft] = stamp, base, seal(text)
        return self._bases[draft][2]

    def keep(self, connection: sqlite3.Connection, draft: Draft, texts: Mapping[str, str]) -> None:
        """Makes ``texts`` (place to text) the long texts of a draft."""
        known = self._wholes.get(draft, {})
        if known.keys() != texts.keys():
            _drop_others(connection, draft, texts)
        wholes: dict[str, tuple[int, str]] = {}
        for place, text in texts.items():
            there = known.get(place)
            if there is None or not _keep_change(connection, (*draft, place), there, text):
                there = (_new_stamp(), text)
                _keep_whole(connection, (*draft, place), there)
            wholes[place] = there
        self._wholes[draft] = wholes


def part_off(content: Mapping[str, Any]) -> tuple[Any, dict[str, str]]:
    """The content with its long texts left out, and those by their place in it."""
    long: dict[str, str] = {}
    return _without_long(content, [], long), long


def long_texts(connection: sqlite3.Connection, draft: Draft, places: list[str]) -> dict[str, str]:
    """The long texts of a draft by their place in it, in the order of ``places``.

    Raises sqlite3.DatabaseError when one of them is missing or spoilt.
    """
    try:
        texts = dict(_texts(connection, draft))
    except (TypeError, ValueError):
        raise damage("a text of a draft is spoilt") from None
    if sorted(texts) != places:
        raise damage("a text of a draft is missing")
    return {place: texts[place] for place in places}


def join(short: Any, texts: Mapping[str, str]) -> Any:
    """The content with its long texts put back. Raises sqlite3.DatabaseError for spoilt places."""
    try:
        for place, text in texts.items():
            *way, last = decode(place)
            holder = short
            for step in way:
                holder = holder[step]
            holder[last] = text
    except (LookupError, TypeError, ValueError):
        raise damage("a text of a draft is spoilt") from None
    return short


def _without_long(value: Any, way: list[Any], long: dict[str, str]) -> Any:
    if isinstance(value, str) and len(value) >= LONG:
        long[encode(way)] = value
        return None
    if isinstance(value, Mapping):
        return {key: _without_long(each, [*way, key], long) for key, each in value.items()}
    if isinstance(value, list):
        return [_without_long(each, [*way, n], long) for n, each in enumerate(value)]
    return value


def _texts(connection: sqlite3.Connection, draft: Draft) -> Iterator[tuple[str, str]]:
    rows = connection.execute(
        "SELECT t.place, t.whole, c.start, c.stop, c.fresh FROM draft_texts t"
        " LEFT JOIN draft_changes c ON c.part = t.part AND c.id = t.id AND c.place = t.place"
        " AND c.stamp = t.stamp WHERE t.part = ? AND t.id = ?",
        draft,
    )
    for place, whole, start, stop, fresh in rows.fetchall():
        text = _text(whole)
        yield place, text if fresh is None else text[:start] + _text(fresh) + text[stop:]


def _keep_whole(
    connection: sqlite3.Connection, where: tuple[str, str, str], whole: tuple[int, str]
) -> None:
    stamp, text = whole
    connection.execute(
        "INSERT OR REPLACE INTO draft_texts (part, id, place, stamp, whole) VALUES (?, ?, ?, ?, ?)",
        (*where, stamp, text_bytes(text)),
    )
    connection.execute(f"DELETE FROM draft_changes WHERE {_PLACE}", where)  # noqa: S608


def _keep_change(
    connection: sqlite3.Connection,
    where: tuple[str, str, str],
    whole: tuple[int, str],
    text: str,
) -> bool:
    """Whether the change from the whole text that is there is small enough, and is kept."""
    stamp, before = whole
    query = f"SELECT stamp FROM draft_texts WHERE {_PLACE}"  # noqa: S608
    if connection.execute(query, where).fetchone() != (stamp,):
        return False
    start, stop, fresh = difference(before, text)
    if len(fresh) > LARGEST_CHANGE:
        return False
    connection.execute(
        "INSERT INTO draft_changes (part, id, place, stamp, start, stop, fresh)"
        " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (part, id, place) DO UPDATE SET"
        " stamp = excluded.stamp, start = excluded.start, stop = excluded.stop,"
        " fresh = excluded.fresh",
        (*where, stamp, start, stop, text_bytes(fresh)),
    )
    return True


def _drop_others(connection: sqlite3.Connection, draft: Draft, texts: Mapping[str, str]) -> None:
    """Texts that are long no more."""
    query = "SELECT place FROM draft_texts WHERE part = ? AND id = ?"
    for (place,) in connection.execute(query, draft).fetchall():
        if place not in texts:
            for table in ("draft_texts", "draft_changes"):
                connection.execute(f"DELETE FROM {table} WHERE {_PLACE}", (*draft, place))  # noqa: S608


def _new_stamp() -> int:
    return secrets.randbits(62)


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")
