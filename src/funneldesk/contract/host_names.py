"""International host names in the one form in which they go out and are compared (IDNA 2008 with
UTS 46)."""

import re
from contextlib import suppress
from unicodedata import normalize
from urllib.parse import urlsplit

import idna

LONGEST = 253
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)


def ascii_host(host: str) -> str:
    """The host name in lower case, with letters beyond ASCII as punycode.

    Raises ValueError for what is no host name. ASCII names are not looked into further: names
    that IDNA 2008 would no longer grant have been registered in that form.
    """
    name = host.lower() if host.isascii() else ""
    if not name and len(host) <= LONGEST:
        with suppress(UnicodeError):
            name = idna.encode(host, uts46=True).decode("ascii")
    if len(name) > LONGEST or not all(map(_LABEL.fullmatch, name.split("."))):
        raise ValueError(f"“{host}” is no host name.")
    return name


def host_key(text: str) -> str:
    """The form in which names of hosts are compared and sought; any text has one."""
    try:
        return ascii_host(text)
    except ValueError:
        return normalize("NFC", text.lower())


def ascii_address(address: str) -> str:
    """The address with its host in punycode; everything else stays byte for byte.

    Raises ValueError for a host that can be written in no address.
    """
    netloc = urlsplit(address).netloc
    before, at, place = netloc.rpartition("@")
    host, colon, port = place.partition(":")
    if host.isascii():
        return address
    return address.replace(netloc, f"{before}{at}{ascii_host(host)}{colon}{port}", 1)
