"""The place of a list until it has been read for the first time."""

from funneldesk.desktop.kit.controls.empty_state import EmptyState
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
            self.say("Connecting…", f"Your {self._records} are read once the server answers.")
        else:
            self.say(f"Reading your {self._records}…", "Only the first time.")
