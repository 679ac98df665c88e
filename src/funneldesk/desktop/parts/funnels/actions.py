"""What is done with funnels of the list: copies, activation, deletion."""

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from funneldesk.contract.funnels import FunnelPatch
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.funnels.cloning import FREE, CloneDialog, FunnelCopier
from funneldesk.desktop.parts.funnels.kind import KIND
from funneldesk.desktop.parts.funnels.map.reading import page_ids
from funneldesk.desktop.parts.funnels.steps.membership import Membership
from funneldesk.desktop.records.bulk.deletion import Deletion, DeletionWords, with_way_back
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionRuns, SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import may_write, optional

DELETION = DeletionWords(
    _("Their pages stay, published or not, without a funnel. Orders stay as they are."),
    keys="Shift+Del",
)


class FunnelActions:
    """Each one tells what it did, and what it could not."""

    def __init__(self, panel: EditedPanel, library: RecordLibrary[Any], runs: SectionRuns) -> None:
        self._panel, self._library, self._runs = panel, library, runs
        self._workspace = panel.workspace

    async def clone(self, ids: Ids) -> None:
        """A copy of each with copies of its pages, after saying what comes along."""
        items = self._items(ids)
        if not items or not may_write(self._workspace, KIND.part, KIND.units):
            return
        pages = [page for item in items for page in await self._pages(item)]
        dialog = CloneDialog(self._panel, [item.title for item in items], pages)
        if await dialog.ask() != "clone":
            return
        copier = FunnelCopier(self._workspace, self._library)
        work = SectionWork(
            _("Duplicate funnels"),
            _("Duplicating"),
            lambda count: _("{funnels} duplicated").format(funnels=counted(count, KIND.unit)),
            copier.copy,
            copier.look,
        )
        await self._runs.run(work, items)
        self._workspace.announce("pages", source=self._panel)
        if len(items) == 1 and copier.made:
            self._panel.open_record(str(copier.made[-1]))

    async def set_status(self, ids: Ids, status: str) -> None:
        """Make funnels active or inactive, with a way back."""
        if not may_write(self._workspace, KIND.part, KIND.units):
            return
        is_on = status == "active"
        done = _("{funnels} activated") if is_on else _("{funnels} deactivated")
        work = SectionWork(
            _("Activate funnels") if is_on else _("Deactivate funnels"),
            _("Activating") if is_on else _("Deactivating"),
            lambda count: done.format(funnels=counted(count, KIND.unit)),
            partial(self._set, status),
        )
        await self._runs.run(work, self._items(ids))

    async def _set(self, status: str, item: BulkItem) -> Outcome:
        if is_new_id(item.id):
            return Outcome.skipped(*FREE)
        row = self._library.rows.get(item.id)
        before = str(row.get("status") or "") if row is not None else ""
        if before == status:
            return Outcome.skipped(_("It is so already."))
        number, patch = int(item.id), FunnelPatch(status=status)
        made = await self._workspace.run(lambda api: api.funnels.update(number, patch))
        await self._library.keep(made.model_dump(mode="json"))
        return Outcome.done(undo=partial(self._set, before, item) if before else None)

    def deletion(self) -> Deletion:
        """Funnels go, their pages stay; undo makes them again, with their pages."""
        return FunnelDeletion(self._panel, self._runs, DELETION, lambda: WithItsPages(self._panel))

    async def _pages(self, item: BulkItem) -> Sequence[Any]:
        """The pages of a funnel, with the states that visitors meet."""
        with optional():
            membership = Membership(self._workspace)
            ids = [] if is_new_id(item.id) else await membership.order(int(item.id))
            listed = await self._workspace.store.summaries("pages", ids)
            known = {str(each.get("id")): each for each in listed}
            return [known.get(each, {"id": each}) for each in ids]
        return []

    def _items(self, ids: Iterable[str]) -> list[BulkItem]:
        rows = self._library.rows
        return [BulkItem(i, str(rows[i].get("name") or i)) for i in ids if i in rows]


class FunnelDeletion(Deletion):
    """Tells other sections, too, that pages are without a funnel now."""

    async def delete(self, ids: Ids) -> bool:
        ran = await super().delete(ids)
        if ran:
            self.workspace.announce("pages", source=self.panel)
        return ran


class WithItsPages:
    """Deletes funnels, and makes them again with the pages that they had."""

    def __init__(self, panel: EditedPanel) -> None:
        self._panel, self._library = panel, panel.source.library
        self._remover, self._maker = with_way_back(
            panel, lambda draft, made: bool(draft.name == made.name)
        )
        self._pages: dict[str, list[str]] = {}

    async def delete(self, item: BulkItem) -> Outcome:
        """One funnel. Raises ``ApiError``."""
        funnel = await KIND.read(self._panel.workspace, item.id)
        self._pages[item.id] = page_ids(funnel.model_dump(mode="json"))
        return self._gone(item, await self._remover.delete(item))

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether one is gone whose deletion got no answer. Raises ``ApiError``."""
        outcome = await self._remover.look(item)
        return self._gone(item, outcome) if outcome is not None else None

    def _gone(self, item: BulkItem, outcome: Outcome) -> Outcome:
        if outcome.kind != "done":
            return outcome
        return Outcome.done(outcome.what, partial(self._restore, item))

    async def _restore(self, item: BulkItem) -> Outcome:
        outcome = await self._remover.restore(item)
        number = self._maker.made.get(item.id)
        if outcome.kind == "done" and number is not None:
            membership = Membership(self._panel.workspace)
            await membership.put_in_order(number, self._pages.get(item.id, []))
            await self._library.fetch(str(number))
        return outcome


def list_actions(actions: FunnelActions, panel: EditedPanel) -> tuple[Action, ...]:
    """What the list offers for the selected funnels."""
    start, anywhere = panel.tasks.start, Place.PALETTE | Place.LIST_MENU
    common: dict[str, Any] = {"takes": Takes.SEVERAL, "writes": KIND.part}
    return (
        *_status_actions(actions, panel, common),
        Action(
            "funnels.duplicate",
            _("Duplicate the selected funnels…"),
            lambda ids: start(actions.clone(ids)),
            "copy",
            "Ctrl+D",
            anywhere,
            _("Duplicate…"),
            **common,
        ),
        actions.deletion().action(),
    )


def _status_actions(
    actions: FunnelActions, panel: EditedPanel, common: dict[str, Any]
) -> tuple[Action, ...]:
    named = (
        ("activate", "active", _("Activate the selected funnels"), _("Activate"), "play"),
        ("deactivate", "inactive", _("Deactivate the selected funnels"), _("Deactivate"), "pause"),
    )

    def set_to(status: str, ids: Ids) -> None:
        panel.tasks.start(actions.set_status(ids, status))

    return tuple(
        Action(
            f"funnels.{name}",
            title,
            partial(set_to, status),
            icon,
            places=Place.PALETTE | Place.LIST_MENU | Place.RECORD_MENU | Place.SELECTION_BAR,
            menu_title=short,
            **common,
        )
        for name, status, title, short, icon in named
    )
