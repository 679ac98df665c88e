"""The dialog of the guard: three columns, hunks to choose, and a result that can be edited."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, column, line, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.diff.merge_view import MergeView
from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.guard.question import GuardQuestion
from funneldesk.desktop.records.guard.values_view import ValuesView
from funneldesk.desktop.records.nouns import noun

_VALUES = "values"
_SHARE = 0.94
_LEAST_WIDTH, _LEAST_HEIGHT, _MOST_WIDTH = 820, 520, 1680
_NO_LIMIT = 16_777_215


class GuardDialog(Dialog):
    """Answers "save" with ``question.answer()`` decided to the end, or "" for not now: then what
    was decided so far stays in the question. ``stirred``: something was decided or typed."""

    stirred = Signal()

    def __init__(self, parent: QWidget, question: GuardQuestion) -> None:
        super().__init__(
            parent,
            _("Someone else changed this {noun}").format(noun=noun(question.noun)),
            _told(question),
        )
        self.question = question
        self.views: dict[str, MergeView] = {}
        self.values: ValuesView | None = None
        self.editor: CodeEditor | None = None
        self._take_room()
        self._build()
        self._wire()
        self._show_state()

    def _take_room(self) -> None:
        """As wide and high as the window allows: three columns need it."""
        self.setMinimumSize(_LEAST_WIDTH, _LEAST_HEIGHT)
        self.setMaximumSize(_NO_LIMIT, _NO_LIMIT)
        parent = self.parentWidget()
        if parent is None:
            return
        around = parent.window().geometry()
        width = min(max(_LEAST_WIDTH, int(around.width() * _SHARE)), _MOST_WIDTH)
        self.resize(width, max(_LEAST_HEIGHT, int(around.height() * _SHARE)))
        self.move(around.center() - self.rect().center())

    def _build(self) -> None:
        question = self.question
        self.tabs = Segments(kind="tab")
        names = [(each.name, each.label, "") for each in question.sources()]
        if question.values():
            names.append((_VALUES, _("Settings"), ""))
        self.tabs.set_choices(names)
        self.stack = QStackedWidget()
        for each in question.sources():
            self.views[each.name] = MergeView(question.titles)
            self.stack.addWidget(self.views[each.name])
        if question.values():
            versions = (question.theirs, question.base, question.mine)
            self.values = ValuesView(question.values(), versions, question.titles, question.chosen)
            self.stack.addWidget(self.values)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.stack)
        self.pane = QWidget()
        if question.sources():
            self._build_result()
        card = surface("card")
        card.setLayout(column(self.split, spacing=0, margins=(1, 1, 1, 4)))
        self.body.setSpacing(0)
        self.body.addWidget(self.tabs, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addWidget(card, 1)
        self.state = Label("", size="small", tone="muted")
        self._foot.insertWidget(0, self.state)
        self.add_button("", _("Not now"))
        self.save = self.add_button("save", _("Save the result"), "primary")

    def _build_result(self) -> None:
        """The result below the columns, one document for each source."""
        editor = CodeEditor()
        for each in self.question.sources():
            text = self.question.resolutions[each.name].text
            editor.open_document(each.name, text, each.language)
        head = surface("app")
        words = Label(_("Result  ·  this is what will be saved; you can edit it"), size="label")
        words.setContentsMargins(12, 6, 12, 6)
        head.setLayout(column(words, spacing=0))
        self.pane.setLayout(column(line(), head, spacing=0))
        layout = self.pane.layout()
        if layout is not None:
            layout.addWidget(editor)
        self.split.addWidget(self.pane)
        height = self.height()
        self.split.setSizes([int(height * 0.58), int(height * 0.42)])
        self.editor = editor

    def _wire(self) -> None:
        self.tabs.chosen.connect(self._show)
        for name, view in self.views.items():
            view.show_resolution(self.question.resolutions[name])
            view.chose.connect(lambda name=name: self._put(name))
            view.went_to.connect(lambda block, name=name: self._went_to(name, block))
        if self.values is not None:
            self.values.decided.connect(self._show_state)
            self.values.decided.connect(self.stirred)
        if self.editor is not None:
            self.editor.changed.connect(self._typed)
        for keys, act in (
            ("Alt+Up", lambda view: view.step(-1)),
            ("Alt+Down", lambda view: view.step(1)),
            ("Alt+1", lambda view: view.take("theirs")),
            ("Alt+2", lambda view: view.take("mine")),
            ("Alt+3", lambda view: view.take("mine_theirs")),
        ):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.activated.connect(lambda act=act: self._with_view(act))
        QShortcut(QKeySequence.StandardKey.Save, self).activated.connect(self.save.click)
        self._show(self.tabs.current())

    def _with_view(self, act: Any) -> None:
        view = self.views.get(self.tabs.current())
        if view is not None:
            act(view)

    def _show(self, name: str) -> None:
        self.stack.setCurrentWidget(self.views.get(name) or self.values or self.stack)
        is_source = name in self.views
        self.pane.setVisible(is_source)
        if is_source and self.editor is not None:
            self.editor.show_document(name)
            self.views[name].setFocus(Qt.FocusReason.OtherFocusReason)

    def _put(self, name: str) -> None:
        if self.editor is not None:
            self.editor.set_text(name, self.question.resolutions[name].text)
        self._show_state()
        self.stirred.emit()

    def _typed(self, name: str) -> None:
        self.stirred.emit()
        resolution = self.question.resolutions[name]
        if self.editor is not None and resolution.type(self.editor.text(name)):
            self.views[name].refresh()
            self._show_state()

    def _went_to(self, name: str, block: int) -> None:
        """The place of the difference at hand, in the result."""
        if self.editor is not None and name == self.tabs.current():
            start, end = self.question.resolutions[name].place(block)
            self.editor.highlight(name, start, max(start, end - 1))
            self.editor.select(name, start, start)

    def _show_state(self) -> None:
        waiting = 0
        for field in self.question.sources():
            left = self.question.resolutions[field.name].waiting
            waiting += left
            self._label(field.name, field.label, left)
        if self.values is not None:
            waiting += self.values.undecided
            self._label(_VALUES, _("Settings"), self.values.undecided)
        self.save.setEnabled(not waiting)
        said = ngettext("{count} place to decide", "{count} places to decide", waiting)
        self.state.setText(said.format(count=waiting) if waiting else _("All is decided."))

    def _label(self, key: str, words: str, left: int) -> None:
        button = self.tabs.button(key)
        if button is not None:
            button.setText(
                _("{words}  ·  {left} to decide").format(words=words, left=left) if left else words
            )


def _told(question: GuardQuestion) -> str:
    labels = {each.name: each.label for each in question.fields}
    taken = [labels.get(name, name) for name in question.found.taken]
    told = [
        _("“{title}” was saved on the server after you opened it.").format(title=question.subject),
        _(
            "Decide what you both changed; nothing is sent before, and your text is kept on this "
            "computer."
        ),
    ]
    if taken:
        also = _("What only they changed is taken in: {fields}.").format(fields=_listed(taken))
        told.insert(1, also)
    return " ".join(told)


def _listed(words: list[str]) -> str:
    if len(words) > 6:
        return _("{fields} and {count} more").format(
            fields=", ".join(words[:5]), count=len(words) - 5
        )
    return _(" and ").join(filter(None, (", ".join(words[:-1]), words[-1])))


async def ask(
    parent: QWidget, question: GuardQuestion, stirred: Callable[[], object]
) -> dict[str, Any] | None:
    """Let the user decide: every field of the result, or None for not now.

    ``stirred`` is called whenever something was decided or typed: keep the question's progress.
    """
    dialog = GuardDialog(parent, question)
    dialog.stirred.connect(lambda: stirred())
    return question.answer() if await dialog.ask() == "save" else None
