"""The line of a dialog that tells who uses the files that it is about."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Signal

from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

LOOKING, NONE_FOUND = _("Looking where this is used"), _("Not used anywhere.")


class UsesLine(Label):
    """Follows the index: more of the brand may become known while the dialog is open.

    ``words`` makes the sentence from who uses it ("3 pages and 1 component"). ``told`` carries the
    uses by path.
    """

    told = Signal(dict)

    def __init__(
        self, workspace: Workspace, paths: Sequence[str], words: Callable[[str], str]
    ) -> None:
        super().__init__(LOOKING, size="small", tone="muted", wrap=True)
        self.tasks = TaskScope(self)
        self._index = workspace.shared(ReferenceIndex)
        self._paths = list(paths)
        self._words = words
        self._index.updated.connect(self._again)
        self.tasks.start(self._begin())

    async def _begin(self) -> None:
        await self._index.fresh()
        await self._tell()

    def _again(self) -> None:
        self.tasks.latest("tell", self._tell())

    async def _tell(self) -> None:
        index = self._index
        found: dict[str, list[Use]] = await index.uses_of(self._paths)
        known = index.failure or (f"{index.covered_words}." if index.covered_words else "")
        every = [use for uses in found.values() for use in uses]
        self.set_tone("warning" if every else "muted")
        self.setText(f"{self._words(counted(every)) if every else NONE_FOUND} {known}".strip())
        self.told.emit(found)
