"""The process beside the window: takes jobs as lines of JSON, answers in lines. No Qt here.

In: ``{"number", "job", "arguments", "seconds"}``, or ``{"number", "stop": true}``. Out, each with
the number: ``begun``, any count of ``item``, and at last ``end`` or ``error`` (a sentence). A newer
line ends the job in hand at its next item. The process ends with its input.
"""

import faulthandler
import json
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, TypeAlias

Job: TypeAlias = Callable[..., Iterator[Any]]
"""Gets its arguments by name and yields what JSON can hold; None only lets it be stopped."""


class JobError(Exception):
    """A job cannot be done; the text tells the user why."""


def serve(jobs: Mapping[str, Job]) -> int:
    """Do jobs until the input ends. Gives the exit status."""
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    reader = threading.Thread(target=_read, args=(sys.stdin.buffer, inbox), daemon=True)
    reader.start()
    with Path(os.devnull).open("w", encoding="utf-8") as nowhere:
        while line := inbox.get():
            _answer(json.loads(line), jobs, inbox, nowhere)
    return 0


def _read(source: IO[bytes], inbox: "queue.SimpleQueue[bytes]") -> None:
    for line in source:
        inbox.put(line)
    # The window is gone: nobody waits for what is in hand.
    os._exit(0)


def _answer(
    asked: dict[str, Any],
    jobs: Mapping[str, Job],
    inbox: "queue.SimpleQueue[bytes]",
    nowhere: IO[str],
) -> None:
    number = asked["number"]
    if asked.get("stop"):
        _say(number, end=True)
        return
    _say(number, begun=True)
    seconds = float(asked.get("seconds") or 0)
    try:
        items = jobs[asked["job"]](**asked["arguments"])
        while inbox.empty():
            if seconds:
                # Needs no interpreter lock: it ends a match that would not end by itself.
                faulthandler.dump_traceback_later(seconds, exit=True, file=nowhere)
            try:
                item = next(items)
            except StopIteration:
                break
            if item is not None:
                _say(number, item=item)
    except JobError as problem:
        _say(number, error=str(problem))
        return
    except Exception as error:
        _say(number, error=f"{type(error).__name__}: {error}")
        return
    finally:
        faulthandler.cancel_dump_traceback_later()
    _say(number, end=True)


def _say(number: int, **words: Any) -> None:
    line = json.dumps({"number": number, **words}, separators=(",", ":"))
    sys.stdout.buffer.write(line.encode("ascii") + b"\n")
    sys.stdout.buffer.flush()
