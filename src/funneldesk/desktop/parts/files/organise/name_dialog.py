"""Dialog that asks for one name: judged while it is typed, carried out before it closes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.client.errors import ApiError, Invalid
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label, restyle
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.organise.fit import make_room
from funneldesk.desktop.sections.operations import sending
from funneldesk.desktop.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Judged:
    """Problem of a name, in a sentence (empty: none), and a name that would do."""

    problem: str = ""
    offer: str = ""


class NameDialog(Dialog):
    """Answers "done" once ``carry_out`` went through; what the server refuses, or a sentence that
    ``carry_out`` gives, is told at the field, and what was typed stays.

    ``tail`` is a part of the name that cannot be changed and stands behind the field.
    """

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        *,
        label: str,
        action: str,
        judge: Callable[[str], Judged],
        carry_out: Callable[[str], Awaitable[object]],
        workspace: Workspace,
        value: str = "",
        tail: str = "",
    ) -> None:
        super().__init__(parent, title, text)
        self.tasks = TaskScope(self)
        self._judge = judge
        self._carry_out, self._workspace = carry_out, workspace
        self._doing = title
        self._asked: str | None = None
        self.field = QLineEdit(value)
        self.field.setAccessibleName(label)
        self.problem = Label(size="small", tone="danger", wrap=True)
        self.offer = Button(kind="link", on_click=self._take_offer)
        self._offered = ""
        self._build(label, tail, action)
        self._show(judged=judge(value), quiet=True)

    def _build(self, label: str, tail: str, action: str) -> None:
        heading = Label(label, size="label")
        heading.setBuddy(self.field)
        line = row(self.field, spacing=6)
        line.setStretch(0, 1)
        if tail:
            ending = Label(tail, tone="muted")
            ending.setAccessibleName(_("Ending {tail}").format(tail=tail))
            line.addWidget(ending)
        self.body.setSpacing(4)
        self.body.addWidget(heading)
        self.body.addLayout(line)
        self.body.addWidget(self.problem)
        self.body.addLayout(row(self.offer, None))
        # Room for a sentence: the dialog does not jump while one types.
        self.problem.setMinimumHeight(20)
        self.add_button("", _("Cancel"))
        self.go_button = Button(action, kind="primary", on_click=self._go)
        self.go_button.setDefault(True)
        self._foot.addWidget(self.go_button)
        self.field.textEdited.connect(self._typed)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def name(self) -> str:
        """The typed name."""
        return self.field.text()

    def _typed(self) -> None:
        self._asked = None
        self._show(self._judge(self.name))

    def _show(self, judged: Judged, *, quiet: bool = False) -> None:
        """``quiet``: the user has typed nothing yet, so that nothing is wrong either."""
        said = "" if quiet else judged.problem
        self.problem.setText(said)
        self.field.setProperty("invalid", bool(said))
        restyle(self.field)
        self._offered = "" if quiet else judged.offer
        self.offer.setText(_("Use “{offered}”").format(offered=self._offered))
        self.offer.setVisible(bool(self._offered))
        self.go_button.setEnabled(not judged.problem and bool(self.name))
        make_room(self)

    def _take_offer(self) -> None:
        self.field.setText(self._offered)
        self._typed()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _go(self) -> None:
        judged = self._judge(self.name)
        self._show(judged)
        if not judged.problem and self.name:
            self.tasks.latest("go", self._carried_out(self.name))

    async def _carried_out(self, name: str) -> None:
        self.go_button.setEnabled(False)
        self.field.setReadOnly(True)
        told: object = ""
        with sending(self._workspace, self, self._doing, "files/name") as asked:
            told = await self._carry_out(name)
        if asked.error is not None:
            self._refused(asked.error)
        elif told and isinstance(told, str):
            self._stay(told)
        else:
            self.answer("done")

    def _refused(self, error: ApiError) -> None:
        told = explain(error, self._doing)
        own = isinstance(error, Invalid) and bool(error.messages)
        said = " ".join(error.messages) if isinstance(error, Invalid) and own else told.what
        self._stay(said if own else f"{said} {told.now_what}".strip())

    def _stay(self, problem: str) -> None:
        self._show(Judged(problem))
        # The same may go through at another moment.
        self.go_button.setEnabled(True)
        self.field.setReadOnly(False)
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
