"""International host names in web addresses, as they go out (IDNA 2008 with UTS 46)."""

from urllib.parse import urlsplit

import idna


def ascii_address(address: str) -> str:
    """The address with its host in punycode; everything else stays byte for byte.

    Raises ValueError for a host that can be written in no address.
    """
    netloc = urlsplit(address).netloc
    before, at, place = netloc.rpartition("@")
    host, colon, port = place.partition(":")
    if host.isascii():
        return address
    try:
        written = idna.encode(host, uts46=True).decode("ascii")
    except idna.IDNAError as error:
        raise ValueError(f"“{host}” is no host name.") from error
    return address.replace(netloc, f"{before}{at}{written}{colon}{port}", 1)
