"""Forms of the set-up, declared: a collection with its settings, and a field of its form."""

from collections.abc import Collection as Taken
from collections.abc import Mapping
from typing import Any

from funneldesk.contract.collections import (
    OWN_KEYS,
    Collection,
    CollectionField,
    CollectionFieldDraft,
)
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.schema.field_specs import name_field, options_field, when
from funneldesk.desktop.records.schema.names import key_of, options_of
from funneldesk.desktop.records.value_checks import BY_TYPE, checked

TYPE_TITLES = {
    "text": _("Text"),
    "email": _("Email address"),
    "number": _("Number"),
    "checkbox": _("Checkbox"),
    "password": _("Password"),
    "textarea": _("Long text"),
    "select": _("One of several"),
    "hidden": _("Hidden"),
}
ON_ENTRY = (
    ("", _("Do nothing")),
    ("send_admin_email", _("Email the brand's admins")),
    ("send_email_to", _("Send an email to…")),
    ("create_new_ticket", _("Create a ticket")),
)
SWITCHES = ("required", "searchable", "private", "public_encrypt", "public_exclude")
TEXTS = ("text", "textarea", "email", "select", "hidden")
"""Types whose values are texts, which a field for text takes as they are."""


# A collection


def collection_groups(*, is_new: bool) -> tuple[GroupSpec, ...]:
    """A collection; a new one begins with one field."""
    first = FieldSpec(
        "first",
        _("First field"),
        hint=_("A form has at least one field. More are added afterwards."),
        max_length=255,
        check=_field_name(()),
    )
    general = GroupSpec("", "", (name_field(), *((first,) if is_new else ())))
    return (general, _ON_ENTRY, _EXPORT, _RECAPTCHA)


SETTINGS = (
    "name",
    "on_new_entry",
    "send_to_email",
    "public_export",
    "recaptcha_enabled",
    "recaptcha_site_key",
    "recaptcha_secret_key",
)


def collection_values(collection: Collection | None) -> dict[str, Any]:
    """A collection as its form has it."""
    if collection is None:
        return {"on_new_entry": "", "public_export": False, "recaptcha_enabled": False}
    return {name: getattr(collection, name) for name in SETTINGS} | {
        "on_new_entry": collection.on_new_entry or ""
    }


def settings_body(values: Values, before: Collection | None) -> dict[str, Any]:
    """What is sent of a collection: what differs; an empty text clears."""
    known = collection_values(before)
    return {
        name: (values[name] or None) if name == "on_new_entry" else values[name]
        for name in SETTINGS
        if (values.get(name) or "") != (known.get(name) or "")
    }


def _address(value: Any, values: Values) -> str | None:
    if values.get("on_new_entry") != "send_email_to":
        return None
    return checked(_("Email address"), required=True, check=BY_TYPE["email"])(value, values)


_ON_ENTRY = GroupSpec(
    _("On a new entry"),
    "",
    (
        FieldSpec("on_new_entry", _("What happens"), "choice", choices=ON_ENTRY),
        FieldSpec(
            "send_to_email",
            _("Email address"),
            visible_when=when("on_new_entry", "send_email_to"),
            check=_address,
        ),
    ),
)
_EXPORT = GroupSpec(
    _("Export"),
    "",
    (
        FieldSpec(
            "public_export",
            _("Exports are public"),
            "bool",
            hint=_(
                "Fields that are private or left out have no column then, and encrypted ones are "
                "masked."
            ),
        ),
    ),
)
_RECAPTCHA = GroupSpec(
    _("reCAPTCHA"),
    _("Keeps programs from filling in the form."),
    (
        FieldSpec("recaptcha_enabled", _("Ask visitors to prove they're human"), "bool"),
        FieldSpec(
            "recaptcha_site_key",
            _("Site key"),
            "code",
            visible_when=when("recaptcha_enabled", True),
        ),
        FieldSpec(
            "recaptcha_secret_key",
            _("Secret key"),
            "password",
            visible_when=when("recaptcha_enabled", True),
        ),
    ),
    folded=True,
)


# A field


