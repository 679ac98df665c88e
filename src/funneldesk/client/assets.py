"""Public files of a brand, as pages refer to them (document: File asset, public URL)."""

import re
from urllib.parse import unquote, urlsplit

from funneldesk.client.address import Address, parse_address
from funneldesk.client.call import Take
from funneldesk.client.calls import Calls

LARGEST_ASSET = 20_000_000
"""Bytes."""

ASSETS_PATH = "/cdn"
_ESCAPES = re.compile(r"[\\\x00-\x1f\x7f]")


class Assets:
    """Files under the platform's ``/cdn`` or under the one CDN address that was configured."""

    def __init__(self, calls: Calls, cdn_url: str | None) -> None:
        self._calls = calls
        self._cdn = parse_address(cdn_url) if cdn_url else None

    @property
    def base(self) -> str:
        """The address that assets stand under, without a trailing slash."""
        return self._cdn.url if self._cdn else self._calls.address.url + ASSETS_PATH

    async def fetch(self, path: str) -> bytes:
        """The bytes of ``/cdn/…`` or of an address under ``base``; the key does not go along.

        Raises ValueError for any other address and for a path that climbs out, ApiError when the
        file does not come or is larger than ``LARGEST_ASSET``.
        """
        address, place = self._place(path)
        return await self._calls.fetch(address, place, LARGEST_ASSET)

    async def pour(self, path: str, take: Take, limit: int) -> bool:
        """Hand the bytes of the same addresses on piece by piece, at most ``limit`` of them.

        Answers whether the server had told how many there are, so that what came is known to be
        all. Raises as ``fetch`` does, and what ``take`` raises.
        """
        address, place = self._place(path)
        answer = await self._calls.pour(address, place, limit, take)
        return "content-length" in answer.headers

    def _place(self, path: str) -> tuple[Address, str]:
        parts = urlsplit(path)
        if parts.scheme or parts.netloc:
            return self._absolute(path)
        if not path.startswith(f"{ASSETS_PATH}/"):
            raise ValueError("This is no path of an asset.")
        return (
            (self._cdn, _inside(path.removeprefix(ASSETS_PATH)))
            if self._cdn
            else (self._calls.address, _inside(path))
        )

    def _absolute(self, url: str) -> tuple[Address, str]:
        if not url.startswith(f"{self.base}/"):
            raise ValueError("This asset lies elsewhere; it is not fetched.")
        place = _inside(url.removeprefix(self.base))
        return (self._cdn, place) if self._cdn else (self._calls.address, ASSETS_PATH + place)


def _inside(path: str) -> str:
    """``path`` if it climbs nowhere, however it is spelled; without a fragment."""
    path = path.partition("#")[0]
    plain = path.partition("?")[0]
    for _ in range(3):
        steps = plain.split("/")[1:]
        if _ESCAPES.search(plain) or not all(step not in ("", ".", "..") for step in steps):
            raise ValueError("The path of the asset climbs out of its folder.")
        plain = unquote(plain)
    return path
