"""What is sought and what takes its place: plain text, whole words, or a regular expression."""

import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal

from funneldesk.desktop.local.texts import _

Mode = Literal["plain", "words", "regex"]


class BadPatternError(ValueError):
    """A regular expression, or the text that replaces it, cannot be read; the text tells why."""


@dataclass(frozen=True, slots=True)
class Query:
    """What is sought. ``mode`` is plain, words (whole words only) or regex."""

    text: str
    mode: Mode = "plain"
    match_case: bool = False

    def body(self) -> dict[str, Any]:
        """The query as JSON."""
        return asdict(self)

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> "Query":
        """The query that ``body`` gave."""
        return cls(body["text"], body["mode"], body["match_case"])

    def compiled(self) -> re.Pattern[str]:
        """The pattern; ``^`` and ``$`` stand for lines. Raises BadPatternError.

        Never matched in the window's own process: one may take as long as the universe has.
        """
        flags = re.MULTILINE if self.match_case else re.MULTILINE | re.IGNORECASE
        literal = re.escape(self.text)
        if self.mode == "words":
            return re.compile(rf"(?<!\w){literal}(?!\w)", flags)
        if self.mode == "plain":
            return re.compile(literal, flags)
        try:
            return re.compile(self.text, flags)
        except (re.error, OverflowError, RecursionError) as error:
            raise BadPatternError(_why(error)) from None

    def check_replacement(self, template: str) -> None:
        r"""Whether a replacement can be read: ``\1`` and ``\g<name>`` must be groups of the
        pattern. Raises BadPatternError."""
        pattern = self.compiled()
        if self.mode == "regex":
            try:
                _template(pattern, template)
            except (re.error, IndexError) as error:
                raise BadPatternError(_why(error)) from None

    def replacement(self, match: re.Match[str], template: str) -> str:
        """What takes the place of a match; groups are filled in for a regular expression only."""
        return match.expand(template) if self.mode == "regex" else template


def _template(pattern: re.Pattern[str], template: str) -> None:
    """Has the template read as ``expand`` would, without a match at hand."""
    # Behind an empty alternative every text has a match, whose groups are then all empty.
    match = re.compile(f"{pattern.pattern}|", pattern.flags).match("")
    if match is not None:
        match.expand(template)


def _why(error: BaseException) -> str:
    if isinstance(error, re.error):
        said = error.msg[:1].upper() + error.msg[1:]
        if error.pos is None:
            return f"{said}."
        return _("{problem} (at character {at}).").format(problem=said, at=error.pos + 1)
    if isinstance(error, IndexError):
        return _("The replacement names a group that the pattern does not have.")
    return _("The pattern is too large.")
