"""The platform's data folder: who works in it, who tidies it up, the port of the last start."""

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from funneldesk.server.settings import DATABASE, CannotStart


def prepare(data: Path) -> None:
    """Make the folder, for this user's eyes only, also when it was there. Raises CannotStart."""
    try:
        data.mkdir(parents=True, exist_ok=True, mode=0o700)
        _close(data, 0o700)
        for file in data.glob(f"{DATABASE}*"):
            _close(file, 0o600)
    except OSError as error:
        raise _unusable(data, error) from error


def _close(path: Path, mode: int) -> None:
    """Take everyone else's rights away. What belongs to somebody else stays theirs."""
    found = path.stat()
    if sys.platform != "win32" and found.st_uid == os.geteuid() and found.st_mode & 0o077:
        path.chmod(mode)


@contextmanager
def held(data: Path, *, alone: bool, tidy: Callable[[bool], None]) -> Iterator[None]:
    """Hold the folder for this process, with ``alone`` against every other one.

    ``tidy`` is called before this process does anything in it, and told whether the folder could
    be locked. Raises CannotStart. The operating system lets go of the lock when the process ends,
    however it ends.
    """
    try:
        descriptor = os.open(data / "platform.lock", os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _unusable(data, error) from error
    try:
        try:
            tidy(_is_ours(descriptor, data, alone))
        except OSError as error:
            raise _unusable(data, error) from error
        if not alone:
            _share(descriptor)
        yield
    finally:
        os.close(descriptor)


def _is_ours(descriptor: int, data: Path, alone: bool) -> bool:
    try:
        lock(descriptor)
    except BlockingIOError as error:
        if alone:
            raise CannotStart(
                f"Another Funneldesk platform already works in {data}. "
                "Stop it first, or choose another folder with --data."
            ) from error
        return False
    return True


def last_port(data: Path) -> int:
    """The port of the last start, so that links to visitors' pages live on; 0 when unknown."""
    try:
        port = int((data / "port").read_text("ascii"))
    except (OSError, ValueError):
        return 0
    return port if 0 < port < 65536 else 0


def remember_port(data: Path, port: int) -> None:
    """Keep the port for the next start."""
    (data / "port").write_text(f"{port}\n", "ascii")


def _unusable(data: Path, error: OSError) -> CannotStart:
    return CannotStart(
        f"The folder {data} cannot be used: {error.strerror}. Choose another one with --data."
    )


def lock(descriptor: int) -> None:
    """Lock a file for this process alone. Raises BlockingIOError when others hold it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError(*error.args) from error
    else:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _share(descriptor: int) -> None:
    """Let others in who share it too; where a lock is for one only, the others go without."""
    if sys.platform != "win32":
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_SH)
