"""The address of a platform, checked once."""

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:(//|(?!\d))")
"""``shop.example:8000`` has no scheme: what follows its colon is a port."""


class BadAddress(ValueError):
    """The text is no platform address; the message says why, for the person who typed it."""


@dataclass(frozen=True, slots=True)
class Address:
    """``url`` is scheme, host and path without a trailing slash and without ``/api``."""

    url: str
    scheme: str
    host: str

    @property
    def is_loopback(self) -> bool:
        """Whether the platform runs on this computer."""
        if self.host == "localhost" or self.host.endswith(".localhost"):
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def is_plain(self) -> bool:
        """Whether key and content would cross a network unencrypted."""
        return self.scheme == "http" and not self.is_loopback


def completed(text: str) -> Address:
    """Read an address as people type it: without a scheme it is https, on this computer http.

    Raises BadAddress as ``parse_address`` does.
    """
    if _SCHEME.match(text.strip()):
        return parse_address(text)
    secure = parse_address(f"https://{text.strip()}")
    return parse_address(f"http://{text.strip()}") if secure.is_loopback else secure


def parse_address(text: str) -> Address:
    """Read an address as people paste it: blanks, a trailing slash and ``/api`` are dropped.

    Raises BadAddress for anything but http and https, without a host, or with a user name, a
    query or a fragment.
    """
    text = text.strip()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        raise BadAddress("This is no web address.") from None
    if parts.scheme not in ("http", "https"):
        raise BadAddress("The address begins with https:// or http://.")
    if parts.username is not None or parts.password is not None:
        raise BadAddress("The address holds no user name or password; the key is entered apart.")
    if "?" in text or "#" in text:
        raise BadAddress("The address ends before any ? or #.")
    host = parts.hostname or ""
    if not host or not text.isprintable() or any(blank in text for blank in " \\"):
        raise BadAddress("The address names no host.")
    path = parts.path.rstrip("/").removesuffix("/api").rstrip("/")
    shown = f"[{host}]" if ":" in host else host
    return Address(
        url=f"{parts.scheme}://{shown}{f':{port}' if port is not None else ''}{path}",
        scheme=parts.scheme,
        host=host,
    )
