"""Files on their way to the platform: a form that is made while it is sent (quirks 34 and 35).

A file is read piece by piece in a thread, so neither its size nor a slow disk is ever felt by the
event loop or by memory.
"""

import asyncio
import secrets
from collections.abc import AsyncGenerator, AsyncIterable, AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from funneldesk.client.held_file import HeldFile

PIECE = 262_144
"""Bytes that are read and sent at a time."""

Progress = Callable[[int, int | None], None]
"""Told how many bytes of the files went out, and how many there are (None when unknown)."""


class CannotRead(Exception):
    """What was to be sent cannot be read; the message says why, for the person who chose it."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be sent under ``name``.

    ``content`` is a path, bytes, or chunks as they come. Chunks can be sent only once, and are
    quickest to be refused when ``size`` (bytes) tells how many there will be.
    """

    name: str
    content: Path | bytes | AsyncIterable[bytes] = field(repr=False)
    size: int | None = None

    @classmethod
    def of(cls, path: Path) -> "Upload":
        """A file of this computer, under its own name."""
        return cls(path.name, path)


@dataclass(frozen=True, slots=True)
class _Part:
    """One part of the form: what stands before its content, and the content's size."""

    head: bytes
    upload: Upload
    size: int | None


class Form:
    """A multipart form that is sent once: fields, then files. ``length`` is in bytes, if known.

    Make it by ``prepare``. ``failure`` tells why the files could not be read to their end.
    """

    def __init__(
        self, boundary: str, fields: bytes, parts: Sequence[_Part], progress: Progress | None
    ) -> None:
        self.content_type = f"multipart/form-data; boundary={boundary}"
        self.failure: CannotRead | None = None
        self._fields = fields
        self._parts = parts
        self._end = f"--{boundary}--\r\n".encode()
        self._progress = progress
        self._sent = 0
        self._file: HeldFile | None = None

    @property
    def length(self) -> int | None:
        """The size of the whole form."""
        total = self._total
        if total is None:
            return None
        heads = sum(len(part.head) + len(b"\r\n") for part in self._parts)
        return len(self._fields) + heads + total + len(self._end)

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        """The form, piece by piece. Raises CannotRead, and keeps it in ``failure``."""
        try:
            yield self._fields
            for part in self._parts:
                yield part.head
                async for piece in self._content(part):
                    yield piece
                    self._note(len(piece))
                yield b"\r\n"
            yield self._end
        except CannotRead as error:
            self.failure = error
            raise
        finally:
            self.close()

    def close(self) -> None:
        """Let go of the file that is being read."""
        if self._file is not None:
            self._file.close()
            self._file = None

    @property
    def _total(self) -> int | None:
        sizes = [part.size for part in self._parts]
        return None if None in sizes else sum(size or 0 for size in sizes)

    async def _content(self, part: _Part) -> AsyncIterator[bytes]:
        """Exactly as many bytes as were announced."""
        left = part.size
        async for piece in self._pieces(part.upload):
            if left is not None:
                if len(piece) > left:
                    raise CannotRead(f"{part.upload.name} grew while it was sent.")
                left -= len(piece)
            if piece:
                yield piece
        if left:
            raise CannotRead(f"{part.upload.name} shrank while it was sent.")

    async def _pieces(self, upload: Upload) -> AsyncIterator[bytes]:
        if isinstance(upload.content, bytes):
            for start in range(0, len(upload.content), PIECE):
                yield upload.content[start : start + PIECE]
        elif isinstance(upload.content, Path):
            async for piece in self._read(upload.content):
                yield piece
        else:
            async for piece in upload.content:
                yield bytes(piece)

    async def _read(self, path: Path) -> AsyncIterator[bytes]:
        try:
            self._file = file = HeldFile(lambda: path.open("rb"))
            while piece := await asyncio.to_thread(file.next, PIECE):
                yield piece
        except (OSError, ValueError) as error:
            raise _unreadable(path, error) from error
        self.close()

    def _note(self, count: int) -> None:
        self._sent += count
        if self._progress is not None:
            self._progress(self._sent, self._total)


async def prepare(
    fields: Sequence[tuple[str, str]],
    files: Sequence[tuple[str, Upload]],
    progress: Progress | None = None,
) -> Form:
    """A form with these fields and files, by name, in order. Raises CannotRead."""
    boundary = secrets.token_hex(24)
    opening = f"--{boundary}\r\nContent-Disposition: form-data; name="
    texts = [f'{opening}"{_quoted(name)}"\r\n\r\n{value}\r\n' for name, value in fields]
    parts = []
    for name, upload in files:
        head = f'{opening}"{_quoted(name)}"; filename="{_quoted(upload.name)}"\r\n'
        kind = "Content-Type: application/octet-stream\r\n\r\n"
        parts.append(_Part((head + kind).encode(), upload, await _size(upload)))
    return Form(boundary, "".join(texts).encode(), parts, progress)


async def _size(upload: Upload) -> int | None:
    if isinstance(upload.content, bytes):
        return len(upload.content)
    if not isinstance(upload.content, Path):
        return upload.size
    try:
        return (await asyncio.to_thread(upload.content.stat)).st_size
    except (OSError, ValueError) as error:
        failure = _unreadable(upload.content, error)
    raise failure


def _unreadable(path: Path, error: Exception) -> CannotRead:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "no such file"
    return CannotRead(f"{path.name} cannot be read: {reason}.")


def _quoted(text: str) -> str:
    """As browsers write names in a form."""
    return text.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
