"""One rule for email addresses and names of hosts, on both sides (IDNA 2008 with UTS 46)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.email_addresses import ascii_domain, email_key, is_email
from funneldesk.contract.host_names import ascii_host, host_key

HOSTS = [
    ("Shop.Example.COM", "shop.example.com"),
    ("bücher.example", "xn--bcher-kva.example"),
    ("bu\u0308cher.example", "xn--bcher-kva.example"),
    ("BÜCHER.EXAMPLE", "xn--bcher-kva.example"),
    ("XN--BCHER-KVA.example", "xn--bcher-kva.example"),
    ("faß.example", "xn--fa-hia.example"),
    ("fass.example", "fass.example"),
    ("βόλος.example", "xn--nxasmm1c.example"),
    ("βόλοσ.example", "xn--nxasmq6b.example"),
    ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
    ("ｅｘａｍｐｌｅ.org", "example.org"),
    ("r3---sn-4g5.example", "r3---sn-4g5.example"),
]
NO_HOSTS = [
    *("", ".", "a..b", "ü..example", "-a.example", "a-.example", "a_b.example", "ü_b.example"),
    *("a b.example", "x" * 64 + ".example", "ü" * 64 + ".example", "a." * 127 + "example"),
    *("☕.example", "💥", "\ud800.example", "a\0.example", "a\n.example", "ü/x.example", "[::1]"),
]
SAME = [
    ("Ana@Example.COM ", "ana@example.com"),
    ("ana@bücher.example", "ana@xn--bcher-kva.example"),
    ("ANA@BU\u0308CHER.example", "ana@xn--bcher-kva.example"),
    ("ana@faß.example", "ana@xn--fa-hia.example"),
    ("jose\u0301@example.com", "jos\u00e9@example.com"),
    ("straße@example.com", "straße@example.com"),
]


@pytest.mark.parametrize(("host", "name"), HOSTS)
def test_hosts_have_one_form(host: str, name: str) -> None:
    assert ascii_host(host) == ascii_host(name) == host_key(host) == name


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_no_host_can_be_called(host: str) -> None:
    with pytest.raises(ValueError):
        ascii_host(host)


@pytest.mark.parametrize(("address", "key"), SAME)
def test_addresses_are_compared_in_one_form(address: str, key: str) -> None:
    assert email_key(address) == email_key(key) == key


def test_another_letter_is_another_address() -> None:
    assert email_key("ana@faß.example") != email_key("ana@fass.example")
    assert email_key("straße@example.com") != email_key("strasse@example.com")


@pytest.mark.parametrize("host", [host for host, _name in HOSTS])
def test_addresses_may_be_at_every_host(host: str) -> None:
    assert is_email(f"ana.b+c@{host}")
    assert ascii_domain(f"Ana@{host}") == f"Ana@{ascii_host(host)}"


@pytest.mark.parametrize(
    "mailbox", ["ana", "o'brien", "a.b.c", "用户", "jörg", "jo\u0308rg", "{a}"]
)
def test_mailboxes(mailbox: str) -> None:
    assert is_email(f"{mailbox}@bücher.example")


@pytest.mark.parametrize(
    "text",
    [
        *(f"ana@{host}" for host in NO_HOSTS),
        *("", "@", "ana", "ana@", "@example.com", "ana@localhost", "a@b@example.com"),
        *(".a@example.com", "a.@example.com", "a..b@example.com", "a b@example.com"),
        *("a,b@example.com", "<a@example.com>", '"a"@example.com', "a:b@example.com"),
        *("a\n@example.com", "a\u2028@example.com", "a\xa0b@example.com", "\ud800@example.com"),
        *(" ana@example.com", "ana@example.com\n", "a" * 243 + "@example.com"),
        "ü" * 200 + "@" + "ü.ä." * 25 + "example",
    ],
)
def test_what_is_no_address(text: str) -> None:
    assert not is_email(text)


@given(st.text(max_size=60))
def test_any_text_has_a_form_that_stays(text: str) -> None:
    key = email_key(f"{text}@{text}")
    assert email_key(key) == key
    assert host_key(host_key(text)) == host_key(text)
    assert len(ascii_domain(text)) >= 0
