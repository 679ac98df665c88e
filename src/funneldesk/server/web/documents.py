"""Whole JSON documents that are kept as they were sent: flows, settings, configurations."""

import math
from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import AfterValidator

DEEPEST = 100
"""Levels of objects and lists within each other."""

MOST_VALUES = 200_000
_LARGEST_NUMBER = 10**300


def storable(document: Any) -> Any:
    """The document itself. Raises ValueError for what a database or JSON cannot hold."""
    level, left = [document], MOST_VALUES
    for _ in range(DEEPEST):
        below: list[Any] = []
        for value in level:
            _check(value)
            below.extend(_inside(value))
        left -= len(below)
        if left < 0:
            raise ValueError(f"This document holds more than {MOST_VALUES} values.")
        if not below:
            return document
        level = below
    raise ValueError(f"This document nests more than {DEEPEST} deep.")


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.keys()
        yield from value.values()
    elif isinstance(value, list):
        yield from value


def _check(value: Any) -> None:
    if isinstance(value, str):
        _check_text(value)
    elif _is_too_large(value):
        raise ValueError("This document holds a number that is too large.")


def _is_too_large(value: Any) -> bool:
    if isinstance(value, int):
        return abs(value) > _LARGEST_NUMBER
    return isinstance(value, float) and not math.isfinite(value)


def _check_text(value: str) -> None:
    if "\0" in value:
        raise ValueError("A NUL character (U+0000) cannot be stored.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError("Half of a surrogate pair is no character.") from error


Document = Annotated[dict[str, Any], AfterValidator(storable)]
"""An object of any keys."""
