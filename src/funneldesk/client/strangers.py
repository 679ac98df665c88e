"""Files of servers that nobody vouches for, such as the images of a mail.

Only https, only public addresses, whatever a name says and wherever an answer leads; no key, no
cookie, nothing that tells where the address was found. Each is bounded in time and size.
"""

import ipaddress
from urllib.parse import urljoin, urlsplit

from funneldesk.client.address import BadAddress, parse_address
from funneldesk.client.call import Call, Timeouts
from funneldesk.client.faults import fault
from funneldesk.client.secret import Secret
from funneldesk.client.transport import Transport
from funneldesk.contract.public_addresses import is_public

LARGEST = 5_000_000
MOST_REDIRECTS = 3
_TIMEOUTS = Timeouts(connect=5.0, read=10.0, write=5.0, whole=20.0)
_MOVED = frozenset((301, 302, 303, 307, 308))


class Strangers:
    """Connections to anybody. It belongs to the event loop that first uses it."""

    def __init__(self) -> None:
        self._transport = Transport(Secret("none"), _TIMEOUTS, public_only=True)

    async def fetch(self, address: str) -> bytes:
        """What an address leads to, at most 5 MB. Raises ApiError, and ValueError for an address
        that is not gone to."""
        for _ in range(MOST_REDIRECTS + 1):
            call = _call(address)
            answer = await self._transport.exchange(call)
            if answer.status not in _MOVED:
                break
            address = urljoin(address, answer.headers.get("location", ""))
        if not answer.ok:
            raise fault(answer, str)
        return answer.body

    async def aclose(self) -> None:
        """Close every connection."""
        await self._transport.aclose()


def _call(address: str) -> Call:
    parts = urlsplit(address)
    host = parts.hostname or ""
    if parts.scheme != "https" or parts.username is not None or not _is_everybodys(host):
        raise ValueError("This is no public https address.")
    try:
        base = parse_address(f"https://{parts.netloc}")
    except BadAddress as problem:
        raise ValueError(str(problem)) from None
    path = parts.path or "/"
    return Call("GET", base, f"{path}?{parts.query}" if parts.query else path, LARGEST, keyed=False)


def _is_everybodys(host: str) -> bool:
    """Whether a name or a number may be one of the open internet; names are looked up later."""
    try:
        return is_public(str(ipaddress.ip_address(host)))
    except ValueError:
        last = host.rstrip(".").rpartition(".")
        return bool(last[0]) and last[2] not in ("local", "localhost", "internal", "lan", "home")
