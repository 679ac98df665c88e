"""Resolvers that look-ups ask: kept for each brand on this computer, written as lines."""

import ipaddress
from collections.abc import Iterable
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.setup.lookups import PORT, Resolver
from funneldesk.desktop.workspace.workspace import Workspace

KEPT = "domains.resolvers"
MOST = 6
USUAL = (
    Resolver("1.1.1.1", name=_("Cloudflare")),
    Resolver("8.8.8.8", name=_("Google")),
    Resolver("9.9.9.9", name=_("Quad9")),
)
"""Until the user sets others."""


def read_line(text: str) -> Resolver:
    """A resolver from "1.1.1.1", "127.0.0.1:5353", "[::1]:53", with a name after it or none.

    Raises ValueError.
    """
    where, _blank, name = text.strip().partition(" ")
    address, port = where, PORT
    if where.startswith("["):
        address, _end, rest = where[1:].partition("]")
        port = int(rest.removeprefix(":")) if rest else PORT
    elif where.count(":") == 1:
        address, _colon, number = where.partition(":")
        port = int(number)
    if not 0 < port < 65_536:
        raise ValueError("not a port")
    return Resolver(str(ipaddress.ip_address(address)), port, name.strip()[:60])


def lines(resolvers: Iterable[Resolver]) -> str:
    """The resolvers as one edits them."""
    return "\n".join(map(_line, resolvers))


def problem(text: str) -> str | None:
    """Why lines name no resolvers, in a sentence; None where they do."""
    written = [line for line in text.splitlines() if line.strip()]
    for line in written:
        try:
            read_line(line)
        except ValueError:
            said = _("“{line}” isn't an address. Write one like 1.1.1.1 or 127.0.0.1:5353.")
            return said.format(line=line.strip()[:40])
    return _("At most {count} are asked.").format(count=MOST) if len(written) > MOST else None


async def resolvers_of(workspace: Workspace) -> tuple[Resolver, ...]:
    """Those that are set for a brand; none where the user wants none."""
    kept = await workspace.store.value(KEPT, None)
    if not isinstance(kept, list):
        return USUAL
    return tuple(found for each in kept[:MOST] if (found := _kept(each)) is not None)


async def set_resolvers(workspace: Workspace, text: str) -> None:
    """Keep what the lines name. Raises ValueError."""
    found = [read_line(line) for line in text.splitlines() if line.strip()]
    await workspace.store.put_value(KEPT, [_line(each) for each in found])


def _kept(value: Any) -> Resolver | None:
    try:
        return read_line(str(value))
    except ValueError:
        return None


def _line(resolver: Resolver) -> str:
    address, port = resolver.address, resolver.port
    bare = f"[{address}]" if ":" in address and port != PORT else address
    where = bare if port == PORT else f"{bare}:{port}"
    return f"{where} {resolver.name}".strip()
