"""The names of the parts (the contract's table)."""

from funneldesk.contract.parts import ACCESS_HEADER, PARTS


def test_twenty_parts_have_one_name_each() -> None:
    assert len(PARTS) == len(set(PARTS)) == 20
    assert all(name.replace("_", "").isalpha() and name.islower() for name in PARTS)


def test_the_header_is_the_documents() -> None:
    """Authentication 1."""
    assert ACCESS_HEADER == "SVC-Access-Key"
