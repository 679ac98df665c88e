"""Fields of the forms with which a set-up is changed: name, slug, key, options."""

from collections.abc import Callable, Collection
from typing import Any

from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Values
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.schema.names import key_problem, options_problem, slug_problem

LONGEST_NAME = 255


def name_field(label: str = _("Name"), **more: Any) -> FieldSpec:
    """The name of anything."""
    return FieldSpec("name", label, max_length=LONGEST_NAME, check=_named, **more)


def slug_field(taken: Collection[str], hint: str) -> FieldSpec:
    """A slug that none of ``taken`` is."""
    return FieldSpec(
        "slug",
        _("Slug"),
        "code",
        hint=hint,
        max_length=LONGEST_NAME,
        check=lambda value, _values: slug_problem(str(value or ""), taken),
    )


def key_field(taken: Collection[str], hint: str) -> FieldSpec:
    """The key of a field, which none of ``taken`` is."""
    return FieldSpec(
        "key",
        _("Key"),
        "code",
        hint=hint,
        max_length=LONGEST_NAME,
        check=lambda value, _values: key_problem(str(value or ""), taken),
    )


def options_field(has_options: Callable[[Values], bool]) -> FieldSpec:
    """The options of a field, one in each line, where its type has some."""
    return FieldSpec(
        "options",
        _("Options"),
        "long",
        hint=_("One in each line, in the order in which they are offered."),
        visible_when=has_options,
        check=lambda value, values: options_problem(value) if has_options(values) else None,
    )


def when(name: str, *wanted: Any) -> Callable[[Values], bool]:
    """Whether a field of the form has one of these values."""
    return lambda values: values.get(name) in wanted


def _named(value: Any, _values: Values) -> str | None:
    return None if str(value or "").strip() else _("This can't be empty.")
