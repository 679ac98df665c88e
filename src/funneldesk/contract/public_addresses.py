"""Which addresses of the internet are everybody's: where a stranger's address may lead us."""

import ipaddress

_GIVEN_OUT = ipaddress.ip_network("2000::/3")
"""The only addresses of IPv6 that were ever given out; all beside them lead somewhere special."""

_SET_ASIDE = tuple(
    ipaddress.ip_network(text)
    for text in ("192.0.0.0/24", "192.88.99.0/24", "2001::/23", "2001:db8::/32", "3fff::/20")
)
"""What some versions of Python still take for public: protocols' own, relays, examples."""


def is_public(address: str) -> bool:
    """Whether an IP address is one of the open internet, also inside of another one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(found, ipaddress.IPv6Address):
        for inner in (found.ipv4_mapped, found.sixtofour, _translated(found)):
            if inner is not None:
                return is_public(str(inner))
        if found not in _GIVEN_OUT:
            return False
    return (
        found.is_global
        and not found.is_multicast
        and not any(found in network for network in _SET_ASIDE)
    )


def _translated(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """The IPv4 address that a translator of the network would go to (RFC 6052)."""
    if address in ipaddress.IPv6Network("64:ff9b::/96"):
        return ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    return None
