"""Dialog with a form that is sent: refusals stand at their fields, and nothing typed is lost."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import Invalid
from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.field_spec import GroupSpec
from funneldesk.desktop.kit.forms.form import Form
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import sending
from funneldesk.desktop.workspace.workspace import Workspace

Send = Callable[[dict[str, Any]], Awaitable[object]]


class FormDialog(Dialog):
    """Answers "done" once ``send`` went through. What was typed is kept under ``memory`` until
    then, also when the dialog is closed or the program ends."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        title: str,
        groups: Sequence[GroupSpec],
        *,
        values: Mapping[str, Any],
        memory: str,
        action: str,
        send: Send,
        height: int = 200,
    ) -> None:
        super().__init__(parent, title, width=560)
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self.form = Form(groups)
        self.progress = ProgressLine()
        self.problem = Banner(closable=False)
        self.restored = Banner(_("Discard"), closable=False)
        self._values, self._memory, self._send = dict(values), memory, send
        self._doing = title
        self.form.set_values(values)
        self.form.setMinimumHeight(height)
        self.form.edited.connect(self._edited)
        self.restored.action.clicked.connect(self._discard)
        for widget in (self.progress, self.restored, self.problem, self.form):
            self.body.addWidget(widget)
        self.add_button("", _("Cancel"))
        self.go_button = Button(action, kind="primary", on_click=self.go)
        self.go_button.setDefault(True)
        self._foot.addWidget(self.go_button)
        self.form.row(groups[0].fields[0].name).input.take_focus()
        self.tasks.start(self._restore())

    def go(self) -> None:
        """Send it, unless something is wrong with it."""
        problems = self.form.problems()
        self.form.show_errors(problems)
        if not problems:
            self.tasks.latest("go", self._go())

    async def _go(self) -> None:
        self.progress.set_on(True)
        self.go_button.setEnabled(False)
        self.problem.clear()
        asked = sending(self.workspace, self, self._doing, self._memory, tell=self._tell)
        with asked as sent:
            await self._send(self.form.values())
        self.progress.set_on(False)
        self.go_button.setEnabled(True)
        if isinstance(sent.error, Invalid) and sent.error.fields:
            self.problem.clear()
            self.form.show_errors(self.at_fields(sent.error.fields))
        if not sent.failed:
            await self.workspace.store.drop_work(self._memory)
            self.answer("done")

    def at_fields(self, errors: Mapping[str, Sequence[str]]) -> Mapping[str, Sequence[str]]:
        """Refusals by the names of the form's fields."""
        return errors

    def _tell(self, told: Explanation) -> None:
        self.problem.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)

    def _edited(self, name: str, _value: object) -> None:
        self.follow(name)
        changed = self.form.values()
        self.tasks.latest("keep", self.workspace.store.save_work(self._memory, changed))

    def follow(self, name: str) -> None:
        """The user changed a field: others may follow."""

    async def _restore(self) -> None:
        kept = await self.workspace.store.saved_work(self._memory, None)
        if isinstance(kept, dict) and kept != self._values:
            self.form.set_values({**self._values, **kept})
            told = _("This is what you typed the last time, and didn't save.")
            self.restored.say(_("Unsaved words"), told, "info")

    def _discard(self) -> None:
        self.form.set_values(self._values)
        self.restored.clear()
        self.tasks.latest("keep", self.workspace.store.drop_work(self._memory))
