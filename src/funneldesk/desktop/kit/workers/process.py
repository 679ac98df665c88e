"""A worker process as the window sees it: this very program, started anew, and its two pipes."""

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import IO, Any

from funneldesk.desktop.kit.workers import wire

_MEMORY_KEPT = {"MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "67108864"}
"""Bytes that the allocator (glibc's; others ignore this) keeps from one image to the next: getting
them from the system again for each took a tenth of the time."""
_SECRET = re.compile(r"KEY|TOKEN|SECRET|PASS|CREDENTIAL|AUTH|DATABASE|DSN", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a worker process and of its jobs.

    ``nice``: how far it stands back for other processes. ``memory``: bytes of address space, 0 for
    any. ``within``: seconds from asking to the answer, 0 for any. ``stop_within``: seconds that a
    cancelled job has to stop before its process is killed; 0 lets it finish. ``tries``: how many
    processes may die of one job.
    """

    nice: int = 0
    memory: int = 0
    within: float = 0.0
    stop_within: float = 0.4
    tries: int = 1


GENTLE = Limits(nice=10)
"""For what nobody waits for."""


class WorkerProcess:
    """A running worker; its methods block, and each pipe is for one thread at a time."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._popen = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment(),
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        if self._popen.stdin is None or self._popen.stdout is None:
            raise wire.BrokenWire
        self._requests: IO[bytes] = self._popen.stdin
        self._answers: IO[bytes] = self._popen.stdout
        self.reaped = False

    @property
    def number(self) -> int:
        return self._popen.pid

    @property
    def is_alive(self) -> bool:
        return self._popen.poll() is None

    def send(self, header: Mapping[str, Any], content: bytes = b"") -> None:
        """Raises OSError when it is gone, ValueError when it is reaped."""
        wire.send(self._requests, header, content)

    def receive(self) -> tuple[dict[str, Any], bytes]:
        """Wait for the next message. Raises wire.BrokenWire when it is gone."""
        return wire.receive(self._answers)

    def kill(self) -> None:
        """End it, whatever it does, without waiting."""
        self._popen.kill()

    def reap(self) -> None:
        """End it and wait until it is gone."""
        self.reaped = True
        self._popen.kill()
        self._popen.wait()
        for pipe in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()


def worker_command(limits: Limits) -> tuple[str, ...]:
    """The command that starts this very program as a worker."""
    program = () if getattr(sys, "frozen", False) else ("-m", "funneldesk")
    return (sys.executable, *program, "worker", str(limits.nice), str(limits.memory))


def environment() -> dict[str, str]:
    """The environment of a worker: without secrets, which a hostile file must not get hold of."""
    plain = {name: value for name, value in os.environ.items() if not _SECRET.search(name)}
    return plain | _MEMORY_KEPT
