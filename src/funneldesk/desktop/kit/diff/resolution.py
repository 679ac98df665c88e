"""The result of a merge while it is decided: choices, and free editing beside them."""

from itertools import accumulate

from funneldesk.desktop.kit.diff.merge import Choice, Merge
from funneldesk.desktop.kit.web.mirror import difference


class Resolution:
    """``text`` is the result as it stands. Until a conflict is decided it shows mine there.

    Each chunk of the merge has its place in the text, which follows whatever is typed. Typing
    into an undecided conflict decides it: then its choice is None, and it is in ``edited``.
    """

    def __init__(self, merged: Merge) -> None:
        self.merge = merged
        self.choices: dict[int, Choice] = {}
        self.edited: set[int] = set()
        parts = [chunk.text(chunk.usual or "mine") for chunk in merged.chunks]
        self._bounds = [0, *accumulate(map(len, parts))]
        self.text = "".join(parts)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The conflicts that wait, by chunk."""
        decided = self.choices.keys() | self.edited
        return tuple(chunk for chunk in self.merge.conflicts if chunk not in decided)

    def choice(self, chunk: int) -> Choice | None:
        """What stands in the result; None while undecided, or when it was edited by hand."""
        if chunk in self.edited:
            return None
        return self.choices.get(chunk) or self.merge.chunks[chunk].usual

    def place(self, chunk: int) -> tuple[int, int]:
        """Where a chunk stands in ``text``."""
        return self._bounds[chunk], self._bounds[chunk + 1]

    def choose(self, chunk: int, choice: Choice) -> tuple[int, int, str]:
        """Decides a chunk; gives the change that the text underwent: start, end, new text."""
        start, end = self.place(chunk)
        new = self.merge.chunks[chunk].text(choice)
        self.choices[chunk] = choice
        self.edited.discard(chunk)
        self.text = self.text[:start] + new + self.text[end:]
        self._shift(chunk + 1, len(new) - (end - start))
        return start, end, new

    def type(self, text: str) -> None:
        """The user edited the result: it is ``text`` now."""
        if text == self.text:
            return
        start, end, new = difference(self.text, text)
        for chunk in self.merge.conflicts:
            first, last = self.place(chunk)
            inside = start < last and end > first
            if inside or (first <= start <= last and (start == end or first == last)):
                self.edited.add(chunk)
                self.choices.pop(chunk, None)
        moved = len(new) - (end - start)
        # What was typed where two chunks meet belongs to the later one.
        self._bounds = [
            at if at <= start else at + moved if at >= end else start for at in self._bounds
        ]
        self._bounds[-1] = len(text)
        self.text = text

    def _shift(self, first: int, by: int) -> None:
        for index in range(first, len(self._bounds)):
            self._bounds[index] += by
