"""A source in the pane: its heading with the age of what is shown, its records, its trouble."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ago
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Deed
from funneldesk.desktop.people.sources.line_view import LineView
from funneldesk.desktop.people.sources.source import Body, Source
from funneldesk.desktop.people.sources.trouble import Trouble

FIRST = 5
"""Records that are shown before more are asked for."""
Leads = Callable[[str], bool]


class SourceView(QWidget):
    """``asked_again``: read it now. ``asked_to_open`` carries (part, id), ``asked`` a deed and the
    record that it is asked for."""

    asked_again = Signal()
    asked_to_open = Signal(str, str)
    asked = Signal(object, object)

    def __init__(
        self,
        source: Source,
        formats: Callable[[], Formats],
        refusal: Callable[[Deed], str],
        leads: Leads,
    ) -> None:
        super().__init__()
        self.source = source
        self.rows: Sequence[Body] = ()
        self.lines: list[LineView] = []
        self.read_at: datetime | None = None
        self._formats, self._refusal, self._leads = formats, refusal, leads
        self._all = False
        self.fold = Button(
            source.title, kind="strong-name", icon_name="chevron-down", checkable=True
        )
        self.fold.setChecked(not source.folded)
        self.fold.toggled.connect(self._folded)
        self.age = Label("", size="small", tone="muted")
        self.progress = ProgressLine()
        self.problem = Trouble(source.title)
        self.problem.pressed.connect(self.asked_again)
        self.empty = Label("", size="small", tone="muted", wrap=True)
        self.more = Button(kind="small-link", on_click=self._show_all)
        self.card = QWidget()
        self._inside = QVBoxLayout()
        self._build()
        self.clear()

    def _build(self) -> None:
        head = row(self.fold, None, self.age, spacing=4)
        surface("card", self.card)
        self._inside.setContentsMargins(0, 0, 0, 0)
        self._inside.setSpacing(0)
        self.card.setLayout(self._inside)
        self.body = QWidget()
        inner = column(self.progress, self.problem, self.card, self.more, self.empty, spacing=4)
        inner.setAlignment(self.more, Qt.AlignmentFlag.AlignLeft)
        self.body.setLayout(inner)
        whole = column(spacing=2)
        whole.addLayout(head)
        whole.addWidget(self.body)
        self.setLayout(whole)
        self._folded()

    @property
    def is_open(self) -> bool:
        """Whether it is unfolded."""
        return self.fold.isChecked()

    def _folded(self, *_on: object) -> None:
        self.fold.set_icon("chevron-down" if self.is_open else "chevron-right")
        self.body.setVisible(self.is_open)
        if self.is_open and self.read_at is None:
            self.asked_again.emit()

    def clear(self) -> None:
        """Somebody else is shown: nothing is known yet."""
        self._all = False
        self.show_problem(None)
        self.progress.set_on(False)
        self.show_rows((), None)

    def show_rows(self, rows: Sequence[Body], read_at: datetime | None) -> None:
        """Show what was read then; None: nothing was read yet."""
        self.rows, self.read_at = rows, read_at
        self._draw()
        self.tell_age()

    def show_problem(self, told: Explanation | None) -> None:
        """Why it could not be read; what is known of it stays."""
        self.problem.say(told)
        self._say_empty()

    def tell_age(self) -> None:
        """How old it is, by now."""
        known = self.source.kept and self.read_at is not None
        self.age.setText(ago(self.read_at, datetime.now(UTC)) if known else "")
        set_tip(self.age, self._formats().moment(self.read_at) if known and self.read_at else "")

    def show_rights(self) -> None:
        """What the key may do can be something else now."""
        for view in self.lines:
            view.show_rights()

    def _show_all(self) -> None:
        self._all = True
        self._draw()

    def _draw(self) -> None:
        while (item := self._inside.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.lines = []
        for body in self.rows if self._all else self.rows[:FIRST]:
            if self.lines:
                self._inside.addWidget(line())
            self._inside.addWidget(self._line(body))
        hidden = len(self.rows) - len(self.lines)
        self.more.setText(_("Show {count:,} more").format(count=hidden))
        self.more.setVisible(hidden > 0)
        self.card.setVisible(bool(self.lines))
        count = f" {len(self.rows):,}" if self.rows else ""
        self.fold.setText(f"{self.source.title}{count}")
        self._say_empty()

    def _line(self, body: Body) -> LineView:
        shown = self.source.line(body, self._formats())
        view = LineView(shown, body, self.source.deeds, self._refusal)
        view.asked.connect(lambda deed: self.asked.emit(deed, body))
        if self._leads(shown.opens[0]) and shown.opens[1]:
            view.opened.connect(lambda: self.asked_to_open.emit(*shown.opens))
            view.lead_on()
        self.lines.append(view)
        return view

    def _say_empty(self) -> None:
        """That nothing was found is only known once it was read; where was looked, in any case."""
        nothing = not self.rows and self.read_at is not None and self.problem.isHidden()
        note = self.source.note if self.read_at is not None else ""
        words = " ".join(
            each for each in (self.source.empty + "." if nothing else "", note) if each
        )
        self.empty.setText(words)
        self.empty.setVisible(bool(words))
