"""Platforms and their reference in processes of their own, for the programs beside this file."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

sys.path.insert(0, str(Path(__file__).parents[1] / "server" / "support"))

from measure import done
from platform_process import PROGRAM, Place, Served, api_headers, run_keys, sampled, served

__all__ = [
    "PROGRAM",
    "Line",
    "Place",
    "Served",
    "api_headers",
    "bare",
    "platform",
    "processor_seconds",
    "reference",
    "resident_bytes",
    "sampled",
    "served",
]

BRAND = 1


@dataclass
class Line:
    """One kept connection to a server."""

    connection: http.client.HTTPConnection
    key: str

    def call(self, method: str, path: str, body: bytes | None = None, **more: str) -> bytes:
        """One call; anything but success raises RuntimeError."""
        headers = {"SVC-Access-Key": self.key, "Accept": "application/json", **more}
        if body is not None:
            headers.setdefault("Content-Type", "application/json")
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        content = answer.read()
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {content[:200]!r}")
        return content

    def rate(self, path: str, calls: int) -> float:
        """Reads a second."""
        started = time.perf_counter()
        for _ in range(calls):
            self.call("GET", path)
        return calls / done(time.perf_counter() - started, requests=calls)


def owner_key(place: Place) -> str:
    """A key of the owner of brand 1, which is made when it is not there."""
    words = ("create", "--brand", str(BRAND), "--role", "owner", "--new-brand", "Measured")
    return run_keys(place, *words).stdout.split()[-1]


@contextmanager
def platform(place: Place, *words: str) -> Iterator[tuple[Served, Line]]:
    """A running platform and a connection to it, with the owner's key."""
    key = owner_key(place)
    with served(place, *words) as running, _line(running.base_url, key) as line:
        yield running, line


@contextmanager
def bare(database: Path) -> Iterator[Line]:
    """The bare reference on a database file."""
    with (
        reference("bare_asgi.py", database) as port,
        _line(f"http://127.0.0.1:{port}", "") as line,
    ):
        yield line


@contextmanager
def reference(program: str, database: Path) -> Iterator[int]:
    """A program beside this file, running until the block ends; gives its port."""
    words = [sys.executable, str(Path(__file__).with_name(program)), str(database)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield int(process.stdout.readline())
        finally:
            process.kill()


def resident_bytes(process: "subprocess.Popen[bytes]") -> int:
    """The most memory that a process has held at a time; the mark is set back by reading it."""
    status = Path(f"/proc/{process.pid}/status").read_text("ascii")
    (line,) = [line for line in status.splitlines() if line.startswith("VmHWM:")]
    Path(f"/proc/{process.pid}/clear_refs").write_text("5", "ascii")
    return int(line.split()[1]) * 1024


def processor_seconds(process: "subprocess.Popen[bytes]") -> float:
    """What a process has had of the processor since it began."""
    words = Path(f"/proc/{process.pid}/stat").read_text("ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def _line(address: str, key: str) -> Iterator[Line]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=120)
    try:
        yield Line(connection, key)
    finally:
        connection.close()
