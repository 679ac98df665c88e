"""What a bulk run does to one page: read it again, write only what differs, tell how to go back."""

from collections.abc import Awaitable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.pages import Page, PagePatch
from funneldesk.desktop.kit.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.local.drafts import is_new_id
from funneldesk.desktop.parts.pages.document import PageDocument, Value
from funneldesk.desktop.parts.pages.field_words import field_label, value_words
from funneldesk.desktop.parts.pages.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.rows import moment
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

LOOK_FIRST = "Look at it first, then try again."


class FieldWriter:
    """Writes the same fields to many pages. Each page is read again right before its write:
    what somebody else changed since it was shown here is left alone, and told.

    ``wanted`` are the fields with their new values; ``known`` gives, for a page's id, what this
    computer showed of these fields when the user decided (a field that was not shown is left out).
    """

    def __init__(
        self,
        workspace: Workspace,
        library: PageLibrary,
        wanted: Mapping[str, Value],
        known: Mapping[str, Mapping[str, Value]],
        names: Mapping[str, Mapping[Value, str]] | None = None,
    ) -> None:
        self.workspace = workspace
        self.library = library
        self.wanted = dict(wanted)
        self.known = known
        self._names = names or {}
        self._before: dict[str, dict[str, Value]] = {}

    async def write(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped("It is only on this computer so far.", "Save it first.")
        in_the_way = await self._unsaved_here(item)
        if in_the_way:
            return Outcome.skipped(
                f"It has unsaved changes here: {self._labels(in_the_way)}.",
                "Save or throw them away, then try again.",
            )
        page = await self._read(item)
        values = PageDocument.opened(page).fields
        todo = {field: value for field, value in self.wanted.items() if values[field] != value}
        if not todo:
            await self.library.keep(page.model_dump(mode="json"))
            return Outcome.skipped("It is so already.")
        strange = self._changed_since(item, values)
        if strange:
            await self.library.keep(page.model_dump(mode="json"))
            return Outcome.skipped(f"Somebody else changed it: {strange}.", LOOK_FIRST)
        self._before[item.id] = {field: values[field] for field in todo}
        await self._update(item, page, todo)
        return self._done(item, todo)

    async def look(self, item: BulkItem) -> Outcome | None:
        """How a page stands whose write got no answer. Raises ``ApiError``."""
        page = await self._read(item)
        values = PageDocument.opened(page).fields
        before = self._before.get(item.id, {})
        if not before or any(values[field] != self.wanted[field] for field in before):
            return None
        await self.library.keep(page.model_dump(mode="json"))
        return self._done(item, {field: self.wanted[field] for field in before})

    async def take_back(self, item: BulkItem) -> Outcome:
        """Give the fields what they had before, where they still have what was written."""
        before = self._before[item.id]
        page = await self._read(item)
        values = PageDocument.opened(page).fields
        later = [
            field for field in before if values[field] not in (self.wanted[field], before[field])
        ]
        if later:
            return Outcome.skipped(
                f"It was changed again since: {self._labels(later)}.", "Nothing was taken back."
            )
        todo = {field: value for field, value in before.items() if values[field] != value}
        if todo:
            await self._update(item, page, todo)
        return Outcome.done(self._words(todo))

    def _done(self, item: BulkItem, todo: Mapping[str, Value]) -> Outcome:
        return Outcome.done(self._words(todo), partial(self.take_back, item))

    async def _unsaved_here(self, item: BulkItem) -> list[str]:
        draft = await self.workspace.store.draft(PART, item.id)
        if draft is None:
            return []
        mine = PageDocument.from_draft(draft.content, draft.base)
        changed = mine.changed_fields()
        return [f for f, value in self.wanted.items() if f in changed and changed[f] != value]

    def _changed_since(self, item: BulkItem, values: Mapping[str, Value]) -> str:
        known = self.known.get(item.id, {})
        strange = [f for f in self.wanted if f in known and known[f] != values[f]]
        return ", ".join(
            f"{field_label(f)} is {value_words(f, values[f], self._names)} now" for f in strange
        )

    def _words(self, todo: Mapping[str, Value]) -> str:
        told = (f"{field_label(f)}: {value_words(f, v, self._names)}" for f, v in todo.items())
        said = ", ".join(told)
        return f"{said}." if said else ""

    @staticmethod
    def _labels(fields: list[str]) -> str:
        return ", ".join(field_label(field) for field in fields)

    async def _read(self, item: BulkItem) -> Page:
        return await self.workspace.run(partial(_get, int(item.id)))

    async def _update(self, item: BulkItem, page: Page, todo: Mapping[str, Value]) -> None:
        body = {field: "" if value is None else value for field, value in todo.items()}
        patch = PagePatch.model_validate({"title": page.name, **body})
        updated = await self.workspace.run(partial(_put, int(item.id), patch))
        await self.library.keep(whole(page, updated))


class Remover:
    """Deletes pages, for good. A page that changed since the list was read is left alone."""

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self.workspace = workspace
        self.library = library
        self._seen = {key: row.updated_at for key, row in library.rows.items()}

    async def delete(self, item: BulkItem) -> Outcome:
        """One page. Raises ``ApiError``."""
        from funneldesk.client.errors import NotFound

        try:
            if not is_new_id(item.id):
                page = await self.workspace.run(partial(_get, int(item.id)))
                seen = self._seen.get(item.id)
                if seen is not None and moment(page.updated_at) != seen:
                    await self.library.keep(page.model_dump(mode="json"))
                    return Outcome.skipped(
                        "Somebody changed it since the list was read.", LOOK_FIRST
                    )
                await self.workspace.run(partial(_delete, int(item.id)))
        except NotFound:
            pass  # Somebody was faster: what was wanted is so.
        return Outcome.done()

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a page is gone whose deletion got no answer. Raises ``ApiError``."""
        from funneldesk.client.errors import NotFound

        try:
            await self.workspace.run(partial(_get, int(item.id)))
        except NotFound:
            return Outcome.done()
        return None


def whole(read: Page, written: Page) -> dict[str, Any]:
    """A page as it is after a write whose answer may leave fields out."""
    return read.model_dump(mode="json") | written.model_dump(mode="json", exclude_unset=True)


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _put(page_id: int, patch: PagePatch, api: "Api") -> "Awaitable[Page]":
    return api.pages.update(page_id, patch)


def _delete(page_id: int, api: "Api") -> "Awaitable[None]":
    return api.pages.delete(page_id)
