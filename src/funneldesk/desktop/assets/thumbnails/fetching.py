"""The whole content of a file of the brand, with a sentence when it does not come."""

import asyncio
from collections import OrderedDict

from PySide6.QtCore import QObject

from funneldesk.client import errors
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.seen_files import PublicFiles
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

LARGEST = 20_000_000
"""Bytes of a file that is fetched to be looked at."""
HELD = 48_000_000
"""Bytes that are held for going back to what was just looked at."""


class NotFetched(Exception):
    """The text is a sentence for the user; ``passing``: it may come when the server is back."""

    def __init__(self, words: str, passing: bool = False) -> None:
        super().__init__(words)
        self.passing = passing


async def fetched(workspace: Workspace, address: str, size: int) -> bytes:
    """The content behind a public address of the brand (``AssetRow.src``). Raises NotFetched."""
    if not address:
        raise NotFetched(_("The server gives no address for this file."))
    if size > LARGEST:
        raise NotFetched(_("The file is too large to be looked at here."))
    files = workspace.shared(PublicFiles)
    try:
        if not files.is_away:
            return await workspace.run(lambda _: files.fetch(address))
    except (errors.Unreachable, errors.TimedOut):
        pass  # As it was seen last, then.
    except errors.NotFound:
        raise NotFetched(_("The server has no such file any more.")) from None
    except errors.ApiError as error:
        raise NotFetched(explain(error, _("Fetching the file")).what) from None
    except ValueError:
        words = _("The file lies on another server; it is not fetched from there.")
        raise NotFetched(words) from None
    seen = await files.last_seen(address)
    if seen is None:
        raise NotFetched(_("The server can't be reached; the image comes later."), True)
    return seen


class Originals(QObject):
    """Files that are looked at whole, the latest held: ``workspace.shared(Originals)``."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._held: OrderedDict[tuple[str, int, float], bytes] = OrderedDict()
        self._turn = asyncio.Lock()

    async def get(self, row: AssetRow) -> bytes:
        """The content of a file. Raises NotFetched."""
        which = row.path, row.size, row.changed
        async with self._turn:
            held = self._held.pop(which, None)
            content = held if held is not None else await self._fetch(row)
            self._held[which] = content
            while len(self._held) > 1 and sum(map(len, self._held.values())) > HELD:
                self._held.popitem(last=False)
            return content

    async def _fetch(self, row: AssetRow) -> bytes:
        return await fetched(self._workspace, row.src, row.size)
