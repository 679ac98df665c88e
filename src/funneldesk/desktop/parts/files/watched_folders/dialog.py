"""Dialog of the brand's watched folders: their state, log and questions."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt

from funneldesk.desktop.assets.watched_folders.folders import WatchedFolders
from funneldesk.desktop.assets.watched_folders.refusals import clean_name
from funneldesk.desktop.assets.watched_folders.watcher import Watcher
from funneldesk.desktop.kit.controls.buttons import Button, Segments, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, confirm
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.watched_folders.pair_dialog import WatchPairDialog
from funneldesk.desktop.parts.files.watched_folders.rows import (
    FILTERS,
    event_rows,
    pair_row,
    question_rows,
)

if TYPE_CHECKING:
    from collections.abc import Coroutine
    from typing import Any


WIDTH, PAIRS_HEIGHT, LOG_HEIGHT = 680, 132, 240
TEXT = _("Files that you change in these folders are uploaded automatically.")
NONE_YET = _(
    "No watched folders yet. Pair a folder on this computer with one on the server, and every"
    " file that you save there is uploaded."
)
NOTHING = {
    "all": _("Nothing has happened yet."),
    "sent": _("Nothing was sent yet."),
    "out": _("Everything that changed was sent."),
    "asked": _("There is nothing to decide."),
}
ANSWERS = (("replace", _("Replace")), ("both", _("Keep both")), ("ignored", _("Ignore")))


class WatchDialog(Dialog):
    """Follows the watchers while it is open."""

    def __init__(self, panel: FilesBrowser, *, questions: bool = False) -> None:
        super().__init__(panel, _("Watched folders"), TEXT, width=WIDTH)
        self.tasks = TaskScope(self)
        self.panel = panel
        self.folders = panel.workspace.shared(WatchedFolders)
        self.pairs = TickList(_("Watched folders"))
        self.log = TickList(_("What happened"))
        self.filters = Segments()
        self.empty = Label(NONE_YET, tone="muted", wrap=True)
        self.nothing = Label(size="small", tone="muted")
        self.add = Button(_("Watch a folder…"), icon_name="plus", on_click=self.ask_for_pair)
        self.pause = Button(_("Pause"), on_click=self._pause)
        self.stop = Button(_("Stop watching…"), on_click=self._ask_to_remove)
        self.answers = [
            Button(words, on_click=partial(self._decide, what)) for what, words in ANSWERS
        ]
        self._build()
        if questions:
            self.filters.choose("asked")
        self._show()
        self.folders.changed.connect(self._show)

    def _build(self) -> None:
        self._pairs_box, self._log_box = framed(self.pairs), framed(self.log)
        self._pairs_box.setFixedHeight(PAIRS_HEIGHT)
        self._log_box.setFixedHeight(LOG_HEIGHT)
        self.body.addWidget(self.empty)
        self.body.addWidget(self._pairs_box)
        self.body.addLayout(row(self.add, self.pause, self.stop, None, spacing=8))
        self.filters.set_choices([(key, words, "") for key, words, _kinds in FILTERS])
        self.filters.chosen.connect(lambda _: self._show())
        self.body.addLayout(row(self.filters, None, *self.answers, spacing=8))
        self.body.addWidget(self._log_box)
        self.body.addWidget(self.nothing)
        self.add_button("", _("Close"))
        self.pairs.selectionModel().selectionChanged.connect(self._show_buttons)
        self.log.selectionModel().selectionChanged.connect(self._show_buttons)
        self.pairs.setFocus(Qt.FocusReason.OtherFocusReason)

    def selected(self) -> Watcher | None:
        """The watcher of the pair that is selected."""
        chosen = self.pairs.selectionModel().selectedIndexes()
        keys = {self.pairs.rows.at(index.row()).id for index in chosen}
        return next((w for w in self.folders.watchers if str(w.pair.key) in keys), None)

    def ask_for_pair(self, folder: str | None = None) -> None:
        """Pair one more folder."""
        self.tasks.latest("pair", WatchPairDialog(self, self.panel, folder).ask())

    # What is shown

    def _show(self) -> None:
        watchers = self.folders.watchers
        _fill(self.pairs, [pair_row(watcher) for watcher in watchers])
        if watchers and not self.pairs.selectionModel().hasSelection():
            self.pairs.setCurrentIndex(self.pairs.rows.index(0))
        chosen = self.filters.current() or "all"
        kinds = next(kinds for key, _words, kinds in FILTERS if key == chosen)
        asked = chosen == "asked"
        lines = question_rows(watchers) if asked else event_rows(self.folders.events, kinds)
        _fill(self.log, lines)
        questions = sum(len(watcher.asked) for watcher in watchers)
        button = self.filters.button("asked")
        if button is not None:
            button.setText(
                _("Questions {questions:,}").format(questions=questions)
                if questions
                else _("Questions")
            )
        if asked and lines and not self.log.selectionModel().hasSelection():
            self.log.setCurrentIndex(self.log.rows.index(0))
        any_pair = bool(watchers)
        self.empty.setVisible(not any_pair)
        for widget in (self._pairs_box, self.filters, self.pause, self.stop):
            widget.setVisible(any_pair)
        self._log_box.setVisible(any_pair and bool(lines))
        self.nothing.setText(NOTHING[chosen])
        self.nothing.setVisible(any_pair and not lines)
        self.add.set_kind("" if any_pair else "primary")
        self.add.setEnabled(self.panel.may_write)
        self._show_buttons()
        self._fit_height()

    def _show_buttons(self) -> None:
        watcher = self.selected()
        self.pause.setEnabled(watcher is not None)
        self.stop.setEnabled(watcher is not None)
        self.pause.setText(
            _("Go on") if watcher is not None and watcher.pair.paused else _("Pause")
        )
        asked = self.filters.current() == "asked" and bool(self.log.rows.rowCount())
        chosen = self.log.selectionModel().hasSelection()
        for button in self.answers:
            button.setVisible(asked)
            button.setEnabled(chosen)

    def _fit_height(self) -> None:
        if self.isVisible():
            self.adjustSize()

    # What is done

    def _pause(self) -> None:
        watcher = self.selected()
        if watcher is not None:
            self._do(watcher.set_paused(not watcher.pair.paused))

    def _ask_to_remove(self) -> None:
        watcher = self.selected()
        if watcher is not None:
            self.tasks.latest("remove", self._remove(watcher))

    async def _remove(self, watcher: Watcher) -> None:
        text = _("Its log goes too. The files stay where they are, here and on the server.")
        name = clean_name(watcher.pair.root)
        if await confirm(
            self, _("Stop watching “{name}”?").format(name=name), text, action=_("Stop watching")
        ):
            self._do(self.folders.remove(watcher))

    def _decide(self, what: str) -> None:
        chosen = self.log.selectionModel().selectedIndexes()
        ids = [self.log.rows.at(index.row()).id for index in chosen]
        by_key = {str(watcher.pair.key): watcher for watcher in self.folders.watchers}
        for each in ids:
            key, _slash, place = each.partition("/")
            if key in by_key:
                self._do(by_key[key].decide(place, what))

    def _do(self, work: "Coroutine[Any, Any, None]") -> None:
        self.tasks.start(self._done(work))

    async def _done(self, work: "Coroutine[Any, Any, None]") -> None:
        try:
            await work
        except LocalStoreProblem as problem:
            self.panel.workspace.notifications.post(explain(problem).notice("files/watch"))


def _fill(view: TickList, rows: Sequence[TickRow]) -> None:
    """Show rows; what is selected stays so, and nothing moves when nothing changed."""
    shown = [view.rows.at(place) for place in range(view.rows.rowCount())]
    if shown == list(rows):
        return
    chosen = {view.rows.at(index.row()).id for index in view.selectionModel().selectedIndexes()}
    view.rows.set_rows(rows)
    for place, each in enumerate(rows):
        if each.id in chosen:
            index = view.rows.index(place)
            view.selectionModel().select(index, view.selectionModel().SelectionFlag.Select)
