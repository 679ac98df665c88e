"""The place of a list until it has been read for the first time."""

from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import CONNECTING, Workspace


class FirstLoad(EmptyState):
    """Say that a brand is being connected, then that its records are being read.

    ``records`` names them, as in "pages".
    """

    def __init__(self, workspace: Workspace, records: str) -> None:
        super().__init__("circle-dashed", "", "")
        self._workspace, self._records = workspace, records
        workspace.connection_changed.connect(self._show)
        self._show()

    def _show(self) -> None:
        if self._workspace.connection_state == CONNECTING:
            self.say(
                _("Connecting…"),
                _("Your {records} are read once the server answers.").format(records=self._records),
            )
        else:
            self.say(
                _("Reading your {records}…").format(records=self._records),
                _("Only the first time."),
            )
