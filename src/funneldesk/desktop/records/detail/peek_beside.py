"""View of many records with the one that is opened beside it; narrow, the two take turns."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSplitter, QWidget

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.detail.peek import RecordPeek

NARROW = 860
"""Width under which the view and the record take turns."""
USUAL = (760, 400)
PAUSE = 0.12


class PeekBeside(QSplitter):
    """``selected`` gives the ids that are chosen in the view."""

    def __init__(
        self, view: QWidget, peek: RecordPeek, selected: Callable[[], Sequence[str]]
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.view, self.peek = view, peek
        self._selected = selected
        self.tasks = TaskScope(self)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        for widget in (view, peek):
            self.addWidget(widget)
        self.setStretchFactor(0, 1)
        self.setSizes([*USUAL])
        peek.opened.connect(lambda _id: self._arrange())
        peek.closed.connect(self._arrange)

    def open(self, record_id: str) -> None:
        """Show a record beside the view; one that is shown already gets the keyboard."""
        if record_id == self.peek.open_id and self.peek.isVisible():
            self.peek.take_keyboard()
            return
        self.peek.open(record_id)
        self._arrange()

    def follow(self) -> None:
        """Something else may be chosen: while a record is open, the chosen one takes its place."""
        if self.peek.open_id and self.view.isVisible():
            self.tasks.debounce("follow", PAUSE, self._follow)

    async def _follow(self) -> None:
        ids = self._selected()
        if self.peek.open_id and len(ids) == 1 and ids[0] != self.peek.open_id:
            self.open(ids[0])

    def _arrange(self) -> None:
        alone = self.width() < NARROW and bool(self.peek.open_id)
        self.view.setVisible(not alone)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def state(self) -> dict[str, object]:
        """What to remember."""
        return {"open": self.peek.open_id, "sizes": self.sizes()}

    def restore(self, state: Mapping[str, object]) -> None:
        """Come back as ``state`` left it."""
        sizes = state.get("sizes")
        known = sizes if isinstance(sizes, list) else []
        if len(known) == 2 and all(type(n) is int and 0 < n < 100_000 for n in known):
            self.setSizes(known)
        if isinstance(opened := state.get("open"), str) and opened:
            self.open(opened)
