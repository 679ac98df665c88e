"""Long work without a database, one piece at a time, in a thread that no request waits for."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from anyio import CapacityLimiter, to_thread

P = ParamSpec("P")
T = TypeVar("T")

_one_at_a_time = CapacityLimiter(1)


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What ``work`` gives. The threads that requests share stay free for those."""
    return await to_thread.run_sync(lambda: work(*args, **kwargs), limiter=_one_at_a_time)
