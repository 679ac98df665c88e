"""Tab of a quiz's screens: their order, their forms, and each as visitors see it."""

from collections.abc import Awaitable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Signal

from funneldesk.contract.quizzes import Screen
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.drop_place import DropPlace
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.export.file_dialog import ask_files
from funneldesk.desktop.kit.lists.ordered_list import OrderedRow
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.web.html_view import HtmlView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.kind import PART
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz, title_of
from funneldesk.desktop.parts.quizzes.screens.answers import AnswersEditor
from funneldesk.desktop.parts.quizzes.screens.forms import (
    TYPE_TITLES,
    form_values,
    new_values,
    screen_groups,
)
from funneldesk.desktop.parts.quizzes.screens.preview import PHONE_WIDTH, paper_of, screen_html
from funneldesk.desktop.parts.quizzes.screens.writes import ScreenWrites
from funneldesk.desktop.records.detail.declaration import Body
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.schema.ordered_card import CardWords, OrderedCard
from funneldesk.desktop.sections.actions import write_refusal
from funneldesk.desktop.sections.operations import operation

WORDS = CardWords(_("Screens"), _("No screens yet: add the first question."), _("New screen…"))
FILE_TITLES = {"image_preview_file": _("Picture"), "audio_file": _("Sound")}
_SOUNDS = (".mp3", ".wav", ".ogg", ".oga", ".m4a", ".aac", ".flac", ".weba")


