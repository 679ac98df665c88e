"""The settings of the brand on the platform: name, time zone, currency."""

from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import ApiError, Invalid
from funneldesk.contract.brands import Brand, BrandPatch
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec, Values
from funneldesk.desktop.kit.forms.form import Form
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.brands.zones import CURRENCIES, zone_choices
from funneldesk.desktop.sections.actions import Action, Actions, write_refusal
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

PART = "brands"
LONGEST_NAME = 255
FIELDS = ("name", "timezone", "currency")


def _name(value: Any, _: Values) -> str | None:
    if not str(value).strip():
        return "A brand needs a name."
    return None if len(value) <= LONGEST_NAME else f"At most {LONGEST_NAME} characters."


class BrandPanel(Panel):
    """Admin or owner may change it; for others it is shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.facts = workspace.shared(BrandFacts)
        self.brand: Brand | None = None
        self._build()
        save = Action(
            "brands.save",
            "Save the brand's settings",
            lambda _: self.save(),
            "save",
            "Ctrl+S",
            writes=PART,
            refusal=lambda _: "" if self._changes() else "Nothing has changed.",
            window_keys=True,
        )
        self.declared = Actions(workspace, (save,), list)
        self._wire()

    def _build(self) -> None:
        group = GroupSpec(
            "Brand",
            "What the server knows of the brand. Dates everywhere follow its time zone.",
            (
                FieldSpec("name", "Name", "text", max_length=LONGEST_NAME, check=_name),
                FieldSpec("timezone", "Time zone", "choice", choices=zone_choices()),
                FieldSpec("currency", "Currency", "choice", choices=CURRENCIES),
            ),
        )
        self.form = Form((group,))
        self.setLayout(column(self.form, spacing=0))
        self.save_button = Button("Save", kind="primary", tip="Save", keys="Ctrl+S")
        self.save_button.setEnabled(False)
        self.buttons = QWidget()
        self.buttons.setLayout(row(self.save_button))

    def _wire(self) -> None:
        self.form.edited.connect(lambda *_: self._show_changed())
        self.save_button.clicked.connect(lambda: self.save())
        self.workspace.connection_changed.connect(self._show_rights)

    async def load(self) -> None:
        kept = await self.facts.recall()
        if kept is not None and self.brand is None:
            self._show(kept, {})
        try:
            brand = await self.workspace.run(lambda api: api.brands.get())
        except ApiError as error:
            told = explain(error, "Reading the brand's settings")
            self.workspace.notifications.post(told.notice("brands/load", self.refresh))
            return
        await self._took(brand, self._changes())

    async def _took(self, brand: Brand, typed: dict[str, Any]) -> None:
        """The platform's word, with what is typed and unsaved left as it is."""
        self._show(brand, typed)
        self.workspace.renamed.emit(brand.name)
        await self.facts.keep(brand)

    def _show(self, brand: Brand, typed: dict[str, Any]) -> None:
        self.brand = brand
        self.form.set_values({name: getattr(brand, name) for name in FIELDS} | typed)
        self.titled.emit(brand.name)
        self._show_rights()

    def _show_rights(self) -> None:
        reason = write_refusal(self.workspace, PART)
        self.form.set_read_only(bool(reason), reason)
        self._show_changed()

    def _changes(self) -> dict[str, Any]:
        if self.brand is None:
            return {}
        values, stored = self.form.values(), self._stored()
        return {name: values[name] for name in FIELDS if values[name] != stored[name]}

    def _stored(self) -> dict[str, Any]:
        return {name: getattr(self.brand, name) or "" for name in FIELDS}

    def _typed_since(self, sent: dict[str, Any]) -> dict[str, Any]:
        """What the user typed while ``sent`` was on its way."""
        then = self._stored() | sent
        return {name: value for name, value in self.form.values().items() if value != then[name]}

    def _show_changed(self) -> None:
        changes = self._changes()
        self.form.mark_changed(frozenset(changes))
        self.save_button.setEnabled(bool(changes) and self.workspace.may_write(PART))

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared.commands())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return tuple(self.declared.keys_lines())

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def save(self, *, publish: bool = False) -> None:
        problems = self.form.problems()
        if problems:
            self.form.show_errors(problems)
        elif self._changes() and not self.workspace.read_only:
            self.tasks.latest("save", self._save())

    async def _save(self) -> None:
        self.workspace.ask_again()
        sent = self._changes()
        patch = BrandPatch(**sent)
        self.save_button.setEnabled(False)
        try:
            brand = await self.workspace.run(lambda api: api.brands.update(patch))
        except Invalid as error:
            rest = self.form.show_errors(dict(error.fields))
            told = explain(error, "Saving the brand")
            text = " ".join(rest) or told.so_what
            self.workspace.notifications.post(Notice(told.what, text, "warning", key="brands/save"))
        except ApiError as error:
            self.workspace.notifications.post(
                explain(error, "Saving the brand").notice("brands/save")
            )
        else:
            await self._took(brand, self._typed_since(sent))
            self.workspace.announce(PART, str(brand.id), source=self)
            done = Notice(f"Saved: {brand.name}", "", "success", key="brands/save")
            self.workspace.notifications.post(done)
        finally:
            self._show_changed()
