"""Deletion of automations: asked for with what ends with them, one by one, told."""

import contextlib

from funneldesk.client.errors import NotFound
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.deletion import Deletion, DeletionWords
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.staging.applying import StagedRuns
from funneldesk.desktop.sections.actions import Place
from funneldesk.desktop.workspace.workspace import Workspace

WORDS = DeletionWords(
    _("Runs under way end, and the log goes too. The server can't bring it back."),
    places=Place.PALETTE | Place.LIST_MENU | Place.SELECTION_BAR,
)


class Deleted:
    """Deletes automations, whose runs and log nothing brings back."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    async def delete(self, item: BulkItem) -> Outcome:
        """One automation. Raises ``ApiError``."""
        with contextlib.suppress(NotFound):  # Somebody was faster: what was wanted is so.
            await self._workspace.run(lambda api: api.automations.delete(int(item.id)))
        return Outcome.done()

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether one is gone whose deletion got no answer. Raises ``ApiError``."""
        try:
            await self._workspace.run(lambda api: api.automations.get(int(item.id)))
        except NotFound:
            return Outcome.done()
        return None


def automation_deletion(panel: RecordsPanel) -> Deletion:
    """The deletion of the automations of a panel."""
    runs = StagedRuns(panel, panel.list.layout(), panel.declared)
    return Deletion(panel, runs, WORDS, lambda: Deleted(panel.workspace))
