"""Writing to the platform: a page of 200 KB, 20 files of 10 MB, and what memory that takes.

References in the same run: the least ASGI program with sqlite3, and plain files with fsync.
"""

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from measure import Aim, machine, paired, report, size
from platform_under_test import BRAND, Line, Place, Served, bare, platform, resident_bytes

PAGE_BYTES = 200_000
SAVES = size(20, 2)
FILES = size(20, 3)
FILE_BYTES = size(10_000_000, 100_000)
MOST_GROWTH = 40_000_000
"""Bytes that the platform may grow by for any upload: buffers and the allocator's slack."""


def save(line: Line, path: str, counter: Iterator[int]) -> float:
    """Seconds for one save, over several."""
    started = time.perf_counter()
    for _ in range(SAVES):
        html = f"<p>{next(counter)}</p>".ljust(PAGE_BYTES, "x")
        line.call("PUT", path, json.dumps({"title": "Measured", "html": html}).encode())
    return (time.perf_counter() - started) / SAVES


def numbers() -> Iterator[int]:
    """0, 1, 2, …"""
    number = 0
    while True:
        yield number
        number += 1


def picture() -> bytes:
    """10 MB that are told to be a picture by their first bytes."""
    head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89"
    return head + os.urandom(FILE_BYTES - len(head))


def form(content: bytes) -> tuple[bytes, str]:
    """All files as one multipart body, and its content type."""
    mark = "funneldesk-measures-this"
    pieces = []
    for number in range(FILES):
        disposition = f'form-data; name="files[]"; filename="picture-{number}.png"'
        head = f"--{mark}\r\nContent-Disposition: {disposition}\r\nContent-Type: image/png\r\n\r\n"
        pieces += [head.encode(), content, b"\r\n"]
    return b"".join([*pieces, f"--{mark}--\r\n".encode()]), f"multipart/form-data; boundary={mark}"


def upload(line: Line, body: bytes, kind: str) -> float:
    """Seconds for one bulk upload."""
    started = time.perf_counter()
    path = f"/api/brands/{BRAND}/file-manager/bulk-upload-files"
    answer = json.loads(line.call("POST", path, body, **{"Content-Type": kind}))
    if answer["summary"]["uploaded"] != FILES:
        raise RuntimeError(f"not every file arrived: {answer['summary']}")
    return time.perf_counter() - started


def write_plainly(folder: Path, content: bytes) -> float:
    """Seconds for the same files written one by one, each durable."""
    started = time.perf_counter()
    for number in range(FILES):
        with (folder / f"picture-{number}.png").open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    return time.perf_counter() - started


def measure_saves(line: Line, reference: Line) -> bool:
    """A page of 200 KB, durable at each save."""
    path = f"/api/brands/{BRAND}/pages"
    page = json.loads(line.call("POST", path, b'{"title": "Measured"}'))["page"]["id"]
    counter = numbers()
    pairs = paired(
        lambda: save(line, f"{path}/{page}", counter) * 1000,
        lambda: save(reference, "/", counter) * 1000,
    )
    return report(
        "Saving a page of 200 KB",
        pairs,
        unit="ms",
        names=("platform", "bare ASGI with sqlite3"),
        aim=Aim(at_most=3),
        bytes=PAGE_BYTES,
    )


def measure_uploads(running: Served, line: Line, folder: Path) -> bool:
    """200 MB in one request, and the memory that it takes."""
    content = picture()
    body, kind = form(content)
    upload(line, body, kind)
    resident_bytes(running.process)
    before = resident_bytes(running.process)
    pairs = paired(
        lambda: upload(line, body, kind), lambda: write_plainly(folder, content), runs=5, warm_up=0
    )
    growth = resident_bytes(running.process) - before
    met = report(
        "Uploading 20 files of 10 MB in one request",
        pairs,
        unit="s",
        names=("platform", "plain write with fsync"),
        aim=Aim(at_most=4),
        bytes=FILES * FILE_BYTES,
    )
    print(f"  memory: {growth / 1e6:,.1f} MB more at the most, for {len(body) / 1e6:,.0f} MB sent")
    return met and growth <= MOST_GROWTH


def main() -> int:
    """Measure all; 0 when every aim is met."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        place = Place(folder / "data", None)
        with platform(place) as (running, line), bare(folder / "bare.db") as reference:
            results = [measure_saves(line, reference), measure_uploads(running, line, folder)]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
