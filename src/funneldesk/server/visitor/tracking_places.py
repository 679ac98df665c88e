"""Where an address is: from a header of whoever stands in front, or from a small table.

The table knows only the networks that are set aside for examples (RFC 5737, RFC 3849), so that a
sample and tests have places; real ones come with the header ``CF-IPCountry`` or its like.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network


@dataclass(frozen=True, slots=True)
class Place:
    """``country`` is an ISO 3166 code; what is not known is empty or None."""

    country: str = ""
    region: str = ""
    city: str = ""
    zip: str = ""
    lat: float | None = None
    lon: float | None = None


UNKNOWN = Place()
_COUNTRY = re.compile("[A-Z]{2}")
_HEADERS = ("cf-ipcountry", "cloudfront-viewer-country", "x-country-code")
_NO_COUNTRIES = frozenset({"XX", "T1"})
_TABLE: tuple[tuple[IPv4Network | IPv6Network, Place], ...] = (
    (ip_network("192.0.2.0/25"), Place("PT", "Lisboa", "Lisbon", "1100-148", 38.7167, -9.1333)),
    (ip_network("192.0.2.128/25"), Place("US", "California", "Oakland", "94607", 37.8044, -122.27)),
    (ip_network("198.51.100.0/25"), Place("DE", "Berlin", "Berlin", "10115", 52.532, 13.3849)),
    (ip_network("198.51.100.128/25"), Place("US", "New York", "New York", "10001", 40.75, -73.99)),
    (ip_network("203.0.113.0/25"), Place("IN", "Karnataka", "Bengaluru", "560001", 12.97, 77.59)),
    (ip_network("203.0.113.128/25"), Place("JP", "Tokyo", "Tokyo", "100-0001", 35.6812, 139.76)),
    (ip_network("2001:db8::/32"), Place("BR", "São Paulo", "São Paulo", "01000-000", -23.5, -46.6)),
)


def place_of(address: str, headers: Mapping[str, str]) -> Place:
    """The place of a visitor; ``headers`` have lower-case names."""
    found = _listed(address)
    for name in _HEADERS:
        country = headers.get(name, "").strip().upper()
        if _COUNTRY.fullmatch(country) and country not in _NO_COUNTRIES:
            return found if found.country == country else Place(country)
    return found


def _listed(address: str) -> Place:
    try:
        number = ip_address(address)
    except ValueError:
        return UNKNOWN
    return next((place for network, place in _TABLE if number in network), UNKNOWN)
