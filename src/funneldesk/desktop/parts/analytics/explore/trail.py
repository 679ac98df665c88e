"""Trail of a drill-down: where one came from, a button for each step back."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.report import Report


@dataclass(frozen=True, slots=True)
class Step:
    """What was shown, and the row that was opened in it."""

    report: Report
    scope: Scope
    opened: str

    def state(self) -> dict[str, Any]:
        """The step as JSON."""
        return {
            "report": self.report.state(),
            "scope": self.scope.state(),
            "opened": self.opened,
        }


class Trail(QWidget):
    """Hidden until something was opened. ``asked`` carries the number of a step to go back to."""

    asked = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Step] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(4)
        self.hide()

    def show_steps(self, steps: list[Step]) -> None:
        """Show where one came from."""
        self.steps = steps
        while (item := self._row.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for at, step in enumerate(steps):
            before = steps[at - 1].opened if at else _("All")
            button = Button(before.replace("&", "&&"), kind="link", on_click=self._asker(at))
            button.setAccessibleName(_("Back to {step}").format(step=before))
            self._row.addWidget(button)
            self._row.addWidget(Label("›", tone="muted"))
            if step is steps[-1]:
                self._row.addWidget(Label(step.opened, size="strong"))
        self._row.addStretch(1)
        self.setVisible(bool(steps))

    def _asker(self, at: int) -> Callable[[], None]:
        return lambda: self.asked.emit(at)
