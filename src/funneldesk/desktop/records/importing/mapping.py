"""Columns of a file and the fields that they are for: guessed by title, remembered."""

import re
from collections.abc import Iterable, Mapping, Sequence

from funneldesk.desktop.local.cache.matching import fold
from funneldesk.desktop.records.importing.declaration import RecordImport

SKIP = ""
"""A column that is for no field."""
Fields = tuple[str, ...]
"""For each column the name of its field, or ``SKIP``."""

_BETWEEN = re.compile(r"[\W_]+")


def plain(title: str) -> str:
    """A title as titles are compared: without accents, case and punctuation."""
    return _BETWEEN.sub(" ", fold(title)).strip()


def guess(
    declared: RecordImport, titles: Sequence[str], remembered: Mapping[str, str] | None = None
) -> Fields:
    """The field of each column; each field once. ``remembered`` is what ``to_remember`` gave."""
    known = _names(declared)
    names, taken, found = {each.name for each in declared.fields()}, set[str](), list[str]()
    for title in titles:
        key = plain(title)
        name = (remembered or {}).get(key, known.get(key, SKIP))
        fresh = name in names - taken
        found.append(name if fresh else SKIP)
        taken |= {name} if fresh else set()
    return tuple(found)


def to_remember(
    titles: Sequence[str], fields: Fields, before: Mapping[str, str] | None = None
) -> dict[str, str]:
    """What the user chose, for the next file that has columns with these titles."""
    return {**(before or {}), **{plain(t): f for t, f in zip(titles, fields, strict=True)}}


def missing(declared: RecordImport, fields: Iterable[str]) -> list[str]:
    """The titles of required fields that no column is for."""
    chosen, all_of_them = set(fields), declared.kind.draft.declared
    return [all_of_them[name].title for name in declared.required() if name not in chosen]


def _names(declared: RecordImport) -> dict[str, str]:
    """Every title that means a field; the field's own come before those that only may mean it."""
    fields = declared.fields()
    known: dict[str, str] = {}
    for names in (
        ((f.name, (f.title, f.label, f.name, f.read_as)) for f in fields),
        declared.synonyms.items(),
    ):
        for field, titles in names:
            for title in titles:
                if plain(title):
                    known.setdefault(plain(title), field)
    return known
