"""The fields of a form after a write: what stays, what goes, what comes (quirks 46 and 47)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from funneldesk.server.parts.collections.codes import field_code
from funneldesk.server.parts.collections.values import checked

SWITCHES = ("required", "searchable", "private", "public_encrypt", "public_exclude")
_PLAIN = ("name", "type", "placeholder", "options", "default_value")
_REQUIRED = "The fields.{number}.{name} field is required."


@dataclass(frozen=True, slots=True)
class FormField:
    """A field of a form; ``id`` is 0 for one that is new."""

    id: int = 0
    code: str = ""
    name: str = ""
    type: str = "text"
    placeholder: str | None = None
    options: list[str] | None = None
    default_value: Any = None
    required: bool = False
    searchable: bool = False
    private: bool = False
    public_encrypt: bool = False
    public_exclude: bool = False
    position: int = 0


@dataclass(frozen=True, slots=True)
class FormChange:
    """``fields`` as they shall be, ``deleted`` the numbers of those that go."""

    fields: list[FormField] = field(default_factory=list)
    deleted: list[int] = field(default_factory=list)


class BadFields(ValueError):
    """``messages`` by dotted path, for example ``fields.2.options``."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        super().__init__("fields do not fit")
        self.messages = dict(messages)


def changed(before: Sequence[FormField], sent: Sequence[Mapping[str, Any]]) -> FormChange:
    """What ``sent`` makes of a form: each item holds only what the caller named.

    Fields that are not named stay. Raises BadFields.
    """
    known = {existing.id: existing for existing in before}
    wrong: dict[str, str] = {}
    deleted: list[int] = []
    added: list[FormField] = []
    named: set[int] = set()
    for number, wish in enumerate(sent):
        id_ = wish.get("id")
        if id_ is not None and (id_ not in known or id_ in named):
            known_word = "The form has no such field." if id_ not in known else "It is named twice."
            wrong[f"fields.{number}.id"] = known_word
        elif wish.get("deleted"):
            deleted += [] if id_ is None else [id_]
        elif id_ is not None:
            known[id_] = _put(known[id_], wish)
            wrong |= _problems(known[id_], wish, number)
        else:
            new = _put(FormField(position=len(known) + len(added)), wish)
            wrong |= _problems(new, wish, number)
            added.append(new)
        named |= {id_} if id_ is not None else set()
    kept = [existing for id_, existing in known.items() if id_ not in deleted]
    if not wrong and not kept and not added:
        wrong["fields"] = "A form needs at least one field."
    if wrong:
        raise BadFields(wrong)
    return FormChange([*kept, *_with_codes(added, {existing.code for existing in kept})], deleted)


def _with_codes(added: Sequence[FormField], taken: set[str]) -> list[FormField]:
    result = []
    for new in added:
        code = field_code(new.name, taken)
        taken.add(code)
        result.append(replace(new, code=code))
    return result


def _put(existing: FormField, wish: Mapping[str, Any]) -> FormField:
    values: dict[str, Any] = {name: wish[name] for name in _PLAIN if name in wish}
    values |= {name: bool(wish[name]) for name in SWITCHES if name in wish}
    if wish.get("order") is not None:
        values["position"] = wish["order"]
    after = replace(existing, **values)
    return after if after.type == "select" else replace(after, options=None)


def _problems(after: FormField, wish: Mapping[str, Any], number: int) -> dict[str, str]:
    wrong = {
        f"fields.{number}.{name}": _REQUIRED.format(number=number, name=name)
        for name in ("name", "type")
        if after.id == 0 and name not in wish
    }
    if after.type == "select" and not after.options:
        wrong[f"fields.{number}.options"] = "A select field needs at least one option."
    elif after.default_value is not None:
        try:
            checked(after, after.default_value)
        except ValueError as error:
            wrong[f"fields.{number}.default_value"] = str(error)
    return wrong
