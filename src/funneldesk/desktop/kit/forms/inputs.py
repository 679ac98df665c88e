"""Which control asks for which kind of field."""

from collections.abc import Callable, Mapping

from funneldesk.desktop.kit.forms.choice_field import CheckInput, ChoiceInput
from funneldesk.desktop.kit.forms.colour_field import ColourInput
from funneldesk.desktop.kit.forms.entries_field import ItemsInput, PairsInput
from funneldesk.desktop.kit.forms.field_input import Input
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Kind
from funneldesk.desktop.kit.forms.lookup_field import FileInput, ReferenceInput
from funneldesk.desktop.kit.forms.several_field import SeveralInput
from funneldesk.desktop.kit.forms.tags_field import TagsInput
from funneldesk.desktop.kit.forms.text_field import (
    IntegerInput,
    LineInput,
    PasswordInput,
    ProseInput,
)
from funneldesk.desktop.kit.forms.time_field import TimeInput
from funneldesk.desktop.kit.forms.value_field import AmountInput


def make_input(spec: FieldSpec) -> Input:
    """The control for a field."""
    return _INPUTS[spec.kind](spec)


_INPUTS: Mapping[Kind, Callable[[FieldSpec], Input]] = {
    "text": LineInput,
    "url": LineInput,
    "code": LineInput,
    "long": ProseInput,
    "choice": ChoiceInput,
    "bool": CheckInput,
    "integer": IntegerInput,
    "password": PasswordInput,
    "colour": ColourInput,
    "money": AmountInput,
    "decimal": AmountInput,
    "date": TimeInput,
    "moment": TimeInput,
    "tags": TagsInput,
    "several": SeveralInput,
    "pairs": lambda spec: PairsInput(spec, make_input),
    "items": lambda spec: ItemsInput(spec, make_input),
    "reference": ReferenceInput,
    "file": FileInput,
}
