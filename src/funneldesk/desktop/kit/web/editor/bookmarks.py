"""A place in a document of the editor that stays where it is while the text around it changes."""

from collections.abc import Iterable
from dataclasses import dataclass

from funneldesk.desktop.kit.web.editor.mirror import Change


@dataclass(eq=False, slots=True)
class Bookmark:
    """``place`` is in code units. ``text`` is shown there, beside the source and not as part of
    it; empty shows nothing."""

    document: str
    place: int
    text: str = ""

    def move(self, changes: Iterable[Change]) -> None:
        """Follow changes that lie in order, in places of the text before. What is put in at the
        very place comes behind it; when the text around it goes, it stays where that was."""
        moved = 0
        for start, end, text in changes:
            if start >= self.place:
                break
            if end > self.place:
                # As the editor's own mapping does: to the start of what was replaced.
                self.place = start
                break
            moved += len(text.encode("utf-16-le", "surrogatepass")) // 2 - (end - start)
        self.place += moved
