"""A copy of an automation in another brand, after naming what is missing there."""

from typing import Any

from PySide6.QtWidgets import QListWidget, QWidget

from funneldesk.contract.automations import Automation, AutomationDraft
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.labels import PART
from funneldesk.desktop.parts.automations.needs import look, missing, needs_of
from funneldesk.desktop.sections.operations import journaled, may_write, operation, sending
from funneldesk.desktop.workspace.workspace import Workspace


class CopyDialog(Dialog):
    """Makes the copy itself; the window stays where it is."""

    def __init__(
        self, parent: QWidget, workspace: Workspace, title: str, document: dict[str, Any]
    ) -> None:
        super().__init__(
            parent,
            _("Copy “{title}” to another brand").format(title=title),
            _("It is made there as a draft. This brand stays as it is."),
            width=560,
        )
        self.workspace, self._title, self._document = workspace, title, document
        self._needs = needs_of(document)
        self._target: Workspace | None = None
        self._made: Automation | None = None
        self.tasks = TaskScope(self)
        self.brand = CalmCombo()
        self.said = Label(size="small", tone="muted", wrap=True)
        self.list = QListWidget()
        self.list.setAccessibleName(_("Missing there"))
        self.body.addWidget(labelled(_("Into"), self.brand))
        self.body.addWidget(self.said)
        self.body.addWidget(self.list)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("", _("Copy automation"), "primary")
        self.go.clicked.disconnect()
        self.go.clicked.connect(self._begin)
        self._fill()

    def _fill(self) -> None:
        around, here = self.workspace.neighbours, self.workspace.connection
        others: list[Connection] = []
        if around is not None:
            others = [each for each in around.connections() if each.id != here.id]
        for each in others:
            self.brand.addItem(each.name, each.id)
        self.brand.currentIndexChanged.connect(self._look_again)
        self.go.setEnabled(False)
        if others:
            self._look_again()
        else:
            self.said.setText(_("No other brand is connected on this computer."))

    def _look_again(self, _place: int = 0) -> None:
        self.go.setEnabled(False)
        self._target = self._made = None
        self.tasks.latest("look", self._look(str(self.brand.currentData())))

    async def _look(self, connection_id: str) -> None:
        around = self.workspace.neighbours
        if around is None:
            return
        self.said.setText(_("Looking at the brand…"))
        self.list.clear()
        with operation(
            self.workspace,
            _("Looking at the brand"),
            tell=lambda told: self.said.setText(told.what),
        ):
            target = await around.workspace(connection_id)
            found = await target.run(lambda api: look(api, self._needs))
            lines = missing(self._needs, found)
            self.list.addItems(lines)
            tags = ", ".join(sorted(self._needs.tags))
            told = _("These are missing there; steps that need them will fail until they exist:")
            if not lines:
                told = _("The brand has everything that the nodes name.")
            if tags:
                told = f"{told} {_('Tags need nothing there: {tags}.').format(tags=tags)}"
            self.said.setText(told)
            self._target = target
            self.go.setEnabled(True)

    def _begin(self) -> None:
        target = self._target
        if target is not None and may_write(target, PART, _("automations")):
            self.go.setEnabled(False)
            self.brand.setEnabled(False)
            self.tasks.start(self._copy(target))

    async def _copy(self, target: Workspace) -> None:
        doing = _("Copying “{title}”").format(title=self._title)
        asked = sending(self.workspace, self, doing, f"{PART}/copy", tell=self._tell)
        with asked as done:
            made = self._made or await self._make(target)
            self._made, document = made, self._document
            await target.run(
                lambda api: api.automations.save_builder(made.id, document, draft=True)
            )
            target.announce(PART, str(made.id))
        if done.error is not None:
            self.brand.setEnabled(True)
            # One that may be there already would be there twice.
            self.go.setEnabled(self._made is not None or not done.error.maybe_done)
            return
        text = _("To {brand}, as a draft").format(brand=target.connection.name)
        self.workspace.notifications.post(Notice(_("Automation copied"), text, "success"))
        self.answer("done")

    async def _make(self, target: Workspace) -> Automation:
        draft = AutomationDraft(title=self._title)
        async with journaled(target, PART, self._title, _("Creating")):
            return await target.run(lambda api: api.automations.create(draft))

    def _tell(self, told: Explanation) -> None:
        self.said.setText(f"{told.what} {told.now_what}".strip())
