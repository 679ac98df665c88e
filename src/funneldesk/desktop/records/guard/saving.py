"""Guard of a save: what someone else saved meanwhile is brought together first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.history.versions import PLATFORM, YOU, RecordVersions
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.records.guard.guard import RecordGuard

Outcome = Literal["same", "taken", "decided", "later"]


@dataclass(frozen=True, slots=True)
class Checked:
    """``same``: nobody changed anything. ``taken``: what only they changed was taken in.
    ``decided``: the user brought both together. ``later``: the user wants to decide another time;
    nothing may be sent. ``fields``: those whose value in the draft is another one now."""

    outcome: Outcome
    fields: tuple[str, ...] = ()


class SaveGuard:
    """Asks before anything is overwritten."""

    def __init__(
        self, panel: QWidget, workspace: Workspace, versions: RecordVersions, kind: RecordKind
    ) -> None:
        self.kind = kind
        self.panel = panel
        self.workspace = workspace
        self.versions = versions
        self._records: RecordGuard | None = None

    @property
    def records(self) -> "RecordGuard":
        """The guard of this kind; loaded when two people change one record."""
        if self._records is None:
            from funneldesk.desktop.records.guard.guard import RecordGuard

            work, kind = self.workspace, self.kind
            self._records = RecordGuard(
                self.panel,
                work.store,
                work.notifications,
                kind.part,
                kind.draft.declared.in_formats(formats_of(work)).guarded(),
                kind.unit,
            )
        return self._records

    async def check(self, draft: RecordDraft) -> Checked:
        """Compare the server's record with the one that was opened, and bring both together.

        Raises ``ApiError``; a record that is gone is a ``NotFound``.
        """
        record_id = draft.id
        if record_id is None:
            return Checked("same")
        theirs = await self.workspace.run(lambda api: self.kind.get(api, record_id))
        found = self.kind.draft.opened(theirs)
        # Some platforms tell times in whole seconds: the content is compared, whatever they say.
        there = draft.values_of(theirs)
        if there == draft.origin:
            return Checked("same", draft.rebase(theirs))
        mine = dict(draft.fields)
        together = await self.records.bring_together(
            str(record_id),
            found.title,
            draft.origin,
            lambda: _settable(draft, there),
            there,
            _titles(draft, found),
        )
        if together is None:
            return Checked("later")
        await self._keep(record_id, found, mine if together.asked else {})
        changed = draft.take_in(theirs, together.values)
        if together.asked:
            await self.versions.keep(str(record_id), "merged", draft.fields, YOU)
            await self.records.forget(str(record_id))
        return Checked("decided" if together.asked else "taken", changed)

    async def _keep(self, record_id: int, found: RecordDraft, mine: Mapping[str, Any]) -> None:
        """Both versions stay in the history, whatever becomes of them."""
        await self.versions.keep(str(record_id), "opened", found.fields, PLATFORM)
        if mine:
            await self.versions.keep(str(record_id), "typed", mine, YOU)


def _titles(draft: RecordDraft, found: RecordDraft) -> tuple[str, str, str]:
    theirs = _when(moment(found.base.get("updated_at")))
    opened = _when(moment(draft.base.get("updated_at")))
    return (
        _("Theirs  ·  on the server") + theirs,
        _("Before  ·  as you opened it") + opened,
        _("Mine  ·  not saved yet"),
    )


def _settable(draft: RecordDraft, there: Mapping[str, Any]) -> dict[str, Any]:
    """What only a create takes is as the platform has it."""
    return {**draft.fields, **{name: there[name] for name in draft.declared.create_only}}


def _when(at: datetime | None) -> str:
    return f", {HERE.recent(at)}" if at is not None else ""
