"""Uploads of the largest size: memory stays flat, and a cut leaves nothing (quirk 35)."""

import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from awaited import eventually
from platform_process import NewBrand, Place, Served, TestBrand, api_headers, served

from funneldesk.server.db.engine import Database

MEGABYTE = 1024 * 1024
MOST_GROWTH = 96 * MEGABYTE
"""Less than half of what is sent. Twenty files of a megabyte each may wait in memory by design,
and two parts of one file are on their way to the storage."""


@pytest.fixture
def alone(place: Place) -> Iterator[tuple[Served, TestBrand]]:
    """A platform that does nothing else, and a brand on it."""
    with served(place) as platform:
        database = Database(place.url)
        brand = NewBrand(platform.base_url, database)()
        yield platform, brand
        for client in brand.clients:
            client.close()
        database.close()


def memory(platform: Served, kind: str) -> int:
    """Bytes: ``VmRSS`` now, ``VmHWM`` at most so far."""
    status = Path(f"/proc/{platform.process.pid}/status")
    if not status.exists():
        pytest.skip("the system tells no process's memory")
    line = next(line for line in status.read_text().splitlines() if line.startswith(kind))
    return int(line.split()[1]) * 1024


def bulk(brand: TestBrand, files: list[tuple[str, Any]]) -> Any:
    parts = [("files[]", one) for one in files]
    address = f"{brand.base_url}/api/brands/{brand.id}/file-manager/bulk-upload-files"
    headers = api_headers(brand.key())
    return httpx.post(address, files=parts, headers=headers, timeout=120, trust_env=False).json()


@pytest.mark.deep
def test_memory_stays_flat_for_the_largest_upload(
    alone: tuple[Served, TestBrand], tmp_path: Path
) -> None:
    platform, brand = alone
    big = tmp_path / "big.css"
    big.write_bytes(b"a{color:red}\n" * (10 * MEGABYTE // 13))
    assert bulk(brand, [("small.css", b"a{}")])["summary"]["uploaded"] == 1
    before = memory(platform, "VmRSS")
    for _ in range(2):
        opened = [big.open("rb") for _ in range(20)]
        files = [(f"{number}.css", file) for number, file in enumerate(opened)]
        assert bulk(brand, files)["summary"]["uploaded"] == 20
        for file in opened:
            file.close()
    assert memory(platform, "VmHWM") - before < MOST_GROWTH


def test_an_upload_that_is_cut_leaves_nothing(alone: tuple[Served, TestBrand]) -> None:
    platform, brand = alone
    parts = urlsplit(platform.base_url)
    head = (
        f"POST /api/brands/{brand.id}/file-manager/upload-file HTTP/1.1\r\n"
        f"Host: {parts.netloc}\r\nSVC-Access-Key: {brand.key()}\r\nAccept: application/json\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 5000000\r\n\r\n"
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a.css"\r\n\r\n'
    )
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as line:
        line.sendall(head.encode() + b"a" * 3_000_000)
    incoming = platform.place.data / "storage" / str(brand.id) / "incoming"
    eventually(lambda: not incoming.exists() or not list(incoming.iterdir()))
    api = brand.api()
    assert api.get("/file-manager/files").json() == []
    assert api.get("/file-manager/assets").json() == []
    assert "failed" not in platform.log.read_text("utf-8")


def test_a_body_beyond_all_bounds_is_refused_by_its_head(alone: tuple[Served, TestBrand]) -> None:
    platform, brand = alone
    parts = urlsplit(platform.base_url)
    head = (
        f"POST /api/brands/{brand.id}/file-manager/bulk-upload-files HTTP/1.1\r\n"
        f"Host: {parts.netloc}\r\nSVC-Access-Key: {brand.key()}\r\nAccept: application/json\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\nContent-Length: 999999999999\r\n\r\n"
    )
    with socket.create_connection((parts.hostname or "", parts.port or 0)) as line:
        line.sendall(head.encode())
        line.settimeout(10)
        assert line.recv(100).startswith(b"HTTP/1.1 413")
