"""Writers of updated references, one for each kind of record."""

import secrets
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol

from funneldesk.desktop.assets.references.moved_texts import TextChange, changed_texts
from funneldesk.desktop.assets.transfers.connection.lookup import address_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.components import Component

CHANGED_SINCE = _("It was changed again since, so it was left as it is.")
NOTHING_LEFT = _("It no longer refers to the old path.")
NO_TEXT = _("It isn't UTF-8 text.")


class RecordWriter(Protocol):
    """Writes texts of single records, each read anew right before."""

    async def write(self, item: BulkItem, change: TextChange) -> Outcome:
        """Change what ``change`` changes, and nothing else. Raises ``ApiError``."""
        ...

    async def obstacle(self, item: BulkItem, change: TextChange) -> str:
        """Why ``write`` would leave a record as it is, as far as it can be told before; "" when it
        would not. Raises ``ApiError``."""
        ...

    async def look(self, item: BulkItem) -> Outcome | None:
        """Whether a write without an answer was carried out; None: it was not. Raises
        ``ApiError``."""
        ...


MakeWriter = Callable[[Workspace], RecordWriter]


class ComponentWriter:
    """Writes live html. A component with a draft is left alone: publishing drops every draft
    (quirk 30); css and what the builder made have no way to be written (quirks 29 and 32)."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._sent: dict[str, tuple[str, str]] = {}

    async def write(self, item: BulkItem, change: TextChange) -> Outcome:
        """See ``RecordWriter.write``."""
        number = int(item.id)
        component = await self._workspace.run(lambda api: api.components.get(number))
        texts = changed_texts(_sources(component), change)
        if not texts:
            return Outcome.skipped(NOTHING_LEFT)
        why = await self._obstacle(number, texts)
        if why:
            return _unwritable(why)
        before, after = self._sent[item.id] = texts["html"]
        await self._workspace.run(lambda api: api.components.publish(number, after))
        left = _("Its CSS still names the old path: it can't be changed here.")
        return Outcome.done(
            left if "css" in texts else "", partial(self._back, number, after, before)
        )

    async def obstacle(self, item: BulkItem, change: TextChange) -> str:
        """See ``RecordWriter.obstacle``."""
        number = int(item.id)
        component = await self._workspace.run(lambda api: api.components.get(number))
        texts = changed_texts(_sources(component), change)
        return await self._obstacle(number, texts) if texts else ""

    async def _obstacle(self, number: int, texts: Mapping[str, object]) -> str:
        if "html" not in texts:
            return _("Its CSS can't be changed from here.")
        if not await self._is_published(number):
            return _("It has an unpublished draft, which publishing would discard.")
        return ""

    async def look(self, item: BulkItem) -> Outcome | None:
        """See ``RecordWriter.look``."""
        number = int(item.id)
        before, after = self._sent[item.id]
        component = await self._workspace.run(lambda api: api.components.get(number))
        if component.html != after:
            return None
        return Outcome.done(undo=partial(self._back, number, after, before))

    async def _is_published(self, number: int) -> bool:
        content = await self._workspace.run(lambda api: api.components.get_content(number))
        return not content.is_draft

    async def _back(self, number: int, written: str, before: str) -> Outcome:
        component = await self._workspace.run(lambda api: api.components.get(number))
        if component.html != written or not await self._is_published(number):
            return Outcome.skipped(CHANGED_SINCE)
        await self._workspace.run(lambda api: api.components.publish(number, before))
        return Outcome.done()


class StyleWriter:
    """Writes text files of the brand (css, scripts, svg, json), in place of what is there."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._sent: dict[str, tuple[bytes, bytes]] = {}

    async def write(self, item: BulkItem, change: TextChange) -> Outcome:
        """See ``RecordWriter.write``; ``item.id`` is the file's path."""
        raw = await self._read(item.id)
        try:
            text = raw.decode()
        except UnicodeDecodeError:
            return _unwritable(NO_TEXT)
        after = change("text", text).encode()
        if after == raw:
            return Outcome.skipped(NOTHING_LEFT)
        self._sent[item.id] = (raw, after)
        return await self._put(item.id, after) or Outcome.done(
            undo=partial(self._back, item.id, after, raw)
        )

    async def obstacle(self, item: BulkItem, _change: TextChange) -> str:
        """See ``RecordWriter.obstacle``."""
        try:
            (await self._read(item.id)).decode()
        except UnicodeDecodeError:
            return NO_TEXT
        return ""

    async def look(self, item: BulkItem) -> Outcome | None:
        """See ``RecordWriter.look``."""
        before, after = self._sent[item.id]
        if await self._read(item.id) != after:
            return None
        return Outcome.done(undo=partial(self._back, item.id, after, before))

    async def _back(self, path: str, written: bytes, before: bytes) -> Outcome:
        if await self._read(path) != written:
            return Outcome.skipped(CHANGED_SINCE)
        return await self._put(path, before) or Outcome.done()

    async def _read(self, path: str) -> bytes:
        # Caches on the way keep addresses: this one is new to them.
        address = f"{address_of(self._workspace.connection.brand, path)}?look="
        return await self._workspace.run(
            lambda api: api.fetch_asset(f"{address}{secrets.token_hex(6)}")
        )

    async def _put(self, path: str, content: bytes) -> Outcome | None:
        """Replace the file; an outcome when the server did not take it."""
        from funneldesk.client.uploads import Upload

        folder, _unused, name = path.rpartition("/")

        async def send(api: "Api") -> str:
            answer = await api.files.upload_many(
                [Upload(name, content)], folder=folder, names=[name]
            )
            entry = answer.files[0] if answer.files else None
            if entry is not None and entry.is_uploaded:
                return ""
            return (entry.error if entry is not None else "") or _("It gave no reason.")

        refused = await self._workspace.run(send)
        return (
            Outcome.failed(_("The server didn't take the changed file."), refused)
            if refused
            else None
        )


WRITERS: Mapping[str, MakeWriter] = {"components": ComponentWriter, "styles": StyleWriter}
"""Kinds of records that are written from here; sections bring the writers of their own."""


def _sources(component: "Component") -> dict[str, str]:
    return {"html": component.html or "", "css": component.css or ""}


def _unwritable(why: str) -> Outcome:
    return Outcome.skipped(why, _("It still names the old path: change it by hand."))
