"""Deleting records, and making them again from what this computer kept."""

import contextlib
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from funneldesk.client.errors import NotFound
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.field_writer import LOOK_FIRST, keep_version
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.making.maker import RecordMaker
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.workspace.workspace import Workspace

RECENTLY_DELETED = _("Recently deleted…")


class Remover:
    """Deletes records, each kept in the history first. One that changed since the list was read
    is left alone.

    ``maker`` makes those again that are wanted back; ``note`` says what that plan does beside.
    """

    def __init__(
        self,
        workspace: Workspace,
        kind: RecordKind,
        library: RecordLibrary[Any],
        maker: RecordMaker,
        note: Callable[[SavePlan], str],
    ) -> None:
        self.workspace, self.kind, self.library = workspace, kind, library
        self._seen = {key: row.changed_at for key, row in library.rows.items()}
        self._deleted: dict[str, Mapping[str, Any]] = {}
        self._maker, self._note = maker, note

    async def delete(self, item: BulkItem) -> Outcome:
        """One record. Raises ``ApiError``."""
        try:
            if not is_new_id(item.id):
                record = await self.kind.read(self.workspace, item.id)
                seen = self._seen.get(item.id)
                if seen is not None and moment(record.updated_at) != seen:
                    await self.library.keep(record.model_dump(mode="json"))
                    return Outcome.skipped(
                        _("Someone changed it since the list was read."), LOOK_FIRST
                    )
                fields = self.kind.draft.opened(record).fields
                await keep_version(
                    self.kind, self.workspace, item.id, fields, _("Before it was deleted here")
                )
                self._deleted[item.id] = dict(fields)
                await self._delete(self.kind.identity(item.id))
        except NotFound:
            self._deleted.pop(item.id, None)  # Somebody was faster: what was wanted is so.
        return self._done(item)

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a record is gone whose deletion got no answer. Raises ``ApiError``."""
        try:
            await self.kind.read(self.workspace, item.id)
        except NotFound:
            return self._done(item)
        return None

    async def restore(self, item: BulkItem) -> Outcome:
        """Make a deleted record again, as it was, under another number. Raises ``ApiError``."""
        secret = {each.name for each in self.kind.draft.declared if each.kind == "password"}
        kept = self._deleted[item.id].items()
        fields = {name: value for name, value in kept if value and name not in secret}
        plan = plan_save(self.kind, self.kind.draft.new(fields))
        if plan.create is None or plan.blockers:
            return Outcome.skipped(
                _("It cannot be made again as it was."), _("Open it under Recently deleted.")
            )
        record = await self._maker.make(item, plan.create, plan.patch)
        # Versions that cannot be taken along stay under Recently deleted.
        with contextlib.suppress(LocalStoreProblem):
            await self.workspace.store.adopt_history(self.kind.part, item.id, str(record.id))
        await self.library.fetch(str(record.id))
        return Outcome.done(self._note(plan))

    async def _delete(self, number: Any) -> None:
        delete = self.kind.writes.delete
        if delete is None:
            raise ValueError("these records are not deleted here")
        await self.workspace.run(lambda api: delete(api, number))

    def _done(self, item: BulkItem) -> Outcome:
        undo = partial(self.restore, item) if item.id in self._deleted else None
        return Outcome.done(undo=undo)
