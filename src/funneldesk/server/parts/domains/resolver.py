"""What the DNS says about a name: asked for real, or read from a file of names."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from funneldesk.resources import resource
from funneldesk.server.settings import Settings

SECONDS = 3.0
"""The longest a look-up may take."""

_SAMPLE_ZONE = ("sample", "dns-zone.json")


class Unanswered(Exception):
    """The DNS gave no answer at all: no network, no server, no time."""


class Resolver(Protocol):
    """Looks names up. Every method raises Unanswered."""

    def is_stub(self, name: str) -> bool:
        """Whether the answers are of our own choice, so that private addresses are meant."""

    def cname(self, name: str) -> str | None:
        """What a name is an alias of, in lower case without a dot at the end."""

    def addresses(self, name: str) -> Sequence[str]:
        """The IP addresses of a name, aliases followed."""

    def port(self, name: str, scheme: str) -> int | None:
        """The port to call ``http`` or ``https`` at; None for the usual one."""


def resolver_for(settings: Settings) -> Resolver:
    """The resolver that the platform was asked to use.

    With the sample loaded, the sample's own names are known without a network.
    """
    if settings.dns_zone is not None:
        return ZoneResolver(settings.dns_zone, None)
    if settings.sample != "none" and resource(*_SAMPLE_ZONE).is_file():
        return ZoneResolver(resource(*_SAMPLE_ZONE), DnsResolver())
    return DnsResolver()


class DnsResolver:
    """The real DNS, by the servers that this computer uses."""

    def is_stub(self, name: str) -> bool:
        """See Resolver."""
        return False

    def cname(self, name: str) -> str | None:
        """See Resolver."""
        found = _ask(name, "CNAME")
        return found[0].removesuffix(".").lower() if found else None

    def addresses(self, name: str) -> Sequence[str]:
        """See Resolver."""
        return [*_ask(name, "A"), *_ask(name, "AAAA")]

    def port(self, name: str, scheme: str) -> int | None:
        """See Resolver."""
        return None


class ZoneResolver:
    """Names from a JSON file, read at each look-up, so that a test can change it.

    ``{"shop.example": {"cname": "…", "addresses": ["…"], "ports": {"http": 80, "https": 443}}}``;
    every key is optional. A name that is not there does not exist, or is asked of ``beyond``.
    """

    def __init__(self, file: Path, beyond: Resolver | None) -> None:
        self._file = file
        self._beyond = beyond

    def is_stub(self, name: str) -> bool:
        """See Resolver."""
        return self._entry(name) is not None

    def cname(self, name: str) -> str | None:
        """See Resolver."""
        entry = self._entry(name)
        if entry is None:
            return self._beyond.cname(name) if self._beyond else None
        found = entry.get("cname")
        return str(found).removesuffix(".").lower() if found else None

    def addresses(self, name: str) -> Sequence[str]:
        """See Resolver."""
        entry = self._entry(name)
        if entry is None:
            return self._beyond.addresses(name) if self._beyond else ()
        found = entry.get("addresses", ())
        return [str(address) for address in found] if isinstance(found, list) else ()

    def port(self, name: str, scheme: str) -> int | None:
        """See Resolver."""
        ports = (self._entry(name) or {}).get("ports")
        found = ports.get(scheme) if isinstance(ports, dict) else None
        return found if isinstance(found, int) else None

    def _entry(self, name: str) -> Mapping[str, Any] | None:
        try:
            zone = json.loads(self._file.read_text("utf-8"))
        except (OSError, ValueError) as error:
            raise Unanswered("the file of names cannot be read") from error
        entry = zone.get(name) if isinstance(zone, dict) else None
        return entry if isinstance(entry, dict) else None


def _ask(name: str, kind: str) -> list[str]:
    # Imported here: a platform that checks no domain starts without it.
    from dns import exception, resolver

    try:
        answer = resolver.resolve(name, kind, lifetime=SECONDS)
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return []
    except (exception.DNSException, OSError, ValueError) as error:
        raise Unanswered(type(error).__name__) from error
    return [record.to_text() for record in answer]
