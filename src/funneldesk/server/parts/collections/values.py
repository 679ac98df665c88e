"""The values of an entry: checked against the fields of its form (document: Collections).

A write names them by code; they are kept by the field's number. Of a password only a salted
digest is kept, and reads show a mask.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from funneldesk.server.web import values as single
from funneldesk.server.web.searching import folded
from funneldesk.server.web.values import NotValid

MASK = "********"
_DIGEST = "digest"
_COST = {"n": 2**12, "r": 8, "p": 1}
_REQUIRED = "The {name} field is required."
_NOT_IN_TITLES = frozenset({"password", "hidden", "checkbox"})


class Field(Protocol):
    """What this module asks of a field's row."""

    @property
    def id(self) -> int: ...
    @property
    def code(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def options(self) -> list[str] | None: ...
    @property
    def default_value(self) -> Any: ...
    @property
    def required(self) -> bool: ...
    @property
    def searchable(self) -> bool: ...
    @property
    def private(self) -> bool: ...
    @property
    def public_encrypt(self) -> bool: ...


def merged(
    fields: Sequence[Field], kept: Mapping[str, Any], sent: Mapping[str, Any], *, complete: bool
) -> dict[str, Any]:
    """What to keep after ``sent`` (by code) was put over ``kept`` (by field number).

    None and an empty string clear. Keys without a field are ignored. ``complete`` fills in default
    values and asks for every required field. Raises NotValid.
    """
    result: dict[str, Any] = {}
    wrong: dict[str, str] = {}
    for field in fields:
        place = str(field.id)
        value = sent.get(field.code)
        if field.code not in sent:
            value = field.default_value if complete else None
            if not complete and place in kept:
                result[place] = kept[place]
        if field.code in sent or complete:
            try:
                _put(result, field, value, kept.get(place))
            except ValueError as error:
                wrong[field.code] = str(error)
    if wrong:
        raise NotValid(wrong)
    return result


def checked(field: Field, value: Any) -> Any:
    """The value as its type wants it. Raises ValueError with a sentence."""
    if field.type == "select":
        return single.choice(value, field.options or [])
    kind: Callable[[Any], Any] = _KINDS.get(field.type, single.text)
    return kind(value)


def shown(fields: Sequence[Field], kept: Mapping[str, Any]) -> dict[str, Any]:
    """A value for each field by its code; None where there is none, a mask for a password."""
    return {field.code: visible(kept.get(str(field.id))) for field in fields}


def visible(value: Any) -> Any:
    """A kept value as it may be read."""
    return MASK if isinstance(value, dict) else value


def title_of(fields: Sequence[Field], kept: Mapping[str, Any]) -> str:
    """The first value that says something; ``Entry`` when there is none."""
    for field in fields:
        value = kept.get(str(field.id))
        if field.type in _NOT_IN_TITLES or field.private or field.public_encrypt:
            continue
        if isinstance(value, str | int | float) and (words := " ".join(str(value).split())):
            return words[:255]
    return "Entry"


def search_of(fields: Sequence[Field], kept: Mapping[str, Any], title: str) -> str:
    """What searches compare with: the title and the values of searchable fields."""
    values = [kept.get(str(field.id)) for field in fields if field.searchable]
    return folded(title, *(str(value) for value in values if isinstance(value, str | int | float)))


def is_password(kept: Any, guess: str) -> bool:
    """Whether ``guess`` is the password whose digest was kept."""
    if not isinstance(kept, dict):
        return False
    salt, _, found = str(kept.get(_DIGEST)).partition("$")
    return secrets.compare_digest(_digest(guess, bytes.fromhex(salt)), found)


def _put(result: dict[str, Any], field: Field, value: Any, before: Any) -> None:
    if value is None or value == "":
        if field.required:
            raise ValueError(_REQUIRED.format(name=field.name))
        return
    if isinstance(before, dict) and value == MASK:
        result[str(field.id)] = before
        return
    value = checked(field, value)
    if field.type == "password":
        salt = secrets.token_bytes(16)
        value = {_DIGEST: f"{salt.hex()}${_digest(value, salt)}"}
    result[str(field.id)] = value


def _digest(password: str, salt: bytes) -> str:
    return hashlib.scrypt(password.encode(), salt=salt, dklen=32, **_COST).hex()


_KINDS: dict[str, Callable[[Any], Any]] = {
    "email": single.email,
    "number": single.number,
    "checkbox": single.switch,
}