def field_groups(others: Taken[CollectionField], *, is_new: bool) -> tuple[GroupSpec, ...]:
    """A field of a form. The code of one that exists never changes."""
    taken = [each.code for each in others]
    lists = when("type", "select")
    asked = when("type", "text", "email", "number", "password", "textarea")
    name = FieldSpec(
        "name",
        _("Name"),
        max_length=255,
        check=_field_name(taken) if is_new else _named,
        hint=_("Visitors read it. The code is made from it once, and never changes."),
    )
    return (
        GroupSpec(
            "",
            "",
            (
                name,
                FieldSpec("type", _("Type"), "choice", choices=tuple(TYPE_TITLES.items())),
                options_field(lists),
                FieldSpec("placeholder", _("Placeholder"), max_length=255, visible_when=asked),
                FieldSpec("default_value", _("Default value"), check=_default),
                FieldSpec("required", _("Every entry needs a value"), "bool"),
            ),
        ),
        GroupSpec(
            _("Searching and privacy"),
            "",
            (
                FieldSpec("searchable", _("Found by the server's search"), "bool"),
                FieldSpec("private", _("Private: visitors don't see it"), "bool"),
                FieldSpec("public_encrypt", _("Encrypted in public exports"), "bool"),
                FieldSpec("public_exclude", _("Left out of public exports"), "bool"),
            ),
        ),
    )


def field_values(field: CollectionField | None) -> dict[str, Any]:
    """A field as its form has it."""
    if field is None:
        return {"type": "text", **dict.fromkeys(SWITCHES, False)}
    default = field.default_value
    return {
        "name": field.name,
        "type": field.type,
        "options": "\n".join(field.options or ()),
        "placeholder": field.placeholder or "",
        "default_value": "" if default is None else _written(default),
        **{name: getattr(field, name) for name in SWITCHES},
    }


def field_body(values: Values, before: CollectionField | None, order: int) -> CollectionFieldDraft:
    """What is sent of a field: all of a new one, of another what differs, by its id (quirk 46)."""
    body: dict[str, Any] = {name: values[name] for name in ("name", "type", *SWITCHES)}
    body["placeholder"] = values["placeholder"] or None
    body["default_value"] = _default_sent(values)
    if values["type"] == "select":
        body["options"] = options_of(values["options"] or "")
    if before is None:
        return CollectionFieldDraft(**filled_in(body), order=order)
    was = {**field_values(before), "placeholder": before.placeholder or None}
    was["default_value"] = before.default_value
    was["options"] = before.options or []
    changed = {name: value for name, value in body.items() if value != was[name]}
    if "type" in changed and "options" in body:
        changed["options"] = body["options"]
    return CollectionFieldDraft(id=before.id, **changed)


def filled_in(body: Mapping[str, Any]) -> dict[str, Any]:
    """A body without what is empty."""
    return {name: value for name, value in body.items() if value is not None}


def code_of(name: str, taken: Taken[str] = ()) -> str:
    """The code that the server will make of a name."""
    return key_of(name, taken)


def clash_problem(name: str, taken: Taken[str]) -> str | None:
    """Why a field cannot be called so: entries have that key themselves (quirk 47)."""
    code = code_of(name)
    if code in OWN_KEYS:
        told = _(
            "Entries already have “{code}” of their own, and the two couldn't be told apart. "
            "Choose another name, like “{example}”."
        )
        return told.format(code=code, example=_("Your {name}").format(name=name.strip().lower()))
    if code and code in taken:
        told = _("Another field has the code “{code}” already: choose another name.")
        return told.format(code=code)
    return None


def type_loss(before: str, after: str) -> str:
    """What becomes of values when a field gets another type; "" where they fit as they are."""
    if before == after or (after in ("text", "textarea", "hidden") and before in TEXTS):
        return ""
    if before == "password":
        return _("Passwords that were given stay unreadable, and are refused when written again.")
    return _(
        "Entries keep the values that they have, but one that isn't a {type} is refused the next "
        "time it is written."
    ).format(type=TYPE_TITLES.get(after, after).lower())


def _field_name(taken: Taken[str]) -> Any:
    return lambda value, values: _named(value, values) or clash_problem(str(value), taken)


def _named(value: Any, _values: Values) -> str | None:
    return None if str(value or "").strip() else _("This can't be empty.")


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


_YES = ("yes", "true", "1", "on")
_NO = ("no", "false", "0", "off", "")


def _default_sent(values: Values) -> Any:
    text = str(values["default_value"] or "").strip()
    if not text:
        return None
    if values["type"] == "checkbox":
        return text.casefold() in (*_YES, _("yes").casefold())
    return text


def _default(value: Any, values: Values) -> str | None:
    """A default has to fit its own field."""
    text, kind = str(value or "").strip(), str(values.get("type"))
    if not text:
        return None
    if kind == "checkbox":
        known = (*_YES, *_NO, _("yes").casefold(), _("no").casefold())
        return None if text.casefold() in known else _("Write yes or no.")
    options = options_of(str(values.get("options") or "")) if kind == "select" else None
    return checked("", required=False, check=BY_TYPE.get(kind), options=options)(text, values)
