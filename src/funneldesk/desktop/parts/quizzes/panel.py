"""The Quizzes section: the list, a quiz with its screens and results, and its flow as a graph."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.names import safe_name
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.quizzes.flow.page import FlowPage
from funneldesk.desktop.parts.quizzes.kind import PART
from funneldesk.desktop.parts.quizzes.open_quiz import OpenQuiz
from funneldesk.desktop.parts.quizzes.results import ResultsTab
from funneldesk.desktop.parts.quizzes.screens.tab import ScreensTab
from funneldesk.desktop.records.bulk.deletion import Deletion, DeletionWords
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids, Place
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

DELETION = DeletionWords(
    _(
        "Their screens, flows and all answers go with them, and pages that show them show nothing "
        "in their place. The server offers no way to bring them back."
    )
)
SCREENS = "screens"


class QuizzesPanel(EditedPanel):
    """The flow takes the place of the whole panel while it is drawn."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.quiz = OpenQuiz(workspace, workspace)
        super().__init__(workspace, declared)
        self.quiz.setParent(self)
        self.flow: FlowPage | None = None
        self.flow_button = Button(_("Draw the flow"), icon_name="workflow")
        self.detail.above.addLayout(row(self.flow_button, None, margins=(16, 8, 16, 4)))
        self.declared_actions.show_on(self.flow_button, f"{PART}.flow")
        self.split.setSizes([520, 700])

    def own_tabs(self) -> Sequence[OwnTab]:
        form = super().own_tabs()
        self.screens = ScreensTab(self.quiz)
        self.results = ResultsTab(
            self.quiz, lambda: self.tasks.latest("export-results", self._export())
        )
        screens = OwnTab(SCREENS, _("Screens"), self.screens)
        return (*form, screens, OwnTab("results", _("Results"), self.results))

    def declare(self) -> Sequence[Action]:
        flow = Action(
            f"{PART}.flow",
            _("Draw the flow"),
            lambda _ids: self.show_flow(),
            "workflow",
            "Ctrl+G",
            Place.PALETTE | Place.LIST_MENU,
            refusal=self._flow_refusal,
        )
        screen = Action(
            f"{PART}.new-screen",
            _("New screen in the open quiz…"),
            lambda _ids: self.new_screen(),
            "file-plus",
            places=Place.PALETTE,
            writes=PART,
            needs_connection=True,
            refusal=self._flow_refusal,
        )
        play = Action(
            f"{PART}.try",
            _("Try the quiz as a visitor"),
            lambda _ids: self.show_flow(play=True),
            "play",
            places=Place.PALETTE,
            refusal=self._flow_refusal,
        )
        return (*super().declare(), flow, screen, play)

    def about_many(self) -> Sequence[Action]:
        if self.staging is None:
            raise ValueError("quizzes are edited in the table")
        return (Deletion(self, self.staging.runs, DELETION).action(),)

    def _flow_refusal(self, ids: Ids) -> str:
        if is_new_id(self.open_id):
            return _("Save this new quiz first.")
        return self.open_one(ids)

    def show_beside(self, body: Mapping[str, Any]) -> None:
        known = int(self.open_id) if self.open_id and not is_new_id(self.open_id) else 0
        self.quiz.choose(known, str(body.get("name") or ""))
        self.tasks.latest("quiz", self._learn())

    async def _learn(self) -> None:
        with operation(self.workspace, _("Reading the screens"), f"{PART}/screens"):
            await self.quiz.learn()

    def new_screen(self) -> None:
        """Ask for a new screen, beside the others."""
        self.detail.tabs.choose(SCREENS)
        self.detail.tabs.chosen.emit(SCREENS)
        self.screens.new_screen()

    def show_flow(self, *, play: bool = False) -> None:
        """Draw the flow of the open quiz; to ``play`` it is to try it at once."""
        if self.flow is None:
            self.flow = FlowPage(self.quiz)
            self.across.addWidget(self.flow)
            self.flow.left.connect(self.show_list)
        self.flow.show()
        self.split.hide()
        self.flow.editor.canvas.setFocus()
        self.titled.emit(_("Flow of {name}").format(name=self.quiz.name))
        self.tasks.latest("flow", self._show_flow(self.flow, play))

    async def _show_flow(self, page: FlowPage, play: bool) -> None:
        await page.load()
        if play:
            page.simulate()

    def show_list(self) -> None:
        """Put the flow away; what was drawn is kept."""
        if self.flow is not None:
            self.flow.hide()
        self.split.show()
        self.titled.emit(self.quiz.name)
        self.list.enter_table()
        self.tasks.latest("quiz", self._learn())

    def save(self, *, publish: bool = False) -> None:
        if self.flow is not None and self.flow.isVisible():
            self.flow.save()
        else:
            super().save(publish=publish)

    def back(self) -> None:
        if self.flow is not None and self.flow.isVisible():
            self.show_list()
        else:
            super().back()

    async def _export(self) -> None:
        title = _("Export what visitors did")
        name = f"{safe_name(self.quiz.name, PART)}.csv"
        path = await ask_save_path(self, title, name, "csv")
        if path is not None:
            self.workspace.notifications.post(await write_table(path, self.results.table()))
