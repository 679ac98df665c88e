"""Documents of the code editor, and the shapes of what is shown in them."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from funneldesk.desktop.kit.web.editor.bookmarks import Bookmark
from funneldesk.desktop.kit.web.editor.mirror import Change, Mirror

Language = Literal["html", "css", "javascript", "json", "text"]
Severity = Literal["error", "warning", "info"]


@dataclass(frozen=True, slots=True)
class Fix:
    """A change offered with a problem: ``text`` in the place of the characters start to end."""

    title: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in the characters start to end; the message is shown as plain text."""

    start: int
    end: int
    severity: Severity
    message: str
    fixes: tuple[Fix, ...] = ()


@dataclass(slots=True)
class OpenDocument:
    """One document of the editor. Ranges are in code units of the version that they were set at."""

    number: int
    name: str
    language: Language
    mirror: Mirror
    cursor: int = 0
    anchor: int = 0
    highlight: tuple[int, int] | None = None
    highlight_version: int = 0
    problems: list[dict[str, object]] = field(default_factory=list)
    problems_version: int = 0
    bookmarks: list[Bookmark] = field(default_factory=list)

    def apply(self, changes: Sequence[Change]) -> None:
        """Make changes of the text, which bookmarks follow. Raises as ``Mirror.apply`` does."""
        self.mirror.apply(changes)
        for mark in self.bookmarks:
            mark.move(changes)

    def encoded(self, problem: Problem) -> dict[str, object]:
        """The problem as the editor's document reads it."""
        units = self.mirror.to_units
        return {
            "from": units(problem.start),
            "to": units(problem.end),
            "severity": problem.severity,
            "message": problem.message,
            "fixes": [
                {
                    "title": fix.title,
                    "from": units(fix.start),
                    "to": units(fix.end),
                    "text": fix.text,
                }
                for fix in problem.fixes
            ],
        }
