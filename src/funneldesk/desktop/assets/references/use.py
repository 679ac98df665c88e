"""Uses of a file, and how much of the brand was searched for them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

SINGULAR = {"pages": "page", "components": "component", "blogs": "blog", "styles": "style sheet"}
PLURAL = {"styles": "style sheets"}


@dataclass(frozen=True, slots=True)
class Use:
    """A record refers to a file ``count`` times in one of its fields.

    ``part`` is ``pages``, ``components``, ``blogs`` or ``styles`` (a text file of the brand, whose
    ``id`` is its path). ``is_draft``: the field is unsaved work on this computer.
    """

    part: str
    id: str
    title: str
    field: str
    count: int = 1
    is_draft: bool = False

    @property
    def record(self) -> tuple[str, str]:
        """The record's name within the brand."""
        return self.part, self.id


@dataclass(frozen=True, slots=True)
class Covered:
    """Of ``total`` records of a part ``known`` were looked at; ``listed``: the total is known."""

    part: str
    known: int
    total: int
    listed: bool = True

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing."""
        return self.listed and self.known >= self.total


def covered_words(covered: Iterable[Covered]) -> str:
    """Share of the brand that is known, as a user reads it; empty for all."""
    parts = tuple(covered)
    some = [
        f"{part.known:,} of {part.total:,} {_many(part.part)}"
        for part in parts
        if part.listed and not part.is_whole
    ]
    none = [_many(part.part) for part in parts if not part.listed]
    said = [f"{_named(some)} known so far"] if some else []
    said += [f"{_named(none)} not read yet"] if none else []
    whole = "; ".join(said)
    return f"{whole[:1].upper()}{whole[1:]}"


def records_of(uses: Sequence[Use]) -> list[tuple[str, str]]:
    """The records of some uses, each once, in order."""
    return list(dict.fromkeys(use.record for use in uses))


def counted(uses: Sequence[Use]) -> str:
    """The users of a file, in a phrase: "3 pages and 1 component"; empty for nobody."""
    by_part: dict[str, int] = {}
    for part, _ in records_of(uses):
        by_part[part] = by_part.get(part, 0) + 1
    said = [f"{n:,} {SINGULAR[part] if n == 1 else _many(part)}" for part, n in by_part.items()]
    return _named(said)


def _named(things: Sequence[str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} and {things[-1]}"


def _many(part: str) -> str:
    return PLURAL.get(part, part)
