"""References to other records, and files: found by who knows them, shown by name."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QKeyEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label, restyle
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.forms.field_input import Input, as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Found
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _

PAUSE = 0.2
ID_ROLE = int(Qt.ItemDataRole.UserRole) + 1
TITLE_ROLE = ID_ROLE + 1


class LookupInput(Input):
    """An id, shown by its title; ``#7`` while that is not known."""

    def __init__(self, spec: FieldSpec, *beside: Button) -> None:
        self.line = QLineEdit()
        super().__init__(spec, self.line)
        self.clear = Button(
            kind="icon", icon_name="x", name=_("Clear {label}").format(label=spec.label)
        )
        self.note = Label(size="small", tone="muted", wrap=True)
        self.tasks = TaskScope(self, self._failed)
        self._value: Any = None
        self._titles = {as_it_came(value): label for value, label in spec.choices}
        self._read_only = False
        self.line.setPlaceholderText(spec.placeholder or _("Not set"))
        self.frame.removeWidget(self.line)
        line = row(self.line, *beside, self.clear, spacing=4)
        line.setStretch(0, 1)
        self.frame.addLayout(line)
        self.frame.addWidget(self.note)
        self.clear.clicked.connect(lambda: self.choose(None))
        self._draw()

    def stops(self) -> tuple[QWidget, ...]:
        return (self.line, self.clear)

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        """What ids are called, as far as it is known before anyone asks."""
        self._titles.update((as_it_came(value), label) for value, label in choices)
        if not self.line.isModified():
            self._draw()

    def set_read_only(self, on: bool) -> None:
        self._read_only = on
        self._draw()

    def choose(self, value: Any, title: str = "") -> None:
        """Take a value, as the user does."""
        if title:
            self._titles[as_it_came(value)] = title
        self._value = value
        self._changed()
        self._draw()
        self.take_focus()
        self.left.emit()

    def _normal(self, value: Any) -> Any:
        return value

    def _show(self, value: Any) -> None:
        self._value = value
        self._draw()
        if self.spec.lookup.title is not None and self._is_set() and not self._title():
            self.tasks.latest("title", self._learn(value))

    def _read(self) -> Any:
        return self._value

    def _is_set(self) -> bool:
        return self._value is not None and self._value != ""

    def _title(self) -> str:
        return self._titles.get(as_it_came(self._value), "")

    def _draw(self) -> None:
        """Show the title of the value; what was typed to search is gone."""
        number = isinstance(self._value, int) and not isinstance(self._value, bool)
        plain = f"#{self._value}" if number else as_it_came(self._value)
        self.line.setText((self._title() or plain) if self._is_set() else "")
        self.line.setCursorPosition(0)
        self.clear.setVisible(self._is_set() and not self._read_only)
        self._say("")
        restyle(self.line)

    def _say(self, words: str) -> None:
        self.note.setText(words)
        self.note.setVisible(bool(words))

    def _failed(self, error: BaseException) -> None:
        told = explain(error, _("Looking up “{label}”").format(label=self.spec.label))
        self._say(f"{told.what} {told.now_what}".strip())

    async def _learn(self, value: Any) -> None:
        if self.spec.lookup.title is None:
            return
        title = await self.spec.lookup.title(value)
        if title:
            self._titles[as_it_came(value)] = title
        if value == self._value and not self.line.isModified():
            self._draw()


class ReferenceInput(LookupInput):
    """Another record: searched while one types; Down opens the list, Enter takes one of it."""

    def __init__(self, spec: FieldSpec) -> None:
        self._found = QStandardItemModel()
        super().__init__(spec)
        self.completer = QCompleter(self._found, self)
        self.completer.setCompletionMode(QCompleter.CompletionMode.UnfilteredPopupCompletion)
        self.completer.setWidget(self.line)
        self.popup = QListView()
        self.popup.setAccessibleName(_("Found for {label}").format(label=spec.label))
        self.completer.setPopup(self.popup)
        theme.dress(self.popup)
        chosen: Any = self.completer.activated  # The stubs know one of its two forms.
        chosen[QModelIndex].connect(self._take)
        self.line.setPlaceholderText(spec.placeholder or _("Search"))
        self.line.textEdited.connect(self._typed)
        self.line.editingFinished.connect(self._finish)
        self.line.installEventFilter(self)

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        self.line.setReadOnly(on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() == QEvent.Type.KeyPress
            and event.key() == Qt.Key.Key_Down
            and not self._read_only
        ):
            typed = self.line.text() if self.line.isModified() else ""
            self.tasks.latest("search", self._search(typed))
            return True
        return super().eventFilter(watched, event)

    def _typed(self, text: str) -> None:
        self.popup.hide()
        self.tasks.debounce("search", PAUSE, lambda: self._search(text))

    async def _search(self, text: str) -> None:
        if self.spec.lookup.search is None:
            return
        found = await self.spec.lookup.search(text.strip())
        self._found.clear()
        for value, title, more in found:
            self._found.appendRow(_item(value, title, more))
        self._say(
            ""
            if found
            else _("Nothing found for “{text}”.").format(text=text)
            if text
            else _("Nothing to choose.")
        )
        if found and self.line.hasFocus():
            self.completer.complete()

    def _take(self, index: QModelIndex) -> None:
        self.tasks.cancel("search")
        self.choose(index.data(ID_ROLE), str(index.data(TITLE_ROLE)))

    def _finish(self) -> None:
        if self.popup.isVisible() or not self.line.isModified():
            return
        self.tasks.cancel("search")
        if not self.line.text().strip() and self._is_set():
            self._value = None
            self._changed()
            self._draw()
        else:
            self._draw()
            self._say(_("Nothing was changed: choose one of the list that opens while you type."))
        self.left.emit()


class FileInput(LookupInput):
    """A file that is picked in a dialog."""

    def __init__(self, spec: FieldSpec) -> None:
        self.pick = Button(_("Choose…"), name=_("Choose {label}").format(label=spec.label))
        super().__init__(spec, self.pick)
        self.line.setReadOnly(True)
        self.pick.clicked.connect(lambda: self.tasks.latest("pick", self._pick()))

    def stops(self) -> tuple[QWidget, ...]:
        return (self.line, self.pick, self.clear)

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        self.pick.setVisible(not on)

    async def _pick(self) -> None:
        if self.spec.lookup.pick is None:
            return
        picked: Found | None = await self.spec.lookup.pick(self)
        if picked is not None:
            self.choose(picked[0], picked[1])


def _item(value: Any, title: str, more: str) -> QStandardItem:
    made = QStandardItem(f"{title} · {more}" if more else title)
    made.setData(value, ID_ROLE)
    made.setData(title, TITLE_ROLE)
    made.setEditable(False)
    return made
