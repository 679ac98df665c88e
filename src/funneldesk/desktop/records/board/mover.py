"""Move of one record between columns: looked at right before, sent once, looked for when its answer
is lost. What somebody else did to the record is told, not overwritten."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from funneldesk.client.errors import NotFound
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.board.declaration import RecordBoard
from funneldesk.desktop.records.bulk.outcome import Outcome
from funneldesk.desktop.sections.operations import confirmed
from funneldesk.desktop.workspace.workspace import Workspace

TRIES = 3


@dataclass(frozen=True, slots=True)
class Shift:
    """A record goes from one column to another."""

    id: str
    title: str
    start: int
    end: int

    def back(self) -> "Shift":
        """The opposite."""
        return Shift(self.id, self.title, self.end, self.start)


class Mover:
    """For every place that shows the columns of a board. ``names`` are those of the columns;
    ``keep`` takes a record as it was just read or written, ``forget`` the id of one that is gone.
    """

    def __init__(
        self,
        workspace: Workspace,
        board: RecordBoard,
        names: Callable[[], Mapping[int, str]],
        keep: Callable[[Any], Awaitable[None]],
        forget: Callable[[str], Awaitable[None]],
    ) -> None:
        self._workspace, self._board = workspace, board
        self._names, self._keep, self._forget = names, keep, forget

    def name(self, column: int) -> str:
        """What a column is called."""
        return self._names().get(column, _("another column"))

    async def move(self, shift: Shift) -> Outcome:
        """Look, then move; "done" where it is there by this move. Raises ``ApiError``."""
        kind, field = self._board.kind, self._board.field
        if is_new_id(shift.id):
            return Outcome.skipped(_("It is only on this computer so far."), _("Save it first."))
        try:
            record = await kind.read(self._workspace, shift.id)
        except NotFound:
            await self._forget(shift.id)
            return Outcome.skipped(_("Someone deleted “{title}”.").format(title=shift.title))
        if getattr(record, field) != shift.start:
            await self._keep(record)
            return self._moved_elsewhere(shift, record)

        moved = await self._send(shift, record, TRIES)
        if getattr(moved, field) != shift.end:
            elsewhere = record.model_copy(update={field: getattr(moved, field)})
            await self._keep(elsewhere)
            return self._moved_elsewhere(shift, elsewhere)
        at = moved.updated_at
        known = {field: shift.end, "updated_at": at, self._board.entered: at}
        await self._keep(record.model_copy(update=known))
        return Outcome.done(undo=partial(self.move, shift.back()))

    async def _send(self, shift: Shift, seen: Any, tries: int) -> Any:
        """Move a record, and say where it is then. A lost answer is looked for, and the move sent
        once more only where nobody touched the record: it may have gone on, or back. Raises
        ``ApiError``."""
        board, run = self._board, self._workspace.run

        async def look() -> Any:
            found = await board.kind.read(self._workspace, shift.id)
            if getattr(found, board.field) != shift.start:
                return found
            untouched = found.updated_at == seen.updated_at
            return await self._send(shift, found, tries - 1) if tries > 1 and untouched else None

        return await confirmed(run(lambda api: board.move(api, shift.id, shift.end)), look)

    def _moved_elsewhere(self, shift: Shift, record: Any) -> Outcome:
        here = getattr(record, self._board.field)
        if here == shift.end:
            words = _("Someone else moved “{title}” there already.")
            return Outcome.skipped(words.format(title=shift.title))
        words = _("Someone else moved “{title}” to “{column}” in the meantime.")
        return Outcome.skipped(
            words.format(title=shift.title, column=self.name(here)),
            _("It was left where it is now."),
        )
