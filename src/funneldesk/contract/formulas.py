"""Formulas of custom metrics: ``+ - * / ( )``, numbers and ``$metric_key`` (quirk 50), as the
server reads them and the window checks them while they are typed.

A formula becomes a list of steps for a stack, so that working it out needs no recursion. A missing
operand makes the result missing, and so does a division by zero.
"""

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

LONGEST = 1000
DEEPEST = 50
"""How many parentheses and signs may stand within each other."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})|\$(?P<key>[a-z][a-z0-9_]{0,63})"
    r"|(?P<sign>[-+*/()]))",
    re.ASCII,
)
_NEGATE = "negate"


class BadFormula(ValueError):
    """A formula that says nothing; the message tells why, ``at`` where.

    ``reason`` is long, unfit (``piece`` does not fit), early, open or deep.
    """

    def __init__(self, sentence: str, reason: str, at: int, piece: str = "") -> None:
        super().__init__(sentence)
        self.reason, self.at, self.piece = reason, at, piece


@dataclass(frozen=True, slots=True)
class Formula:
    """``steps`` are numbers, keys with their ``$``, and operators, in the order of a stack."""

    steps: tuple[float | str, ...]

    @property
    def keys(self) -> frozenset[str]:
        """The metrics that it asks for."""
        return frozenset(str(step)[1:] for step in self.steps if str(step).startswith("$"))

    def value(self, values: Mapping[str, float | None]) -> float | None:
        """The result for these values; None when it is missing."""
        stack: list[float] = []
        for step in self.steps:
            result = _result(step, stack, values)
            if result is None or not math.isfinite(result):
                return None
            stack.append(result)
        return stack[0] + 0.0


def parse(text: str) -> Formula:
    """Read a formula. Raises BadFormula."""
    if len(text) > LONGEST:
        sentence = f"The formula must not be longer than {LONGEST} characters."
        raise BadFormula(sentence, "long", LONGEST)
    reader = _Reader(_tokens(text), len(text))
    reader.sum(0)
    if reader.next is not None:
        raise _unfit(reader.next, reader.place)
    return Formula(tuple(reader.steps))


@dataclass(slots=True)
class _Reader:
    """Reads by descent: a sum is made of products, a product of single values."""

    tokens: list[tuple[str, int]]
    length: int
    at: int = 0
    steps: list[float | str] = field(default_factory=list)

    @property
    def next(self) -> str | None:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    @property
    def place(self) -> int:
        """Where the next token stands in the text."""
        return self.tokens[self.at][1] if self.at < len(self.tokens) else self.length

    def sum(self, depth: int) -> None:
        self.product(depth)
        while (sign := self.next) in ("+", "-"):
            self.at += 1
            self.product(depth)
            self.steps.append(str(sign))

    def product(self, depth: int) -> None:
        self.single(depth)
        while (sign := self.next) in ("*", "/"):
            self.at += 1
            self.single(depth)
            self.steps.append(str(sign))

    def single(self, depth: int) -> None:
        piece, place = self.next, self.place
        if depth > DEEPEST:
            sentence = f"The formula is nested more than {DEEPEST} levels deep."
            raise BadFormula(sentence, "deep", place)
        if piece is None:
            raise BadFormula("The formula ends too early.", "early", place)
        self.at += 1
        if piece == "(":
            self.sum(depth + 1)
            if self.next != ")":
                sentence = "The formula has a parenthesis that is not closed."
                raise BadFormula(sentence, "open", place)
            self.at += 1
        elif piece in ("-", "+"):
            self.single(depth + 1)
            self.steps += [_NEGATE] if piece == "-" else []
        elif piece in ")*/":
            raise _unfit(piece, place)
        else:
            self.steps.append(piece if piece.startswith("$") else float(piece))


def _unfit(piece: str, place: int) -> BadFormula:
    return BadFormula(f"The formula has a {piece!r} that does not fit.", "unfit", place, piece)


def _tokens(text: str) -> list[tuple[str, int]]:
    """Each with its place in the text."""
    found, at, end = [], 0, len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            raise _unfit(rest[:1], len(text) - len(rest))
        found.append((match[0].strip(), match.end() - len(match[0].lstrip())))
        at = match.end()
    return found


def _result(
    step: float | str, stack: list[float], values: Mapping[str, float | None]
) -> float | None:
    if isinstance(step, float):
        return step
    if step.startswith("$"):
        return values.get(step[1:])
    if step == _NEGATE:
        return -stack.pop()
    right, left = stack.pop(), stack.pop()
    if step == "+":
        return left + right
    if step == "-":
        return left - right
    if step == "*":
        return left * right
    return left / right if right else None
