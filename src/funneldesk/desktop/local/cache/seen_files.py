"""Public files that were seen, kept on disk for when the server cannot be reached. No Qt here.

All of it can be fetched again: what cannot be kept or was spoilt counts as never seen.
"""

import contextlib
import hashlib
import os
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

BUDGET = 200_000_000
"""Bytes of one brand's files together."""
_KEPT = 0.9
"""Share of the budget that is left once the files that were not seen for longest are gone."""
_ENDING = ".seen"
_CHECK = hashlib.sha256().digest_size


class SeenFiles:
    """One folder; every method waits for the disk, may be used on any thread, and raises nothing.

    A file is known by the path and query of its address: a server may move to another host.
    """

    def __init__(self, folder: Path, budget: int = BUDGET) -> None:
        self._folder = folder
        self._budget = budget
        self._lock = threading.Lock()
        self._weight = -1

    def get(self, address: str) -> bytes | None:
        """The content last seen at an address; None when that is not known."""
        place = self._place(address)
        with contextlib.suppress(OSError):
            raw = place.read_bytes()
            check, content = raw[:_CHECK], raw[_CHECK:]
            if hashlib.sha256(content).digest() == check:
                os.utime(place)
                return content
            place.unlink()
        return None

    def keep(self, address: str, content: bytes) -> None:
        """Keep what was just seen; the files that were not seen for longest make room."""
        if len(content) > self._budget // 4:
            return
        with self._lock, contextlib.suppress(OSError):
            self._write(self._place(address), hashlib.sha256(content).digest() + content)
            if self._weight > self._budget:
                self._prune()

    def _write(self, place: Path, raw: bytes) -> None:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._weight < 0:
            self._weight = sum(size for _, size, _ in self._files())
        before = place.stat().st_size if place.exists() else 0
        handle, name = tempfile.mkstemp(dir=self._folder)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(raw)
            Path(name).replace(place)
        except BaseException:
            with contextlib.suppress(OSError):
                Path(name).unlink()
            raise
        self._weight += len(raw) - before

    def _prune(self) -> None:
        for _, size, place in sorted(self._files()):
            if self._weight <= self._budget * _KEPT:
                return
            place.unlink()
            self._weight -= size

    def _files(self) -> Iterator[tuple[float, int, Path]]:
        for place in self._folder.glob(f"*{_ENDING}"):
            found = place.stat()
            yield found.st_mtime, found.st_size, place

    def _place(self, address: str) -> Path:
        parts = urlsplit(address)
        named = f"{parts.path}?{parts.query}".encode("utf-8", "surrogatepass")
        return self._folder / (hashlib.sha256(named).hexdigest() + _ENDING)
