"""Connections that begin a request and do not finish it are let go; slow ones are served."""

import socket
import threading
from collections.abc import Iterator
from itertools import repeat

import pytest
from platform_process import Place, Served, new_place, served

HEAD = b"POST /p/1/-/events HTTP/1.1\r\nHost: x\r\n"
BODY = HEAD + b"Content-Length: 100000\r\n\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"
PATIENCE = 1.0


@pytest.fixture(scope="module")
def hurried(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A platform that waits a second."""
    with (
        new_place(tmp_path_factory.mktemp("hurried")) as place,
        served(place, "--patience", str(PATIENCE)) as running,
    ):
        yield running


def connected(running: Served) -> socket.socket:
    """A connection to the platform."""
    host, port = running.base_url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


def rest(connection: socket.socket) -> bytes:
    """All that comes until the platform closes; fails when it never does."""
    found = b""
    try:
        while piece := connection.recv(65536):
            found += piece
    except ConnectionResetError:
        pass
    return found


def page(connection: socket.socket) -> bytes:
    """A whole answer with a page, of a connection that stays."""
    found = b""
    while not found.rstrip().endswith(b"</html>"):
        piece = connection.recv(65536)
        assert piece, found
        found += piece
    return found


@pytest.mark.parametrize(
    "sent",
    [b"", b"G", HEAD, BODY, BODY + b"{", HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\nab"],
)
def test_half_a_request_is_not_waited_for(hurried: Served, sent: bytes) -> None:
    with connected(hurried) as connection:
        connection.sendall(sent)
        answer = rest(connection)
    assert answer.startswith(b"HTTP/1.1 408 ")


@pytest.mark.parametrize("sent", [b"GET / HTTP/1.1\r\n", BODY])
def test_a_request_that_drips_is_not_waited_for_either(hurried: Served, sent: bytes) -> None:
    """A byte now and then wins no time: the head has an end, the body a least pace."""
    with connected(hurried) as connection:
        connection.sendall(sent)
        ended = threading.Event()

        def drip() -> None:
            for piece in repeat(b"a"):
                if ended.wait(PATIENCE / 5):
                    return
                try:
                    connection.sendall(piece)
                except OSError:
                    return

        dripping = threading.Thread(target=drip)
        dripping.start()
        answer = rest(connection)
        ended.set()
        dripping.join()
    assert answer == b"" or answer.startswith(b"HTTP/1.1 408 ")


def test_the_second_request_of_a_connection_has_its_deadline_too(hurried: Served) -> None:
    with connected(hurried) as connection:
        connection.sendall(b"GET /login HTTP/1.1\r\nHost: x\r\n\r\n")
        assert page(connection).startswith(b"HTTP/1.1 200 ")
        connection.sendall(b"GET /login HTT")
        assert b"HTTP/1.1 408 " in rest(connection)


def test_a_connection_may_rest_between_two_requests(hurried: Served) -> None:
    """As those of the program do: longer than anyone would be waited for within a request."""
    whole = b"GET /login HTTP/1.1\r\nHost: x\r\n\r\n"
    with connected(hurried) as resting, connected(hurried) as half:
        resting.sendall(whole)
        assert page(resting).startswith(b"HTTP/1.1 200 ")
        half.sendall(HEAD)
        rest(half)  # as soon as this one is closed, the other would have been
        resting.sendall(whole)
        assert page(resting).startswith(b"HTTP/1.1 200 ")


@pytest.mark.deep
def test_many_half_open_connections_keep_nobody_out(place: Place) -> None:
    with served(place, "--patience", "2") as running:
        held = [connected(running) for _ in range(200)]
        for connection in held:
            connection.sendall(HEAD)
        with connected(running) as visitor:
            visitor.sendall(b"GET /login HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            assert rest(visitor).startswith(b"HTTP/1.1 200 ")
        for connection in held:
            assert rest(connection).startswith(b"HTTP/1.1 408 ")
            connection.close()
        assert "Traceback" not in running.log.read_text("utf-8")
