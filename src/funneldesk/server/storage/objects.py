"""Objects under keys, in a folder or in a bucket: obstore with the failures in our own words."""

from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, BinaryIO

from funneldesk.server.web.answers import CutShort
from funneldesk.server.web.errors import Refused

if TYPE_CHECKING:
    from obstore import GetResult
    from obstore.store import ObjectStore

_PART = 8 * 1024 * 1024
"""Bytes of a part of a large object, of which two are on their way at a time."""


class StorageAway(Refused):
    """The storage does not answer, or does not let this platform in (503)."""

    def __init__(self) -> None:
        super().__init__(503, {"message": "the storage of files cannot be reached; try again"})


class Objects:
    """One store. Methods raise FileNotFoundError where they say so, and StorageAway."""

    def __init__(self, store: "ObjectStore") -> None:
        self._store = store

    def put(self, key: str, file: BinaryIO | bytes) -> None:
        """Store an object, whole or not at all."""
        from obstore import put

        with _reachable():
            put(self._store, key, file, chunk_size=_PART, max_concurrency=2)

    def head(self, key: str) -> Mapping[str, Any]:
        """What is known of an object. Raises FileNotFoundError."""
        from obstore import head

        with _reachable():
            return head(self._store, key)

    def get(self, key: str, window: tuple[int, int] | None) -> "GetResult":
        """An object, or the bytes ``[start, end)`` of it. Raises FileNotFoundError."""
        from obstore import get

        with _reachable():
            return get(self._store, key, options={"range": window} if window else {})

    def pieces(self, found: "GetResult", size: int) -> Generator[bytes]:
        """The bytes of an object, some at a time. Raises CutShort."""
        try:
            with _reachable():
                for piece in found.stream(size):
                    yield bytes(piece)
        except StorageAway as error:
            raise CutShort("the storage of files broke off") from error

    def delete(self, key: str) -> None:
        """Remove an object; one that is not there is no failure."""
        from obstore import delete

        with _reachable(), suppress(FileNotFoundError):
            delete(self._store, key)

    def rename(self, key: str, to: str) -> None:
        """Give an object another key. Raises FileNotFoundError."""
        from obstore import rename

        with _reachable():
            rename(self._store, key, to)

    def copy(self, key: str, to: str) -> None:
        """Copy an object. Raises FileNotFoundError."""
        from obstore import copy

        with _reachable():
            copy(self._store, key, to)

    def below(self, prefix: str, chunk: int) -> Iterator[Mapping[str, Any]]:
        """All objects whose keys begin with the steps of ``prefix``, read ``chunk`` at a time."""
        from obstore import list as list_objects

        with _reachable():
            for found in list_objects(self._store, prefix=prefix, chunk_size=chunk):
                yield from found


@contextmanager
def _reachable() -> Iterator[None]:
    from obstore.exceptions import BaseError

    try:
        yield
    except BaseError as error:
        raise StorageAway from error
