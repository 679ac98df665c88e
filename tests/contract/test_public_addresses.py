"""Which addresses of the internet are everybody's."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.public_addresses import is_public


@given(st.ip_addresses())
def test_only_public_addresses_are_public(address: object) -> None:
    mapped = f"::ffff:{address}" if "." in str(address) else str(address)
    assert is_public(str(address)) == is_public(mapped)


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("64:ff9b::10.0.0.1", False),
        ("2002:0a00:0001::", False),
        ("100.64.0.1", False),
        ("224.0.0.1", False),
        ("0.0.0.0", False),
        ("fe80::1%eth0", False),
        ("::ffff:93.184.216.34", True),
        ("64:ff9b::5db8:d822", True),
        ("fec0::1", False),
        ("feff::1", False),
        ("64:ff9b:1::1", False),
        ("64:ff9b:1:ffff:ffff:ffff:ffff:ffff", False),
        ("::93.184.216.34", False),
        ("::10.0.0.1", False),
        ("::ffff:0:93.184.216.34", False),
        ("::ffff:0:10.0.0.1", False),
        ("5f00::1", False),
        ("100::1", False),
        ("2001::1", False),
        ("3fff::1", False),
        ("192.0.0.8", False),
        ("192.88.99.1", False),
        ("nonsense", False),
    ],
)
def test_which_addresses_are_public(address: str, public: bool) -> None:
    assert is_public(address) is public
