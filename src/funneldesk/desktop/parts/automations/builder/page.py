"""Builder tab of an automation: its graph, what is written on it, and a drawer below."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter

from funneldesk.contract.automations import AutomationEvent, AutomationLog, NodeStats
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.graph.model.difference import Difference, difference
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.tasks import TaskScope, in_thread, uncut
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.builder.check import refusal, whole_check
from funneldesk.desktop.parts.automations.builder.deploying import (
    ask_to_deploy,
    tell_problems,
    told_changes,
    told_problems,
    told_runs,
)
from funneldesk.desktop.parts.automations.builder.drawer import DRAWERS, Drawer
from funneldesk.desktop.parts.automations.builder.format import BuilderFormat, trigger_of
from funneldesk.desktop.parts.automations.builder.kinds import KINDS
from funneldesk.desktop.parts.automations.builder.marking import changes, numbers
from funneldesk.desktop.parts.automations.builder.saving import VERSIONS, DraftSaver, document_of
from funneldesk.desktop.parts.automations.labels import PART, STATUSES, TONES
from funneldesk.desktop.parts.automations.runs.lines import runs_of, waiting_at
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.sections.operations import journaled, may_write, operation, optional
from funneldesk.desktop.workspace.workspace import Workspace

LOG_LINES = 100
Body = Mapping[str, Any]


class BuilderPage(RecordView):
    """Edits one automation's graph. ``written`` carries its id after it was deployed."""

    written = Signal(str)

    def __init__(self, workspace: Workspace, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self.workspace, self._formats = workspace, formats
        self.tasks = TaskScope(self)
        self.body: dict[str, Any] = {}
        self.stats: dict[str, NodeStats] = {}
        self.log: list[AutomationLog] = []
        self.log_pages, self.has_older = 0, False
        self.editor = GraphEditor(
            KINDS, BuilderFormat(), name=_("Automation"), check=whole_check(self._start)
        )
        self.saver = DraftSaver(self, workspace, self.editor.written)
        self.drawer = Drawer(self, formats)
        self._build()
        self._wire()

    def _build(self) -> None:
        self.status, self.state = Chip(), ElidedLabel(size="small", tone="muted")
        self.problem = Banner(_("Use theirs"), _("Keep mine"), closable=False)
        self.choices = Segments()
        self.choices.set_choices([("", _("Graph"), ""), *DRAWERS])
        self.discard_button = Button(_("Discard draft…"), on_click=self.discard)
        self.deploy_button = Button(
            _("Deploy…"), kind="primary", icon_name="upload", on_click=self.deploy
        )
        head = row(self.status, spacing=8, margins=(12, 8, 12, 8))
        head.addWidget(self.state, 1)
        for widget in (self.choices, self.discard_button, self.deploy_button):
            head.addWidget(widget)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.editor)
        self.split.addWidget(self.drawer)
        self.split.setStretchFactor(0, 1)
        self.split.setSizes([460, 240])
        self.drawer.hide()
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(line())
        whole.addWidget(self.problem)
        whole.addWidget(self.split, 1)
        self.setLayout(whole)
        surface("surface", self)

    def _wire(self) -> None:
        self.editor.changed.connect(self.saver.touched)
        self.editor.changed.connect(self.show_numbers)
        self.editor.changed.connect(self.drawer.graph_changed)
        self.editor.chosen.connect(self.drawer.follow_choice)
        self.editor.noticed.connect(self.workspace.notifications.post)
        self.saver.changed.connect(self._show_state)
        self.choices.chosen.connect(self.open_drawer)
        self.problem.pressed.connect(lambda: self.tasks.latest("theirs", self._take_theirs()))
        self.problem.pressed_second.connect(lambda: self.tasks.start(self.saver.keep_mine()))

    # The record

    def show_record(self, body: Body) -> None:
        """Show an automation; its graph is read when it is another one."""
        other = body.get("id") != self.body.get("id")
        self.body = dict(body)
        self._show_state()
        if other and body.get("id") is not None:
            self.open_drawer("")
            self.tasks.latest("read", self.read())

    async def read(self) -> None:
        """Read the graph and its numbers."""
        automation_id = int(self.body["id"])
        self.stats, self.log, self.log_pages = {}, [], 0
        with operation(self.workspace, _("Reading the graph"), f"{PART}/graph", retry=self._again):
            document = await self.saver.begin(automation_id)
            await self.editor.ready(document)
            self.editor.set_read_only(not self.workspace.may_write(PART))
            self._show_state()
            if self.saver.waits:
                self.saver.touched()
        with optional():
            await self.read_numbers()

    async def read_numbers(self) -> None:
        """Read how the steps of each node ended. Raises ``ApiError``."""
        automation_id = int(self.body["id"])
        self.stats = await self.workspace.run(lambda api: api.automations.stats(automation_id))
        self.show_numbers()

    async def read_log(self) -> None:
        """Read the next page of the log, the newest at first."""
        automation_id, page = int(self.body["id"]), self.log_pages + 1
        with operation(self.workspace, _("Reading the log"), f"{PART}/log"):
            found = await self.workspace.run(
                lambda api: api.automations.list_logs(automation_id, page, LOG_LINES)
            )
            self.log_pages, self.has_older = page, found.has_more
            known = {each.id for each in self.log}
            self.log += [each for each in found.rows if each.id is None or each.id not in known]

    async def events(self) -> Sequence[AutomationEvent]:
        """The types of event that have started it."""
        automation_id = int(self.body["id"])
        with operation(self.workspace, _("Reading the events"), f"{PART}/events"):
            return await self.workspace.run(lambda api: api.automations.list_events(automation_id))
        return []

    def facts(self) -> tuple[Mapping[str, Any], str, str | None]:
        """The document as it stands, its trigger, and the entry that is named."""
        declared, entry = self._start()
        return self.editor.document() or {}, trigger_of(self.editor.graph, declared), entry

    def _start(self) -> tuple[str, str | None]:
        """The trigger and the entry that are named, for the check in its thread too."""
        said = self.editor.graph.settings.values.get("trigger_node_type")
        trigger = said if isinstance(said, str) and said else self.body.get("trigger_node_type")
        entry = self.body.get("entry_node")
        return str(trigger or ""), entry if isinstance(entry, str) else None

    # What is shown on the graph

    def show_numbers(self) -> None:
        """Write the numbers on the graph, unless the drawer shows something else."""
        if not self.drawer.marks_graph:
            self.editor.set_marks(*numbers(self.stats, self.editor.graph))

    def open_drawer(self, name: str) -> None:
        """Show a drawer below the graph; "" shows none."""
        self.choices.choose(name)
        self.drawer.setVisible(bool(name))
        self.drawer.open(name)
        self.show_numbers()

    async def versions(self) -> None:
        """List the versions that this computer has."""
        found = await self.workspace.store.versions(VERSIONS, str(self.body.get("id")))
        self.drawer.versions.show_versions(found)

    async def compare(self, key: int) -> None:
        """Mark what has changed since a version."""
        content = await self.workspace.store.version(key)
        then = await in_thread(self.editor.format.read, document_of(content))
        found = difference(then, self.editor.graph)
        self.editor.set_marks(*changes(found))
        self.drawer.versions.show_changes(told_changes(found, then, self.editor.graph))

    async def restore(self, key: int) -> None:
        """Make a version the draft again."""
        content = await self.workspace.store.version(key)
        await self.editor.ready(document_of(content))
        self.saver.touched()
        self.open_drawer("")

    # Deploying

    def deploy(self) -> None:
        """Show what would change, then deploy."""
        if may_write(self.workspace, PART, _("automations")):
            self.tasks.latest("deploy", self._deploy())

    def discard(self) -> None:
        """Go back to what is deployed."""
        if may_write(self.workspace, PART, _("automations")):
            self.tasks.latest("deploy", self._discard())

    async def _deploy(self) -> None:
        if why := refusal(self.editor.graph):
            self.problem.say(_("This can't be deployed yet"), why, "warning")
            return
        if self.saver.conflict is not None:
            return
        title = str(self.body.get("title") or "")
        document = await self.editor.written()
        graph = await in_thread(self.editor.format.read, document)
        declared, entry = self._start()
        trigger = trigger_of(graph, declared)
        blocking, others = await in_thread(told_problems, graph, document, trigger, entry)
        if blocking:
            await tell_problems(self, title, blocking, others)
            return
        compared, then = await self._deployed_graph()
        found = difference(then, graph)
        if not self.log_pages:
            await self.read_log()
        runs = told_runs(waiting_at(runs_of(self.log), then), found)
        changed = told_changes(found, then, graph)
        if not await ask_to_deploy(self, title, compared, changed, runs, others):
            return
        await self._carry_out(title, found)

    async def _carry_out(self, title: str, found: Difference) -> None:
        automation_id, doing = str(self.body["id"]), _("Deploying “{title}”").format(title=title)
        with operation(self.workspace, doing, f"{PART}/deploy") as done:
            async with journaled(self.workspace, PART, title, _("Deploying"), automation_id):
                await self.saver.deploy()
        if not done.failed:
            self.body["status"] = "active"
            self._show_state()
            self.written.emit(automation_id)

    async def _deployed_graph(self) -> tuple[str, Graph]:
        never = self.body.get("status") == "draft"
        known = await self.saver.deployed(only_known=never)
        if known is None:
            return _("Nothing is deployed yet: all of it is new."), Graph()
        is_known, document = known
        then = await in_thread(self.editor.format.read, document)
        if is_known:
            return _("Compared with what was last deployed from this computer."), then
        return _(
            "Compared with the graph as it was first opened on this computer: the server doesn't "
            "tell what is deployed."
        ), then

    async def _discard(self) -> None:
        asked = await confirm(
            self,
            _("Discard the draft?"),
            _("The graph goes back to what is deployed. Your draft stays among the versions here."),
            action=_("Discard draft"),
            danger=True,
        )
        if not asked:
            return
        with uncut(), operation(self.workspace, _("Discarding the draft"), f"{PART}/deploy"):
            await self.editor.ready(await self.saver.discard())
            self.show_numbers()

    async def _take_theirs(self) -> None:
        await self.editor.ready(await self.saver.take_theirs())

    def _again(self) -> None:
        self.tasks.latest("read", self.read())

    def _show_state(self) -> None:
        status = str(self.body.get("status") or "")
        self.status.setText(STATUSES.get(status, status))
        self.status.set_tone(TONES.get(status, "muted"))
        self.status.setVisible(bool(status))
        saver = self.saver
        if saver.conflict is not None:
            self.problem.say(
                _("Someone else has changed this graph"),
                _("Yours is saved on this computer only. Choose which one to go on with."),
                "warning",
            )
        elif saver.problem is not None:
            told = saver.problem
            self.problem.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)
        else:
            self.problem.clear()
        for button in (self.problem.action, self.problem.second):
            button.setVisible(saver.conflict is not None)
        self.state.setText(self._state_words())
        may = self.editor.is_open and not self.editor.canvas.read_only
        self.deploy_button.setEnabled(may)
        self.discard_button.setEnabled(may and status != "draft")

    def _state_words(self) -> str:
        if not self.editor.is_open:
            return ""
        if self.saver.waits:
            return _("Saved on this computer; sending the draft…")
        return _("All changes are saved as a draft")

    async def settle(self) -> None:
        """Keep what is not on the server."""
        await self.saver.keep()
