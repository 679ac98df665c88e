"""Fields of entries, made from those of their entity (document: CRM; quirk 45).

The values of an entry are fields called ``values.<key>`` here, as refusals name them.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from funneldesk.contract.crm import CrmEntity, CrmField
from funneldesk.desktop.kit.forms.field_spec import Kind, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.stages import stages_of
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields

VALUES = "values."
KINDS: Mapping[str, Kind] = {
    "number": "decimal",
    "date": "date",
    "boolean": "bool",
    "select": "choice",
    "multi_select": "several",
    "url": "url",
}
"""Fields of other types are texts."""
LONGEST_TITLE, LONGEST_TEXT, LARGEST = 255, 65_535, 1e15
LINKS = FieldGroup(
    _("Assignment and link"), _("Numbers of a user and a team, and what it belongs to."), True
)
_EMAIL = re.compile(r"[^\s@]+@[^\s@.]+(\.[^\s@.]+)+")
_PHONE = re.compile(r"\+?[0-9 ().\-/]{3,32}")
Check = Callable[[Any], str | None]


def entry_fields(entity: CrmEntity) -> RecordFields:
    """All fields of an entity's entries: title and stage, its own ones, assignees and link."""
    main = FieldGroup(named(entity), "")
    return RecordFields(
        RecordField("title", _("Title"), group=main, max_length=LONGEST_TITLE, check=_given),
        RecordField(
            "stage_id",
            _("Stage"),
            "choice",
            choices=tuple((stage.id, words) for stage, words in stages_of(entity)),
            group=main,
            bulk=main.title,
            check=_given,
        ),
        *(_field(each, main) for each in entity.fields or ()),
        _link("assigned_to_user_id", _("Assigned user"), "integer"),
        _link("assigned_to_team_id", _("Assigned team"), "integer"),
        _link("reference_type", _("Linked to")),
        _link("reference_id", _("Reference")),
    )


def named(entity: CrmEntity) -> str:
    """One entry of an entity in the brand's words: "Deal"."""
    return entity.singular_name or entity.name


def _link(name: str, title: str, kind: Kind = "text") -> RecordField:
    return RecordField(name, title, kind, group=LINKS, bulk=LINKS.title)


def _field(field: CrmField, group: FieldGroup) -> RecordField:
    options = tuple((each, each) for each in field.options or ())
    if field.type == "select" and not field.required:
        options = (("", _("None")), *options)
    return RecordField(
        VALUES + field.key,
        field.name or field.key,
        KINDS.get(field.type, "text"),
        choices=options if field.type in ("select", "multi_select") else (),
        max_length=LONGEST_TEXT if field.type not in KINDS else None,
        as_number=True,
        group=group,
        bulk=group.title,
        check=_check_of(field),
    )


def _check_of(field: CrmField) -> Callable[[Any, Values], str | None]:
    """What the server would say of a value."""
    check, needed = _CHECKS.get(field.type), field.required
    options = frozenset(field.options or ())

    def checked(value: Any, _values: Values) -> str | None:
        if value is None or value in ("", []):
            return _("“{field}” is required.").format(field=field.name) if needed else None
        if field.type in ("select", "multi_select"):
            chosen = value if isinstance(value, list) else [value]
            strange = [str(each) for each in chosen if each not in options]
            told = _("“{option}” isn't among the options.")
            return told.format(option=strange[0]) if strange else None
        return check(value) if check is not None else None

    return checked


def _given(value: Any, _values: Values) -> str | None:
    return None if str("" if value is None else value).strip() else _("This can't be empty.")


def _number(value: Any) -> str | None:
    try:
        fits = -LARGEST <= float(value) <= LARGEST
    except (TypeError, ValueError):
        return _("Write a number.")
    return None if fits else _("This number is too large.")


def _address(value: Any) -> str | None:
    text = str(value)
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if whole and text.isprintable() and " " not in text and len(text) <= 2_048:
        return None
    return _("Write the whole address, beginning with https:// and without spaces.")


def _email(value: Any) -> str | None:
    fits = _EMAIL.fullmatch(str(value).strip()) and len(str(value)) <= 254
    return None if fits else _("Write an email address, like ana@example.com.")


def _phone(value: Any) -> str | None:
    text = str(value).strip()
    fits = _PHONE.fullmatch(text) and sum(map(str.isdigit, text)) >= 3
    return None if fits else _("Use digits, spaces and + ( ) . - / only.")


_CHECKS: Mapping[str, Check] = {
    "number": _number,
    "url": _address,
    "email": _email,
    "phone": _phone,
}
