"""The small language of conditions: comparisons over a run's subject, and nothing else.

``total > 100 and (values.plan == "gold" or email ends_with "@example.com")``. There are ``and``,
``or``, ``not``, parentheses; ``== != < <= > >=``; ``contains``, ``starts_with``, ``ends_with``,
``in``; ``exists`` and ``empty`` after a field; texts in quotes, numbers, ``true``, ``false``,
``null``, lists in brackets. A number and a text of digits compare as numbers, two texts of digits
as texts; which is greater is always a question of numbers where both are.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from funneldesk.contract.automation_flow.comparing import SIGNS, compare
from funneldesk.contract.automation_flow.subject import found

LONGEST = 2000
DEEPEST = 30

Subject = Mapping[str, Any]
Value = Callable[[Subject], Any]
Test = Callable[[Subject], bool]

_TOKEN = re.compile(
    r"\s*(?:(?P<number>-?\d{1,30}(?:\.\d{1,30})?)(?![\w.])"
    r"|(?P<text>\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')"
    r"|(?P<word>[^\W\d][\w.-]*)"
    r"|(?P<sign>==|!=|<=|>=|=|<|>|\(|\)|\[|\]|,))"
)
_CONSTANTS = {"true": True, "false": False, "null": None}
_RESERVED = {"and", "or", "not", "contains", "starts_with", "ends_with", "in", "exists", "empty"}
_SAME = {"=": "=="}


class BadCondition(ValueError):
    """The text is no condition; the message says where."""


@lru_cache(maxsize=512)
def condition(text: str) -> Test:
    """The test that ``text`` describes. Raises BadCondition."""
    if len(text) > LONGEST:
        raise BadCondition(f"A condition has at most {LONGEST} characters.")
    return _Parser(text).whole()


def fields_in(text: str) -> list[str]:
    """The fields that a condition looks at, each once; none of a text that is no condition."""
    try:
        condition(text)
        tokens = _tokens(text)
    except BadCondition:
        return []
    known = _RESERVED | _CONSTANTS.keys()
    return list(
        dict.fromkeys(word for kind, word in tokens if kind == "word" and word not in known)
    )


class _Parser:
    """Recursive descent with a bound on its depth."""

    def __init__(self, text: str) -> None:
        self._tokens = _tokens(text)
        self._place = 0
        self._depth = 0

    def whole(self) -> Test:
        test = self._either()
        if self._peek() is not None:
            raise BadCondition(f"“{self._peek()}” was not expected.")
        return test

    def _peek(self) -> str | None:
        return self._tokens[self._place][1] if self._place < len(self._tokens) else None

    def _kind(self) -> str:
        return self._tokens[self._place][0] if self._place < len(self._tokens) else "end"

    def _take(self) -> str:
        token = self._peek()
        if token is None:
            raise BadCondition("The condition ends too early.")
        self._place += 1
        return token

    def _is(self, word: str) -> bool:
        if self._peek() == word and self._kind() != "text":
            self._place += 1
            return True
        return False

    def _either(self) -> Test:
        tests = [self._both()]
        while self._is("or"):
            tests.append(self._both())
        return tests[0] if len(tests) == 1 else lambda subject: any(t(subject) for t in tests)

    def _both(self) -> Test:
        tests = [self._not()]
        while self._is("and"):
            tests.append(self._not())
        return tests[0] if len(tests) == 1 else lambda subject: all(t(subject) for t in tests)

    def _not(self) -> Test:
        self._depth += 1
        if self._depth > DEEPEST:
            raise BadCondition(f"The condition nests more than {DEEPEST} deep.")
        try:
            if self._is("not"):
                inner = self._not()
                return lambda subject: not inner(subject)
            if self._is("("):
                inner = self._either()
                self._expect(")")
                return inner
            return self._comparison()
        finally:
            self._depth -= 1

    def _comparison(self) -> Test:
        left = self._value()
        if self._is("exists"):
            return lambda subject: left(subject) is not None
        if self._is("empty"):
            return lambda subject: left(subject) in (None, "", [], {})
        sign = _SAME.get(self._peek() or "", self._peek() or "")
        if sign not in SIGNS or self._kind() == "text":
            return lambda subject: _is_true(left(subject))
        self._place += 1
        right = self._value()
        return lambda subject: compare(sign, left(subject), right(subject))

    def _value(self) -> Value:
        kind, word = self._kind(), self._take()
        if kind == "number":
            number = float(word) if "." in word else int(word)
            return lambda _subject: number
        if kind == "text":
            text = re.sub(r"\\(.)", r"\1", word[1:-1], flags=re.DOTALL)
            return lambda _subject: text
        if word == "[":
            return self._list()
        if word in _CONSTANTS:
            constant = _CONSTANTS[word]
            return lambda _subject: constant
        if kind != "word" or word in _RESERVED:
            raise BadCondition(f"“{word}” was not expected.")
        return lambda subject: found(subject, word)

    def _list(self) -> Value:
        values: list[Value] = []
        while not self._is("]"):
            if self._peek() == "[":
                raise BadCondition("A list cannot hold lists.")
            values.append(self._value())
            if not self._is(","):
                self._expect("]")
                break
        return lambda subject: [value(subject) for value in values]

    def _expect(self, word: str) -> None:
        if not self._is(word):
            raise BadCondition(f"“{word}” is missing.")


def _is_true(value: Any) -> bool:
    return value not in (None, "", 0, False, "0", "false")


def _tokens(text: str) -> list[tuple[str, str]]:
    tokens, place = [], 0
    end = len(text.rstrip())
    while place < end:
        match = _TOKEN.match(text, place, end)
        if match is None:
            raise BadCondition(f"“{text[place : place + 20].strip()}” is not understood.")
        tokens.append((str(match.lastgroup), match[str(match.lastgroup)]))
        place = match.end()
    return tokens
