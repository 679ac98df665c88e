"""Uses of a file, and how much of the brand was searched for them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from funneldesk.desktop.local.texts import _, ngettext

_FORMS: dict[str, Callable[[int], str]] = {
    "pages": lambda n: ngettext("{count:,} page", "{count:,} pages", n),
    "components": lambda n: ngettext("{count:,} component", "{count:,} components", n),
    "blogs": lambda n: ngettext("{count:,} blog", "{count:,} blogs", n),
    "styles": lambda n: ngettext("{count:,} style sheet", "{count:,} style sheets", n),
}
_NAMES = {
    "pages": _("pages"),
    "components": _("components"),
    "blogs": _("blogs"),
    "styles": _("style sheets"),
}

KINDS = {
    "pages": _("Page"),
    "components": _("Component"),
    "blogs": _("Blog"),
    "styles": _("Style sheet"),
}
"""What a record is called by itself."""


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
        _("{known:,} of {whole}").format(known=part.known, whole=_counted(part.part, part.total))
        for part in parts
        if part.listed and not part.is_whole
    ]
    none = [_NAMES.get(part.part, part.part) for part in parts if not part.listed]
    said = [_("{parts} known so far").format(parts=_named(some))] if some else []
    said += [_("{parts} not read yet").format(parts=_named(none))] if none else []
    whole = "; ".join(said)
    return f"{whole[:1].upper()}{whole[1:]}"


def records_of(uses: Sequence[Use]) -> list[tuple[str, str]]:
    """The records of some uses, each once, in order."""
    return list(dict.fromkeys(use.record for use in uses))


def counted(uses: Sequence[Use]) -> str:
    """The users of a file, in a phrase: "3 pages and 1 component"; empty for nobody."""
    by_part: dict[str, int] = {}
    for part, _unused in records_of(uses):
        by_part[part] = by_part.get(part, 0) + 1
    return _named([_counted(part, count) for part, count in by_part.items()])


def _named(things: Sequence[str]) -> str:
    if len(things) < 2:
        return "".join(things)
    return _("{things} and {last}").format(things=", ".join(things[:-1]), last=things[-1])


def _counted(part: str, count: int) -> str:
    return _FORMS[part](count).format(count=count)
