"""The log of an automation as runs, narrowed by result, words and node; each replayed in steps."""

from collections.abc import Callable, Sequence
from datetime import datetime

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QSplitter, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, SearchField, Segments, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.automations.builder.kinds import KINDS
from funneldesk.desktop.parts.automations.labels import RESULTS, SIGNS
from funneldesk.desktop.parts.automations.runs.lines import Run
from funneldesk.desktop.parts.automations.runs.steps_view import SPACING, ShownStep, StepsView


class LogView(QWidget):
    """``replayed`` carries the run that is shown, or None; ``more_asked`` wants older lines."""

    replayed = Signal(object)
    more_asked = Signal()

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self._runs: Sequence[Run] = ()
        self.shown: list[Run] = []
        self.node = ""
        self.results = Segments()
        self.search = SearchField(_("Search the log"))
        self.at_node = Button(_("Any node"), kind="chip", on_click=self._any_node)
        self.told = Label(size="small", tone="muted")
        self.more = Button(_("Load older"), kind="link", on_click=self.more_asked.emit)
        self.list = QListWidget()
        self.steps = StepsView()
        self._build()

    def _build(self) -> None:
        choices = [("", _("All"), ""), *((key, text, "") for key, text in RESULTS.items())]
        self.results.set_choices(choices)
        self.results.chosen.connect(lambda _key: self._narrow())
        self.search.textChanged.connect(lambda _text: self._narrow())
        self.search.setMaximumWidth(220)
        self.list.setAccessibleName(_("Runs"))
        self.list.setFrameShape(QListWidget.Shape.NoFrame)
        self.list.setWordWrap(True)
        self.list.setSpacing(SPACING)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.currentRowChanged.connect(self._replay)
        left = QWidget()
        left.setLayout(column(self.told, self.list, self.more, spacing=4))
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.addWidget(left)
        split.addWidget(self.steps)
        split.setSizes([300, 600])
        head = row(self.results, self.at_node, None, self.search, spacing=8)
        whole = column(spacing=6, margins=(12, 8, 12, 8))
        whole.addLayout(head)
        whole.addWidget(split, 1)
        self.setLayout(whole)

    def show_runs(self, runs: Sequence[Run], *, has_more: bool) -> None:
        """List these runs, the newest first."""
        self._runs = runs
        self.more.setVisible(has_more)
        self._narrow()

    def show_node(self, code: str, title: str) -> None:
        """Narrow to runs that came to a node; "" takes that back."""
        self.node = code
        self.at_node.setText(title or _("Any node"))
        self.at_node.setEnabled(bool(code))
        self._narrow()

    def _any_node(self) -> None:
        self.show_node("", "")

    def _narrow(self) -> None:
        result, words = self.results.current(), self.search.text().casefold()
        self.shown = [
            run
            for run in self._runs
            if (not result or any(line.status == result for line in run.lines))
            and (not self.node or any(line.node_code == self.node for line in run.lines))
            and (not words or any(words in (line.message or "").casefold() for line in run.lines))
        ]
        count = len(self.shown)
        told = ngettext("{count:,} run of all time", "{count:,} runs of all time", count)
        if not self.more.isHidden():
            told = ngettext(
                "{count:,} run; older ones aren't loaded",
                "{count:,} runs; older ones aren't loaded",
                count,
            )
        told = told.format(count=count)
        self.told.setText(told if count else _("No runs match."))
        if not self._runs:
            self.told.setText(_("It has not run yet."))
        self.list.blockSignals(True)
        self.list.clear()
        for run in self.shown:
            self.list.addItem(QListWidgetItem(self._line(run)))
        self.list.blockSignals(False)
        self.list.setCurrentRow(-1)
        self._replay(-1)

    def _line(self, run: Run) -> str:
        formats, failed = self._formats(), run.failed
        when = formats.recent(run.began) if run.began is not None else ""
        last = failed or run.lines[-1]
        return f"{SIGNS.get(run.status, '·')} {when} · {last.message or last.node_code or ''}"

    def _moment(self, at: datetime | None, run: Run) -> str:
        """When a step was done: the time alone on the day on which its run began."""
        formats = self._formats()
        if at is None or run.began is None:
            return ""
        same = formats.day(at) == formats.day(run.began)
        return formats.clock(at, exact=True) if same else formats.recent(at)

    def _replay(self, place: int) -> None:
        if not 0 <= place < len(self.shown):
            self.steps.show_steps((), _("Choose a run to replay it on the graph."))
            self.replayed.emit(None)
            return
        run = self.shown[place]
        steps = [
            ShownStep(
                line.node_code or "",
                KINDS.of(line.node_type or "").title,
                line.status or "",
                line.message or "",
                self._moment(line.created_at, run),
                line.data
                if line.data is not None
                else line.model_dump(mode="json", exclude_none=True),
            )
            for line in run.lines
        ]
        self.replayed.emit(run)
        told = _("Run {number}").format(number=run.id)
        if not any(line.data is not None for line in run.lines):
            told = f"{told}. {_('The log of this server tells no data of its steps.')}"
        self.steps.show_steps(steps, told)
