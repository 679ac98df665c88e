"""Requests that two servers could read differently are refused (RFC 9112, 11.2)."""

import socket

import pytest
from platform_process import Served

BEHIND = b"GET /login HTTP/1.1\r\nHost: behind\r\n\r\n"
HEAD = b"POST /p/1/-/events HTTP/1.1\r\nHost: x\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def answers(running: Served, sent: bytes) -> list[bytes]:
    """The statuses of all answers until the platform closes, or has answered two."""
    host, port = running.base_url.removeprefix("http://").split(":")
    found = b""
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.sendall(sent)
        while found.count(b"HTTP/1.1 ") < 2 and (piece := connection.recv(65536)):
            found += piece
    return [answer[:3] for answer in found.split(b"HTTP/1.1 ")[1:]]


@pytest.mark.parametrize(
    "sent",
    [
        HEAD + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        HEAD + b"Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
        HEAD + b"X-Long: a\r\n b\r\nContent-Length: 0\r\n\r\n",
        HEAD + b"X-Long: a\r\n\tContent-Length: 5\r\n\r\n",
        b"GET /login HTTP/1.1\nHost: x\n\n",
        b"GET /login HTTP/1.1\r\nHost: x\r\n\n",
        b"GET /login HTTP/1.1\r\nHost: x\nX: y\r\n\r\n",
        CHUNKED + b"0\r\n\n",
        CHUNKED + b"0\r\nX: y\nZ: a\r\n\r\n",
        CHUNKED + b"0\r\nX: y\r\n\r\n",
        CHUNKED + b"2\n{}\r\n0\r\n\r\n",
    ],
)
def test_an_ambiguous_request_is_refused_and_the_connection_closed(
    platform: Served, sent: bytes
) -> None:
    assert answers(platform, sent + BEHIND) == [b"400"]


@pytest.mark.parametrize(
    "sent",
    [
        CHUNKED + b"2\r\n{}\r\n0\r\n\r\n",
        CHUNKED + b"0\r\n\r\n",
        HEAD + b"Content-Length: 2\r\n\r\n{}",
    ],
)
def test_the_connection_of_a_plain_request_goes_on(platform: Served, sent: bytes) -> None:
    first, second = answers(platform, sent + BEHIND)
    assert first.startswith(b"4")  # no visitor sends such events
    assert second == b"200"


def test_a_request_in_pieces_is_read_as_a_whole_one(platform: Served) -> None:
    """The last of the body's lines comes in two."""
    host, port = platform.base_url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as connection:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        whole = CHUNKED + b"2\r\n{}\r\n0\r\n\r\n" + BEHIND
        for place in range(len(whole)):
            connection.sendall(whole[place : place + 1])
        found = b""
        while found.count(b"HTTP/1.1 ") < 2:
            piece = connection.recv(65536)
            assert piece, found
            found += piece
    assert b"HTTP/1.1 200 " in found
