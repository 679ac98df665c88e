"""Answers that nobody reads are given up, and what was opened for them is closed."""

import socket
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from awaited import eventually
from platform_process import PROGRAM, BrandApi, Place, Served, api_headers, run_keys, served

from funneldesk.server.deadlines import TimelyProtocol

BRAND = 7
PATIENCE = "1"
LARGE = 6 * 1024 * 1024
HANDLES = 400
MANY = 150
"""More than a process of so many handles takes."""

LIMITED = ("sh", "-c", f'ulimit -n {HANDLES} && exec "$@"', "sh", *PROGRAM)
SHOWN = f"/cdn/{BRAND}/assets/large.bin"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no limit of handles")

NEEDS_PROC = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="only /proc tells which files are open"
)


@pytest.fixture
def key(place: Place) -> str:
    """The key of a new brand's owner, which has a large file."""
    words = ("--brand", str(BRAND), "--role", "owner", "--new-brand", "Harbor")
    made = run_keys(place, "create", *words).stdout.strip()
    folder = place.data / "storage" / str(BRAND) / "assets"
    folder.mkdir(parents=True)
    (folder / "large.bin").write_bytes(bytes(LARGE))
    return made


@pytest.fixture
def connections() -> Iterator[ExitStack]:
    """Closed with the test."""
    with ExitStack() as stack:
        yield stack


def asking(running: Served, connections: ExitStack, asked: bytes) -> socket.socket:
    """A connection that asks for something and never reads."""
    host, port = running.base_url.removeprefix("http://").split(":")
    connection = connections.enter_context(socket.socket())
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.settimeout(60)
    connection.connect((host, int(port)))
    connection.sendall(asked)
    return connection


def get(path: str) -> bytes:
    """A call in its bytes."""
    return f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n".encode()


def status(running: Served, path: str) -> int:
    """What a new visitor gets."""
    return httpx.get(running.base_url + path, trust_env=False, timeout=60).status_code


def open_files(running: Served) -> int:
    """How often the platform has the large file open."""
    found = 0
    for entry in Path(f"/proc/{running.process.pid}/fd").iterdir():
        try:
            found += entry.readlink().name == "large.bin"
        except OSError:  # closed a moment ago
            continue
    return found


@NEEDS_PROC
def test_readers_that_never_read_keep_nobody_out(
    place: Place, key: str, connections: ExitStack
) -> None:
    with served(place, "--patience", PATIENCE, program=LIMITED) as running:
        held = [asking(running, connections, get(SHOWN)) for _ in range(MANY)]
        assert {status(running, "/login"), status(running, SHOWN)} <= {200, 503}
        eventually(lambda: open_files(running), lambda found: found == 0)
        assert [status(running, path) for path in ("/login", SHOWN)] == [200, 200]
        for connection in held:
            assert read_on(connection) < LARGE
        assert "Traceback" not in running.log.read_text("utf-8")
        assert "Too many open files" not in running.log.read_text("utf-8")


def read_on(connection: socket.socket) -> int:
    """How many bytes there are until the platform's end of it."""
    found = 0
    try:
        while piece := connection.recv(65536):
            found += len(piece)
    except ConnectionError:
        pass
    return found


@pytest.mark.parametrize(("asked", "many", "last"), [(SHOWN, MANY, "/login"), ("", 250, "")])
def test_a_connection_too_many_is_told_so(
    place: Place, key: str, connections: ExitStack, asked: str, many: int, last: str
) -> None:
    """With its request, or before it sends one."""
    with served(place, "--patience", "60", program=LIMITED) as running:
        for _ in range(many):
            asking(running, connections, get(asked) if asked else b"")
        answer = asking(running, connections, get(last) if last else b"").recv(65536)
        assert answer.startswith(b"HTTP/1.1 503 ")
        assert "Traceback" not in running.log.read_text("utf-8")


class Line:
    """A transport of which a test says how much waits for the reader."""

    waiting = 0

    def get_write_buffer_size(self) -> int:
        """How many bytes wait."""
        return self.waiting


@pytest.mark.parametrize(
    ("waiting", "dropped"),
    [
        ([5_000_000] * 30, True),
        ([0] * 60, False),
        ([5_000_000 - 300 * second for second in range(600)], False),
        ([5_000_000 - second for second in range(60)], True),
        ([200_000, 900, 200_000, 900] * 20, False),
        ([60_000] * 15 + [0] + [60_000] * 15, False),
    ],
)
def test_who_reads_slowly_gets_all(waiting: list[int], dropped: bool) -> None:
    """300 bytes a second are a line, a byte a second is none; a look each second."""
    line, found = Line(), TimelyProtocol.__new__(TimelyProtocol)
    found.transport = line  # type: ignore[assignment]
    late = []
    for second, line.waiting in enumerate(waiting):
        late.append(found._is_unread(float(second), 20.0))
    assert any(late) == dropped


@NEEDS_PROC
def test_files_are_closed_when_their_readers_go(place: Place, key: str) -> None:
    with served(place, "--patience", "60") as running:
        with ExitStack() as connections:
            for _ in range(40):
                asking(running, connections, get(SHOWN))
            assert eventually(lambda: open_files(running), lambda found: found == 40)
        # No other call is made meanwhile: only closing closes them.
        assert eventually(lambda: open_files(running), lambda found: found == 0) == 0


def test_a_request_behind_an_unread_answer_waits(
    place: Place, key: str, connections: ExitStack
) -> None:
    """So that thirty of them are not thirty answers in memory."""
    with (
        served(place, "--patience", "60") as running,
        httpx.Client(headers=api_headers(key), trust_env=False, timeout=60) as client,
    ):
        api = BrandApi(f"{running.base_url}/api/brands/{BRAND}", client)
        page = {"title": "Large", "slug": "large", "status": "published", "html": "x" * 3_000_000}
        assert api.post("/pages", json=page).status_code == 200
        body = b'{"name":"Behind it"}'
        write = (
            f"POST /api/brands/{BRAND}/quizzes HTTP/1.1\r\nHost: x\r\nSVC-Access-Key: {key}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        reader = asking(running, connections, get(f"/p/{BRAND}/large") + write)
        assert reader.recv(12) == b"HTTP/1.1 200"
        for _ in range(20):
            assert api.get("/quizzes").json()["total"] == 0
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1_000_000)
        found = b""
        while b"Behind it" not in found[-4096:]:
            piece = reader.recv(65536)
            assert piece
            found += piece
        assert api.get("/quizzes").json()["total"] == 1
