"""The history window: the time line left, the difference right, and the way back."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, line, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.history import Version
from funneldesk.desktop.records.history.comparison import Comparison
from funneldesk.desktop.records.history.labels import kind_words, time_words
from funneldesk.desktop.records.history.source import HistorySource
from funneldesk.desktop.records.history.timeline import Timeline

TIMELINE_WIDTH, SMALLEST, LARGEST, EDGE = 290, QSize(760, 480), QSize(1320, 860), 48
NOW, BEFORE = "now", "before"
NOTHING = _(
    "Every version that you open, save or restore is kept here, and one for each minute of typing."
)
ONE = _("Ctrl+click compares any two.")
TWO = _("The two that you chose. Choose one of them to restore it.")
SAME = _("This version is what you have now.")
GONE = _("This version made room for newer ones. Choose another one.")


class HistoryDialog(Dialog):
    """Answers ``restored`` after the whole version was put back, else an empty string."""

    def __init__(self, parent: QWidget, source: HistorySource) -> None:
        super().__init__(parent, _("History of “{title}”").format(title=source.title))
        self._source = source
        self._behind = parent.window()
        self._tasks = TaskScope(self)
        self.versions: list[Version] = []
        self._chosen: list[Version] = []
        self._left: Version | None = None
        self._build()
        self._fit()
        self._tasks.latest("read", self._read())

    def _build(self) -> None:
        self.timeline = Timeline()
        self.timeline.chosen.connect(self._choose)
        self.comparison = Comparison(self._source)
        self.comparison.asked_to_restore.connect(self._restore_part)
        self.against = Segments()
        self.against.set_choices(
            ((NOW, _("With what you have now"), ""), (BEFORE, _("With the version before"), ""))
        )
        self.against.chosen.connect(lambda _: self._compare())
        self.hint = Label("", size="small", tone="muted")
        head = row(Label(_("Compare"), size="small", tone="muted"), self.against, self.hint, None)
        head.setContentsMargins(12, 8, 12, 8)
        right = QWidget()
        inner = column(spacing=0)
        inner.addLayout(head)
        inner.addWidget(line())
        inner.addWidget(self.comparison, 1)
        right.setLayout(inner)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.timeline)
        self.split.addWidget(right)
        self.split.setStretchFactor(1, 1)
        self.split.setSizes([TIMELINE_WIDTH, LARGEST.width() - TIMELINE_WIDTH])
        self.empty = EmptyState("history", _("No versions yet"), NOTHING)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.split)
        self.stack.addWidget(self.empty)
        surface("surface", self.stack)
        self.body.addWidget(line())
        self.body.addWidget(self.stack, 1)
        self.body.addWidget(line())
        self.body.setSpacing(0)
        self.add_button("", _("Close"))
        self.whole = Button(self._source.restore_words, kind="primary", on_click=self._restore_all)
        self.whole.setEnabled(False)
        self._foot.addWidget(self.whole)
        self.timeline.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fit(self) -> None:
        """As large as the window behind it, less an edge."""
        room = self._behind.size() - QSize(EDGE * 2, EDGE * 2)
        size = room.boundedTo(LARGEST).expandedTo(SMALLEST)
        self.setMinimumSize(SMALLEST)
        self.setMaximumSize(16_777_215, 16_777_215)
        self.resize(size)
        self.move(self._behind.geometry().center() - self.rect().center())

    async def _read(self) -> None:
        keys = [version.key for version in self._chosen]
        self.versions = await self._source.versions()
        self.stack.setCurrentWidget(self.split if self.versions else self.empty)
        if self._source.now() is None:
            self.against.choose(BEFORE)
        self.timeline.show_versions(self.versions, self._source.fields)
        if keys:
            self.timeline.choose(*keys)

    def _choose(self, versions: list[Version]) -> None:
        two = len(versions) == 2
        self._chosen, self._left = versions, next(iter(versions), None)
        self.against.setVisible(not two and self._source.now() is not None)
        self.whole.setEnabled(not two)
        self.hint.setText(TWO if two else ONE)
        self._compare()

    def _compare(self) -> None:
        self._tasks.latest("compare", self._show_difference())

    async def _show_difference(self) -> None:
        if not self._chosen:
            return
        two = len(self._chosen) == 2
        try:
            left, right, titles = await self._two_sides()
        except KeyError:
            self.hint.setText(GONE)
            self.whole.setEnabled(False)
            return
        except LocalStoreProblem as problem:
            told = explain(problem, _("Reading the history"))
            self.hint.setText(f"{told.what} {told.so_what}")
            self.whole.setEnabled(False)
            return
        can = not two and self.against.current() == NOW
        self._offer_whole(not two, left if can else right)
        self.comparison.show_contents(left, right, titles, can_restore=can)

    def _offer_whole(self, is_one: bool, content: Mapping[str, Any]) -> None:
        """Restoring what is there already would do nothing."""
        now = self._source.now()
        kept = [field.name for field in self._source.fields if field.restorable]
        changes = now is None or any(content[n] != now.get(n) for n in kept if n in content)
        self.whole.setEnabled(is_one and changes)
        set_tip(self.whole, "" if changes else SAME)

    async def _two_sides(
        self,
    ) -> tuple[Mapping[str, Any], Mapping[str, Any], tuple[str, str]]:
        """The older content, the newer one, and what they are called."""
        first, last = self._chosen[0], self._chosen[-1]
        content = await self._source.content(first.key)
        if first is not last:
            return content, await self._source.content(last.key), (_name(first), _name(last))
        now = self._source.now()
        if now is not None and self.against.current() == NOW:
            return content, now, (_name(first), _("Now"))
        before = self.timeline.before(first)
        if before is None:
            return {}, content, (_("Nothing before"), _name(first))
        return await self._source.content(before.key), content, (_name(before), _name(first))

    # The way back

    def _restore_part(self, field: str, value: object) -> None:
        if self._left is not None:
            self._tasks.latest("restore", self._put_back({field: value}, self._left))

    def _restore_all(self) -> None:
        if self._left is not None:
            self._tasks.latest("restore", self._put_all_back(self._left))

    async def _put_back(self, fields: Mapping[str, Any], version: Version) -> bool:
        try:
            reason = await self._source.restore(fields, version)
        except LocalStoreProblem as problem:
            told = explain(problem, _("Restoring"))
            reason = f"{told.what} {told.now_what}"
        if reason:
            self.hint.setText(reason)
            return False
        await self._read()
        return True

    async def _put_all_back(self, version: Version) -> None:
        try:
            content = await self._source.content(version.key)
        except KeyError:
            self.hint.setText(GONE)
            return
        names = [field.name for field in self._source.fields if field.restorable]
        if await self._put_back({n: content[n] for n in names if n in content}, version):
            self.answer("restored")


def _name(version: Version) -> str:
    return f"{kind_words(version)[0]}, {time_words(version.at)}"
