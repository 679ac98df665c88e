"""Groups of a table's rows: what stands between them, and which of them are folded."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

HEADING = "\x1d"
"""What the id of a group's heading begins with; no record has such an id."""


@dataclass(frozen=True, slots=True)
class Grouping:
    """``value`` gives the group of an id, ``title`` what a group is called. Rows of a group come
    one after the other: whoever orders them sees to it."""

    value: Callable[[str], Hashable]
    title: Callable[[Hashable], str]


@dataclass(frozen=True, slots=True)
class Heading:
    """Line above the rows of a group. ``count`` is how many there are, folded or not."""

    title: str
    count: int
    is_folded: bool


def is_heading(row_id: str) -> bool:
    """Whether an id is that of a heading."""
    return row_id.startswith(HEADING)


class TableGroups:
    """Puts headings between ids; without a ``grouping`` it leaves them as they are."""

    def __init__(self) -> None:
        self.grouping: Grouping | None = None
        self.headings: dict[str, Heading] = {}
        self.ids: Sequence[str] = ()
        """The records as they were given, those that are folded away too."""
        self._folded: set[str] = set()

    def group_by(self, grouping: Grouping | None) -> None:
        """Take other groups, none of them folded."""
        self.grouping = grouping
        self._folded.clear()
        self.headings.clear()

    def arranged(self, ids: Sequence[str]) -> Sequence[str]:
        """The ids with a heading before each group, without the rows of folded ones."""
        self.ids = ids
        self.headings.clear()
        return ids if self.grouping is None else list(self._with_headings(self.grouping, ids))

    def toggle(self, heading: str) -> Sequence[str]:
        """Fold a group, or unfold it; what is shown then."""
        self._folded ^= {heading}
        return self.arranged(self.ids)

    def unfold(self, record_id: str) -> Sequence[str] | None:
        """What is shown with the group of this record unfolded; None where nothing changes."""
        if self.grouping is None or not self._folded or record_id not in self.ids:
            return None
        heading = _heading_id(self.grouping.value(record_id))
        return self.toggle(heading) if heading in self._folded else None

    def _with_headings(self, grouping: Grouping, ids: Sequence[str]) -> Iterator[str]:
        for value, group in groupby(ids, key=grouping.value):
            heading, rows = _heading_id(value), list(group)
            folded = heading in self._folded
            self.headings[heading] = Heading(grouping.title(value), len(rows), folded)
            yield heading
            if not folded:
                yield from rows


def _heading_id(value: Hashable) -> str:
    return f"{HEADING}{value!r}"
