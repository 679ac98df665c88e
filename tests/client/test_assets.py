"""Public files come without the key, and only from where they belong."""

import pytest
from scripted_platform import ScriptedPlatform, raw, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, LoginRedirect, NotFound


async def test_a_file_is_fetched_without_the_key(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, b"\x89PNG\r\n"))
    for path in ("/cdn/7/assets/a.png", f"{scripted.base_url}/cdn/7/assets/a.png"):
        assert await api.fetch_asset(path) == b"\x89PNG\r\n"
    assert api.assets_base == f"{scripted.base_url}/cdn"
    for request in scripted.requests:
        assert request.path == "/cdn/7/assets/a.png"
        assert "svc-access-key" not in request.headers
        assert request.headers["accept"] == "*/*"


@pytest.mark.parametrize(
    "path",
    [
        "",
        "a.png",
        "/api/brands/7",
        "/cdn",
        "/cdn/",
        "/cdn//7/a.png",
        "/cdn/../api/brands/7",
        "/cdn/7/%2e%2e/%2E%2E/api/brands/7",
        "/cdn/7/%252e%252e/a.png",
        "/cdn/7/..%2f..%2fapi",
        "/cdn/7/..\\..\\api",
        "/cdn/7/%5c..%5capi",
        "/cdn/7/./a.png",
        "/cdn/7/a.png\r\nX: y",
        "/cdn/7/a%00.png",
        "//thief.example/cdn/7/a.png",
        "https://thief.example/cdn/7/a.png",
        "file:///etc/passwd",
        "data:text/plain,x",
        "{base}.thief.example/cdn/7/a.png",
        "{base}/cdnx/7/a.png",
        "{base}/api/brands/7",
        "{base}/cdn/../api/brands/7",
    ],
)
async def test_no_other_address_is_asked(path: str, scripted: ScriptedPlatform, api: Api) -> None:
    with pytest.raises(ValueError, match="asset"):
        await api.fetch_asset(path.replace("{base}", scripted.base_url))
    assert scripted.requests == []


async def test_a_cdn_elsewhere_is_asked_at_its_own_address(
    scripted: ScriptedPlatform, quick_repeats: None
) -> None:
    scripted.will(reply(200, b"font"))
    cdn = f"{scripted.base_url}/files/"
    async with Api("https://platform.example", 7, "key", cdn_url=cdn) as api:
        assert await api.fetch_asset("/cdn/7/assets/a b.woff2?v=1#x") == b"font"
        assert await api.fetch_asset(f"{scripted.base_url}/files/7/assets/c.woff2") == b"font"
        assert api.assets_base == f"{scripted.base_url}/files"
        with pytest.raises(ValueError, match="elsewhere"):
            await api.fetch_asset("https://platform.example/cdn/7/assets/a.woff2")
    assert [r.path for r in scripted.requests] == [
        "/files/7/assets/a%20b.woff2?v=1",
        "/files/7/assets/c.woff2",
    ]


async def test_a_file_that_does_not_come_is_told(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(404, b""), reply(302, b"", {"Location": "https://thief.example/x"}))
    for kind in (NotFound, LoginRedirect):
        with pytest.raises(kind):
            await api.fetch_asset("/cdn/7/assets/gone.png")


async def test_a_file_over_twenty_megabytes_is_not_read(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 20000001\r\n\r\n"))
    with pytest.raises(BadAnswer, match="larger than 20 MB"):
        await api.fetch_asset("/cdn/7/assets/film.mp4")


async def test_a_file_is_handed_on_piece_by_piece_without_the_key(
    scripted: ScriptedPlatform, api: Api
) -> None:
    content = bytes(range(256)) * 4_000
    scripted.will(reply(200, content))
    pieces: list[bytes] = []

    async def take(piece: bytes) -> None:
        pieces.append(piece)

    assert await api.pour_asset("/cdn/7/assets/a.png", take, limit=2_000_000)
    assert b"".join(pieces) == content
    assert len(pieces) > 3
    assert "svc-access-key" not in scripted.requests[0].headers


async def test_a_handed_on_file_that_is_cut_off_or_too_large_is_told(
    scripted: ScriptedPlatform, api: Api
) -> None:
    async def take(piece: bytes) -> None:
        assert piece

    scripted.will(raw(b"HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n" + b"x" * 300))
    with pytest.raises(BadAnswer):
        await api.pour_asset("/cdn/7/assets/a.png", take, limit=2_000)
    scripted.will(reply(200, b"x" * 900))
    with pytest.raises(BadAnswer, match="larger"):
        await api.pour_asset("/cdn/7/assets/a.png", take, limit=800)
    scripted.will(reply(302, b"", {"Location": "https://thief.example/x"}))
    with pytest.raises(LoginRedirect):
        await api.pour_asset("/cdn/7/assets/a.png", take, limit=800)


async def test_what_fails_in_the_taking_is_raised_as_it_is(
    scripted: ScriptedPlatform, api: Api
) -> None:
    async def take(_: bytes) -> None:
        raise OSError(28, "No space left on device")

    scripted.will(reply(200, b"x" * 900), reply(200, b"fine"))
    with pytest.raises(OSError, match="No space") as caught:
        await api.pour_asset("/cdn/7/assets/a.png", take, limit=2_000)
    assert caught.value.__context__ is None
    assert await api.fetch_asset("/cdn/7/assets/a.png") == b"fine"
