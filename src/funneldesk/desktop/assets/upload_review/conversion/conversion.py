"""Pictures made over before they are sent, in processes beside the window."""

import asyncio
import json
import os
import queue
import secrets
import subprocess
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from funneldesk.desktop.assets.transfers.uploads.order import Conversion, UploadItem
from funneldesk.desktop.kit.workers.process import side_command

PROCESSES = max(1, min(3, (os.cpu_count() or 2) - 1))
LONGEST_SECONDS = 90.0
REST_SECONDS = 30.0


class ConversionFailed(Exception):
    """The picture could not be made over; the text tells the user why."""


@dataclass(frozen=True, slots=True)
class Converted:
    """A picture that was made over: ``size`` in bytes, sides in pixels."""

    path: Path
    size: int
    width: int
    height: int


async def cured(item: UploadItem, spool: Path) -> Path:
    """The item's picture as its cure asks for it: a new file in ``spool``, the caller's to remove.

    May be awaited on any loop. Raises ConversionFailed.
    """
    if item.cure is None:
        raise ConversionFailed("It was not decided how the picture is to be converted.")
    return (await make_over(item.source, item.cure, spool)).path


async def make_over(source: Path, cure: Conversion, spool: Path) -> Converted:
    """A picture made over into a new file in ``spool``. Raises ConversionFailed."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Converted] = loop.create_future()
    made = spool / f"{secrets.token_hex(12)}.cured"

    def work() -> None:
        result: Converted | ConversionFailed
        try:
            result = _make_over(source, cure, made)
        except ConversionFailed as problem:
            result = problem
        with suppress(RuntimeError):  # the loop is gone, with whoever waited
            loop.call_soon_threadsafe(give, result)

    def give(result: Converted | ConversionFailed) -> None:
        if answer.done():
            made.unlink(missing_ok=True)
        elif isinstance(result, ConversionFailed):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    threading.Thread(target=work, name="cure", daemon=True).start()
    return await answer


def _make_over(source: Path, cure: Conversion, made: Path) -> Converted:
    try:
        made.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ConversionFailed(
            f"There is no room for it on this computer: {error.strerror}."
        ) from None
    worker = _workers.get()
    try:
        told = worker.ask(
            "cure",
            {
                "source": str(source),
                "target": str(made),
                "format": cure.format,
                "width": cure.width,
                "quality": cure.quality,
            },
        )
    except ConversionFailed:
        made.unlink(missing_ok=True)
        raise
    finally:
        _workers.put(worker)
    return Converted(made, int(told["size"]), int(told["width"]), int(told["height"]))


class _Worker:
    """One process, asked by one thread at a time; started when it is needed, ended when it rests
    for long or does not answer."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._rest: threading.Timer | None = None
        self._number = 0

    def ask(self, job: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """Have a job done and give its item. Raises ConversionFailed."""
        with self._lock:
            if self._rest is not None:
                self._rest.cancel()
            process = self._started()
            guard = threading.Timer(LONGEST_SECONDS, process.kill)
            guard.daemon = True
            guard.start()
            try:
                return self._talk(process, job, arguments)
            except (OSError, ValueError):
                self._end()
                raise ConversionFailed(
                    "It could not be converted: it took too long, or the program that reads "
                    "pictures gave up on it."
                ) from None
            finally:
                guard.cancel()
                self._rest = threading.Timer(REST_SECONDS, self._tire)
                self._rest.daemon = True
                self._rest.start()

    def _talk(
        self, process: "subprocess.Popen[bytes]", job: str, arguments: dict[str, Any]
    ) -> dict[str, Any]:
        if process.stdin is None or process.stdout is None:
            raise ValueError
        self._number += 1
        asking = {"number": self._number, "job": job, "arguments": arguments}
        process.stdin.write(json.dumps(asking).encode("ascii") + b"\n")
        process.stdin.flush()
        item: dict[str, Any] = {}
        for line in process.stdout:
            said = json.loads(line)
            if "item" in said:
                item = said["item"]
            elif "error" in said:
                raise ConversionFailed(str(said["error"]))
            elif "end" in said and item:
                return item
        raise ValueError

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(
                side_command(gentle=True),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
        return self._process

    def _tire(self) -> None:
        if self._lock.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._lock.release()

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()


_workers: "queue.LifoQueue[_Worker]" = queue.LifoQueue()
for _ in range(PROCESSES):
    _workers.put(_Worker())
