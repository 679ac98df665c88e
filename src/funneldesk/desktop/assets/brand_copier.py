"""Files of a brand copied to another one: fetched, compared, sent, each only once."""

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from funneldesk.client import errors as e
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from funneldesk.client import Api
    from funneldesk.contract.files import BulkResult

MOST_NAMES = 50


@dataclass(frozen=True, slots=True)
class CopiedFile:
    """``address`` is where the file lies now, empty when it could not be copied: then ``problem``
    is a sentence."""

    address: str
    problem: str = ""


class AssetCopier:
    """Copies files by their paths. A file that lies there already with the same bytes is used as
    it is; one of the same name with others stays, and the copy gets a number."""

    def __init__(self, source: Workspace, target: Workspace) -> None:
        self.source = source
        self.target = target
        self.copied: dict[str, CopiedFile] = {}

    async def copy(self, path: str) -> CopiedFile:
        """One file. Raises ``ApiError`` where another try may go better; then nothing is known of
        it, except that it is never sent twice under one name."""
        done = self.copied.get(path)
        if done is None:
            done = await self._explained(path)
            self.copied[path] = done
        return done

    async def _explained(self, path: str) -> CopiedFile:
        try:
            return await self._copy(path)
        except ValueError:
            return CopiedFile("", _("{path}: this is no path of a file.").format(path=path))
        except (e.Unreachable, e.TimedOut, e.NotSignedIn, e.RateLimited):
            raise
        except e.NotFound:
            return CopiedFile("", _("{path}: the file is not there any more.").format(path=path))
        except e.ApiError as error:
            return CopiedFile("", f"{path}: {explain(error, _('Copying the file')).what}")

    async def _copy(self, path: str) -> CopiedFile:
        content = await self.source.run(partial(_fetch, self._address(self.source, path)))
        folder, _unused, name = path.rpartition("/")
        for count in range(1, MOST_NAMES):
            tried = name if count == 1 else numbered(name, count)
            place = f"{folder}/{tried}" if folder else tried
            if not await self.target.run(partial(_exists, tried, folder)):
                return await self._send(content, folder, tried)
            there = await self.target.run(partial(_fetch, self._address(self.target, place)))
            if await asyncio.to_thread(content.__eq__, there):
                return CopiedFile(self._address(self.target, place))
        return CopiedFile("", _("{path}: there are too many files of this name.").format(path=path))

    async def _send(self, content: bytes, folder: str, name: str) -> CopiedFile:
        result = await self.target.run(partial(_upload, content, folder, name))
        entry = result.files[0] if result.files else None
        if entry is None or not entry.is_uploaded:
            said = entry.error if entry is not None and entry.error else _("no reason was given")
            return CopiedFile("", _("{name} was not taken: {said}").format(name=name, said=said))
        place = f"{folder}/{name}" if folder else name
        # An address as the platform tells it may be a whole one, or a bare path.
        return CopiedFile(_bare(entry.url, self.target) or self._address(self.target, place))

    @staticmethod
    def _address(workspace: Workspace, path: str) -> str:
        return f"/cdn/{workspace.connection.brand}/assets/{quote(path)}"


def numbered(name: str, count: int) -> str:
    """``hero.png`` as ``hero-2.png``."""
    stem, dot, ending = name.rpartition(".")
    return f"{stem}-{count}{dot}{ending}" if stem else f"{name}-{count}"


def _bare(url: str | None, target: Workspace) -> str:
    """An address of the platform itself as a bare path; one elsewhere (a CDN) whole."""
    if not url:
        return ""
    parts = urlsplit(url)
    here = urlsplit(target.base_url)
    if parts.scheme not in ("", "http", "https"):
        return ""
    return parts.path if parts.netloc in ("", here.netloc) else url


def _fetch(address: str, api: "Api") -> "Awaitable[bytes]":
    return api.fetch_asset(address)


def _exists(name: str, folder: str, api: "Api") -> "Awaitable[bool]":
    return api.files.exists(name, folder=folder)


def _upload(content: bytes, folder: str, name: str, api: "Api") -> "Awaitable[BulkResult]":
    from funneldesk.client.uploads import Upload

    return api.files.upload_many([Upload(name, content)], folder=folder)
