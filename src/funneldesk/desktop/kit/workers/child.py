"""The worker process itself: takes jobs from its input, answers to its output. No Qt here.

In: ``{"number", "job", "arguments", "seconds"}`` with content, or ``{"stop": number}``. Out, each
with the number: ``begun``, any count of ``item``, and at last ``result`` (with content) or
``error`` (a sentence). Jobs are done in order; the process ends with its input.
"""

import faulthandler
import os
import queue
import sys
import threading
from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple, TypeAlias

from funneldesk.desktop.kit.workers import wire

Job: TypeAlias = Callable[..., Any]
"""Gets its arguments by name, and ``content`` if there is any. Returns what JSON can hold, or a
``Result``; or yields items of JSON, where None only lets the job be stopped."""
Message: TypeAlias = tuple[dict[str, Any], bytes]


class JobError(Exception):
    """A job cannot be done; the text tells the user why."""


class Result(NamedTuple):
    """The result of a job that has more than JSON."""

    facts: Mapping[str, Any]
    content: bytes


def limit(nice: int, memory: int) -> None:
    """Give other processes precedence, and have at most ``memory`` bytes of address space (0 for
    any; Linux alone keeps to it)."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_LOGGING_RULES"] = "*=false"
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    if sys.platform == "linux":
        import resource

        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        # A dump would hold what was in the files.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def serve(jobs: Mapping[str, Callable[[], Job]]) -> int:
    """Do jobs until the input ends. Each is imported when it is first asked for."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A library that prints must not write into the answers.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    inbox: queue.SimpleQueue[Message] = queue.SimpleQueue()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        turn = _Turn(jobs, answers, nowhere, set())
        reader = threading.Thread(
            target=_read, args=(sys.stdin.buffer, inbox, turn.stopped), daemon=True
        )
        reader.start()
        while True:
            turn.answer(*inbox.get())


def _read(source: IO[bytes], inbox: "queue.SimpleQueue[Message]", stopped: set[int]) -> None:
    try:
        while True:
            header, content = wire.receive(source)
            if "stop" in header:
                stopped.add(header["stop"])
            else:
                inbox.put((header, content))
    except (wire.BrokenWire, OSError):
        # The window is gone: nobody waits for the current job.
        os._exit(0)


@dataclass(frozen=True, slots=True)
class _Turn:
    jobs: Mapping[str, Callable[[], Job]]
    answers: IO[bytes]
    nowhere: IO[str]
    stopped: set[int]

    def answer(self, asked: dict[str, Any], content: bytes) -> None:
        """Do one job and send whatever comes of it."""
        number = asked["number"]
        self._send(number, begun=True)
        arguments = {**asked["arguments"], "content": content} if content else asked["arguments"]
        try:
            result = self._run(number, asked["job"], arguments, float(asked["seconds"]))
        except JobError as problem:
            self._send(number, error=str(problem))
        except Exception as error:
            self._send(number, error=f"{type(error).__name__}: {error}")
        else:
            facts, made = result if isinstance(result, Result) else (result, b"")
            self._send(number, made, result=facts)
        self.stopped.discard(number)

    def _run(self, number: int, job: str, arguments: Mapping[str, Any], seconds: float) -> Any:
        steps = _steps(self.jobs[job](), arguments)
        try:
            while number not in self.stopped:
                if seconds:
                    # Needs no interpreter lock: it ends code that would not end by itself.
                    faulthandler.dump_traceback_later(seconds, exit=True, file=self.nowhere)
                try:
                    item = next(steps)
                except StopIteration as end:
                    return end.value
                if item is not None:
                    self._send(number, item=item)
            return None
        finally:
            faulthandler.cancel_dump_traceback_later()

    def _send(self, number: int, content: bytes = b"", **fields: Any) -> None:
        try:
            wire.send(self.answers, {"number": number, **fields}, content)
        except OSError:
            os._exit(0)


def _steps(job: Job, arguments: Mapping[str, Any]) -> Generator[Any, None, Any]:
    made = job(**arguments)
    if isinstance(made, Generator):
        return (yield from made)
    return made
