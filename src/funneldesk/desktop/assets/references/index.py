"""Where the brand's files are used: asked at any time, kept up as records change."""

from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.references.use import Covered, Use, covered_words
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.workspace import Workspace


class ReferenceIndex(QObject):
    """One for all sections of a brand (``workspace.shared(ReferenceIndex)``).

    ``updated`` when an answer may be another one now. Paths are relative to the assets folder.
    """

    updated = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.covered: tuple[Covered, ...] = ()
        self.tasks = TaskScope(self)

    @property
    def is_whole(self) -> bool:
        """Whether all of the brand was looked at."""
        return bool(self.covered) and all(part.is_whole for part in self.covered)

    @property
    def covered_words(self) -> str:
        """How much of the brand is known ("214 of 300 pages known so far"); empty for all."""
        return covered_words(self.covered)

    def refresh(self, pause: float = 0.0) -> None:
        """Look at what changed, beside the window."""

    async def uses(self, path: str) -> list[Use]:
        """Who uses a file, pages first."""
        return (await self.uses_of([path])).get(path, [])

    async def uses_of(self, paths: Iterable[str]) -> dict[str, list[Use]]:
        """Who uses some files, or what lies in some folders; those that nobody uses are left
        out."""
        return {}

    async def counts(self) -> dict[str, int]:
        """How many records refer to each path that any record refers to."""
        return {}
