"""Order and nesting of a blog's categories, kept on this computer: the server has neither."""

from collections.abc import Iterable, Sequence
from typing import Any

from funneldesk.desktop.workspace.workspace import Workspace

Line = tuple[int, int]
"""A category's number and its depth, from 0."""
DEEPEST = 4


def arranged(known: Sequence[int], kept: Iterable[Line]) -> list[Line]:
    """The categories that there are, in the order that was kept; new ones follow, and none stands
    deeper than one below the line before it."""
    order = [(number, depth) for number, depth in kept if number in known]
    placed = {number for number, _depth in order}
    order += [(number, 0) for number in known if number not in placed]
    lines: list[Line] = []
    for number, depth in order:
        most = lines[-1][1] + 1 if lines else 0
        lines.append((number, max(0, min(depth, most, DEEPEST))))
    return lines


class Outlines:
    """The outlines of the blogs of a brand."""

    def __init__(self, workspace: Workspace) -> None:
        self._store = workspace.store

    async def of(self, blog_id: str, known: Sequence[int]) -> list[Line]:
        """The categories of a blog, arranged."""
        kept = await self._store.value(_name(blog_id), [])
        return arranged(known, _lines(kept))

    async def keep(self, blog_id: str, lines: Sequence[Line]) -> None:
        """The user arranged them."""
        await self._store.put_value(_name(blog_id), [list(line) for line in lines])


def _name(blog_id: str) -> str:
    return f"blogs.outline.{blog_id}"


def _lines(kept: Any) -> list[Line]:
    found = kept if isinstance(kept, list) else []
    return [
        (each[0], each[1])
        for each in found
        if isinstance(each, list) and len(each) == 2 and all(type(n) is int for n in each)
    ]
