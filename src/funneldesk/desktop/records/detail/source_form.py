"""Form of a record with sources: each in a tab of a code editor, the other fields in one more."""

import asyncio
import contextlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, row, surface
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.detail.edit_form import EditForm
from funneldesk.desktop.records.fields import RecordFields

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

SETTINGS = "settings"
SETTLING_SECONDS = 1.0


class SourceForm(EditForm):
    """A source that only a create takes can be read, but not typed into, once a record is there.
    ``code_made`` carries the code editor, before anything is open in it."""

    code_made = Signal(object)

    def __init__(self, fields: RecordFields) -> None:
        self.code: CodeEditor | None = None
        self._sources = tuple(field for field in fields if field.language)
        self._loading = False
        self.tabs = Segments("tab", 0)
        super().__init__(fields)
        self.tabs.set_choices(
            [(f.name, f.tab, "") for f in self._sources] + [(SETTINGS, _("Settings"), "")]
        )
        self.tabs.chosen.connect(self.show_tab)
        self.code_place = QWidget()
        self.code_place.setLayout(column(spacing=0))
        self._shown: QWidget = self.code_place
        self.views = QStackedWidget()
        self._arrange()

    def show_sources_in(self, place: QWidget) -> None:
        """Let the sources be shown in a widget that has ``code_place`` and something beside it."""
        self.views.insertWidget(0, place)
        self._shown = place
        self.code_place.show()

    def _arrange(self) -> None:
        """The tabs stand over the form, and the code editor in its place."""
        head = surface("top")
        self.head = row(self.tabs, None, spacing=8, margins=(6, 0, 12, 0))
        head.setLayout(self.head)
        head.setFixedHeight(36)
        whole = self.layout()
        if isinstance(whole, QVBoxLayout):
            whole.removeWidget(self.form)
            self.views.addWidget(self.code_place)
            self.views.addWidget(self.form)
            whole.insertWidget(0, head)
            whole.insertWidget(1, self.views, 1)

    def open(self, draft: Any) -> None:
        self._loading = True
        code = self.editor()
        for field in self._sources:
            if field.name in code.document_names():
                code.close_document(field.name)
            text = str(draft.value(field.name) or "")
            code.open_document(field.name, text, "css" if field.language == "css" else "html")
        super().open(draft)
        self._loading = False
        self.show_tab(self.tabs.current() or self._sources[0].name)

    def take(self, fields: Iterable[str]) -> None:
        names = tuple(fields)
        self._loading = True
        for name in names:
            if self.code is not None and self.draft and name in self.code.document_names():
                self.code.set_text(name, self.draft.text(name))
        self._loading = False
        super().take(names)

    async def settled(self) -> None:
        if self.code is not None:
            # A view that has ended answers nothing; what it had sent is in the draft.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.code.settled(), SETTLING_SECONDS)

    def show_tab(self, name: str) -> None:
        """Show a source, or the other fields."""
        self.tabs.choose(name)
        if name == SETTINGS:
            self.views.setCurrentWidget(self.form)
            return
        self.views.setCurrentWidget(self._shown)
        code = self.editor()
        if name in code.document_names():
            code.show_document(name)
        code.set_read_only(self._is_locked(name))

    def source(self, name: str) -> str:
        """A source as it is typed now."""
        return self.code.text(name) if self.code is not None else ""

    def set_read_only(self, reason: str) -> None:
        super().set_read_only(reason)
        if self.code is not None:
            self.code.set_read_only(self._is_locked(self.tabs.current()))

    def show_errors(self, errors: dict[str, list[str]]) -> list[str]:
        rest: list[str] = []
        for field in self._sources:
            said = errors.get(field.name, [])
            if said:
                self.show_tab(field.name)
                rest += [f"{field.tab}: {text}" for text in said]
        other = {k: v for k, v in errors.items() if k not in {f.name for f in self._sources}}
        if other:
            self.show_tab(SETTINGS)
        return [*rest, *super().show_errors(other)]

    def show_changed(self) -> None:
        super().show_changed()
        draft = self.draft
        changed = draft.changed_fields() if draft is not None and not draft.is_new else {}
        for field in self._sources:
            button = self.tabs.button(field.name)
            if button is not None:
                button.setText(f"{field.tab} •" if field.name in changed else field.tab)

    def seek(self) -> None:
        """Search and replace in the shown source."""
        if self.tabs.current() == SETTINGS:
            self.show_tab(self._sources[0].name)
        self.editor().open_search()

    def editor(self) -> "CodeEditor":
        """The code editor, made when it is first asked for."""
        if self.code is None:
            from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

            self.code = CodeEditor()
            self.code.setAccessibleName(_("Source"))
            self.code.changed.connect(self._source_typed)
            self.code_made.emit(self.code)
            place = self.code_place.layout()
            if place is not None:
                place.addWidget(self.code)
        return self.code

    def _is_locked(self, name: str) -> bool:
        field = next((each for each in self._sources if each.name == name), None)
        known = self.draft is not None and not self.draft.is_new
        return bool(self.read_only) or (field is not None and field.create_only and known)

    def _source_typed(self, name: str) -> None:
        if not self._loading and self.draft is not None:
            if self._is_locked(name):
                return
            self._typed(name, self.source(name))
