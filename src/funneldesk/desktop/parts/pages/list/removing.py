"""Deleting pages, and making them again from what this computer kept."""

import contextlib
from collections.abc import Awaitable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.pages import Page
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.list.copies import PageMaker
from funneldesk.desktop.records.bulk.field_writer import LOOK_FIRST, keep_version
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

RECENTLY_DELETED = "Recently deleted…"


class Remover:
    """Deletes pages, each kept in the history first. A page that changed since the list was read
    is left alone."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        self._seen = {key: row.updated_at for key, row in library.rows.items()}
        self._deleted: dict[str, Mapping[str, Any]] = {}
        self._maker: PageMaker | None = None

    async def delete(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        try:
            if not is_new_id(item.id):
                page = await self.workspace.run(partial(_get, int(item.id)))
                seen = self._seen.get(item.id)
                if seen is not None and moment(page.updated_at) != seen:
                    await self.library.keep(page.model_dump(mode="json"))
                    return Outcome.skipped(
                        "Somebody changed it since the list was read.", LOOK_FIRST
                    )
                fields = LocalPageDraft.opened(page).fields
                await keep_version(
                    PAGES, self.workspace, item.id, fields, "Before it was deleted here"
                )
                self._deleted[item.id] = dict(fields)
                await self.workspace.run(partial(_delete, int(item.id)))
        except NotFound:
            self._deleted.pop(item.id, None)  # Somebody was faster: what was wanted is so.
        return self._done(item)

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a page is gone whose deletion got no answer. Raises ``ApiError``."""
        try:
            await self.workspace.run(partial(_get, int(item.id)))
        except NotFound:
            return self._done(item)
        return None

    async def restore(self, item: BulkItem) -> Outcome:
        """Make a deleted page again, as it was, under another number. Raises ``ApiError``."""
        if self._maker is None:
            known = (int(key) for key in self.library.rows if not is_new_id(key))
            self._maker = PageMaker(self.workspace, known)
        fields = {name: value for name, value in self._deleted[item.id].items() if value}
        plan = plan_save(PAGES, LocalPageDraft.new(fields))
        if plan.create is None or plan.blockers:
            return Outcome.skipped(
                "It cannot be made again as it was.", "Open it under Recently deleted."
            )
        page = await self._maker.make(item, plan.create, plan.patch)
        # Versions that cannot be taken along stay under Recently deleted.
        with contextlib.suppress(LocalStoreProblem):
            await self.workspace.store.adopt_history(PART, item.id, str(page.id))
        await self.library.fetch(str(page.id))
        restarted = any(warning.kind == "tests_added" for warning in plan.warnings)
        return Outcome.done("Its split tests started over." if restarted else "")

    def _done(self, item: BulkItem) -> Outcome:
        undo = partial(self.restore, item) if item.id in self._deleted else None
        return Outcome.done(undo=undo)


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _delete(page_id: int, api: "Api") -> "Awaitable[None]":
    return api.pages.delete(page_id)
