"""Calls to others: never into a private network, never further than asked, never without end."""

import asyncio
import shutil
import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from funneldesk.server.web import outgoing
from funneldesk.server.web.outcome import Failure, Outcome
from funneldesk.server.web.outgoing import MOST_BYTES, exchange, request

Answer = Callable[[socket.socket], None]


@contextmanager
def listening(answer: Answer) -> Iterator[tuple[int, list[bytes]]]:
    """A server that reads a request's beginning and answers as told; gives port and requests."""
    heard: list[bytes] = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(5)

        def serve() -> None:
            try:
                while True:
                    connection, _ = server.accept()
                    with connection:
                        connection.settimeout(5)
                        heard.append(_request(connection))
                        answer(connection)
            except OSError:
                return

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield server.getsockname()[1], heard


def _request(connection: socket.socket) -> bytes:
    found = connection.recv(65_536)
    while found.startswith(b"POST") and not found.endswith(b"}"):
        found += connection.recv(65_536)
    return found


def saying(head: bytes, body: bytes = b"") -> Answer:
    def answer(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 " + head + b"\r\n\r\n" + body)

    return answer


def test_a_call_carries_its_body_as_json() -> None:
    with listening(saying(b"201 Created\r\nContent-Length: 2", b"ok")) as (port, heard):
        outcome = request("POST", f"http://127.0.0.1:{port}/hook?a=1", {"a": 1}, allow_private=True)
    assert (outcome.status, outcome.body, outcome.ok) == (201, b"ok", True)
    head, _, body = heard[0].partition(b"\r\n\r\n")
    assert head.startswith(b"POST /hook?a=1 HTTP/1.1")
    assert b"application/json" in head
    assert body == b'{"a": 1}'


def test_no_redirect_is_followed() -> None:
    with listening(saying(b"302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0")) as (
        port,
        heard,
    ):
        outcome = request("GET", f"http://127.0.0.1:{port}/", allow_private=True)
    assert (outcome.status, outcome.ok, len(heard)) == (302, False, 1)


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "[::1]", "10.0.0.1", "169.254.169.254", "[::ffff:10.0.0.1]"]
)
def test_private_networks_are_refused(host: str) -> None:
    with listening(saying(b"200 OK\r\nContent-Length: 0")) as (port, heard):
        assert request("GET", f"http://{host}:{port}/").failure is Failure.PRIVATE
    assert not heard


async def test_a_name_is_looked_up_once_and_that_address_is_gone_to() -> None:
    """So that a name cannot be public when looked at and private when called."""
    answers = iter([["127.0.0.1"], ["10.0.0.1"]])
    with listening(saying(b"200 OK\r\nContent-Length: 0")) as (port, heard):
        outcome = await exchange(
            "GET",
            f"http://shop.example:{port}/",
            allow_private=True,
            resolve=lambda name: next(answers),
        )
    assert outcome.status == 200
    assert f"Host: shop.example:{port}".encode() in heard[0]
    assert next(answers) == ["10.0.0.1"]


async def test_one_private_address_among_public_ones_is_enough_to_refuse() -> None:
    outcome = await exchange(
        "GET", "http://shop.example/", resolve=lambda name: ["93.184.216.34", "192.168.0.1"]
    )
    assert outcome.failure is Failure.PRIVATE


