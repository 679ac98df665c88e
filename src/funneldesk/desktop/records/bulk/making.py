"""Creation of a record for each item of a run, never of the same one twice (quirk 10)."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from funneldesk.contract.shapes import Draft, Record
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

D = TypeVar("D", bound=Draft)
P = TypeVar("P")
R = TypeVar("R", bound=Record)

NOT_FOUND = Outcome.unknown(
    "The answer was lost on the way, and the list does not show the copy.",
    "Refresh the list, and try again if it stays so.",
)


@dataclass(frozen=True, slots=True)
class MakingCalls(Generic[D, P, R]):
    """Calls that make a record of a ``part``. ``candidates`` are the ids that the server lists for
    a draft, ``is_made`` tells whether a record is what became of it."""

    part: str
    create: "Callable[[Api, D], Awaitable[R]]"
    update: "Callable[[Api, int, P], Awaitable[R]]"
    get: "Callable[[Api, int], Awaitable[R]]"
    id_of: Callable[[R], int]
    candidates: "Callable[[Api, D], Awaitable[Sequence[int]]]"
    is_made: Callable[[D, R], bool]


class RecordMaker(Generic[D, P, R]):
    """``known`` are the ids that there were before. ``made`` keeps what was created for an item,
    so that another try goes on where the first one broke off."""

    def __init__(
        self, workspace: Workspace, calls: MakingCalls[D, P, R], known: Iterable[int]
    ) -> None:
        self.workspace = workspace
        self.made: dict[str, int] = {}
        self._calls = calls
        self._known = set(known)
        self._sent: dict[str, D] = {}

    async def make(self, item: BulkItem, draft: D, rest: P | None) -> R:
        """The record for an item, with what only an update takes. Raises ``ApiError``."""
        calls, made_id = self._calls, self.made.get(item.id)
        record: R | None = None
        if made_id is None:
            self._sent[item.id] = draft
            async with journaled(self.workspace, calls.part, item.title, "Creating", item.id):
                record = await self.workspace.run(lambda api: calls.create(api, draft))
            made_id = self._keep(item, calls.id_of(record))
        known_id = made_id
        if rest is not None:
            return await self.workspace.run(lambda api: calls.update(api, known_id, rest))
        if record is not None:
            return record
        return await self.workspace.run(lambda api: calls.get(api, known_id))

    def was_sent(self, item: BulkItem) -> bool:
        """Whether a create went out for an item."""
        return item.id in self._sent

    async def was_made(self, item: BulkItem) -> bool:
        """After a lost answer: whether the create arrived; it is known from then on.

        A record that cannot be told apart from another new one counts as not found. Raises
        ``ApiError``.
        """
        if item.id in self.made:
            return True
        calls, draft = self._calls, self._sent[item.id]
        listed = await self.workspace.run(lambda api: calls.candidates(api, draft))
        fresh = [each for each in listed if each not in self._known]
        if len(fresh) != 1:
            return False
        record = await self.workspace.run(lambda api: calls.get(api, fresh[0]))
        if not calls.is_made(draft, record):
            return False
        self._keep(item, calls.id_of(record))
        await self.workspace.store.end_entry_of(calls.part, item.id)
        return True

    async def look(self, item: BulkItem) -> Outcome | None:
        """After a lost answer: None to go on with what was made, else that it is not known.

        Raises ``ApiError``.
        """
        return None if await self.was_made(item) else NOT_FOUND

    def _keep(self, item: BulkItem, made_id: int) -> int:
        self.made[item.id] = made_id
        self._known.add(made_id)
        return made_id
