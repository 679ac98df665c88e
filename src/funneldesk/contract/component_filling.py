"""Components in the place of their references, as visitors meet them (document: Component).

Every reference becomes the component's live html, with its css in a ``style`` before it. One to a
component that the brand does not have stays as it is.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from funneldesk.contract.component_references import Reference, references

DEEPEST = 8
"""Components within components; deeper ones, and those within themselves, stay references."""

MOST_ADDED = 8_000_000
"""Characters that components may add to one piece of a page."""


@dataclass(frozen=True, slots=True)
class Part:
    """A component's live sources."""

    html: str
    css: str


class Filler:
    """Puts components into html; ``parts`` are those that may be met, by code."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self._parts = parts

    def fill(self, html: str) -> str:
        """``html`` with its components; nothing else of it changes."""
        if not self._parts:
            return html
        return _Filling(self._parts).run(html, ())


class _Filling:
    """One piece of a page on its way: what it may still grow by, whose css it has."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self._parts = parts
        self._room = MOST_ADDED
        self._styled: set[str] = set()

    def run(self, html: str, around: tuple[str, ...]) -> str:
        pieces: list[str] = []
        at = 0
        for reference in references(html):
            if reference.start < at:  # within an element that a component stood in for
                continue
            text = self._text(reference.code, around)
            if text is None:
                continue
            start, end = _place(reference)
            pieces += (html[at:start], text)
            at = end
        return "".join((*pieces, html[at:]))

    def _text(self, code: str, around: tuple[str, ...]) -> str | None:
        part = self._parts.get(code)
        if part is None or code in around or len(around) >= DEEPEST:
            return None
        style = f"<style>\n{part.css}\n</style>\n" if part.css and code not in self._styled else ""
        size = len(part.html) + len(style)
        if size > self._room:
            return None
        self._room -= size
        self._styled.add(code)
        return style + self.run(part.html, (*around, code))


def codes_in(html: str) -> set[str]:
    """The codes of the components that html refers to."""
    return {reference.code for reference in references(html)}


def _place(reference: Reference) -> tuple[int, int]:
    if reference.stands_in:
        return reference.start, reference.closed
    return reference.end, reference.end
