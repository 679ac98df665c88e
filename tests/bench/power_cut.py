"""The disk as a power cut leaves it: all that was synced, and of the rest any sectors at all.

``power_cut.c``, loaded before the C library, keeps a journal of what a program asks of its files.
What was written after a file's last sync is, sector by sector, written, left out or half there.
"""

import random
import shutil
import struct
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
_HEAD = struct.Struct("<IIQQd")
_SOURCE = Path(__file__).with_suffix(".c")


def build(folder: Path) -> Path | None:
    """The compiled shim, or None where there is no compiler."""
    compiler = shutil.which("cc")
    if compiler is None:
        return None
    made = folder / "power_cut.so"
    words = [compiler, "-O1", "-shared", "-fPIC", "-o", str(made), str(_SOURCE), "-ldl"]
    subprocess.run(words, check=True, capture_output=True)
    return made


@dataclass
class CutFile:
    """One file: its bytes as synced, and the changes that came after."""

    durable: bytearray
    pending: list[tuple[int, bytes | None]] = field(default_factory=list)
    synced: int = 0

    def sync(self) -> None:
        """All that was written so far is durable."""
        for place, data in self.pending:
            _apply(self.durable, place, data)
        self.pending.clear()
        self.synced += 1

    def after_the_cut(self, chance: random.Random) -> bytes:
        """What the disk holds: of what came after the last sync, any sectors."""
        left = bytearray(self.durable)
        for place, data in self.pending:
            if data is None:
                if chance.random() < 0.5:
                    _apply(left, place, None)
                continue
            for at in range(0, len(data), SECTOR):
                if chance.random() < 0.5:
                    _apply(left, place + at, data[at : at + SECTOR])
        return bytes(left)


class Record(NamedTuple):
    """One thing that was asked of a file, and when (``time.monotonic``)."""

    kind: str
    number: int
    offset: int
    moment: float
    data: bytes


def records(journal: bytes) -> list[Record]:
    """What a journal holds; a last record that the end cut off counts as not done."""
    found: list[Record] = []
    at = 0
    while at + _HEAD.size <= len(journal):
        operation, number, offset, length, moment = _HEAD.unpack_from(journal, at)
        at += _HEAD.size
        kind, data = chr(operation), b""
        if kind in "owu":
            data = journal[at : at + length]
            at += length
            if len(data) < length:
                break
        found.append(Record(kind, number, offset, moment, data))
    return found


class Disk:
    """The files of one folder: how they were, and what was done to them since."""

    def __init__(self, folder: str, files: Mapping[str, bytes]) -> None:
        self._folder = folder
        self._names: dict[int, str] = {}
        self._going: list[str] = []
        self.files = {name: CutFile(bytearray(content)) for name, content in files.items()}

    def replay(self, done: Iterable[Record]) -> None:
        """Carry out what was done."""
        for kind, number, offset, _, data in done:
            if kind == "o":
                self._names[number] = Path(data.decode()).name
            elif kind == "u":
                self._going.append(Path(data.decode()).name)
            elif kind == "s" and self._names.get(number) == self._folder:
                self._let_go(self._going)
                self._going = []
            elif number in self._names:
                file = self.files.setdefault(self._names[number], CutFile(bytearray()))
                self._do(file, kind, offset, data)

    def cut(self, into: Path, chance: random.Random) -> int:
        """Write the files as a power cut leaves them; how many bytes were still on their way."""
        into.mkdir(parents=True)
        on_the_way = 0
        self._let_go([name for name in self._going if chance.random() < 0.5])
        for name, file in self.files.items():
            # The index of the log lies in shared memory: it does not outlive a power cut.
            if not name.endswith("-shm"):
                on_the_way += sum(len(data or b"") for _, data in file.pending)
                (into / name).write_bytes(file.after_the_cut(chance))
        return on_the_way

    def _let_go(self, names: list[str]) -> None:
        for name in names:
            self.files.pop(name, None)

    @staticmethod
    def _do(file: CutFile, kind: str, offset: int, data: bytes) -> None:
        if kind == "w":
            file.pending.append((offset, data))
        elif kind == "t":
            file.pending.append((offset, None))
        elif kind == "s":
            file.sync()


def files_of(folder: Path) -> dict[str, bytes]:
    """What lies in a folder."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


def _apply(content: bytearray, place: int, data: bytes | None) -> None:
    if data is None:
        del content[place:]
        content.extend(bytes(place - len(content)))
        return
    if place > len(content):
        content.extend(bytes(place - len(content)))
    content[place : place + len(data)] = data
