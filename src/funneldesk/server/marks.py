"""Marks of the processes that receive into a data folder, so that only what the dead left is swept.

Each holds the lock of a file of its own, which the system lets go of however the process ends. What
is not whole yet begins with the name of that file.
"""

import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from funneldesk.server.folder import lock

OWN = secrets.token_hex(8)
"""The name of this process."""

_FOLDER = "working"
_TRIES = 100
_PAUSE_SECONDS = 0.01


def half_name() -> str:
    """A name for what this process has not finished."""
    return f"{OWN}.{secrets.token_hex(16)}"


@contextmanager
def marked(data: Path) -> Iterator[None]:
    """Be known to be at work in a folder until the block ends. Raises OSError."""
    path = data / _FOLDER / OWN
    path.parent.mkdir(mode=0o700, exist_ok=True)
    descriptor = _taken(path)
    try:
        yield
    finally:
        if descriptor is not None:
            os.close(descriptor)
            with suppress(OSError):
                path.unlink()


@contextmanager
def left_by_the_dead(data: Path) -> Iterator[tuple[set[str], set[str]]]:
    """The names of processes that are gone, and of those that live; the former are then forgotten.

    While the block runs nobody else takes the marks of the dead away.
    """
    gone, living, descriptors = set[str](), set[str](), list[int]()
    try:
        for path in (data / _FOLDER).glob("*"):
            descriptor = _locked(path, os.O_RDWR)
            if descriptor is None:
                living.add(path.name)
            else:
                descriptors.append(descriptor)
                gone.add(path.name)
        yield gone, living
    finally:
        for descriptor in descriptors:
            os.close(descriptor)
    for name in gone:
        with suppress(OSError):  # another one was quicker
            (data / _FOLDER / name).unlink()


def _taken(path: Path) -> int | None:
    """The lock of a new mark; None when this very process holds it for another platform already."""
    for _ in range(_TRIES):
        descriptor = _locked(path, os.O_RDWR | os.O_CREAT)
        if descriptor is not None:
            with suppress(FileNotFoundError):  # whoever sweeps may have taken it for a dead one's
                if os.path.samestat(path.stat(), os.fstat(descriptor)):
                    return descriptor
            os.close(descriptor)
        time.sleep(_PAUSE_SECONDS)
    return None


def _locked(path: Path, flags: int) -> int | None:
    try:
        descriptor = os.open(path, flags, 0o600)
    except FileNotFoundError:
        return None
    try:
        lock(descriptor)
    except BlockingIOError:
        os.close(descriptor)
        return None
    return descriptor
