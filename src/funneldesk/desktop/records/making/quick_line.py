"""Line under a list: a title and Enter make a record, which is never made twice."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import row, surface
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.making.quick_making import QuickMaking
from funneldesk.desktop.sections.operations import may_write
from funneldesk.desktop.workspace.workspace import Workspace

PLACE = "line"


class QuickLine(QWidget):
    """``values`` are those that a new record has beside its title. ``made`` carries the record;
    ``asked_for_form`` a title for which the records take more than that."""

    made = Signal(object)
    asked_for_form = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        kind: RecordKind,
        words: str,
        values: Callable[[], Mapping[str, Value]],
    ) -> None:
        super().__init__()
        self._workspace, self._kind, self._values = workspace, kind, values
        self.making = QuickMaking(workspace, kind, "list", self)
        self.tasks: TaskScope = self.making.tasks
        surface("foot", self)
        self.line = QLineEdit()
        self.line.setPlaceholderText(words)
        self.line.setAccessibleName(words)
        self.line.returnPressed.connect(self._enter)
        self.line.textEdited.connect(lambda text: self.making.type(PLACE, text))
        self.making.made.connect(self._made)
        self.making.kept.connect(lambda _place: self.line.setReadOnly(False))
        self.setLayout(row(self.line, margins=(10, 6, 10, 6)))

    async def recall(self) -> None:
        """Bring back a title that was typed and not sent."""
        await self.making.recall()
        if not self.line.text():
            self.line.setText(self.making.typed.get(PLACE, ""))

    def _enter(self) -> None:
        title = self.line.text().strip()
        if not title or self.line.isReadOnly():
            return
        if not may_write(self._workspace, self._kind.part, self._kind.units):
            return
        values = self._values()
        if self.making.needs_form(values):
            self._clear()
            self.asked_for_form.emit(title)
        else:
            self.line.setReadOnly(True)
            self.making.add(PLACE, title, values)

    def _made(self, _place: str, record: object) -> None:
        self._clear()
        self.made.emit(record)

    def _clear(self) -> None:
        self.line.setReadOnly(False)
        self.line.clear()
        self.making.type(PLACE, "")
