"""Settings that differ between two versions: a row for each, old value and new."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _

WIDTH = 720


@dataclass(frozen=True, slots=True)
class PlainRow:
    """A field with its values in words; ``can_restore`` puts a button beside it."""

    name: str
    label: str
    before: str
    after: str
    can_restore: bool


class PlainRows(QScrollArea):
    """``asked_to_restore`` carries the name of a field."""

    asked_to_restore = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setWidgetResizable(True)
        self.setFrameShape(QScrollArea.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(_("Settings that differ"))

    def show_rows(self, rows: Sequence[PlainRow]) -> None:
        """Show these instead."""
        body = surface("surface")
        inner = column(spacing=0, margins=(16, 8, 16, 16))
        for each in rows:
            inner.addWidget(_row(each, partial(self.asked_to_restore.emit, each.name)))
            under = line()
            under.setMaximumWidth(WIDTH)
            inner.addWidget(under)
        inner.addStretch(1)
        body.setLayout(inner)
        self.setWidget(body)


def _row(each: PlainRow, restore: Callable[[], object]) -> QWidget:
    made = QWidget()
    before = Label(each.before, tone="danger", wrap=True)
    after = Label(each.after, tone="success", wrap=True)
    before.setAccessibleName(
        _("{label} before: {before}").format(label=each.label, before=each.before)
    )
    after.setAccessibleName(_("{label} after: {after}").format(label=each.label, after=each.after))
    arrow = Label("→", tone="muted")
    values = row(spacing=12)
    values.addWidget(before, 1, Qt.AlignmentFlag.AlignTop)
    values.addWidget(arrow, 0, Qt.AlignmentFlag.AlignTop)
    values.addWidget(after, 1, Qt.AlignmentFlag.AlignTop)
    words = column(Label(each.label, size="small", tone="muted"), spacing=4)
    words.addLayout(values)
    whole = row(spacing=16, margins=(0, 12, 0, 12))
    whole.addLayout(words, 1)
    if each.can_restore:
        name = _("Restore {label}").format(label=each.label)
        whole.addWidget(Button(_("Restore"), name=name, on_click=restore))
    made.setLayout(whole)
    made.setMaximumWidth(WIDTH)
    return made
