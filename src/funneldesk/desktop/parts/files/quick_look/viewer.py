"""Base of the quick look's views: each shows one kind of file, and brings tools for it."""

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace.workspace import Workspace


class LookStage(QWidget):
    """``tools`` stand at the foot of the window while it is shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self.tools = QWidget()
        self.bar = row(spacing=4)
        self.tools.setLayout(self.bar)

    def takes(self, file: AssetRow) -> bool:
        """Whether this kind of file is shown here."""
        raise NotImplementedError

    def foretaste(self, file: AssetRow) -> bool:
        """Show what is known already; whether there is anything to see before the content."""
        return False

    async def show_content(self, file: AssetRow, content: bytes) -> tuple[int, int]:
        """Show it; gives its width and height in pixels, zeros where there are none.

        Raises NoImage.
        """
        raise NotImplementedError

    def clear(self) -> None:
        """Something else is shown: stop."""

    def takes_key(self, event: QKeyEvent) -> bool:
        """Whether a key did something here."""
        return False
