"""Answers read as far as they can be: what does not fit is missing, and the rest stays.

The models say what the document shows. Servers of this family differ in single values, and one odd
value must not cost a whole list. So an answer that does not fit is read again without the values
that did not: a field falls back to its default, a row that nothing tells from the others is left
out. What was passed over is noted by its place. An answer that fits pays nothing for this.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import ErrorDetails, from_json

T = TypeVar("T")

_ROUNDS = 12
"""What falls away may uncover what its owner lacks, a level up each time."""

_ESCAPE = re.compile(
    rb"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<half>\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)
_NO_RECORD = ("model_type", "model_attributes_type")
_Place = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Reading(Generic[T]):
    """What could be read. ``unread`` names the places that were passed over, in order.

    ``rows_lost`` counts items of lists among them; ``error`` is the first misfit.
    """

    value: T
    unread: tuple[_Place, ...] = ()
    rows_lost: int = 0
    error: ValidationError | None = None


def read_json(adapter: TypeAdapter[T], body: bytes) -> Reading[T]:
    """What ``body`` holds. Raises ValidationError when the whole of it cannot be read."""
    try:
        return Reading(adapter.validate_json(body))
    except ValidationError as error:
        first = error
    try:
        value = from_json(body)
    except ValueError:
        try:
            value = from_json(_mended(body))
        except ValueError:
            raise first from None
    return _read_again(adapter, value, first)


def read_value(adapter: TypeAdapter[T], value: Any) -> Reading[T]:
    """The same of a value that was JSON; ``value`` itself may be changed."""
    try:
        return Reading(adapter.validate_python(value))
    except ValidationError as error:
        return _read_again(adapter, value, error)


def _read_again(adapter: TypeAdapter[T], value: Any, first: ValidationError) -> Reading[T]:
    unread: list[_Place] = []
    rows_lost = 0
    for _ in range(_ROUNDS):
        try:
            read = adapter.validate_python(value)
        except ValidationError as error:
            places = _places(value, error)
        else:
            return Reading(read, tuple(unread), rows_lost, first)
        if () in places:
            break
        rows_lost += _without(value, places)
        unread += places
    raise first


def _places(value: Any, error: ValidationError) -> dict[_Place, bool]:
    """Where the values lie that do not fit, each as near as possible to its misfit.

    With each, whether a record should stand there.
    """
    found: dict[_Place, bool] = {}
    for problem in error.errors(include_url=False, include_context=False, include_input=False):
        place = _place(value, problem)
        found[place] = found.get(place, False) or problem["type"] in _NO_RECORD
    return found


def _place(value: Any, problem: ErrorDetails) -> _Place:
    """A missing field is a misfit of its owner; a step that the data lacks names a kind."""
    steps = problem["loc"][:-1] if problem["type"] == "missing" else problem["loc"]
    found: list[str | int] = []
    for step in steps:
        if not _holds(value, step):
            break
        value = value[step]
        found.append(step)
    return tuple(found)


def _holds(value: Any, step: str | int) -> bool:
    if isinstance(value, list):
        return isinstance(step, int) and step < len(value)
    return isinstance(value, dict) and step in value


def _without(value: Any, places: Mapping[_Place, bool]) -> int:
    """Take these away, from the back, so that the numbers before them stay right.

    In a list a record is left out. Anything else there may stand for its place (the points of a
    curve), so it becomes nothing, and where nothing does not fit either, the list is missing.
    Returns how many items were left out.
    """
    left_out = 0
    for place in sorted(places, key=_order, reverse=True):
        owner = value
        try:
            for step in place[:-1]:
                owner = owner[step]
            gone = owner[place[-1]]
        except (KeyError, IndexError, TypeError):  # it went with its owner
            continue
        if isinstance(owner, dict):
            del owner[place[-1]]
        elif isinstance(gone, dict) or places[place] or len(place) == 1:
            del owner[place[-1]]
            left_out += 1
        elif gone is not None:
            owner[place[-1]] = None
        else:
            left_out += _without(value, {place[:-1]: False})
    return left_out


def _order(place: _Place) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in place)


def _mended(body: bytes) -> bytes:
    """``body`` without what no JSON text may hold: stray bytes, halves of characters, a mark."""
    text = body.decode("utf-8-sig", "replace").encode()
    return _ESCAPE.sub(lambda found: rb"\ufffd" if found["half"] else found[0], text)
