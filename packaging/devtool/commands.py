"""Runs other programs with a log and a time limit, and ends them with everything they started."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from devtool.places import ON_WINDOWS, ROOT
from devtool.slowness import slowness

_live: set[subprocess.Popen[bytes]] = set()
_live_lock = threading.Lock()


@dataclass(frozen=True)
class Finished:
    """How a program ended. ``code`` is negative when a signal ended it."""

    code: int
    seconds: float
    timed_out: bool = False

    @property
    def ok(self) -> bool:
        return self.code == 0 and not self.timed_out


def run_logged(
    argv: Sequence[str | Path],
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    limit: float = 1200.0,
) -> Finished:
    """Run a program to its end, both outputs appended to ``log``.

    ``limit`` is in seconds of a machine of usual speed: who says nothing for so long makes no
    progress, and is ended. What goes on saying something may take its time.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    started = time.monotonic()
    with log.open("ab") as output:
        output.write(f"$ {' '.join(map(str, argv))}\n".encode())
        output.flush()
        process = start(argv, output=output.fileno(), env=env, cwd=cwd)
        try:
            code = _wait(process, log, limit * slowness())
        except subprocess.TimeoutExpired as late:
            output.write(f"\nStopped: nothing was said for {late.timeout:.0f} seconds.\n".encode())
            return Finished(-1, time.monotonic() - started, timed_out=True)
        finally:
            end(process)
    return Finished(code, time.monotonic() - started)


def _wait(process: subprocess.Popen[bytes], log: Path, silence: float) -> int:
    """The exit status; raises TimeoutExpired when the log did not grow for so many seconds."""
    said, heard = log.stat().st_size, time.monotonic()
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=min(1.0, silence))
        size, now = log.stat().st_size, time.monotonic()
        if size != said:
            said, heard = size, now
        elif now - heard >= silence:
            raise subprocess.TimeoutExpired(process.args, silence)


def start(
    argv: Sequence[str | Path],
    *,
    output: int,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    user: int | None = None,
    group: int | None = None,
    inherit: Sequence[int] = (),
) -> subprocess.Popen[bytes]:
    """Start a program as the leader of a session of its own, without standard input.

    ``user`` and ``group`` need root; ``inherit`` are file descriptors that the program may use.
    Whoever starts a program must ``end`` it.
    """
    process = subprocess.Popen(
        [str(word) for word in argv],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        env=None if env is None else dict(env),
        cwd=cwd,
        start_new_session=not ON_WINDOWS,
        pass_fds=inherit,
        user=user,
        group=group,
        extra_groups=None if user is None else [],
    )
    with _live_lock:
        _live.add(process)
    return process


def end(process: subprocess.Popen[bytes], *, grace: float = 5.0) -> None:
    """End a program: asked first, forced after ``grace`` seconds, children included."""
    if process.poll() is None:
        _signal(process, signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=grace)
    _signal(process, signal.SIGTERM if ON_WINDOWS else signal.SIGKILL)
    process.wait()
    with _live_lock:
        _live.discard(process)


def end_all() -> None:
    """End every program that is still running: for an interrupted tool."""
    with _live_lock:
        processes = list(_live)
    for process in processes:
        end(process, grace=2.0)


def _signal(process: subprocess.Popen[bytes], number: int) -> None:
    """Send to the whole session; a session whose last process has gone is no failure."""
    try:
        if ON_WINDOWS:
            process.terminate()
        else:
            os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        return
