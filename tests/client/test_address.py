"""Addresses of platforms, as people paste them."""

import pytest

from funneldesk.client.address import BadAddress, completed, parse_address


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("https://platform.example", "https://platform.example"),
        ("  https://platform.example/ \n", "https://platform.example"),
        ("https://platform.example/api", "https://platform.example"),
        ("https://platform.example/api/", "https://platform.example"),
        ("https://platform.example/tools/api/", "https://platform.example/tools"),
        ("HTTPS://Platform.Example:8443/", "https://platform.example:8443"),
        ("http://127.0.0.1:4711", "http://127.0.0.1:4711"),
        ("http://[::1]:4711/", "http://[::1]:4711"),
    ],
)
def test_an_address_is_brought_into_one_form(text: str, url: str) -> None:
    assert parse_address(text).url == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        "platform.example",
        "ftp://platform.example",
        "file:///etc/passwd",
        "https://",
        "https:///api",
        "https://user@platform.example",
        "https://user:word@platform.example",
        "https://@platform.example",
        "https://platform.example?x=1",
        "https://platform.example/#top",
        "https://platform.example/?",
        "https://platform.example:port",
        "https://platform.example:99999",
        "https://plat form.example",
        "https://platform.example\\@thief.example",
        "https://platform.example/\x00",
        "https://[::1",
    ],
)
def test_what_is_no_address_is_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(BadAddress, match=r"^(The|This) .*\.$"):
        parse_address(text)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("http://platform.example", True),
        ("http://192.168.1.5:8000", True),
        ("http://localhost.thief.example", True),
        ("https://platform.example", False),
        ("http://localhost:8000", False),
        ("http://funnel.localhost", False),
        ("http://127.9.9.9", False),
        ("http://[::1]", False),
    ],
)
def test_an_unencrypted_line_across_a_network_is_told(text: str, plain: bool) -> None:
    assert parse_address(text).is_plain is plain


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("shop.example", "https://shop.example"),
        (" shop.example/api/ ", "https://shop.example"),
        ("shop.example:8443", "https://shop.example:8443"),
        ("localhost:4711", "http://localhost:4711"),
        ("127.0.0.1:4711", "http://127.0.0.1:4711"),
        ("[::1]:4711", "http://[::1]:4711"),
        ("http://shop.example", "http://shop.example"),
        ("HTTPS://Shop.Example", "https://shop.example"),
    ],
)
def test_an_address_without_a_scheme_is_completed(typed: str, url: str) -> None:
    assert completed(typed).url == url


@pytest.mark.parametrize(
    "typed",
    ["ftp://shop.example", "javascript:alert(1)", "shop example", "shop.example?x=1", "://"],
)
def test_what_cannot_be_completed_is_refused_with_the_reason(typed: str) -> None:
    with pytest.raises(BadAddress, match=r"\.$"):
        completed(typed)
