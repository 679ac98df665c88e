"""Look-ups of a name at certain resolvers: these alone are asked, each for three seconds at most.

Pure: no Qt, no settings of the system. Every function blocks, so that it runs in a thread.
"""

import ipaddress
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Literal

SECONDS = 3.0
"""The longest that one resolver is waited for, whatever it is asked."""
PORT = 53
RESERVED = ("test", "example", "invalid", "localhost", "local", "internal", "onion")
"""Ends of names that no public resolver knows (RFC 6761): not asked of any."""
_LABEL = re.compile(r"[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?", re.ASCII)
Kind = Literal["right", "wrong", "proxied", "address", "missing", "silent", "unasked"]
_PROXIES = tuple(
    map(
        ipaddress.ip_network,
        (
            *("173.245.48.0/20", "103.21.244.0/22", "103.22.200.0/22", "103.31.4.0/22"),
            *("141.101.64.0/18", "108.162.192.0/18", "190.93.240.0/20", "188.114.96.0/20"),
            *("197.234.240.0/22", "198.41.128.0/17", "162.158.0.0/15", "104.16.0.0/13"),
            *("104.24.0.0/14", "172.64.0.0/13", "131.0.72.0/22"),
            *("2400:cb00::/32", "2606:4700::/32", "2803:f800::/32", "2405:b500::/32"),
            *("2405:8100::/32", "2a06:98c0::/29", "2c0f:f248::/32"),
        ),
    )
)
"""Where a proxy answers in the place of a record (addresses that Cloudflare publishes)."""


@dataclass(frozen=True, slots=True)
class Resolver:
    """A server that is asked; ``name`` is what the user calls it."""

    address: str
    port: int = PORT
    name: str = ""

    @property
    def words(self) -> str:
        """Its name, or else where it is."""
        return self.name or (self.address if self.port == PORT else f"{self.address}:{self.port}")

    @property
    def is_public(self) -> bool:
        """Whether it answers for the world, and not for a network or a test."""
        return ipaddress.ip_address(self.address).is_global


@dataclass(frozen=True, slots=True)
class Seen:
    """An answer of one resolver: ``value`` is a name, an address, or what went wrong.

    ``until`` is when the resolver forgets it, None where it does not say.
    """

    resolver: Resolver
    kind: Kind
    value: str = ""
    until: datetime | None = None
    elsewhere: str = ""
    """The name under which the record was found instead."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The record that is looked for: the host and what it has to point to."""

    host: str
    value: str


Ask = Callable[[Resolver, str, str, float], Any]
"""Sends one question (name, type) and waits so many seconds for the answer."""


def look(resolver: Resolver, wanted: Wanted, ask: Ask | None = None) -> Seen:
    """Ask one resolver for the record, within ``SECONDS``. Never raises."""
    host = wanted.host.lower().rstrip(".")
    if not is_name(host) or (resolver.is_public and host.rpartition(".")[2] in RESERVED):
        return Seen(resolver, "unasked")
    asked = _Asked(resolver, ask or send)
    try:
        return _judged(asked, host, wanted.value.lower().rstrip("."))
    except TimeoutError:
        return Seen(resolver, "silent")
    except Exception as error:
        return Seen(resolver, "silent", type(error).__name__)


def is_name(text: str) -> bool:
    """Whether a text can be asked for at all."""
    labels = text.split(".")
    return len(text) <= 253 and len(labels) > 1 and all(map(_LABEL.fullmatch, labels))


@dataclass
class _Asked:
    """The questions to one resolver, which share its seconds."""

    resolver: Resolver
    ask: Ask
    ends: float = field(default_factory=lambda: time.monotonic() + SECONDS)

    def records(self, name: str, kind: str) -> tuple[list[tuple[str, str, int]], int | None]:
        """``(kind, value, seconds)`` of the records of a name, and for how long the resolver
        remembers that there are none."""
        left = self.ends - time.monotonic()
        if left <= 0:
            raise TimeoutError
        message = self.ask(self.resolver, name, kind, left)
        if message.rcode() not in (0, 3):
            raise ValueError(message.rcode())
        found = [
            (str(_kind(group)), item.to_text().rstrip(".").lower(), group.ttl)
            for group in message.answer
            for item in group
            if _kind(group) in ("CNAME", "A", "AAAA")
        ]
        soa = [group for group in message.authority if _kind(group) == "SOA"]
        return found, min(soa[0].ttl, soa[0][0].minimum) if soa else None


def _kind(group: Any) -> str:
    from dns import rdatatype  # The library is not loaded before it is needed.

    return str(rdatatype.to_text(group.rdtype))


def _judged(asked: _Asked, host: str, target: str) -> Seen:
    found, forgets = asked.records(host, "CNAME")
    names = [(value, ttl) for kind, value, ttl in found if kind == "CNAME"]
    if names:
        value, ttl = names[0]
        kind: Kind = "right" if value == target else "wrong"
        return Seen(asked.resolver, kind, value, _in(ttl))
    addresses = _addresses(asked, host)
    if addresses:
        value, ttl = addresses[0]
        return Seen(asked.resolver, "proxied" if _proxied(value) else "address", value, _in(ttl))
    return Seen(asked.resolver, "missing", "", _in(forgets), _doubled(asked, host, target))


def _addresses(asked: _Asked, host: str) -> list[tuple[str, int]]:
    for kind in ("A", "AAAA"):
        found, _forgets = asked.records(host, kind)
        if found:
            return [(value, ttl) for of, value, ttl in found if of == kind]
    return []


def _doubled(asked: _Asked, host: str, target: str) -> str:
    """The name that a form makes which puts the domain behind what was typed whole; "" where the
    record is not there either."""
    name = f"{host}.{'.'.join(host.split('.')[-2:])}"
    found, _forgets = asked.records(name, "CNAME") if is_name(name) else ([], None)
    return name if any(value == target for kind, value, _ in found if kind == "CNAME") else ""


def _proxied(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in _PROXIES if network.version == found.version)


def _in(seconds: int | None) -> datetime | None:
    return None if seconds is None else datetime.now(UTC) + timedelta(seconds=seconds)


def send(resolver: Resolver, name: str, kind: str, seconds: float) -> Any:
    """One question over UDP, and over TCP where the answer did not fit. Raises TimeoutError, and
    whatever a network or a wrong answer leads to."""
    from dns import exception, flags, message, query

    question = message.make_query(name, kind)
    ends = time.monotonic() + seconds
    where, port = resolver.address, resolver.port
    try:
        answer = query.udp(question, where, seconds, port, ignore_unexpected=True)
        if answer.flags & flags.TC and (left := ends - time.monotonic()) > 0:
            answer = query.tcp(question, where, left, port)
    except exception.Timeout as error:
        raise TimeoutError from error
    return answer
