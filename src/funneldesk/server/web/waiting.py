"""Waits for calls that only wait themselves, such as look-ups, without holding anything up."""

import asyncio
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


async def in_a_thread(call: Callable[[], T]) -> T:
    """What ``call`` gives, or raises, in a thread of its own.

    It takes none of the threads that the database works in, and nobody waits for it when the
    caller has given up or the platform ends.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def run() -> None:
        try:
            result = call()
        except Exception as error:
            _tell(loop, answer, error=error)
        else:
            _tell(loop, answer, result)

    threading.Thread(target=run, daemon=True).start()
    return await answer


def _tell(
    loop: asyncio.AbstractEventLoop,
    answer: "asyncio.Future[T]",
    result: T | None = None,
    error: Exception | None = None,
) -> None:
    def put() -> None:
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)  # type: ignore[arg-type]

    try:
        loop.call_soon_threadsafe(put)
    except RuntimeError:
        return  # the loop has ended
