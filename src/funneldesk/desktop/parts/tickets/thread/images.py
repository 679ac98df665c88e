"""Remote images of messages: fetched only where the user wants it, and shown as data.

The view that shows them has no network: what is fetched here, without key or cookie, is looked at
and then stands in the page itself. A sender learns from it that, when and from where it was read.
"""

import asyncio
import base64
import io
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

KEPT = "tickets.remote_images"
MOST_AT_ONCE, MOST_IMAGES, MOST_SENDERS = 4, 60, 5_000
MOST_PIXELS = 40_000_000
HELD_CHARACTERS = 40_000_000
_KINDS = (
    (b"\x89PNG\r\n\x1a\n", "png"),
    (b"\xff\xd8\xff", "jpeg"),
    (b"GIF87a", "gif"),
    (b"GIF89a", "gif"),
)
Fetch = Callable[[str], Awaitable[bytes]]


class RemoteImages(QObject):
    """Those of a brand, and for whom they are fetched: ``workspace.shared(RemoteImages)``."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.always = False
        self.senders: set[str] = set()
        self.fetch: Fetch = self._fetched
        self._once: set[str] = set()
        self._store = workspace.store
        self._tasks = TaskScope(self)
        self._held: OrderedDict[str, str] = OrderedDict()
        self._turn = asyncio.Semaphore(MOST_AT_ONCE)

    async def begin(self) -> None:
        """Take what was allowed before. Raises LocalStoreProblem."""
        kept = await self._store.saved_work(KEPT, {})
        known = kept if isinstance(kept, Mapping) else {}
        senders = known.get("senders")
        self.always = known.get("always") is True
        self.senders = (
            {str(each) for each in senders if each} if isinstance(senders, list) else set()
        )

    def may_load(self, ticket: str, sender: str) -> bool:
        """Whether the user wants the images of a ticket."""
        return (
            self.always or ticket in self._once or (bool(sender) and _name(sender) in self.senders)
        )

    def allow_once(self, ticket: str) -> None:
        """Fetch them for this ticket until the program ends."""
        self._once.add(ticket)
        self.changed.emit()

    def allow_sender(self, sender: str) -> None:
        """Fetch them for whatever comes from this address."""
        self._keep(self.always, {*sorted(self.senders)[:MOST_SENDERS], _name(sender)})

    def allow_all(self, always: bool) -> None:
        """Fetch them for everybody, or ask again."""
        self._keep(always, self.senders)

    def forget(self, ticket: str = "", sender: str = "") -> None:
        """Ask again for a ticket and a sender; without them for all senders."""
        self._once.discard(ticket)
        self._keep(self.always, self.senders - {_name(sender)} if ticket or sender else set())

    async def load(self, addresses: Iterable[str]) -> dict[str, str]:
        """What came, by its address, as data; what did not come, or is no image, is left out."""
        wanted = list(addresses)[:MOST_IMAGES]
        found = await asyncio.gather(*(self._loaded(address) for address in wanted))
        return {address: data for address, data in zip(wanted, found, strict=True) if data}

    async def _loaded(self, address: str) -> str:
        async with self._turn:
            data = self._held.pop(address, "")
            if not data:
                # What did not come, or is no image, is counted on the page.
                with optional(), suppress(ValueError):
                    data = await in_thread(as_data, await self.fetch(address))
            if not data:
                return ""
            self._held[address] = data
            while len(self._held) > 1 and sum(map(len, self._held.values())) > HELD_CHARACTERS:
                self._held.popitem(last=False)
            return data

    async def _fetched(self, address: str) -> bytes:
        from funneldesk.client.strangers import Strangers  # Its library takes a tenth of a second.

        line = Strangers()
        try:
            return await line.fetch(address)
        finally:
            await line.aclose()

    def _keep(self, always: bool, senders: set[str]) -> None:
        self.always, self.senders = always, senders
        kept = {"always": always, "senders": sorted(senders)}
        self._tasks.start(self._store.save_work(KEPT, kept))
        self.changed.emit()


def as_data(content: bytes) -> str:
    """An image as the address of itself. Raises ValueError for what is no image of a usual size."""
    import imagesize  # type: ignore[import-untyped]

    kind = next((kind for mark, kind in _KINDS if content.startswith(mark)), "")
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        kind = "webp"
    width, height = imagesize.get(io.BytesIO(content)) if kind else (-1, -1)
    if width < 1 or height < 1 or width * height > MOST_PIXELS:
        raise ValueError("This is no image.")
    return f"data:image/{kind};base64,{base64.b64encode(content).decode('ascii')}"


def _name(sender: str) -> str:
    return sender.strip().lower()
