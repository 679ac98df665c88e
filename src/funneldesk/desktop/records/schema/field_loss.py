"""Question before a field is deleted: how many records lose a value."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.schema.loss_dialog import Count, LossDialog
from funneldesk.desktop.workspace.workspace import Workspace


async def may_delete_field(parent: QWidget, workspace: Workspace, name: str, values: Count) -> bool:
    """Whether the user wants the field of entries that is called ``name`` deleted with what
    ``values`` counts."""

    def told(count: int) -> str:
        if not count:
            return _("No entry has a value in it.")
        words = _("It has a value in {entries}. These values are lost, for good.")
        return words.format(entries=counted(count, "entry"))

    title = _("Delete the field “{name}”?").format(name=name)
    return await LossDialog(parent, workspace, title, values, told, is_kept=False).ask() == "delete"
