"""Fields of entries, made from those of their collection (document: Collection; quirk 47)."""

from collections.abc import Mapping, Sequence

from funneldesk.contract.collections import OWN_KEYS, Collection, CollectionField
from funneldesk.desktop.kit.forms.field_spec import Kind
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.value_checks import BY_TYPE, LONGEST_TEXT, checked

KINDS: Mapping[str, Kind] = {
    "number": "decimal",
    "checkbox": "bool",
    "password": "password",
    "textarea": "long",
    "select": "choice",
}
"""Fields of other types are texts."""
UNTITLED = ("password", "hidden", "checkbox")
"""Types whose values never are the title of an entry."""
NO_VALUE = ("number", "checkbox", "select")
"""Types whose values are not measured as texts."""


def own_fields(collection: Collection) -> Sequence[CollectionField]:
    """The fields in their order. One whose code is a key of the entry itself cannot be told from
    that, and is left out (quirk 47)."""
    every = sorted(collection.fields or (), key=lambda field: field.order)
    return [each for each in every if each.code and each.code not in OWN_KEYS]


def clashing(collection: Collection) -> Sequence[CollectionField]:
    """The fields whose values cannot be read: other keys of the entry stand in their place."""
    return [each for each in collection.fields or () if each.code in OWN_KEYS]


def title_field(collection: Collection) -> str:
    """The code of the field that usually is an entry's title: the first one with words that
    anybody may see."""
    own = own_fields(collection)
    shown = [f for f in own if f.type not in UNTITLED and not f.private and not f.public_encrypt]
    return next((each.code for each in shown or own), "")


def entry_fields(collection: Collection) -> RecordFields:
    """All fields of a collection's entries, named by their codes."""
    own = own_fields(collection)
    asked = FieldGroup(collection.name, "")
    kept = FieldGroup(_("Not in the form"), _("Visitors neither see nor fill these in."))
    return RecordFields(
        *(_field(each, asked) for each in own if not each.private),
        *(_field(each, kept) for each in own if each.private),
    )


def _field(field: CollectionField, group: FieldGroup) -> RecordField:
    options = tuple((each, each) for each in field.options or ())
    if field.type == "select" and not field.required:
        options = (("", _("None")), *options)
    return RecordField(
        field.code,
        field.name or field.code,
        KINDS.get(field.type, "text"),
        hint=marks_of(field),
        placeholder=field.placeholder or "",
        choices=options if field.type == "select" else (),
        max_length=None if field.type in NO_VALUE else LONGEST_TEXT,
        as_number=True,
        group=group,
        bulk="" if field.type == "password" else group.title,
        check=checked(
            field.name or field.code,
            required=field.required and field.type != "checkbox",
            check=BY_TYPE.get(field.type),
            options=field.options or () if field.type == "select" else None,
        ),
        checks_alone=True,
    )


def marks_of(field: CollectionField) -> str:
    """What is special about who may see a field, in words; "" where nothing is."""
    told = (
        (field.private, _("Private: visitors don't see it.")),
        (field.public_encrypt, _("Encrypted in public exports.")),
        (field.public_exclude, _("Left out of public exports.")),
    )
    return " ".join(words for on, words in told if on)


def icon_of(field: CollectionField) -> str:
    """The icon of the same."""
    if field.public_encrypt:
        return "lock"
    return "eye-off" if field.private or field.public_exclude else ""
