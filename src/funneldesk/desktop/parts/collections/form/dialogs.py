"""Dialogs of the set-up: a collection with its settings, and a field of its form."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from funneldesk.contract.collections import Collection, CollectionField
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.collections.form.specs import (
    code_of,
    collection_groups,
    collection_values,
    field_groups,
    field_values,
    type_loss,
)
from funneldesk.desktop.parts.collections.form.writes import FormWrites
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.schema.names import options_loss, options_of

MEMORY = "collections.form"
COLLECTION_HEIGHT, FIELD_HEIGHT = 430, 480
Follow = Callable[[Sequence[CollectionField]], object]


class CollectionDialog(FormDialog):
    """A collection; ``made`` is one that is new."""

    def __init__(
        self, parent: QWidget, writes: FormWrites, collection: Collection | None = None
    ) -> None:
        self.made: Collection | None = None

        async def send(values: dict[str, Any]) -> None:
            if collection is not None:
                await writes.update(collection, values)
            else:
                self.made = await writes.create(values)

        is_new = collection is None
        super().__init__(
            parent,
            writes.workspace,
            _("Settings of “{name}”").format(name=collection.name)
            if collection
            else _("New collection"),
            collection_groups(is_new=is_new),
            values={**collection_values(collection), **({"first": _("Email")} if is_new else {})},
            memory=f"{MEMORY}.{collection.id if collection else 'new'}",
            action=_("Save settings") if collection else _("Create collection"),
            send=send,
            height=COLLECTION_HEIGHT,
        )


class FieldDialog(FormDialog):
    """A field; says which code it gets, and what another type or fewer options do to values.

    ``follow_form`` is given the fields as they would be, while they are typed; the dialog stands
    ``over`` a widget, so that the form beside that stays in sight.
    """

    def __init__(
        self,
        parent: QWidget,
        writes: FormWrites,
        collection: Collection,
        field: CollectionField | None = None,
        follow_form: Follow = lambda _fields: None,
        over: QWidget | None = None,
    ) -> None:
        self._field, self._follow, self._over = field, follow_form, over
        self._fields = list(collection.fields or ())
        others = [each for each in self._fields if each is not field]
        self._taken = [each.code for each in others]

        async def send(values: dict[str, Any]) -> None:
            await writes.put_field(collection, values, field)

        super().__init__(
            parent,
            writes.workspace,
            _("Edit “{name}”").format(name=field.name) if field else _("New field"),
            field_groups(others, is_new=field is None),
            values=field_values(field),
            memory=f"{MEMORY}.field.{field.id if field else f'new.{collection.id}'}",
            action=_("Save field") if field else _("Add field"),
            send=send,
            height=FIELD_HEIGHT,
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._over is not None:
            middle = self._over.mapToGlobal(self._over.rect().center()).x()
            around = self._over.window().frameGeometry()
            left = min(
                max(middle - self.width() // 2, around.left()), around.right() - self.width()
            )
            self.move(left, self.y())

    def follow(self, name: str) -> None:
        values = self.form.values()
        if name == "name" and self._field is None:
            code = code_of(str(values["name"] or ""), self._taken)
            told = _("Its code will be “{code}”, and never changes.").format(code=code)
            self.form.set_hint("name", told if code else "")
        if self._field is not None and name == "type":
            self.form.set_hint("type", type_loss(self._field.type, str(values["type"])))
        if self._field is not None and name == "options":
            left = options_of(str(values["options"]))
            self.form.set_hint("options", options_loss(self._field.options or (), left))
        self._follow(self._with(values))

    def _with(self, values: Mapping[str, Any]) -> Sequence[CollectionField]:
        """The fields of the form with this one as it is typed."""
        typed = {name: values[name] for name in ("name", "type", "required", "private")}
        more = {name: values[name] or None for name in ("placeholder", "default_value")}
        options = options_of(str(values["options"] or ""))
        known = self._field or CollectionField(id=0)
        fresh = known.model_copy(update={**typed, **more, "options": options})
        rest = [fresh if each is self._field else each for each in self._fields]
        return rest if self._field is not None else [*rest, fresh]

    def at_fields(self, errors: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        return {path.removeprefix("fields.0."): messages for path, messages in errors.items()}
