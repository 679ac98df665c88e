"""Playing a quiz as a visitor would, by the rules of the server, without sending anything."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.contract.quiz_flow import Answer, Route, choices_of, is_optional
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz, PlayedScreen, title_of
from funneldesk.desktop.parts.quizzes.screens.preview import PHONE_WIDTH, paper_of, screen_html

MOST_BUTTONS = 30


@dataclass(frozen=True, slots=True)
class Step:
    """A screen that was met, and what was answered there."""

    code: str
    answer: Answer = None


class Play:
    """A play-through: the steps so far, and the screen that it stands at (None: the end)."""

    def __init__(self, route: Route[PlayedScreen]) -> None:
        self.route = route
        self.steps: list[Step] = []
        self.at = route.first()

    def answer(self, answer: Answer) -> None:
        """Answer the screen, and go on."""
        if self.at is not None:
            self.steps.append(Step(self.at.code, answer))
            given = {step.code: step.answer for step in self.steps}
            self.at = self.route.after(self.at, answer, given)

    def back(self) -> None:
        """Go back to the screen before."""
        if self.steps:
            self.at = self.route.screens[self.steps.pop().code]

    def path(self) -> list[str]:
        """Codes of the screens that were met, with the one that it stands at."""
        return [*(step.code for step in self.steps), *([self.at.code] if self.at else [])]


class SimulatorDialog(Dialog):
    """``walked`` carries the codes of the screens so far, for the graph behind."""

    walked = Signal(list)

    def __init__(self, parent: QWidget, quiz: OpenQuiz, flow: dict[str, Any]) -> None:
        super().__init__(parent, _("Try “{name}”").format(name=quiz.name), width=460)
        self.quiz = quiz
        self.play = Play(quiz.route(flow))
        self.tasks = TaskScope(self)
        self.trail = Label("", size="small", tone="muted", wrap=True)
        self.preview = HtmlView()
        self.preview.setFixedSize(PHONE_WIDTH, 380)
        self.preview.setAccessibleName(_("The screen as visitors see it"))
        self.end = Label("", size="strong", wrap=True)
        self.answers = QWidget()
        self._box: QVBoxLayout = column(spacing=4)
        self.answers.setLayout(self._box)
        self._ticks: dict[str, CheckBox] = {}
        for widget in (self.trail, self.end):
            self.body.addWidget(widget)
        self.body.addLayout(row(None, self.preview, None))
        self.body.addWidget(self.answers)
        self.add_button("", _("Close"))
        self.back_button = Button(_("Back"), icon_name="arrow-left", on_click=self.go_back)
        self.again_button = Button(_("Start over"), on_click=self.start_over)
        self.add_to_foot(self.again_button)
        self.add_to_foot(self.back_button)
        self._show()

    def choose(self, answer: Answer) -> None:
        """Answer the screen that is shown."""
        self.play.answer(answer)
        self._show()

    def go_back(self) -> None:
        """Take the last answer back."""
        self.play.back()
        self._show()

    def start_over(self) -> None:
        """Begin again."""
        self.play = Play(self.play.route)
        self._show()

    def _show(self) -> None:
        at, steps = self.play.at, self.play.steps
        shown = at if at is not None else self._last()
        screen = self.quiz.screen(shown.code) if shown is not None else None
        names = [self._title(code) for code in self.play.path()]
        self.trail.setText(" › ".join(names))
        ended = at is None or at.type == "result"
        said = _("The end: this is what the visitor gets.") if ended else ""
        if ended and (at is None or not steps):
            said = _("The quiz ends here without a result.")
        self.end.setText(said)
        self.end.setVisible(bool(said))
        self.back_button.setEnabled(bool(steps))
        self._show_answers(at)
        if screen is not None:
            self.tasks.latest("draw", self._draw(screen))
        self.walked.emit(self.play.path())

    def _last(self) -> PlayedScreen | None:
        steps = self.play.steps
        return self.play.route.screens[steps[-1].code] if steps else None

    async def _draw(self, screen: Any) -> None:
        self.preview.set_html(await in_thread(screen_html, screen), paper_of(screen))

    def _show_answers(self, at: PlayedScreen | None) -> None:
        while (item := self._box.takeAt(0)) is not None:
            if (gone := item.widget()) is not None:
                gone.hide()
                gone.deleteLater()
        self._ticks = {}
        if at is None or at.type == "result":
            return
        if at.type == "multiple_choice":
            self._tick_boxes(at)
        elif at.type in ("single_choice", "rating"):
            for value in choices_of(at)[:MOST_BUTTONS]:
                self._add(self._label(at, value), value)
            if is_optional(at):
                self._add(_("Go on without an answer"), None)
        elif at.type == "text_input":
            self._add(_("Go on with an answer"), _("Some words"))
        else:
            self._add(_("Continue"), None)

    def _tick_boxes(self, at: PlayedScreen) -> None:
        for value in choices_of(at)[:MOST_BUTTONS]:
            box = self._ticks[value] = CheckBox(self._label(at, value))
            self._box.addWidget(box)
        ticks = self._ticks
        go = Button(_("Continue"), kind="primary")
        go.clicked.connect(
            lambda: self.choose([value for value, box in ticks.items() if box.isChecked()])
        )
        self._box.addWidget(go)

    def _add(self, words: str, answer: Answer) -> None:
        button = Button(words)
        button.clicked.connect(lambda: self.choose(answer))
        self._box.addWidget(button)

    def _label(self, at: PlayedScreen, value: str) -> str:
        labels = {str(each.get("value")): each.get("label") for each in at.options or ()}
        return str(labels.get(value) or value)

    def _title(self, code: str) -> str:
        screen = self.quiz.screen(code)
        return title_of(screen) if screen is not None else code
