"""Creation of a record for each item of a run, never of the same one twice (quirk 10)."""

from collections.abc import Callable, Iterable
from typing import Any

from funneldesk.contract.shapes import Draft, Patch
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.save.writes import made_by
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

NOT_FOUND = Outcome.unknown(
    _("The answer was lost on the way, and the list does not show the copy."),
    _("Refresh the list, and try again if it stays so."),
)


class RecordMaker:
    """``known`` are the ids that there were before. ``made`` keeps what was created for an item,
    so that another try goes on where the first one broke off. ``is_made`` tells whether a record
    is what became of a draft; records of one title are looked at."""

    def __init__(
        self,
        workspace: Workspace,
        kind: RecordKind,
        known: Iterable[Any],
        is_made: Callable[[Any, Any], bool],
    ) -> None:
        self.workspace, self.kind = workspace, kind
        self.made: dict[str, Any] = {}
        self._making = made_by(kind.writes)
        self._is_made = is_made
        self._known = set(known)
        self._sent: dict[str, Draft] = {}

    async def make(self, item: BulkItem, draft: Draft, rest: Patch | None) -> Any:
        """The record for an item, with what only an update takes. Raises ``ApiError``."""
        kind, made_id = self.kind, self.made.get(item.id)
        record: Any = None
        if made_id is None:
            self._sent[item.id] = draft
            async with journaled(self.workspace, kind.part, item.title, _("Creating"), item.id):
                record = await self.workspace.run(lambda api: self._making.create(api, draft))
            made_id = self._keep(item, record.id)
        known_id = made_id
        if rest is not None:
            return await self.workspace.run(lambda api: kind.writes.update(api, known_id, rest))
        return record or await kind.read(self.workspace, str(made_id))

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
        draft = self._sent[item.id]
        title = str(getattr(draft, self.kind.draft.listed[0], ""))
        listed = await self.workspace.run(lambda api: self._making.named(api, title))
        fresh = [each for each in listed if each not in self._known]
        if len(fresh) != 1:
            return False
        record = await self.kind.read(self.workspace, str(fresh[0]))
        if not self._is_made(draft, record):
            return False
        self._keep(item, record.id)
        await self.workspace.store.end_entry_of(self.kind.part, item.id)
        return True

    async def look(self, item: BulkItem) -> Outcome | None:
        """After a lost answer: None to go on with what was made, else that it is not known.

        Raises ``ApiError``.
        """
        return None if await self.was_made(item) else NOT_FOUND

    def _keep(self, item: BulkItem, made_id: Any) -> Any:
        self.made[item.id] = made_id
        self._known.add(made_id)
        return made_id
