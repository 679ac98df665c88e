"""The result of a merge while it is decided: choices, and free editing beside them."""

from bisect import bisect_left, bisect_right
from itertools import accumulate

from funneldesk.desktop.kit.diff.merge import Choice, Merge
from funneldesk.desktop.local.user_data.text_delta import difference


class Resolution:
    """``text`` is the result as it stands. Until a conflict is decided it shows mine there.

    Each chunk of the merge has its place in the text, which follows whatever is typed. Typing
    into an undecided conflict decides it: then its choice is None, and it is in ``edited``.
    """

    def __init__(self, merged: Merge) -> None:
        self.merge = merged
        self.conflicts = merged.conflicts
        self.choices: dict[int, Choice] = {}
        self.edited: set[int] = set()
        self._waiting = dict.fromkeys(self.conflicts)
        parts = [chunk.text(chunk.usual or "mine") for chunk in merged.chunks]
        self._bounds = [0, *accumulate(map(len, parts))]
        self.text = "".join(parts)

    @property
    def undecided(self) -> tuple[int, ...]:
        """The conflicts that wait, by chunk."""
        return tuple(self._waiting)

    @property
    def waiting(self) -> int:
        """Number of open conflicts."""
        return len(self._waiting)

    def is_decided(self, chunk: int) -> bool:
        """Whether it is known what stands there."""
        return chunk not in self._waiting

    def number(self, conflict: int) -> int:
        """Which of the conflicts this chunk is, the first being 1."""
        return bisect_left(self.conflicts, conflict) + 1

    def choice(self, chunk: int) -> Choice | None:
        """Choice for the result; None while undecided, or when it was edited by hand."""
        if chunk in self.edited:
            return None
        return self.choices.get(chunk) or self.merge.chunks[chunk].usual

    def place(self, chunk: int) -> tuple[int, int]:
        """Where a chunk stands in ``text``."""
        return self._bounds[chunk], self._bounds[chunk + 1]

    def choose(self, chunk: int, choice: Choice) -> None:
        """Decides a chunk."""
        start, end = self.place(chunk)
        new = self.merge.chunks[chunk].text(choice)
        self._decide(chunk, choice)
        self.text = self.text[:start] + new + self.text[end:]
        moved = len(new) - (end - start)
        if moved:
            self._bounds[chunk + 1 :] = [at + moved for at in self._bounds[chunk + 1 :]]

    def choose_all(self, choice: Choice) -> None:
        """Decides every conflict that waits."""
        parts = []
        for index, chunk in enumerate(self.merge.chunks):
            start, end = self.place(index)
            parts.append(self.text[start:end] if self.is_decided(index) else chunk.text(choice))
        for conflict in self.undecided:
            self._decide(conflict, choice)
        self._bounds = [0, *accumulate(map(len, parts))]
        self.text = "".join(parts)

    def type(self, text: str) -> bool:
        """The user edited the result: it is ``text`` now. Whether that decided anything."""
        if text == self.text:
            return False
        start, end, new = difference(self.text, text)
        edited = [chunk for chunk in self._touched(start, end) if chunk not in self.edited]
        for chunk in edited:
            self._decide(chunk, None)
        moved = len(new) - (end - start)
        # What was typed where two chunks meet belongs to the later one.
        first = bisect_right(self._bounds, start)
        self._bounds[first:] = [start if at < end else at + moved for at in self._bounds[first:]]
        self._bounds[-1] = len(text)
        self.text = text
        return bool(edited)

    def mark_edited(self, conflict: int) -> None:
        """A conflict was decided by hand."""
        self._decide(conflict, None)

    def _touched(self, start: int, end: int) -> list[int]:
        """The conflicts that an edit of these characters reaches into."""
        found = []
        first = max(0, bisect_left(self._bounds, start) - 1)
        for chunk in range(first, len(self.merge.chunks)):
            low, high = self.place(chunk)
            if low > end:
                break
            inside = start < high and end > low
            put_in = start == end and (low <= start < high or start == high == len(self.text))
            at_nothing = low == high and start <= low
            touched = inside or put_in or at_nothing
            if touched and self.merge.chunks[chunk].kind == "conflict":
                found.append(chunk)
        return found

    def _decide(self, chunk: int, choice: Choice | None) -> None:
        self._waiting.pop(chunk, None)
        if choice is None:
            self.choices.pop(chunk, None)
            self.edited.add(chunk)
        else:
            self.choices[chunk] = choice
            self.edited.discard(chunk)
