"""Sends what changed, and tells the truth about what became of it (quirks 3, 10, 20 and 22)."""

from collections.abc import Mapping
from typing import Any

from funneldesk.client.errors import ApiError
from funneldesk.contract.shapes import Draft, Record
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.attempts import Attempt, Attempts
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.save.writes import made_by
from funneldesk.desktop.sections.operations import confirmed, journaled, optional
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace


class RecordSaver:
    """Writes one draft at a time. ``found_again``: an answer was lost, the record was
        there.
    ``doubtful``: sources that the server answered in another form than they were sent."""

    def __init__(self, workspace: Workspace, library: RecordLibrary[Any], kind: RecordKind) -> None:
        self.kind = kind
        self.workspace = workspace
        self.library = library
        self.formats = formats_of(workspace)
        self.found_again = False
        self.doubtful: tuple[str, ...] = ()
        self.attempts = Attempts(kind.part, workspace.store)

    async def save(self, draft: RecordDraft, record_id: str, status: str | None) -> tuple[str, ...]:
        """Create, update or both; the draft takes over what was stored.

        ``record_id`` is that of the draft; who drops it ends its entry in ``attempts``.

        Gives the fields whose value is another one now than what was typed.

        Raises ``ApiError``. A create that may have been carried out is never repeated before it
        was looked for (quirk 10).
        """
        self.found_again = False
        self.doubtful = ()
        taken: tuple[str, ...] = ()
        plan = plan_save(self.kind, draft, status, self.formats)
        if plan.create is not None:
            create = plan.create
            record = await self._found_from_before(record_id)
            if record is None:
                record = await self._create(record_id, draft.title, create)
            if self.found_again:
                taken += draft.rebase(record)
                plan = plan_save(self.kind, draft, status, self.formats)
            else:
                taken += self._accept(draft, record, create.body())
        known_id, patch, update = draft.id, plan.patch, self.kind.writes.update
        if patch is not None and known_id is not None:
            updated = await self.workspace.run(lambda api: update(api, known_id, patch))
            taken += self._accept(draft, updated, patch.body())
        # Nobody types the state: it was set by this save, and is as the server answered.
        life = self.kind.writes.lifecycle
        return taken + draft.revert(life.field) if life is not None else taken

    def _accept(
        self, draft: RecordDraft, answer: Record, sent: Mapping[str, object]
    ) -> tuple[str, ...]:
        """Two saves may cross: an answer with somebody else's source does not replace what was
        typed, nor count as saved. It stays unsaved, and the next save compares it."""
        doubtful = draft.answered_otherwise(answer, sent)
        self.doubtful += doubtful
        return draft.accept(answer, sent, doubtful)

    async def _found_from_before(self, record_id: str) -> Record | None:
        attempt = await self.attempts.of(record_id)
        record = await self._look_for(attempt) if attempt is not None else None
        self.found_again = record is not None
        return record

    async def _create(self, record_id: str, title: str, create: Draft) -> Record:
        making = made_by(self.kind.writes)
        attempt = await self.attempts.begin(record_id, title, self.library.rows)
        try:
            async with journaled(self.workspace, self.kind.part, title, _("Creating"), record_id):
                call = self.workspace.run(lambda api: making.create(api, create))
                return await confirmed(call, lambda: self._look_after(attempt))
        except ApiError as error:
            if not error.maybe_done:
                await self.attempts.end(record_id)
            raise

    async def _look_after(self, attempt: Attempt) -> Record | None:
        """What can be seen right after an answer was lost; often nothing can."""
        found: Record | None = None
        with optional():
            found = await self._look_for(attempt)
        self.found_again = found is not None
        return found

    async def _look_for(self, attempt: Attempt) -> Record | None:
        """The record of an earlier attempt, if it was made. Raises ``ApiError``."""
        named = made_by(self.kind.writes).named
        listed = await self.workspace.run(lambda api: named(api, attempt.title))
        fresh = [each for each in listed if str(each) not in attempt.known]
        if len(fresh) != 1:
            return None
        return await self.workspace.run(lambda api: self.kind.get(api, fresh[0]))
