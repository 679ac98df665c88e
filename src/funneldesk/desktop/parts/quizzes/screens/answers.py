"""Answers of a screen, edited where they stand: seen at once, sent when a field is left."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.contract.quizzes import Screen, ScreenOption
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.screens.forms import WITH_OPTIONS, answers_field

Answers = list[dict[str, Any]]


class AnswersEditor(QWidget):
    """``seen`` carries the screen with its answers as they are typed; ``sent`` it once they can
    be sent. What cannot be sent yet waits here for as long as the quiz is open."""

    seen = Signal(object)
    sent = Signal(object, object)

    def __init__(self) -> None:
        super().__init__()
        self._spec = answers_field(_("Changes are sent when you leave a field."))
        self.field = FieldRow(self._spec)
        self._screen: Screen | None = None
        self._waiting: dict[int, Answers] = {}
        inner = QWidget()
        inner.setLayout(column(self.field, None, margins=(0, 0, 8, 0)))
        self._inner, self._scroll = inner, QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setWidget(inner)
        for see_through in (inner, self._scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self.setLayout(column(self._scroll, spacing=0))
        self.field.edited.connect(lambda _name, _value: self._typed())
        self.field.left.connect(lambda _name: self._left())

    def show_screen(self, screen: Screen | None) -> None:
        """Show the answers of a screen; nothing where it has none."""
        fits = screen is not None and screen.type in WITH_OPTIONS
        self.setVisible(fits)
        other = self._screen is None or screen is None or screen.id != self._screen.id
        self._screen = screen if fits else None
        if self._screen is None:
            return
        waiting = self._waiting.get(self._screen.id)
        shown = waiting if waiting is not None else _answers_of(self._screen)
        if other or shown != self.field.value():
            self.field.set_value(shown)
            self._tell()

    def set_read_only(self, on: bool) -> None:
        """Let them be looked at only."""
        self.field.set_read_only(on)

    def settled(self, screen: Screen, answers: Answers) -> None:
        """These answers of a screen are on the server; what was typed since then still waits."""
        if self._waiting.get(screen.id) == answers:
            self._waiting.pop(screen.id)

    def forget(self) -> None:
        """Another quiz is open."""
        self._screen, self._waiting = None, {}

    def drafted(self, screen: Screen) -> Screen:
        """A screen with its answers as they are typed."""
        typed = self._waiting.get(screen.id)
        if typed is None:
            return screen
        options = [ScreenOption(**{**each, **_texts(each)}) for each in typed]
        return screen.model_copy(update={"options": options})

    def _typed(self) -> None:
        if self._screen is not None:
            self._waiting[self._screen.id] = list(self.field.value() or ())
            self.seen.emit(self.drafted(self._screen))

    def _left(self) -> None:
        screen = self._screen
        if screen is None or screen.id not in self._waiting:
            return
        typed = self._waiting[screen.id]
        if typed == _answers_of(screen):
            self._waiting.pop(screen.id)
        elif not self._tell():
            self.sent.emit(screen, typed)

    def _tell(self) -> str:
        """Say what is wrong with what is typed; "" for nothing."""
        value = self.field.value()
        said = self._spec.problem(value, {"type": self._screen.type if self._screen else ""}) or ""
        self.field.set_error([said] if said else [])
        return said


def _answers_of(screen: Screen) -> Answers:
    return [option.model_dump() for option in screen.options or ()]


def _texts(entry: dict[str, Any]) -> dict[str, str]:
    return {name: str(entry.get(name) or "").strip() for name in ("label", "value")}
