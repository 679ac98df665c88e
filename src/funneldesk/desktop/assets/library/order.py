"""Filters and orders of file views."""

import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from funneldesk.desktop.assets.library.row import KIND_WORDS, KINDS, AssetRow
from funneldesk.desktop.kit.lists.local_order import Rule
from funneldesk.desktop.local.texts import _

SORTS = (
    ("name", _("Name")),
    ("changed", _("Changed")),
    ("size", _("Size")),
    ("kind", _("Kind")),
    ("dimensions", _("Dimensions")),
    ("folder", _("Folder")),
)
DESCENDING_FIRST = frozenset({"changed", "size", "dimensions"})
"""Orders whose usual direction is descending."""
MEGABYTE = 1024 * 1024
SIZES = (
    ("100k", _("Over 100 KB"), 100 * 1024),
    ("1m", _("Over 1 MB"), MEGABYTE),
    ("5m", _("Over 5 MB"), 5 * MEGABYTE),
)
AGES = (
    ("day", _("Changed in the last day"), 86_400),
    ("week", _("Changed in the last week"), 7 * 86_400),
    ("month", _("Changed in the last month"), 30 * 86_400),
)
_DIGITS = re.compile(r"(\d+)")
Keep = Callable[[AssetRow], bool]


@dataclass(frozen=True, slots=True)
class AssetFilter:
    """Filter of a view; an empty text takes everything. ``sort`` is a key of SORTS."""

    text: str = ""
    kind: str = ""
    size: str = ""
    age: str = ""
    sort: str = "name"
    descending: bool = False

    @property
    def narrows(self) -> bool:
        """Whether anything narrows the view: it looks through all folders then."""
        return bool(self.text.strip() or self.kind or self.size or self.age)

    def cleared(self) -> "AssetFilter":
        """Only the order is kept."""
        return AssetFilter(sort=self.sort, descending=self.descending)

    def sorted_by(self, key: str) -> "AssetFilter":
        """Ordered by something else; by the same once more: the other way round."""
        if key == self.sort:
            return replace(self, descending=not self.descending)
        return replace(self, sort=key, descending=key in DESCENDING_FIRST)


def filter_words(query: AssetFilter) -> list[str]:
    """The filters besides the text, in words."""
    kinds = [words for kind, words in KIND_WORDS.items() if kind == query.kind]
    sizes = [words for key, words, _unused in SIZES if key == query.size]
    ages = [words for key, words, _unused in AGES if key == query.age]
    return [words[:1].lower() + words[1:] for words in (*kinds, *sizes, *ages)]


def rule_of(query: AssetFilter, keep: Keep | None = None) -> Rule[AssetRow]:
    """Rule of a filter and its order; its text is searched for apart. ``keep`` narrows further."""
    tests: list[Keep] = [] if keep is None else [keep]
    least = next((least for key, _unused, least in SIZES if key == query.size), 0)
    span = next((span for key, _unused, span in AGES if key == query.age), 0)
    if query.kind:
        tests.append(lambda row: row.kind == query.kind)
    if least:
        tests.append(lambda row: row.size > least)
    if span:
        since = time.time() - span
        tests.append(lambda row: row.changed >= since)
    if query.narrows:
        tests.append(lambda row: not row.is_folder)
    key = KEYS.get(query.sort, _by_name)
    return Rule(_all_of(tests), _reversed(key) if query.descending else key)


def natural(text: str) -> tuple[Any, ...]:
    """A folded text as people count: ``img2`` before ``img10``."""
    if not _DIGITS.search(text):
        return (text,)
    pieces = _DIGITS.split(text)
    return tuple(int(piece) if at % 2 else piece for at, piece in enumerate(pieces))


def _all_of(tests: list[Keep]) -> Keep:
    if not tests:
        return lambda row: True
    return lambda row: all(test(row) for test in tests)


def _name(row: AssetRow) -> tuple[Any, ...]:
    return natural(row.sought.rpartition("/")[2])


def _by_name(row: AssetRow) -> tuple[Any, ...]:
    return not row.is_folder, _name(row), row.path


def _by_change(row: AssetRow) -> tuple[Any, ...]:
    return not row.is_folder, row.changed, row.path


def _by_size(row: AssetRow) -> tuple[Any, ...]:
    return not row.is_folder, row.size, row.path


def _by_kind(row: AssetRow) -> tuple[Any, ...]:
    return not row.is_folder, KINDS.index(row.kind), row.ending, _name(row), row.path


def _by_dimensions(row: AssetRow) -> tuple[Any, ...]:
    return not row.is_folder, row.width * row.height, row.path


def _by_folder(row: AssetRow) -> tuple[Any, ...]:
    return not row.is_folder, row.sought.rpartition("/")[0], _name(row), row.path


KEYS: Mapping[str, Callable[[AssetRow], tuple[Any, ...]]] = {
    "name": _by_name,
    "changed": _by_change,
    "size": _by_size,
    "kind": _by_kind,
    "dimensions": _by_dimensions,
    "folder": _by_folder,
}
"""Sort key of rows: folders first; ties by path, so that no two are equal."""


class _Backwards:
    """A key that orders the other way round."""

    __slots__ = ("key",)

    def __init__(self, key: tuple[Any, ...]) -> None:
        self.key = key

    def __lt__(self, other: "_Backwards") -> bool:
        return other.key < self.key


def _reversed(key: Callable[[AssetRow], tuple[Any, ...]]) -> Callable[[AssetRow], Any]:
    """The other way round, but folders stay in front."""

    def backwards(row: AssetRow) -> tuple[bool, _Backwards]:
        found = key(row)
        return found[0], _Backwards(found[1:])

    return backwards
