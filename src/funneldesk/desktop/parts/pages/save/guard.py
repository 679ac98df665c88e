"""The lost-update guard of pages: what someone else saved meanwhile is brought together first."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from PySide6.QtWidgets import QWidget

from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.rows import moment
from funneldesk.desktop.records.history.versions import PLATFORM, YOU, RecordVersions
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.records.guard.guard import RecordGuard

Outcome = Literal["same", "taken", "decided", "later"]


@dataclass(frozen=True, slots=True)
class Checked:
    """``same``: nobody changed anything. ``taken``: what only they changed was taken in.
    ``decided``: the user brought both together. ``later``: the user wants to decide another time;
    nothing may be sent. ``fields``: those whose value in the document is another one now."""

    outcome: Outcome
    fields: tuple[str, ...] = ()


class PageGuard:
    """Asks before anything is overwritten."""

    def __init__(self, panel: QWidget, workspace: Workspace, versions: RecordVersions) -> None:
        self.panel = panel
        self.workspace = workspace
        self.versions = versions
        self._records: RecordGuard | None = None

    @property
    def records(self) -> "RecordGuard":
        """The guard of any record, for pages; loaded when two people change one page."""
        if self._records is None:
            from funneldesk.desktop.records.guard.guard import RecordGuard

            work = self.workspace
            self._records = RecordGuard(
                self.panel, work.store, work.board, PART, FIELDS.guarded(), "page"
            )
        return self._records

    async def check(self, document: PageDocument) -> Checked:
        """Compare the platform's page with the one that was opened, and bring both together.

        Raises ``ApiError``; a page that is gone is a ``NotFound``.
        """
        page_id = document.id
        if page_id is None:
            return Checked("same")
        theirs = await self.workspace.run(lambda api: api.pages.get(page_id))
        # Some platforms tell times in whole seconds: the content is compared, whatever they say.
        there = document.values_of(theirs)
        if there == document.origin:
            return Checked("same", document.rebase(theirs))
        mine = dict(document.fields)
        together = await self.records.bring_together(
            str(page_id),
            theirs.name,
            document.origin,
            lambda: _settable(document.fields, there),
            there,
            _titles(document, theirs),
        )
        if together is None:
            return Checked("later")
        await self._keep(page_id, theirs, mine if together.asked else {})
        changed = document.take_in(theirs, together.values)
        if together.asked:
            await self.versions.keep(str(page_id), "merged", document.fields, YOU)
            await self.records.forget(str(page_id))
        return Checked("decided" if together.asked else "taken", changed)

    async def _keep(self, page_id: int, theirs: Page, mine: Mapping[str, Any]) -> None:
        """Both versions stay in the history, whatever becomes of them."""
        fields = PageDocument.opened(theirs).fields
        await self.versions.keep(str(page_id), "opened", fields, PLATFORM)
        if mine:
            await self.versions.keep(str(page_id), "typed", mine, YOU)


def _titles(document: PageDocument, theirs: Page) -> tuple[str, str, str]:
    opened = _when(moment(document.base.get("updated_at")))
    return (
        f"Theirs  ·  on the server{_when(theirs.updated_at)}",
        f"Before  ·  as you opened it{opened}",
        "Mine  ·  not saved yet",
    )


def _settable(mine: Mapping[str, Any], there: Mapping[str, Any]) -> dict[str, Any]:
    """What only a create takes is as the platform has it."""
    return {**mine, **{name: there[name] for name in FIELDS.create_only}}


def _when(at: datetime | None) -> str:
    return f", {at.astimezone():%d %b, %H:%M}" if at is not None else ""
