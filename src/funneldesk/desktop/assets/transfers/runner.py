"""Interface of a kind of transfer, and the context that the queue gives it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QObject

from funneldesk.desktop.assets.transfers.connection.connection import Connection
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import (
    SENDING,
    ItemResult,
    TransferItem,
)
from funneldesk.desktop.local.transfers.transfers import KeptItem, TransferStore
from funneldesk.desktop.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class RunnerContext:
    """Context of a runner: ``source`` announces the changes of files, ``connection`` carries calls
    off the window's thread."""

    workspace: Workspace
    store: TransferStore
    connection: Connection
    source: QObject

    async def note(self, job: TransferJob, items: Sequence[TransferItem]) -> None:
        """Keep how items stand. Raises LocalStoreProblem."""
        if items:
            await self.store.note(job.key, [kept(item) for item in items])


class Runner(Protocol):
    """One kind of transfer; one object for a brand, made from its ``RunnerContext``."""

    icon: str

    def __init__(self, context: RunnerContext) -> None: ...

    def title(self, order: Any) -> str:
        """Title in the tray for an order of this kind."""

    def about(self, order: Any) -> dict[str, Any]:
        """Stored facts of an order beside its items: a JSON object, ``TransferJob.about``."""

    def items(self, order: Any) -> Iterable[KeptItem]:
        """The items of an order as they are kept, left out ones last. Gone through on another
        thread, in slices: nothing of the window may be touched."""

    def task(self, kept: Mapping[str, Any]) -> Any:
        """Value of ``KeptItem.task``, None for an item that was left out."""

    async def run(self, job: TransferJob) -> None:
        """Carry out every item that waits, and look after every doubtful one first.

        Returns when all have ended, when ``job.pausing`` and nothing is under way any more, or
        when ``job.stopping`` and it is known how it stands. Cancelled when the program ends.
        Raises ``ApiError`` or ``LocalStoreProblem`` for what ends the whole job.
        """

    def outcome(self, job: TransferJob) -> str:
        """A sentence on how a job ended ("1,000 files are up."); empty when ``run`` has set it."""
        return ""

    async def forget(self, job: TransferJob) -> None:
        """A job that ended is put away: remove what it left on this computer."""

    async def undo(self, job: TransferJob) -> Sequence[ItemResult]:
        """See ``TransferJob.undo``; a kind without an undo gives nothing."""


def kept(item: TransferItem, task: Mapping[str, Any] | None = None) -> KeptItem:
    """An item as the store keeps it."""
    state = SENDING if item.doubtful else item.result.state
    return KeptItem(item.number, state, item.tries, task or {}, item.note, item.result.dump())


def taken_up(kept_item: KeptItem, task: Any) -> TransferItem:
    """An item as the store kept it; one that had left without an answer is doubtful."""
    result = ItemResult.of(kept_item.result)
    doubtful = kept_item.state == SENDING
    return TransferItem(
        kept_item.number, task, result, kept_item.tries, dict(kept_item.note), doubtful
    )
