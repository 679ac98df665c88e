"""Copies that the server makes of records, never the same one twice (quirk 10)."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from funneldesk.contract.shapes import Record
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

FREE = _("It is only on this computer so far."), _("Save it first.")
LOST = Outcome.unknown(
    _("The answer was lost on the way, and the list does not show the copy."),
    _("Refresh the list, and try again if it stays so."),
)
T = TypeVar("T", bound=Record)


@dataclass(frozen=True, slots=True)
class Copying(Generic[T]):
    """``clone`` has the server copy a record, ``every`` lists all of them. ``is_copy`` tells
    whether a record may be a copy of the first one."""

    clone: "Callable[[Api, int], Awaitable[T]]"
    every: "Callable[[Api], Awaitable[Sequence[T]]]"
    is_copy: Callable[[T, T], bool]


class RecordCopier(Generic[T]):
    """Copies of records of one kind, one by one. ``made`` are the ids of what came of it."""

    def __init__(
        self,
        workspace: Workspace,
        kind: RecordKind,
        library: RecordLibrary[Any],
        copying: Copying[T],
    ) -> None:
        self._workspace, self._kind, self._library = workspace, kind, library
        self._copying = copying
        self._known = {key for key in library.rows if not is_new_id(key)}
        self.made: list[int] = []

    async def copy(self, item: BulkItem) -> Outcome:
        """One record. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped(*FREE)
        work, number, clone = self._workspace, int(item.id), self._copying.clone
        async with journaled(work, self._kind.part, item.title, _("Duplicating"), item.id):
            made = await work.run(lambda api: clone(api, number))
        return await self._took(made)

    async def look(self, item: BulkItem) -> Outcome | None:
        """What became of a copy whose answer was lost. Raises ``ApiError``."""
        original = await self._kind.read(self._workspace, item.id)
        listed = await self._workspace.run(self._copying.every)
        fresh = [each for each in listed if str(_id(each)) not in self._known]
        like = [each for each in fresh if self._copying.is_copy(original, each)]
        return await self._took(like[0]) if len(like) == 1 else LOST

    async def _took(self, made: T) -> Outcome:
        number = _id(made)
        self._known.add(str(number))
        self.made.append(number)
        body = await self._library.fetch(str(number))
        title = str(body.get(self._kind.draft.listed[0]) or "")
        return Outcome.done(_("Duplicated as “{name}”.").format(name=title))


def _id(record: Record) -> int:
    return int(getattr(record, "id", 0))
