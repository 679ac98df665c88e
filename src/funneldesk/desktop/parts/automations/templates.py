"""Templates of graphs that the user keeps on this computer, for new automations of a brand."""

from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QListWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, ask_text
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.labels import PART
from funneldesk.desktop.workspace.workspace import Workspace

KEY = f"{PART}/templates"
MOST = 200


@dataclass(frozen=True, slots=True)
class Template:
    """A graph under a name."""

    name: str
    document: dict[str, Any]


async def read_templates(workspace: Workspace) -> list[Template]:
    """The templates of a brand, by name; what cannot be read is left out."""
    found = await workspace.store.saved_work(KEY, {})
    known = found if isinstance(found, dict) else {}
    return [
        Template(name, document)
        for name, document in sorted(known.items(), key=lambda pair: pair[0].casefold())
        if isinstance(document, dict)
    ]


async def keep_template(
    parent: QWidget, workspace: Workspace, title: str, document: dict[str, Any]
) -> None:
    """Ask for a name and keep a graph under it, in the place of one of the same name."""
    name = await ask_text(
        parent,
        _("Keep as a template"),
        _("Its nodes and settings are kept on this computer, for new automations."),
        value=title,
        action=_("Keep template"),
    )
    if not name or not name.strip():
        return
    known = {each.name: each.document for each in await read_templates(workspace)}
    if len(known) >= MOST and name not in known:
        text = _("Delete one first.")
        workspace.notifications.post(Notice(_("There are too many templates"), text, "warning"))
        return
    known[name.strip()[:120]] = document
    await workspace.store.save_work(KEY, known)
    workspace.notifications.post(Notice(_("Template kept"), name, "success", key=KEY))


async def choose_template(parent: QWidget, workspace: Workspace) -> Template | None:
    """Let the user choose a template; None when that was given up."""
    dialog = _TemplateDialog(parent, workspace, await read_templates(workspace))
    return dialog.chosen() if await dialog.ask() == "go" else None


class _TemplateDialog(Dialog):
    """Lists templates; one can be deleted here."""

    def __init__(self, parent: QWidget, workspace: Workspace, found: list[Template]) -> None:
        super().__init__(
            parent,
            _("New from a template"),
            _("Keep an automation as a template to have it here."),
        )
        self._workspace, self._found = workspace, found
        self.tasks = TaskScope(self)
        self.list = QListWidget()
        self.list.setAccessibleName(_("Templates"))
        self.list.setMinimumHeight(200)
        self.told = Label(size="small", tone="muted")
        self.body.addWidget(self.list)
        self.body.addWidget(self.told)
        delete = Button(_("Delete template"), kind="plain")
        delete.clicked.connect(lambda: self.tasks.latest("delete", self._delete()))
        self.add_to_foot(delete)
        self.add_button("", _("Cancel"))
        self.go = self.add_button("go", _("Use template"), "primary")
        self._show()

    def chosen(self) -> Template | None:
        """The template that is chosen."""
        place = self.list.currentRow()
        return self._found[place] if 0 <= place < len(self._found) else None

    def _show(self) -> None:
        self.list.clear()
        self.list.addItems([each.name for each in self._found])
        self.list.setCurrentRow(0 if self._found else -1)
        self.go.setEnabled(bool(self._found))
        self.told.setText("" if self._found else _("There are no templates yet."))

    async def _delete(self) -> None:
        chosen = self.chosen()
        if chosen is not None:
            self._found.remove(chosen)
            known = {each.name: each.document for each in self._found}
            await self._workspace.store.save_work(KEY, known)
            self._show()
