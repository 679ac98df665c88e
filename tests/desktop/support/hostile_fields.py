"""Texts that are hard to show and to keep, typed into every field of a form at once."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget
from tests.desktop.support.awkward import AWKWARD
from tests.desktop.support.hostile_pages import Canaries

from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.form import Form

HOSTILE = {
    **AWKWARD,
    "fetches": "<img src=http://{host}/x onerror=alert(1)>",
    "runs": "<script>fetch('http://{host}/x')</script>",
    "leaves": "<a href=javascript:alert(1)>x</a>",
    "half": "a\0b",
}
"""Texts by a name; the last is one that no server stores. ``{host}``: somebody who listens."""
TYPED = ("text", "long", "code", "url", "file", "pairs")
"""Kinds of fields that take words."""
LIVE = ("<img", "<script", "<a ", "<b>")


def text_of(name: str, canaries: Canaries) -> str:
    """One of the texts."""
    return HOSTILE[name].replace("{host}", canaries.host)


def typed(form: Form) -> dict[str, FieldSpec]:
    """Every field of a form that takes words."""
    specs = [form.row(name).spec for name in form.values()]
    return {spec.name: spec for spec in specs if spec.kind in TYPED}


def value_of(field: FieldSpec, text: str) -> Any:
    """A text as the value of a field."""
    return {"note": text} if field.kind == "pairs" else text


def fill(form: Form, fields: Iterable[FieldSpec], text: str) -> None:
    """Type a text into these fields, as the user does."""
    for field in fields:
        form.row(field.name).set_value(value_of(field, text))
        form.edited.emit(field.name, form.value(field.name))


def refused(form: Form, fields: Iterable[FieldSpec]) -> set[str]:
    """Those at which a sentence says what is wrong."""
    return {field.name for field in fields if form.row(field.name).error()}


def rendered(window: QWidget) -> list[str]:
    """What a window would show as markup: its labels, and the tips of all that it has."""
    labels = [each for each in window.findChildren(QLabel) if not each.isHidden()]
    told = [each.text() for each in labels if each.textFormat() != Qt.TextFormat.PlainText]
    tips = [each.toolTip() for each in window.findChildren(QWidget)]
    return [each for each in (*told, *tips) if any(mark in each for mark in LIVE)]
