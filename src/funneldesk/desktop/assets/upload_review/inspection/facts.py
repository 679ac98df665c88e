"""Facts of a file on this computer before it is sent anywhere."""

import os
import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

_HALVES = re.compile("[\ud800-\udfff]")
Trouble = Literal["", "link", "loop", "special", "unreadable", "vanished", "empty", "deep"]


@dataclass(frozen=True, slots=True)
class FileFact:
    """One file that was chosen.

    ``place`` is its path in what was chosen, with slashes ("Summer/a.png"), as this computer has
    it: bytes that are no text are lone surrogates in it. ``size`` is in bytes, ``changed`` in
    nanoseconds since 1970. ``kind`` is the type of its content. ``width`` and ``height`` are
    pixels, 0 where there are none or they are not told. ``notes`` are sentences for the user;
    ``trouble`` is why it cannot be read, ``told`` the system's words for it. ``spooled``: the file
    is a copy of ours.
    """

    path: Path
    place: str
    size: int = 0
    changed: int = 0
    kind: str = ""
    width: int = 0
    height: int = 0
    moves: bool = False
    """It is an image that moves: a conversion would freeze it."""
    trouble: Trouble = ""
    told: str = ""
    notes: tuple[str, ...] = ()
    spooled: bool = False

    @property
    def name(self) -> str:
        """The last step of the place."""
        return self.place.rpartition("/")[2]

    @property
    def nfc_name(self) -> str:
        """The name in Unicode's form C: its other forms look the same, and mean the same."""
        return unicodedata.normalize("NFC", self.name)

    @property
    def folder(self) -> str:
        """The folder within what was chosen; empty for a file that was chosen by itself."""
        return self.place.rpartition("/")[0]

    @property
    def shown(self) -> str:
        """The place as clean text."""
        return clean(self.place)

    @classmethod
    def of(cls, told: Sequence[Any]) -> "FileFact":
        """A fact as the worker process tells it."""
        path, place, size, changed, kind, width, height, moves, trouble, words, notes = told
        return cls(
            Path(path),
            place,
            size,
            changed,
            kind,
            width,
            height,
            moves,
            trouble,
            words,
            tuple(notes),
        )


def clean(text: str) -> str:
    """Text that can be shown and kept: what is no character becomes the sign for it."""
    if text.isascii():
        return text
    try:
        return os.fsencode(text).decode("utf-8", "replace")
    except UnicodeEncodeError:  # halves of characters, which some systems allow
        return _HALVES.sub("\ufffd", text)


def one_line(text: str) -> str:
    """Clean text without signs that nobody sees: line ends, marks that turn the writing round."""
    plain = clean(text)
    if plain.isprintable():
        return plain
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in plain)
