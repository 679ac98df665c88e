"""Free words as chips: typed one by one or pasted with commas, each there once."""

from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout, chain
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.structured_field import StructuredInput
from funneldesk.desktop.local.texts import _

MOST_SHOWN = 200
LONGEST_SHOWN = 60
_TAKE_OFF = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_BESIDE = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class TagsInput(StructuredInput):
    """A line to type words into, and under it a chip for each word, which takes it off."""

    def __init__(self, spec: FieldSpec) -> None:
        self.line = QLineEdit()
        self.line.setPlaceholderText(spec.placeholder or _("Type a word, then Enter"))
        self.chips: list[Button] = []
        self._words: list[Any] = []
        self._flow = FlowLayout()
        self._holder = QWidget()
        self._holder.setLayout(self._flow)
        self._more = Label(size="small", tone="muted")
        body = QWidget()
        body.setLayout(column(self.line, self._holder, self._more, spacing=6))
        super().__init__(spec, body, self.line)
        self.line.textEdited.connect(self._typed)
        self.line.returnPressed.connect(self._take)
        self.line.editingFinished.connect(self._finish)
        self.line.installEventFilter(self)
        self.fill(None)

    def understands(self, value: Any) -> bool:
        return isinstance(value, list) and all(isinstance(w, str | int | float) for w in value)

    def fill(self, value: Any) -> None:
        self._words = list(value or ())
        self._draw()

    def parts(self) -> Any:
        return list(self._words)

    def own_stops(self) -> tuple[QWidget, ...]:
        return (self.line, *self.chips)

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        self.line.setVisible(not on)
        for chip in self.chips:
            chip.setEnabled(not on)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            key = Qt.Key(event.key())
            if watched is self.line:
                to_chips = key == Qt.Key.Key_Backspace and not self.line.text() and self.chips
                if to_chips:
                    self.chips[-1].setFocus()
                    return True
            elif watched in self.chips:
                place = self.chips.index(watched)
                if key in _TAKE_OFF:
                    self._take_off(place)
                    return True
                if key in _BESIDE:
                    self.own_stops()[(place + 1 + _BESIDE[key]) % (len(self.chips) + 1)].setFocus()
                    return True
        return super().eventFilter(watched, event)

    def _typed(self, text: str) -> None:
        if "," in text:
            self._take()

    def _finish(self) -> None:
        self._take()
        self.left.emit()

    def _take(self) -> None:
        """Make chips of what stands in the line."""
        typed = [word.strip() for word in self.line.text().split(",") if word.strip()]
        self.line.clear()
        double = self._add(typed)
        if typed:
            self._draw()
        if double:
            self._more.setText(_("“{double}” is there already.").format(double=double))
            self._more.show()
        if len(typed) > bool(double):
            self._changed()

    def _add(self, typed: Sequence[str]) -> str:
        """Add the words that are new; gives the last one that is not."""
        known, double = {_same(word) for word in self._words}, ""
        for word in typed:
            if _same(word) in known:
                double = word
                continue
            known.add(_same(word))
            self._words.append(word)
        return double

    def _take_off(self, place: int) -> None:
        del self._words[place]
        self._draw()
        (self.chips[min(place, len(self.chips) - 1)] if self.chips else self.line).setFocus()
        self._changed()

    def _draw(self) -> None:
        for chip in self.chips:
            chip.setParent(None)
            chip.deleteLater()
        self.chips = [self._chip(at, w) for at, w in enumerate(self._words[:MOST_SHOWN])]
        for chip in self.chips:
            self._flow.addWidget(chip)
            chip.show()
        chain(self.line, *self.chips)
        self._holder.setVisible(bool(self.chips))
        hidden = len(self._words) - len(self.chips)
        self._more.setText(_("and {hidden:,} more").format(hidden=hidden) if hidden else "")
        self._more.setVisible(bool(hidden))

    def _chip(self, place: int, word: Any) -> Button:
        whole = str(word)
        shown = whole if len(whole) <= LONGEST_SHOWN else f"{whole[:LONGEST_SHOWN]}…"
        made = Button(
            shown.replace("&", "&&"),
            kind="chip",
            icon_name="x",
            name=_("Remove {shown}").format(shown=shown),
        )
        made.setProperty("on", True)
        made.setEnabled(not self._read_only)
        made.clicked.connect(lambda: self._take_off(place))
        made.installEventFilter(self)
        return made


def _same(word: Any) -> str:
    return normalize("NFC", str(word)).casefold()