@pytest.mark.parametrize(
    "address", ["fec0::1", "64:ff9b:1::a00:1", "::127.0.0.1", "::ffff:0:127.0.0.1"]
)
async def test_a_name_that_leads_into_a_network_of_ones_own_is_refused(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is even tried: the address never reaches a socket."""
    tried: list[object] = []

    async def send(*words: object) -> Outcome:
        tried.append(words)
        return Outcome(200)

    monkeypatch.setattr(outgoing, "_send", send)
    found = await exchange("GET", "http://shop.example/", resolve=lambda _name: [address])
    literal = await exchange("GET", f"http://[{address}]/", resolve=lambda _name: ["93.184.216.34"])
    assert (found.failure, literal.failure, tried) == (Failure.PRIVATE, Failure.PRIVATE, [])


@pytest.mark.parametrize(
    "url", ["", "ftp://example.com/", "//example.com", "http://", "http://a:b@example.com/", "\0"]
)
def test_what_is_no_address_is_refused(url: str) -> None:
    assert request("GET", url).failure in (Failure.ADDRESS, Failure.NOT_HTTP)


def test_a_name_without_an_address_is_told_apart() -> None:
    outcome = outgoing.request("GET", "http://no-such-name.invalid/")
    assert outcome.failure is Failure.UNRESOLVED


def test_a_port_that_nobody_listens_on_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    outcome = request("GET", f"http://127.0.0.1:{port}/", allow_private=True)
    assert outcome.failure is Failure.UNREACHABLE


def test_what_is_no_http_is_said_to_be_none() -> None:
    with listening(lambda connection: connection.sendall(b"220 mail.example ESMTP\r\n")) as (
        port,
        _heard,
    ):
        plain = request("GET", f"http://127.0.0.1:{port}/", allow_private=True)
        secure = request("GET", f"https://127.0.0.1:{port}/", allow_private=True)
    assert plain.failure is Failure.NOT_HTTP
    assert secure.failure is Failure.NOT_HTTP


def test_an_answer_without_end_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        while True:
            connection.sendall(b"x" * 65_536)

    with listening(endless) as (port, _heard):
        outcome = request("GET", f"http://127.0.0.1:{port}/", allow_private=True)
    assert (outcome.status, len(outcome.body)) == (200, MOST_BYTES)


def test_an_answer_that_drips_is_given_up_as_a_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.5)

    def drip(connection: socket.socket) -> None:
        connection.sendall(b"HTTP/1.1 200 OK\r\n")
        for number in range(600):
            connection.sendall(b"X-%d: 1\r\n" % number)
            time.sleep(0.1)

    with listening(drip) as (port, _heard):
        outcome = request("GET", f"http://127.0.0.1:{port}/", allow_private=True)
    # Each drip comes in time: a limit for each of them alone never ends.
    assert outcome.failure is Failure.TIMEOUT


def test_a_name_that_takes_for_ever_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outgoing, "SECONDS", 0.2)
    given_up, answered = threading.Event(), threading.Event()

    def late(_host: str) -> list[str]:
        given_up.wait(60)
        answered.set()
        return []

    monkeypatch.setattr(outgoing, "_system_addresses", late)
    assert request("GET", "http://slow.example/").failure is Failure.TIMEOUT
    assert not answered.is_set()
    given_up.set()
    assert answered.wait(60)


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[Path, Path]:
    """A certificate that nobody trusts, and its key."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate")
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"),
            *("-nodes", "-days", "1", "-subj", "/CN=shop.example"),
            *("-addext", "subjectAltName=DNS:shop.example"),
            *("-keyout", str(key), "-out", str(certificate)),
        ],
        check=True,
        capture_output=True,
    )
    return certificate, key


async def test_a_certificate_that_nobody_trusts_is_told_apart(
    certificate: tuple[Path, Path],
) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    named: list[str | None] = []
    context.sni_callback = lambda _socket, name, _context: named.append(name)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 204 No Content\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0, ssl=context)
    url = f"https://shop.example:{server.sockets[0].getsockname()[1]}/"
    words = {"allow_private": True, "resolve": lambda _name: ["127.0.0.1"]}
    async with server:
        strict = await exchange("GET", url, **words)
        any_one = await exchange("GET", url, any_certificate=True, **words)
        outgoing._trusted().load_verify_locations(certificate[0])
        trusted = await exchange("GET", url, **words)
        outgoing._trusted.cache_clear()
    assert strict.failure is Failure.CERTIFICATE
    assert (any_one.status, trusted.status) == (204, 204)
    assert named == ["shop.example"] * 3
