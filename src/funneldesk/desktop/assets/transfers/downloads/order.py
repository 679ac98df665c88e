"""Orders to download: which files, to which places on this computer."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Conflict = Literal["replace", "both", "skip"]
CONFLICTS: tuple[Conflict, ...] = ("replace", "both", "skip")


@dataclass(frozen=True, slots=True)
class DownloadItem:
    """One file to fetch. ``path`` is where it lies on the server and ``src`` its public address;
    ``size`` is what the list said of it, in bytes (0: not known). ``place`` is where it goes,
    relative to the order's target and safe on every system; ``note`` says how that differs from
    its own name, empty where it does not."""

    path: str
    src: str
    place: str
    size: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class DownloadOrder:
    """A decided download. ``target`` is a folder that is there; folders below it are made.

    ``conflict`` says what becomes of a file that lies at a place already: it is replaced, both are
    kept (the new one gets a number), or it stays and nothing is fetched.
    """

    title: str
    target: Path
    items: tuple[DownloadItem, ...]
    conflict: Conflict = "both"
