"""Files of anybody's servers: fetched without a key, from the open internet only."""

import asyncio
import shutil
import ssl
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from funneldesk.client import strangers as module
from funneldesk.client import transport
from funneldesk.client.errors import ApiError, Unreachable
from funneldesk.client.strangers import Strangers

OK = b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=b\r\n\r\nimage"
Answer = Callable[[str], bytes]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    file = tmp_path_factory.mktemp("certificate") / "whole.pem"
    words = ("-nodes", "-days", "1", "-subj", "/CN=a.example", "-addext")
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *(*words, "subjectAltName=DNS:a.example", "-keyout", str(file), "-out", f"{file}.crt"),
        ],
        check=True,
        capture_output=True,
    )
    file.write_text(file.read_text() + Path(f"{file}.crt").read_text())
    return file


@asynccontextmanager
async def served(certificate: Path, answer: Answer) -> AsyncIterator[tuple[int, list[str]]]:
    """A server on this computer that notes what it was asked."""
    asked: list[str] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        asked.append(head)
        writer.write(answer(head.split()[1]))
        await writer.drain()
        writer.close()

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server = await asyncio.start_server(serve, "127.0.0.1", 0, ssl=context)
    try:
        yield server.sockets[0].getsockname()[1], asked
    finally:
        server.close()


@pytest.fixture
def everything_is_here(monkeypatch: pytest.MonkeyPatch, certificate: Path) -> None:
    """Every name leads to this computer, whose certificate is known."""
    trusted = ssl.create_default_context(cafile=f"{certificate}.crt")
    monkeypatch.setattr(transport, "_read_trusted", lambda: trusted)
    monkeypatch.setattr(transport, "getproxies", dict)
    transport._proxy_for.cache_clear()

    async def resolve(
        _self: object, host: str, port: int = 0, family: object = 0
    ) -> list[dict[str, object]]:
        where = {"hostname": host, "host": "127.0.0.1", "port": port}
        return [where | {"family": 2, "proto": 6, "flags": 0}]

    monkeypatch.setattr("aiohttp.ThreadedResolver.resolve", resolve)


async def test_it_comes_without_key_cookie_or_referrer(
    certificate: Path, everything_is_here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "is_public", lambda _address: True)
    async with served(certificate, lambda _path: OK) as (port, asked):
        line = Strangers()
        for _ in range(2):
            assert await line.fetch(f"https://a.example:{port}/x.gif?a=1") == b"image"
        await line.aclose()
    head = "".join(asked).lower()
    assert "get /x.gif?a=1 http/1.1" in head
    assert not [each for each in ("cookie", "referer", "authorization", "key") if each in head]


async def test_a_name_that_leads_into_a_private_network_is_not_gone_to(
    certificate: Path, everything_is_here: None
) -> None:
    async with served(certificate, lambda _path: OK) as (port, asked):
        line = Strangers()
        with pytest.raises(Unreachable):
            await line.fetch(f"https://a.example:{port}/x.gif")
        await line.aclose()
    assert asked == []


@pytest.mark.parametrize(
    ("where", "wanted"),
    [("/there.gif", b"image"), ("http://a.example/", None), ("https://10.0.0.1/", None)],
)
async def test_redirects_lead_on_only_to_where_one_would_go_at_once(
    certificate: Path,
    everything_is_here: None,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    wanted: bytes | None,
) -> None:
    monkeypatch.setattr(transport, "is_public", lambda _address: True)
    moved = f"HTTP/1.1 302 Found\r\nLocation: {where}\r\nContent-Length: 0\r\n\r\n".encode()
    async with served(certificate, lambda path: OK if "there" in path else moved) as (port, asked):
        line = Strangers()
        if wanted is None:
            with pytest.raises(ValueError):
                await line.fetch(f"https://a.example:{port}/x.gif")
            assert len(asked) == 1
        else:
            assert await line.fetch(f"https://a.example:{port}/x.gif") == wanted
        await line.aclose()


async def test_what_is_too_large_or_moves_for_ever_is_given_up(
    certificate: Path, everything_is_here: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport, "is_public", lambda _address: True)
    monkeypatch.setattr(module, "LARGEST", 4)
    round_about = b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n"
    async with served(certificate, lambda path: round_about if "again" in path else OK) as (
        port,
        asked,
    ):
        line = Strangers()
        for path in ("x", "again"):
            with pytest.raises(ApiError):
                await line.fetch(f"https://a.example:{port}/{path}")
        await line.aclose()
    assert len(asked) == 2 + module.MOST_REDIRECTS


@pytest.mark.parametrize(
    "address",
    [
        *("http://a.example/x", "https://127.0.0.1/x", "https://[::1]/x", "https://localhost/x"),
        *("https://u:p@a.example/x", "file:///etc/passwd", "https:///x", "https://printer.local/"),
        *("https://[::ffff:10.0.0.1]/", "https://intranet/", "x", "https://a.example:99999/"),
    ],
)
async def test_some_addresses_are_not_even_looked_up(address: str) -> None:
    line = Strangers()
    with pytest.raises(ValueError):
        await line.fetch(address)
    await line.aclose()