class ScreensTab(RecordView):
    """The screens of the quiz that is open; what is changed here is sent at once."""

    chosen = Signal(str)
    """The code of the screen that is shown."""

    def __init__(self, quiz: OpenQuiz) -> None:
        super().__init__()
        self.quiz, self.workspace = quiz, quiz.workspace
        self.writes = ScreenWrites(quiz.workspace, quiz)
        self.tasks = TaskScope(self)
        self.card = OrderedCard("", WORDS)
        self.list = self.card.list
        self.preview = HtmlView()
        self.name = ElidedLabel("", size="strong")
        self.edit = Button(_("Edit…"), icon_name="pencil", on_click=self.edit_screen)
        self.copy = Button(
            kind="icon", icon_name="copy", tip=_("Duplicate"), on_click=self.duplicate
        )
        self.remove = Button(
            kind="icon", icon_name="trash-2", tip=_("Delete…"), on_click=self.ask_remove
        )
        self.answers = AnswersEditor()
        self.drop = DropPlace(_("Drop a picture or a sound here"))
        self.take_file = Button(_("Remove picture"), kind="link")
        self._quiz_shown: Any = None
        self._build()
        self._wire()

    def _build(self) -> None:
        self.drop.setFixedHeight(64)
        self.preview.setFixedWidth(PHONE_WIDTH)
        self.preview.setMinimumHeight(420)
        self.preview.setAccessibleName(_("The screen as visitors see it"))
        head = row(self.name, self.edit, self.copy, self.remove, spacing=4)
        head.setStretch(0, 1)
        choose = Button(_("Choose a file…"), kind="link", on_click=self._choose_file)
        below = row(choose, self.take_file, None, spacing=8)
        said = Label(_("Shown at the width of a phone."), size="small", tone="muted")
        self.side = surface("card")
        inner = column(spacing=8, margins=(12, 10, 12, 12))
        inner.addLayout(head)
        inner.addWidget(self.preview)
        for widget in (said, self.drop):
            inner.addWidget(widget)
        inner.addLayout(below)
        self.side.setLayout(inner)
        whole = row(spacing=16, margins=(16, 12, 16, 16))
        left = column(self.card, spacing=16)
        left.addWidget(self.answers, 1)
        left.addStretch(0)
        whole.addLayout(left, 1)
        whole.addWidget(self.side)
        self.setLayout(whole)

    def _wire(self) -> None:
        self.list.currentRowChanged.connect(lambda _row: self._show_chosen())
        self.list.opened.connect(lambda _id: self.edit_screen())
        self.list.removal_asked.connect(lambda _id: self.ask_remove())
        self.list.moved.connect(self._moved)
        self.card.add.clicked.connect(self.new_screen)
        self.drop.dropped.connect(self.take)
        self.answers.seen.connect(lambda screen: self._draw_soon(screen))
        self.answers.sent.connect(self._send_answers)
        self.take_file.clicked.connect(self._take_away)
        self.quiz.changed.connect(self._show)
        self.workspace.connection_changed.connect(self._show_rights)

    def show_record(self, body: Body) -> None:
        if body.get("id") != self._quiz_shown:
            self._quiz_shown = body.get("id")
            self.answers.forget()
        self._show()

    # What is shown

    @property
    def screen_shown(self) -> Screen | None:
        """The screen that is chosen."""
        return next((each for each in self.quiz.screens if str(each.id) == self.list.current), None)

    def _show(self) -> None:
        rows = [
            OrderedRow(str(each.id), title_of(each), TYPE_TITLES.get(each.type or "", ""))
            for each in self.quiz.screens
        ]
        self.card.show_rows(rows)
        if rows and not self.list.current:
            self.list.choose(rows[0].id)
        self._show_rights()
        self._show_chosen()

    def _show_chosen(self) -> None:
        screen = self.screen_shown
        self.side.setVisible(screen is not None)
        self.answers.show_screen(screen)
        if screen is None:
            return
        self.name.setText(title_of(screen))
        held = [name for name in FILE_TITLES if getattr(screen, name)]
        self.take_file.setVisible(bool(held))
        if held:
            self.take_file.setText(_("Remove {what}").format(what=FILE_TITLES[held[0]].lower()))
        self._draw_soon(self.answers.drafted(screen))
        self.chosen.emit(screen.code or "")

    def _draw_soon(self, screen: Screen) -> None:
        self.tasks.latest("preview", self._draw(screen))

    async def _draw(self, screen: Screen) -> None:
        self.preview.set_html(await in_thread(screen_html, screen), paper_of(screen))

    def _show_rights(self) -> None:
        locked = bool(write_refusal(self.workspace, PART)) or not self.quiz.quiz_id
        self.card.set_read_only(locked)
        for widget in (self.edit, self.copy, self.remove, self.drop, self.take_file):
            widget.setEnabled(not locked)
        self.answers.set_read_only(locked)

    # What is done

    def new_screen(self) -> None:
        """Ask for a new screen."""
        self.tasks.start(self._form(None))

    def edit_screen(self) -> None:
        """Open the form of the chosen screen."""
        if (screen := self.screen_shown) is not None and self.edit.isEnabled():
            self.tasks.start(self._form(screen))

    async def _form(self, screen: Screen | None) -> None:
        title = _("New screen") if screen is None else _("Edit “{name}”")
        quiz, identity = self.quiz.quiz_id, screen.id if screen is not None else "new"
        dialog = FormDialog(
            self,
            self.workspace,
            title.format(name=title_of(screen)) if screen is not None else title,
            screen_groups(),
            values=form_values(screen) if screen is not None else new_values(),
            memory=f"quizzes/{quiz}/screen/{identity}",
            action=_("Add screen") if screen is None else _("Save screen"),
            send=self.writes.create if screen is None else partial(self.writes.update, screen),
            height=420,
        )
        known = {each.id for each in self.quiz.screens}
        await dialog.ask()
        fresh = [each for each in self.quiz.screens if each.id not in known]
        if screen is None and fresh:
            self.list.choose(str(fresh[-1].id))

    def duplicate(self) -> None:
        """Copy the chosen screen behind the others."""
        if (screen := self.screen_shown) is not None:
            self.tasks.start(self._duplicate(screen))

    async def _duplicate(self, screen: Screen) -> None:
        with operation(self.workspace, _("Duplicating a screen"), f"{PART}/screens"):
            made = await self.writes.duplicate(screen)
            self.list.choose(str(made.id))

    def ask_remove(self) -> None:
        """Delete the chosen screen, once it is said what becomes of the flow."""
        if (screen := self.screen_shown) is not None and self.remove.isEnabled():
            self.tasks.start(self._remove(screen))

    async def _remove(self, screen: Screen) -> None:
        title = _("Delete “{name}”?").format(name=title_of(screen))
        text = _(
            "Visitors no longer meet it, and the answers given to it are no longer counted. Its "
            "node stays in the flow, marked, until you take it out. This can't be undone."
        )
        if await confirm(self, title, text, action=_("Delete screen"), danger=True):
            await self._send(_("Deleting a screen"), self.writes.remove(screen))

    def _moved(self, ids: Sequence[str]) -> None:
        order = [int(each) for each in ids]
        self.tasks.start(self._send(_("Moving a screen"), self.writes.reorder(order)))

    def take(self, paths: Sequence[Path]) -> None:
        """Send the first of these files as the picture or the sound of the chosen screen."""
        screen = self.screen_shown
        if paths and screen is not None:
            is_sound = paths[0].suffix.lower() in _SOUNDS
            field = "audio_file" if is_sound else "image_preview_file"
            doing = _("Sending a sound") if is_sound else _("Sending a picture")
            self.tasks.start(self._send(doing, self.writes.set_file(screen, field, paths[0])))

    def _take_away(self) -> None:
        screen = self.screen_shown
        held = [n for n in FILE_TITLES if screen is not None and getattr(screen, n)]
        if screen is not None and held:
            doing = _("Removing a file")
            self.tasks.start(self._send(doing, self.writes.set_file(screen, held[0], None)))

    def _send_answers(self, screen: Screen, answers: list[dict[str, Any]]) -> None:
        self.tasks.start(self._save_answers(screen, answers))

    async def _save_answers(self, screen: Screen, answers: list[dict[str, Any]]) -> None:
        with operation(self.workspace, _("Saving the answers"), f"{PART}/screens") as sent:
            await self.writes.update(screen, {**form_values(screen), "options": answers})
        if not sent.failed:
            self.answers.settled(screen, answers)
            self._show_chosen()

    def _choose_file(self) -> None:
        self.tasks.latest("choose", self._choose())

    async def _choose(self) -> None:
        self.take(await ask_files(self, _("Choose a picture or a sound")))

    async def _send(self, doing: str, work: Awaitable[object]) -> None:
        """What was shown at once is taken back when it is refused."""
        with operation(self.workspace, doing, f"{PART}/screens") as sent:
            await work
        if sent.failed:
            self._show()
