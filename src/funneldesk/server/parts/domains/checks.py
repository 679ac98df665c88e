"""Looks at a domain from outside: its record, its certificate, whether it answers (quirk 56)."""

import asyncio
from dataclasses import dataclass
from typing import Any

from funneldesk.server.parts.domains.resolver import Resolver, Unanswered
from funneldesk.server.parts.domains.rules import validation_message
from funneldesk.server.web.outcome import Failure, Outcome


@dataclass(frozen=True, slots=True)
class Look:
    """What the DNS said about a name that has to point to ``target``."""

    found: bool
    message: str


def look_up(resolver: Resolver, name: str, target: str) -> Look:
    """Ask for the record of a name. Never raises."""
    try:
        alias = resolver.cname(name)
    except Unanswered as error:
        return Look(False, f"The DNS gave no answer ({error}). Try again in a while.")
    if alias == target:
        return Look(True, "")
    return Look(False, validation_message(name, target, alias))


async def reach(resolver: Resolver, name: str, own_port: int | None) -> dict[str, Any]:
    """``{ssl_ok, http_reachable, https_reachable}``, tried over the network.

    ``own_port`` is set for a name of the platform itself on this very computer.
    """
    plain, secure = await asyncio.gather(
        _call(resolver, "http", name, own_port), _call(resolver, "https", name, None)
    )
    ssl_ok = secure.status is not None
    if secure.failure is Failure.CERTIFICATE:
        secure = await _call(resolver, "https", name, None, any_certificate=True)
    return {
        "ssl_ok": ssl_ok,
        "http_reachable": plain.status is not None,
        "https_reachable": secure.status is not None,
    }


async def _call(
    resolver: Resolver,
    scheme: str,
    name: str,
    own_port: int | None,
    *,
    any_certificate: bool = False,
) -> Outcome:
    try:
        is_ours = own_port is not None or resolver.is_stub(name)
        port = own_port or resolver.port(name, scheme)
    except Unanswered:
        return Outcome(failure=Failure.UNRESOLVED)
    from funneldesk.server.web.outgoing import exchange  # its library takes a tenth of a second

    url = f"{scheme}://{name}:{port}/" if port else f"{scheme}://{name}/"
    return await exchange(
        "GET",
        url,
        allow_private=is_ours,
        resolve=(lambda _host: ["127.0.0.1"]) if own_port else _resolving(resolver),
        any_certificate=any_certificate,
    )


def _resolving(resolver: Resolver) -> Any:
    def addresses(host: str) -> Any:
        try:
            return resolver.addresses(host)
        except Unanswered:
            return ()

    return addresses
