"""The flow of a quiz as a graph: drawn, checked, tried, compared with versions, and saved."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, line, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.forms.times import moment_of, moment_text
from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.graph.model.deeds import insert
from funneldesk.desktop.kit.graph.model.difference import difference
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Node
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.quizzes.flow.checks import ChecksView, Looked, looked
from funneldesk.desktop.parts.quizzes.flow.drawflow import SCREEN, DrawflowFormat
from funneldesk.desktop.parts.quizzes.flow.keeping import KeptFlows, Version
from funneldesk.desktop.parts.quizzes.flow.kinds import flow_kinds
from funneldesk.desktop.parts.quizzes.flow.marks import (
    difference_marks,
    difference_words,
    visitor_marks,
    walk_marks,
)
from funneldesk.desktop.parts.quizzes.flow.simulator import SimulatorDialog
from funneldesk.desktop.parts.quizzes.kind import PART
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz
from funneldesk.desktop.parts.quizzes.screens.preview_view import ScreenPreview
from funneldesk.desktop.sections.actions import write_refusal
from funneldesk.desktop.sections.operations import confirmed, journaled, operation, optional
from funneldesk.desktop.workspace.brand_facts import formats_of

NOTICE = f"{PART}/flow"


class FlowPage(QWidget):
    """``left`` is the way back to the list."""

    left = Signal()

    def __init__(self, quiz: OpenQuiz) -> None:
        super().__init__()
        self.quiz, self.workspace = quiz, quiz.workspace
        self.tasks = TaskScope(self)
        self.kept = KeptFlows(quiz.workspace)
        self.formats = formats_of(quiz.workspace)
        self.editor = GraphEditor(
            flow_kinds(quiz), DrawflowFormat(quiz.played), name=_("Flow of the quiz")
        )
        self.checks = ChecksView(quiz)
        self.preview = ScreenPreview()
        self.title = ElidedLabel("", size="title")
        self.state = Label("", size="small", tone="muted")
        self.restored = Banner(_("Discard"))
        self.comparing = Banner(_("Restore this version"), _("Done"), closable=False)
        self.progress = ProgressLine()
        self.base: dict[str, Any] = {}
        """The server's flow that what is drawn began with."""
        self.found: Looked | None = None
        self._version: Version | None = None
        self._build()
        self._wire()

    def _build(self) -> None:
        self.back = Button(kind="icon", icon_name="arrow-left", tip=_("Back to the list"))
        self.draw_all = Button(_("Draw missing screens"), icon_name="plus")
        self.try_it = Button(_("Try it"), icon_name="play")
        self.versions = Button(_("Versions"), icon_name="history")
        self.save_button = Button(_("Save flow"), kind="primary", keys="Ctrl+S")
        tools = (self.draw_all, self.try_it, self.versions, self.save_button)
        head = row(self.back, self.title, self.state, *tools, spacing=8, margins=(12, 8, 12, 8))
        head.setStretch(1, 1)
        top = surface("surface")
        top.setLayout(head)
        whole = column(top, line(), self.progress, self.restored, self.comparing, spacing=0)
        whole.addWidget(self.editor, 1)
        self.editor.set_rest(self.checks)
        self.editor.node_panel.place_below(self.preview)
        self.setLayout(whole)

    def _wire(self) -> None:
        self.back.clicked.connect(self.left)
        self.draw_all.clicked.connect(self.draw_missing)
        self.try_it.clicked.connect(self.simulate)
        self.versions.clicked.connect(lambda: self.tasks.latest("versions", self._versions()))
        self.save_button.clicked.connect(self.save)
        self.editor.changed.connect(self._changed)
        self.editor.noticed.connect(self._notice)
        self.editor.chosen.connect(self._preview)
        self.checks.picked.connect(self._pick)
        self.restored.pressed.connect(lambda: self.tasks.latest("open", self.discard()))
        self.comparing.pressed.connect(self._restore)
        self.comparing.pressed_second.connect(self._end_comparing)
        self.workspace.connection_changed.connect(self._show_rights)

    # What is shown

    async def load(self) -> None:
        """Show the flow of the open quiz: what was drawn here, else the server's."""
        with operation(self.workspace, _("Reading the flow"), NOTICE, progress=self._busy):
            await self.quiz.learn()
        self.title.setText(_("Flow of {name}").format(name=self.quiz.name))
        draft = await self.kept.draft(self.quiz.quiz_id)
        self.base = draft[1] if draft is not None else self.quiz.flow
        self.restored.clear()
        if draft is not None and draft[0] != self.quiz.flow:
            told = _("This is what you drew the last time, and didn't save.")
            self.restored.say(_("Unsaved flow"), told, "info")
        await self._open(draft[0] if draft is not None else self.quiz.flow)

    async def _open(self, flow: Mapping[str, Any]) -> None:
        await self.editor.ready(flow)
        self._show_rights()
        self._show_state()
        self._end_comparing()
        await self._look(await self.editor.written() if self.editor.is_open else {})

    async def _look(self, flow: Mapping[str, Any]) -> None:
        self.found = await in_thread(looked, flow, self.quiz.played())
        self.checks.show_looked(self.found, self.formats())

    @property
    def is_changed(self) -> bool:
        """Whether something is drawn that the server does not have."""
        return self.editor.is_open and self.editor.document() != self.quiz.flow

    def _show_state(self) -> None:
        changed = self.is_changed
        self.state.setText(_("Not saved yet") if changed else _("Saved"))
        self.save_button.setEnabled(changed and not self._locked)
        drawn = {str(node.data.get(SCREEN)) for node in self.editor.graph.in_order()}
        missing = [each for each in self.quiz.screens if each.code not in drawn]
        self.draw_all.setEnabled(bool(missing) and not self._locked)
        self.try_it.setEnabled(bool(self.quiz.screens))

    def _show_marks(self) -> None:
        marks = visitor_marks(self.editor.graph, self.quiz.entries, self.formats())
        self.editor.set_marks(*marks)

    @property
    def _locked(self) -> bool:
        return bool(write_refusal(self.workspace, PART)) or not self.editor.is_open

    def _show_rights(self, *_: object) -> None:
        self.editor.set_read_only(self._locked)

    def _busy(self, on: bool) -> None:
        self.progress.set_on(on)

    def _changed(self) -> None:
        self.tasks.latest("keep", self._keep())

    async def _keep(self) -> None:
        """Keep each deed on this computer, and look at the flow again."""
        flow = await self.editor.written()
        await self.kept.keep(self.quiz.quiz_id, flow, self.base)
        self._show_state()
        self._preview()
        self._show_marks()
        await self._look(flow)

    def _preview(self) -> None:
        """Show the screen of the chosen node as visitors see it."""
        node = self.editor.chosen_node()
        code = str(node.data.get(SCREEN) or "") if node is not None else ""
        self.preview.show_screen(self.quiz.screen(code))

    def _pick(self, node: str, code: str) -> None:
        """Choose the node of a finding, or the one that stands for its screen."""
        graph = self.editor.graph
        known = (each for each in graph.in_order() if str(each.data.get(SCREEN)) == code)
        found = graph.by_code(node) if node else next(known, None)
        if found is not None:
            self.editor.choose_code(found.code)

    def _notice(self, told: object) -> None:
        self.workspace.notifications.post(
            told if isinstance(told, Notice) else Notice(str(told), key=NOTICE)
        )

    # What is done

    def draw_missing(self) -> None:
        """Draw every screen that has no node yet, as one deed."""
        graph, form = self.editor.graph, self.editor.format
        drawn = {str(node.data.get(SCREEN)) for node in graph.in_order()}
        missing = [each for each in self.quiz.screens if each.code not in drawn]
        right = max((n.x for n in graph.in_order() if n.placed), default=-240.0) + 320
        taken, nodes = graph.codes(), []
        for place, screen in enumerate(missing):
            code = form.new_code(SCREEN, taken)
            taken.add(code)
            data, y = {SCREEN: screen.code}, 80.0 + 150 * place
            nodes.append(Node(-2 - place, code, screen.type or SCREEN, data, right, y))
        if nodes:
            self.editor.do(insert(graph, form, nodes, [], _("Draw missing screens")))

    def simulate(self) -> None:
        """Play what is drawn, as a visitor would."""
        self.tasks.latest("try", self._simulate())

    async def _simulate(self) -> None:
        flow = await self.editor.written() if self.editor.is_open else {}
        dialog = SimulatorDialog(self, self.quiz, flow)
        dialog.walked.connect(self._show_walk)
        self._show_walk(dialog.play.path())
        await dialog.ask()
        self._show_marks()

    def _show_walk(self, codes: Sequence[str]) -> None:
        self.editor.set_marks(*walk_marks(self.editor.graph, codes))

    def save(self) -> None:
        """Send what is drawn, unless somebody else drew since."""
        if self.save_button.isEnabled():
            self.tasks.in_turn("save", self._save)

    async def _save(self) -> None:
        quiz_id, flow = self.quiz.quiz_id, await self.editor.written()
        run = self.workspace.run
        doing = _("Saving the flow")
        with operation(self.workspace, doing, NOTICE, progress=self._busy) as sent:
            there = (await run(lambda api: api.quizzes.get_flow(quiz_id))).flow or {}
            if there not in (self.base, flow) and not await self._overwrite(there):
                return
            await self.kept.add_version(quiz_id, there)
            async with journaled(self.workspace, PART, self.quiz.name, doing, str(quiz_id)):
                await confirmed(
                    run(lambda api: api.quizzes.save_flow(quiz_id, flow)),
                    lambda: self._is_saved(quiz_id, flow),
                )
        if not sent.failed:
            await self.kept.add_version(quiz_id, flow)
            await self._saved(quiz_id, flow)

    async def _saved(self, quiz_id: int, flow: dict[str, Any]) -> None:
        """What was drawn meanwhile stays, over what is saved now; also that of a quiz that is not
        the open one any more."""
        is_open = quiz_id == self.quiz.quiz_id
        draft = await self.kept.draft(quiz_id)
        kept = flow if draft is None else draft[0]
        drawn = await self.editor.written() if is_open else kept
        if drawn != flow:
            await self.kept.keep(quiz_id, drawn, flow)
        else:
            await self.kept.forget(quiz_id)
        if is_open and drawn == flow:
            await self.load()
        elif is_open:
            self.base = flow
            with optional():
                await self.quiz.learn()
            self._show_state()

    async def _is_saved(self, quiz_id: int, flow: Mapping[str, Any]) -> Any:
        """Whether a save whose answer was lost went through."""
        found = await self.workspace.run(lambda api: api.quizzes.get_flow(quiz_id))
        return found if found.flow == flow else None

    async def _overwrite(self, there: Mapping[str, Any]) -> bool:
        now = await in_thread(self.editor.format.read, there)
        found = difference_words(difference(now, self.editor.graph))
        text = _(
            "Somebody saved another flow of this quiz since you opened it. Compared with that, "
            "yours has: {differences} Theirs stays here as a version."
        ).format(differences=found)
        title = _("Replace the flow on the server?")
        return await confirm(self, title, text, action=_("Replace flow"), danger=True)

    async def discard(self) -> None:
        """Give up what was drawn here; it stays as a version."""
        await self.kept.add_version(self.quiz.quiz_id, await self.editor.written())
        await self.kept.forget(self.quiz.quiz_id)
        await self.load()

    # Versions

    async def _versions(self) -> None:
        found = await self.kept.versions(self.quiz.quiz_id)
        menu = passing_menu(self)
        for version in found:
            self._add_version(menu, version)
        if not found:
            none = menu.addAction(_("No versions yet: each save here keeps one"))
            none.setEnabled(False)
        pop_up_below(menu, self.versions)

    def _add_version(self, menu: QMenu, version: Version) -> None:
        moment = moment_of(version.at)
        when = moment_text(moment, self.formats()) if moment is not None else version.at
        nodes = counted(len(_graph_of(self, version).nodes), "node")
        menu.addAction(f"{when} · {nodes}").triggered.connect(lambda: self.compare(version))

    def compare(self, version: Version) -> None:
        """Show on the graph what differs from a version."""
        self._version = version
        found = difference(_graph_of(self, version), self.editor.graph)
        self.editor.set_marks(*difference_marks(found))
        self.comparing.say(_("Compared with that version"), difference_words(found), "info")

    def _restore(self) -> None:
        version, self._version = self._version, None
        if version is not None and not self._locked:
            self.tasks.latest("open", self._take(version.flow))

    async def _take(self, flow: dict[str, Any]) -> None:
        await self.kept.add_version(self.quiz.quiz_id, await self.editor.written())
        await self.kept.keep(self.quiz.quiz_id, flow, self.base)
        await self._open(flow)

    def _end_comparing(self) -> None:
        self._version = None
        self.comparing.clear()
        self._show_marks()


def _graph_of(page: FlowPage, version: Version) -> Graph:
    return page.editor.format.read(version.flow)
