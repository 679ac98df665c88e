"""``funneldesk pictures``: reads foreign pictures and fonts, so that the window never has to.

What harms its reader harms this process alone: memory, time and depth are limited, and it ends
with the window. In and out go messages of ``wire``.
"""

import faulthandler
import hashlib
import os
import queue
import stat
import sys
import threading
from pathlib import Path
from typing import IO, Any

from funneldesk.desktop.assets.thumbnails import wire
from funneldesk.desktop.assets.thumbnails.worker.refusal import CannotShow

SECONDS = 12.0
"""How long one picture may take."""
MEMORY = 3_000_000_000
"""Bytes of address space; the libraries alone take a third of it."""
LARGEST = 64_000_000
"""Bytes of a file on this computer."""

Job = tuple[dict[str, Any], bytes]


def main() -> int:
    """Draw what is asked for until the window ends. Gives the exit status."""
    _limit()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A library that prints must not speak into the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    inbox: queue.SimpleQueue[Job] = queue.SimpleQueue()
    threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True).start()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        while True:
            asked, content = inbox.get()
            # Needs no interpreter lock: it ends a reader that would not end by itself.
            faulthandler.dump_traceback_later(SECONDS, exit=True, file=nowhere)
            _answer(asked, content, answers)
            faulthandler.cancel_dump_traceback_later()


def _limit() -> None:
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_LOGGING_RULES"] = "*=false"
    if hasattr(os, "nice"):
        os.nice(5)
    if sys.platform == "linux":
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _read(source: IO[bytes], inbox: "queue.SimpleQueue[Job]") -> None:
    try:
        while True:
            inbox.put(wire.receive(source))
    except (wire.BrokenWire, OSError):
        # The window is gone: nobody waits for what is in hand.
        os._exit(0)


def _answer(asked: dict[str, Any], content: bytes, answers: IO[bytes]) -> None:
    from funneldesk.desktop.assets.thumbnails.worker.drawing import drawn

    try:
        if place := asked.get("place"):
            content = read_file(os.fsdecode(bytes.fromhex(place)))
        facts, body = drawn(content, asked)
        facts["sha"] = hashlib.sha256(content).hexdigest() if asked.get("hash") else ""
    except CannotShow as problem:
        facts, body = {"error": str(problem)}, b""
    except MemoryError:
        facts, body = {"error": "This picture is too large to be drawn here."}, b""
    except Exception as error:
        facts, body = {"error": f"This file cannot be drawn ({type(error).__name__})."}, b""
    try:
        wire.send(answers, facts, body)
    except OSError:
        os._exit(0)


def read_file(path: str) -> bytes:
    """A regular file of this computer, whole; nothing else is waited for. Raises CannotShow."""
    try:
        number = os.open(
            path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        )
        with os.fdopen(number, "rb") as file:
            facts = os.fstat(number)
            if not stat.S_ISREG(facts.st_mode):
                raise CannotShow("This is no ordinary file.")
            if facts.st_size > LARGEST:
                raise CannotShow("The file is too large to be drawn here.")
            return file.read(facts.st_size)
    except OSError as error:
        raise CannotShow(
            f"The file cannot be read ({error.strerror or 'no reason given'})."
        ) from None
