"""Steps of a run, one after the other, with what each did and what the run knew."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPlainTextEdit, QSplitter, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.theme import code_font, theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.labels import RESULT_TONES, SIGNS

MOST_SHOWN = 20_000
SPACING = 3
"""Pixels around a line, which may go on over several."""


@dataclass(frozen=True, slots=True)
class ShownStep:
    """One step in words; ``data`` is told beside the list."""

    code: str
    title: str
    status: str
    message: str
    when: str = ""
    data: Mapping[str, Any] | None = None


class StepsView(QWidget):
    """``stepped`` carries the code of the node whose step is shown, and its place."""

    stepped = Signal(str, int)

    def __init__(self) -> None:
        super().__init__()
        self.steps: Sequence[ShownStep] = ()
        self.told = Label(size="small", tone="muted", wrap=True)
        self.list = QListWidget()
        self.data = QPlainTextEdit()
        self.before = Button(
            kind="icon",
            icon_name="chevron-left",
            tip=_("Step before"),
            on_click=lambda: self._go(-1),
        )
        self.after = Button(
            kind="icon", icon_name="chevron-right", tip=_("Next step"), on_click=lambda: self._go(1)
        )
        self._build()

    def _build(self) -> None:
        self.list.setAccessibleName(_("Steps"))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setWordWrap(True)
        self.list.setSpacing(SPACING)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        theme.changed.connect(self._ink)
        self.list.currentRowChanged.connect(self._show)
        self.data.setReadOnly(True)
        self.data.setFont(code_font())
        self.data.setAccessibleName(_("Data of the step"))
        self.data.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.addWidget(self.list)
        split.addWidget(self.data)
        split.setSizes([420, 260])
        whole = column(spacing=4)
        head = row(self.before, self.after, spacing=4)
        head.addWidget(self.told, 1)
        whole.addLayout(head)
        whole.addWidget(split, 1)
        self.setLayout(whole)
        self.show_steps((), "")

    def show_steps(self, steps: Sequence[ShownStep], told: str) -> None:
        """Show these steps, the first one chosen."""
        self.steps = steps
        self.told.setText(told)
        self.list.blockSignals(True)
        self.list.clear()
        for place, step in enumerate(steps, start=1):
            words = f"{place}. {SIGNS.get(step.status, '·')} {step.title}: {step.message}"
            item = QListWidgetItem(f"{words}  {step.when}" if step.when else words)
            self.list.addItem(item)
        self._ink()
        self.list.blockSignals(False)
        self.list.setCurrentRow(0 if steps else -1)
        self._show(0 if steps else -1)

    def _ink(self) -> None:
        """Colour what failed or was skipped; the theme may be another since."""
        for place, step in enumerate(self.steps):
            tone = RESULT_TONES.get(step.status, "")
            if tone in ("danger", "muted"):
                self.list.item(place).setForeground(theme.colour(tone))

    def _go(self, by: int) -> None:
        self.list.setCurrentRow(max(0, min(len(self.steps) - 1, self.list.currentRow() + by)))

    def _show(self, place: int) -> None:
        known = 0 <= place < len(self.steps)
        self.before.setEnabled(known and place > 0)
        self.after.setEnabled(known and place + 1 < len(self.steps))
        if not known:
            self.data.setPlainText("")
            return
        step = self.steps[place]
        text = json.dumps(step.data or {}, ensure_ascii=False, indent=2, default=str)
        self.data.setPlainText(text[:MOST_SHOWN] if step.data else "")
        self.stepped.emit(step.code, place)
