"""What does not close in a style sheet: braces, brackets, strings, comments."""

import re

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.problem import Fix, Problem, ProblemList

_NOTABLE = re.compile(
    r"""\\.|/\*|["']|\burl\([ \t\n\f\r]*+(?!["'])|[{}()\[\]]""", re.DOTALL | re.IGNORECASE
)
_STRING_REST = {
    '"': re.compile(r'(?:[^"\\\n\f\r]|\\(?:\r\n|.))*+', re.DOTALL),
    "'": re.compile(r"(?:[^'\\\n\f\r]|\\(?:\r\n|.))*+", re.DOTALL),
}
_URL_REST = re.compile(r"(?:[^)\\\n\f\r]|\\.)*+", re.DOTALL)
_OPENER = {"}": "{", ")": "(", "]": "["}
_CLOSER = {opener: closer for closer, opener in _OPENER.items()}


def css_problems(source: str, start: int = 0, end: int | None = None) -> list[Problem]:
    """What is unbalanced in ``source[start:end]``, in source order. Linear; never raises."""
    return _Reader(source, len(source) if end is None else end).read(start)


class _Reader:
    """One pass over one style sheet, with a stack of the open brackets."""

    def __init__(self, source: str, limit: int) -> None:
        self._source = source
        self._limit = limit
        self._problems = ProblemList()
        self._open: list[tuple[str, int]] = []
        self._counts = {"{": 0, "(": 0, "[": 0}

    def read(self, at: int) -> list[Problem]:
        while found := _NOTABLE.search(self._source, at, self._limit):
            at = self._take(found[0], found.start(), found.end())
        for opener, place in self._open:
            self._note_unclosed(opener, place, _("before the styles end"))
        return self._problems.worst()

    def _take(self, mark: str, start: int, end: int) -> int:
        """Note what this mark opens or closes; where to read on."""
        if mark == "/*":
            return self._after_comment(start, end)
        if mark in _STRING_REST:
            return self._after_string(mark, start, end)
        if mark[:4].lower() == "url(":
            return self._after_url(start, end)
        if mark in _CLOSER:
            self._open.append((mark, start))
            self._counts[mark] += 1
        elif mark in _OPENER:
            self._close(mark, start, end)
        return end

    def _after_comment(self, start: int, end: int) -> int:
        ending = self._source.find("*/", end, self._limit)
        if ending >= 0:
            return ending + 2
        message = _("This comment never ends, so the styles after it are ignored. Add */ after it.")
        self._problems.add((start, end), "error", "css-comment", message)
        return self._limit

    def _after_string(self, quote: str, start: int, end: int) -> int:
        rest = _STRING_REST[quote].match(self._source, end, self._limit)
        at = rest.end() if rest else end
        if self._source.startswith(quote, at, self._limit):
            return at + 1
        message = _("This text is not closed on its line. Add {quote} where it ends.").format(
            quote=quote
        )
        self._problems.add((start, at), "error", "css-string", message)
        return max(at, end)

    def _after_url(self, start: int, end: int) -> int:
        rest = _URL_REST.match(self._source, end, self._limit)
        at = rest.end() if rest else end
        if self._source.startswith(")", at, self._limit):
            return at + 1
        message = _("This address is not closed. Add ) where it ends.")
        self._problems.add((start, at), "error", "css-bracket", message)
        return at

    def _close(self, closer: str, start: int, end: int) -> None:
        opener = _OPENER[closer]
        if not self._counts[opener]:
            message = _("This {closer} closes nothing. Remove it, or add {opener} before.").format(
                closer=closer, opener=opener
            )
            fix = Fix(_("Remove it"), "")
            self._problems.add((start, end), "error", "css-bracket", message, fix)
            return
        while True:
            opened, place = self._open.pop()
            self._counts[opened] -= 1
            if opened == opener:
                return
            self._note_unclosed(opened, place, _("before {closer}").format(closer=closer))

    def _note_unclosed(self, opener: str, place: int, where: str) -> None:
        message = _("This {opener} is not closed {where}. Add {closer} where it ends.").format(
            opener=opener, where=where, closer=_CLOSER[opener]
        )
        self._problems.add((place, place + 1), "error", "css-bracket", message)
