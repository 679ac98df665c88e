"""What a list of records is narrowed to and ordered by: words, choices, sort."""

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Generic, TypeVar

from funneldesk.desktop.kit.lists.local_order import Listed, Rule

R = TypeVar("R")
L = TypeVar("L", bound=Listed)

_DIGITS = re.compile(r"\d+")

Choice = str | int | bool | None
"""What a filter is set to; None takes everything."""


@dataclass(frozen=True, slots=True)
class FilterSpec(Generic[R]):
    """A filter of a list. ``value`` takes what it asks about out of a row.

    ``labels`` are its choices with what they are called, in their order; without them the values
    that the rows have are offered, called by ``called``. ``sent_as`` is the server's name for it
    where the server filters. ``unsaid`` is a choice that goes without saying: no chip tells of it.
    ``fits`` tells whether a row fits a choice, where that is more than having it as its value.
    """

    name: str
    title: str
    value: Callable[[R], Choice]
    labels: Mapping[Any, str] = field(default_factory=dict)
    called: Callable[[Choice], str] = str
    sent_as: str = ""
    unsaid: Choice = None
    fits: Callable[[R, Choice], bool] | None = None

    def choices(self, rows: Iterable[R]) -> Sequence[tuple[Choice, str]]:
        """What can be chosen, with the words for it."""
        if self.labels:
            return tuple(self.labels.items())
        found = {self.value(row) for row in rows} - {None, "", 0}
        return sorted(((v, self.called(v)) for v in found), key=lambda pair: _counted(pair[1]))

    def words(self, value: Choice) -> str:
        """What a choice is called."""
        return self.labels.get(value) or self.called(value)


@dataclass(frozen=True, slots=True)
class SortSpec(Generic[R]):
    """An order of a list. ``key`` orders rows on this computer; ``sent_as`` is the server's name
    for it where the server sorts; ``descending``: the largest comes first unless asked otherwise.
    """

    name: str
    title: str
    key: Callable[[R], Any]
    sent_as: str = ""
    descending: bool = False

    def ordering(self, descending: bool) -> Callable[[R], Any]:
        """What rows on this computer are sorted by."""
        return (lambda row: _Reversed(self.key(row))) if descending else self.key


@dataclass(frozen=True, slots=True)
class GroupSpec(Generic[R]):
    """What rows can be grouped by: ``value`` gives a row's group, ``rank`` orders groups, and
    ``called`` names one."""

    name: str
    title: str
    value: Callable[[R], Hashable]
    rank: Callable[[Hashable], Any]
    called: Callable[[Hashable], str]


@dataclass(frozen=True, slots=True)
class Query:
    """Words, the choice of each filter that is set, the order, and what rows are grouped by."""

    text: str = ""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    sort: str = ""
    descending: bool = False
    group: str = ""

    @property
    def narrows(self) -> bool:
        """Whether anything but the words narrows the list."""
        return bool(self.choices)

    def cleared(self) -> "Query":
        """Only the order and the groups are kept."""
        return replace(self, text="", choices={})

    def choosing(self, name: str, value: Choice) -> "Query":
        """A query with one filter set, or with None taken off."""
        others = {key: kept for key, kept in self.choices.items() if key != name}
        return replace(self, choices=others if value is None else others | {name: value})

    def takes(self, row: R, filters: Iterable[FilterSpec[R]]) -> bool:
        """Whether the filters leave a row; its words are sought apart."""
        return self._keeper(filters)(row)

    def rule(
        self,
        filters: Iterable[FilterSpec[L]],
        sorts: Sequence[SortSpec[L]],
        usual: str = "",
        group: GroupSpec[L] | None = None,
    ) -> Rule[L]:
        """What a list on this computer takes and how it is ordered: as ``usual`` where the query's
        order is none of ``sorts``, and by the words of the rows where that is none either."""
        named = {sort.name: sort for sort in sorts}
        sort = named.get(self.sort) or named.get(usual)
        key = sort.ordering(self.descending) if sort is not None else lambda row: row.sought
        if group is not None:
            value, rank, within = group.value, cache(group.rank), key
            key = lambda row: (rank(value(row)), within(row))  # noqa: E731
        return Rule(self._keeper(filters), key)

    def _keeper(self, filters: Iterable[FilterSpec[R]]) -> Callable[[R], bool]:
        """``takes`` for one row after the other."""
        chosen = [each for each in filters if each.name in self.choices]
        set_ = [(f.value, self.choices[f.name]) for f in chosen if f.fits is None]
        judged = [(f.fits, self.choices[f.name]) for f in chosen if f.fits is not None]
        if judged:
            return lambda row: (
                all(value(row) == choice for value, choice in set_)
                and all(fits(row, choice) for fits, choice in judged)
            )
        if not set_:
            return lambda _: True
        if len(set_) == 1:
            ((value, choice),) = set_
            return lambda row: value(row) == choice
        return lambda row: all(value(row) == choice for value, choice in set_)

    def state(self) -> dict[str, Any]:
        """The query as JSON, for saved views and links."""
        return {
            "text": self.text,
            "choices": dict(self.choices),
            "sort": self.sort,
            "descending": self.descending,
            "group": self.group,
        }

    @classmethod
    def of(cls, state: object) -> "Query":
        """A query from what was kept; whatever is not understood is left out."""
        known = state if isinstance(state, dict) else {}
        choices = known.get("choices")
        return cls(
            text=_text(known.get("text")),
            choices={
                key: value
                for key, value in (choices if isinstance(choices, dict) else {}).items()
                if isinstance(key, str) and isinstance(value, str | int | bool)
            },
            sort=_text(known.get("sort")),
            descending=known.get("descending") is True,
            group=_text(known.get("group")),
        )


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def _counted(text: str) -> str:
    """A text that sorts as people count: "Funnel 2" before "Funnel 10"."""
    return _DIGITS.sub(lambda found: found[0].zfill(12), text.casefold())


class _Reversed:
    """A value that stands in the opposite order."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: "_Reversed") -> bool:
        return bool(other.value < self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and bool(other.value == self.value)

    def __hash__(self) -> int:
        return hash(self.value)
