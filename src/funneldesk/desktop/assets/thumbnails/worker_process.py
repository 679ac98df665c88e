"""A picture worker as the window sees it: a process of this very program, and its two pipes."""

import contextlib
import os
import subprocess
import sys
from typing import IO, Any

from funneldesk.desktop.assets.thumbnails import wire

MEMORY_KEPT = {"MALLOC_MMAP_THRESHOLD_": "33554432", "MALLOC_TRIM_THRESHOLD_": "67108864"}
"""Bytes that a worker's allocator (glibc's; others do not read this) keeps from one picture to
the next: to get them anew from the system for each took a tenth of its time."""
Answer = tuple[dict[str, Any], bytes]


class PictureProcess:
    """A running worker; its methods wait, and each pipe is for one thread at a time."""

    def __init__(self) -> None:
        self._popen = subprocess.Popen(
            worker_command(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **MEMORY_KEPT},
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        if self._popen.stdin is None or self._popen.stdout is None:
            raise wire.BrokenWire
        self._jobs: IO[bytes] = self._popen.stdin
        self._answers: IO[bytes] = self._popen.stdout
        self.buried = False

    @property
    def number(self) -> int:
        return self._popen.pid

    @property
    def lives(self) -> bool:
        """Whether it has not ended."""
        return self._popen.poll() is None

    def say(self, head: wire.Head, body: bytes = b"") -> None:
        """Raises OSError when it is gone, ValueError when it is buried."""
        wire.send(self._jobs, head, body)

    def hear(self) -> Answer:
        """The next answer. Raises wire.BrokenWire when it is gone."""
        return wire.receive(self._answers)

    def kill(self) -> None:
        """End it, whatever it does; nothing is waited for."""
        self._popen.kill()

    def bury(self) -> None:
        """Wait until it is gone."""
        self.buried = True
        self._popen.kill()
        self._popen.wait()
        for pipe in (self._jobs, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()


def worker_command() -> tuple[str, ...]:
    """How this very program is started as a picture worker."""
    if getattr(sys, "frozen", False):
        return (sys.executable, "pictures")
    return (sys.executable, "-m", "funneldesk", "pictures")
