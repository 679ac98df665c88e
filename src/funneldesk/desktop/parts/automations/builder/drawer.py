"""The drawer below the graph: dry run, log, events and versions, one at a time."""

from collections.abc import Callable

from PySide6.QtWidgets import QStackedWidget

from funneldesk.contract.automation_flow.dry_run import DryRun
from funneldesk.desktop.kit.controls.buttons import surface
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.builder.host import Host
from funneldesk.desktop.parts.automations.builder.kinds import KINDS
from funneldesk.desktop.parts.automations.builder.marking import dry, replay
from funneldesk.desktop.parts.automations.builder.trial_view import TrialView
from funneldesk.desktop.parts.automations.builder.versions_view import VersionsView
from funneldesk.desktop.parts.automations.runs.events_view import EventsView
from funneldesk.desktop.parts.automations.runs.lines import Run, runs_of
from funneldesk.desktop.parts.automations.runs.log_view import LogView

DRAWERS = [
    ("trial", _("Dry run"), ""),
    ("log", _("Log"), ""),
    ("events", _("Events"), ""),
    ("versions", _("Versions"), ""),
]


class Drawer(QStackedWidget):
    """Shows one view, and what it says on the graph."""

    def __init__(self, host: Host, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._host = host
        self.name = ""
        self.trial = TrialView(host.facts)
        self.log, self.versions = LogView(formats), VersionsView(formats)
        self.events = EventsView(formats)
        self._run: Run | None = None
        self._dry: DryRun | None = None
        for view in (self.trial, self.log, self.events, self.versions):
            self.addWidget(view)
        surface("surface", self)
        self.setMinimumHeight(160)
        self._wire()

    def _wire(self) -> None:
        self.trial.walked.connect(self._walked)
        self.trial.steps.stepped.connect(self._show_dry)
        self.log.replayed.connect(self._replayed)
        self.log.steps.stepped.connect(self._show_replay)
        self.log.more_asked.connect(lambda: self._tasks.latest("log", self._read_log()))
        self.versions.picked.connect(self._compare)
        self.versions.restore_asked.connect(
            lambda key: self._tasks.latest("versions", self._host.restore(key))
        )

    @property
    def _editor(self) -> GraphEditor:
        return self._host.editor

    @property
    def _tasks(self) -> TaskScope:
        return self._host.tasks

    @property
    def marks_graph(self) -> bool:
        """Whether the view marks the graph itself, in the place of the numbers."""
        if self.name == "trial":
            return self._dry is not None
        return self._run is not None if self.name == "log" else self.name == "versions"

    def open(self, name: str) -> None:
        """Show a view, filled anew; "" for none."""
        self.name, self._run, self._dry = name, None, None
        if name == "trial":
            self.setCurrentWidget(self.trial)
            self.trial.show_example()
            self.trial.forget()
        elif name == "log":
            self.setCurrentWidget(self.log)
            self.follow_choice()
            self._host.log_pages, self._host.log = 0, []
            self._tasks.latest("log", self._read_log())
        elif name == "events":
            self.setCurrentWidget(self.events)
            self.events.show_events(None)
            self._tasks.latest("events", self._read_events())
        elif name == "versions":
            self.setCurrentWidget(self.versions)
            self._tasks.latest("versions", self._host.versions())

    def graph_changed(self) -> None:
        """A dry run of another graph tells nothing any more."""
        if self.name == "trial" and self._dry is not None:
            self._dry = None
            self.trial.forget()
            self._host.show_numbers()

    def follow_choice(self) -> None:
        """The log tells of the node that is chosen, while no run is replayed."""
        if self.name != "log" or self._run is not None:
            return
        node = self._editor.chosen_node()
        code = node.code if node is not None else ""
        if code != self.log.node:
            self.log.show_node(code, KINDS.title(node) if node is not None else "")

    async def _read_log(self) -> None:
        await self._host.read_log()
        self.log.show_runs(runs_of(self._host.log), has_more=self._host.has_older)

    async def _read_events(self) -> None:
        self.events.show_events(await self._host.events())

    def _walked(self, run: DryRun) -> None:
        self._dry = run
        self._editor.set_marks(*dry(run, self._editor.graph, -1))

    def _show_dry(self, code: str, place: int) -> None:
        if self._dry is not None:
            self._editor.set_marks(*dry(self._dry, self._editor.graph, place))
            self._reveal(code)

    def _replayed(self, run: Run | None) -> None:
        self._run = run
        if run is None:
            self._host.show_numbers()

    def _show_replay(self, code: str, place: int) -> None:
        if self._run is not None:
            self._editor.set_marks(*replay(self._run, self._editor.graph, place))
            self._reveal(code)

    def _compare(self, key: int | None) -> None:
        if self.name != "versions":
            return
        if key is None:
            self._editor.set_marks({})
        else:
            self._tasks.latest("versions", self._host.compare(key))

    def _reveal(self, code: str) -> None:
        node = self._editor.graph.by_code(code)
        if node is not None:
            self._editor.canvas.reveal(node.key)
