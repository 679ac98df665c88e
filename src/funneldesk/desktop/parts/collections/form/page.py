"""Page that sets a collection up: its fields in their order, its settings, and the form as
visitors see it."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.contract.collections import Collection, CollectionField
from funneldesk.desktop.kit.controls.buttons import Button, column, surface
from funneldesk.desktop.kit.lists.ordered_list import OrderedRow
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.collections.fields import marks_of
from funneldesk.desktop.parts.collections.form.dialogs import CollectionDialog, FieldDialog
from funneldesk.desktop.parts.collections.form.losses import (
    may_delete_collection,
    values_of,
)
from funneldesk.desktop.parts.collections.form.preview import FormPreview
from funneldesk.desktop.parts.collections.form.specs import ON_ENTRY, TYPE_TITLES
from funneldesk.desktop.parts.collections.form.writes import FormWrites
from funneldesk.desktop.parts.collections.kind import PART
from funneldesk.desktop.parts.collections.schema import Collections
from funneldesk.desktop.records.entities.host import EntityHost
from funneldesk.desktop.records.schema.field_loss import may_delete_field
from funneldesk.desktop.records.schema.ordered_card import CardWords
from funneldesk.desktop.records.schema.page import SchemaPage, SchemaWords, Side
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.sections.panel import KeysLine

WORDS = SchemaWords(
    "database",
    beside=_("As visitors see it"),
    fields=_("Fields"),
    of_fields=CardWords(_("Fields"), _("No field yet."), _("New field…")),
    first=(
        _("Set up your first collection"),
        _("A form for your pages: newsletter, contact, survey. What visitors send lands here."),
    ),
    edit=_("Settings…"),
    remove=_("Delete collection…"),
    add=_("New collection…"),
)


class FormPage(SchemaPage):
    """Follows the collections by itself: what it shows stays where the user is."""

    def __init__(self, host: EntityHost[Collections]) -> None:
        self.host, self.schema = host, host.schema
        self.form_writes = FormWrites(host.workspace)
        super().__init__(host.workspace, PART, WORDS)
        self.fields.moved.connect(
            lambda ids: self.do(_("Moving the field"), self._order([*map(int, ids)]))
        )
        self.fields.opened.connect(self._edit_field)
        self.fields.removal_asked.connect(self._delete_field)
        self.schema.changed.connect(self.show_schema)
        self.show_schema()

    def beside(self) -> QWidget:
        self.preview = FormPreview()
        card = surface("card")
        card.setLayout(column(self.preview, margins=(1, 1, 1, 1)))
        return card

    def in_order(self, beside: Side, fields: Side) -> Sequence[Side]:
        return fields, beside

    def buttons(self) -> Mapping[Button, str]:
        return {
            self.edit: "settings",
            self.remove: "delete-collection",
            self.add: "new-collection",
            self.first: "new-collection",
            self.field_card.add: "new-field",
        }

    def declare(self) -> Sequence[Action]:
        def needs_one() -> str:
            return "" if self.collection is not None else _("Make a collection first.")

        return (
            self.action("new-collection", WORDS.add, self._new_collection, str),
            self.action("settings", _("Settings of the collection…"), self._settings, needs_one),
            self.action("delete-collection", WORDS.remove, self._delete, needs_one),
            self.action("new-field", _("New field…"), self._new_field, needs_one),
        )

    # What is shown

    @property
    def collection(self) -> Collection | None:
        """The collection that is set up."""
        return self.schema.entity(self.host.entity_id)

    async def load(self) -> None:
        """The frame reads what is shown here."""

    def show_schema(self) -> None:
        collection = self.collection
        if collection is not None:
            fields = collection.fields or []
            self.field_card.show_rows(list(map(_field_row, fields)))
            self.preview.show_fields(fields)
        name = collection.name if collection is not None else ""
        self.show_whole(name, _told(collection), is_known=collection is not None)

    # What is done

    async def _order(self, ids: Sequence[int]) -> None:
        collection = self.collection
        if collection is not None:
            known = {each.id: each for each in collection.fields or ()}
            self.preview.show_fields([known[each] for each in ids if each in known])
            await self.form_writes.order_fields(collection, ids)

    def _new_collection(self) -> None:
        self.tasks.latest("collection", self._make())

    async def _make(self) -> None:
        dialog = CollectionDialog(self, self.form_writes)
        if await dialog.ask() and dialog.made is not None:
            self.host.choose_entity(dialog.made.id)

    def _settings(self) -> None:
        if self.collection is not None:
            self.ask(CollectionDialog(self, self.form_writes, self.collection).ask())

    def _delete(self) -> None:
        async def gone(collection: Collection) -> None:
            if await may_delete_collection(self, self.workspace, collection):
                call = self.form_writes.delete_collection(collection)
                await self.done(_("Deleting the collection"), call)

        if self.collection is not None:
            self.tasks.latest("delete", gone(self.collection))

    def _new_field(self) -> None:
        if self.collection is not None:
            self.ask(self._ask_field(self.collection, None))

    def _edit_field(self, key: str) -> None:
        field = self._field(key)
        if self.collection is not None and field is not None and not self.is_locked:
            self.ask(self._ask_field(self.collection, field))

    async def _ask_field(self, collection: Collection, field: CollectionField | None) -> None:
        """The form beside follows what is typed, and goes back when that was given up."""
        shown = self.preview.show_fields
        over = self.field_card
        await FieldDialog(self, self.form_writes, collection, field, shown, over).ask()
        self.show_schema()

    def _delete_field(self, key: str) -> None:
        async def gone(collection: Collection, field: CollectionField) -> None:
            if await may_delete_field(
                self, self.workspace, field.name, values_of(collection, field)
            ):
                call = self.form_writes.delete_field(collection, field)
                await self.done(_("Deleting the field"), call)

        collection, field = self.collection, self._field(key)
        if collection is not None and field is not None:
            self.tasks.latest("delete", gone(collection, field))

    def _field(self, key: str) -> CollectionField | None:
        fields = self.collection.fields or () if self.collection is not None else ()
        return next((each for each in fields if str(each.id) == key), None)

    # The frame

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return (
            ("Alt+Up, Alt+Down", _("Move a field")),
            ("Enter", _("Edit a field")),
            ("Del", _("Delete a field…")),
        )


def _field_row(field: CollectionField) -> OrderedRow:
    needed = _("required") if field.required else ""
    marks = marks_of(field).rstrip(".").lower()
    told = " · ".join(filter(None, (field.code, needed, marks)))
    kind = TYPE_TITLES.get(field.type, field.type)
    return OrderedRow(str(field.id), field.name or field.code, told, kind)


def _told(collection: Collection | None) -> str:
    """Code and settings of a collection in a line."""
    if collection is None:
        return ""
    known = dict(ON_ENTRY)
    happens = known.get(collection.on_new_entry or "", collection.on_new_entry or "")
    if collection.on_new_entry == "send_email_to":
        happens = _("Email to {address}").format(address=collection.send_to_email or "")
    shared = _("Exports are public") if collection.public_export else ""
    entry = (
        _("On a new entry: {happens}").format(happens=happens) if collection.on_new_entry else ""
    )
    return " · ".join(filter(None, (collection.code, entry, shared)))


def form_page(host: EntityHost[Collections]) -> FormPage:
    """The set-up of a host's collection."""
    return FormPage(host)
