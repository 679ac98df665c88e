"""Drafts of a builder: kept on this computer at once, sent to the server soon after."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.automations import Builder
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.labels import PART
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

KEEP_SECONDS, SEND_SECONDS = 0.25, 1.2
VERSIONS = f"{PART}/graph"
Document = dict[str, Any]


class DraftSaver(QObject):
    """Saves one automation's document. ``changed``: its state is another.

    ``base`` is what the server had when it was last read or written; a save looks first whether
    somebody else has changed it meanwhile (``conflict``), and then sends nothing.
    """

    changed = Signal()

    def __init__(
        self, parent: QObject, workspace: Workspace, written: Callable[[], Awaitable[Document]]
    ) -> None:
        super().__init__(parent)
        self.workspace, self._written = workspace, written
        self.tasks = TaskScope(self)
        self._turn = asyncio.Lock()
        self.automation_id = 0
        self.base: Document | None = None
        self.conflict: Document | None = None
        self.waits = False
        self.problem: Explanation | None = None

    async def begin(self, automation_id: int) -> Document | None:
        """Read an automation's document: what was not sent yet, else what the server has.

        Raises ``ApiError``.
        """
        await self.send_now()
        self.automation_id, self.conflict, self.problem = automation_id, None, None
        self.base = await self._read()
        kept = await self.workspace.store.saved_work(self._key)
        self.waits = isinstance(kept, dict) and "document" in kept
        if not self.waits:
            await self._keep_version("opened", _("Opened"), self.base)
            self.changed.emit()
            return self.base
        if not _alike(kept.get("base"), self.base):
            self.conflict = self.base if self.base is not None else {}
        self.changed.emit()
        document: Document = kept["document"]
        return document

    def touched(self) -> None:
        """The graph has changed: keep it here, and send it soon."""
        self.waits = True
        self.changed.emit()
        self.tasks.steadily("keep", KEEP_SECONDS, self.keep)
        if self.conflict is None:
            self.tasks.steadily("send", SEND_SECONDS, self.send)

    async def keep(self) -> None:
        """Keep what is not on the server on this computer."""
        if self.waits and self.automation_id:
            kept = {"document": await self._written(), "base": self.base}
            if self.waits:
                await self.workspace.store.save_work(self._key, kept)

    async def send(self) -> None:
        """Save the draft on the server, unless somebody else has changed it. One save follows the
        other, so that none comes in after another automation is open, or the draft discarded."""
        async with self._turn:
            if not self.waits or self.conflict is not None or not self.automation_id:
                return
            self.problem = None
            with operation(self.workspace, _("Saving the draft"), tell=self._tell):
                automation_id, document = self.automation_id, await self._written()
                theirs = await self._read()
                if not _alike(theirs, self.base):
                    self.conflict = theirs if theirs is not None else {}
                else:
                    await self._send(automation_id, document)
                    await self._sent(document)
            self.changed.emit()

    async def send_now(self) -> None:
        """Keep and send what waits, before something else is opened."""
        if self.waits and self.automation_id:
            await self.keep()
            await self.send()

    async def take_theirs(self) -> Document | None:
        """Give up what is not sent, and go on with what the server has."""
        self.base, self.conflict = self.conflict, None
        await self._drop()
        return self.base

    async def keep_mine(self) -> None:
        """Send over what somebody else has saved meanwhile; theirs is kept as a version."""
        await self._keep_version("replaced", _("Saved by someone else"), self.conflict)
        self.base, self.conflict = self.conflict or None, None
        await self.send()

    async def deploy(self) -> None:
        """Deploy the document as it stands: it runs from now on. Raises ``ApiError``."""
        async with self._turn:
            document = await self._written()
            number = self.automation_id
            await self.workspace.run(lambda api: api.automations.save_builder(number, document))
            await self._sent(document)
        await self._keep_version("saved", _("Deployed"), document)
        self.changed.emit()

    async def discard(self) -> Document:
        """Forget the draft; gives what is deployed. Raises ``ApiError``."""
        await self._keep_version("replaced", _("Discarded draft"), await self._written())
        async with self._turn:
            number = self.automation_id
            live = await self.workspace.run(lambda api: api.automations.discard_revision(number))
            self.base = live.body()
            await self._drop()
        await self._keep_version("saved", _("Deployed"), self.base)
        return self.base

    async def deployed(self, *, only_known: bool = False) -> tuple[bool, Document] | None:
        """The version that is known to run, or else the first one that was opened here: whether
        it is known, and its document. The server tells none."""
        store, automation_id = self.workspace.store, str(self.automation_id)
        versions = await store.versions(VERSIONS, automation_id)
        known = [each for each in versions if each.about == _("Deployed")]
        shown = known or ([] if only_known else versions[-1:])
        if not shown:
            return None
        return bool(known), document_of(await store.version(shown[0].key))

    async def _send(self, automation_id: int, document: Document) -> None:
        await self.workspace.run(
            lambda api: api.automations.save_builder(automation_id, document, draft=True)
        )

    async def _sent(self, document: Document) -> None:
        self.base = document
        now = await self._written()
        self.waits = not _alike(now, document)
        if not self.waits:
            await self.workspace.store.drop_work(self._key)

    async def _drop(self) -> None:
        self.waits = False
        await self.workspace.store.drop_work(self._key)
        self.changed.emit()

    async def _read(self) -> Document | None:
        automation_id = self.automation_id
        found = await self.workspace.run(lambda api: api.automations.get_builder(automation_id))
        return found.body() if isinstance(found, Builder) else None

    async def _keep_version(self, kind: str, about: str, document: Document | None) -> None:
        if document:
            content = {"document": json.dumps(document, ensure_ascii=False)}
            await self.workspace.store.keep_version(
                VERSIONS, str(self.automation_id), kind, content, who="you", about=about
            )

    def _tell(self, told: Explanation) -> None:
        self.problem = told

    @property
    def _key(self) -> str:
        return f"{VERSIONS}/{self.automation_id}"


def document_of(content: Mapping[str, Any]) -> Document:
    """The document in a kept version; an empty one where it cannot be read."""
    try:
        found = json.loads(str(content.get("document") or "{}"))
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _alike(one: Document | None, other: Document | None) -> bool:
    return (one or {}) == (other or {})
