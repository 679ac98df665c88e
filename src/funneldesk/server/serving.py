"""The platform's process: a line of JSON when it is ready, and an end that is clean."""

import asyncio
import gc
import json
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import anyio.to_thread
import uvicorn

from funneldesk.server.app import Door
from funneldesk.server.background import Background
from funneldesk.server.db.engine import VISITORS
from funneldesk.server.db.types import turn_clock
from funneldesk.server.deadlines import TimelyProtocol, end_late
from funneldesk.server.listening import base_url, listen, most_connections
from funneldesk.server.opening import explained, opened
from funneldesk.server.parent import ParentWatch
from funneldesk.server.platform import Platform
from funneldesk.server.settings import PATIENCE, CannotStart, Settings
from funneldesk.server.web.proxies import Proxies

CANNOT_START = 2
_TURN = 0.0002
"""Seconds that a thread may keep the interpreter while others wait for it.

A thread gives it away at each row that it reads, some hundred times for an answer. With Python's
own 5 ms it would wait longer for each of them than the whole answer takes.
"""

_TICKS_BETWEEN_LOOKS = 5
JOBS_END_WITHIN = 0.3
"""Seconds after the last answer; a job that takes longer is given back and done later."""


def serve(settings: Settings, watch: ParentWatch) -> int:
    """Run a platform until it is told to end. Gives the exit status.

    It ends on SIGTERM and SIGINT, and when ``watch`` finds that its parent is gone.
    """
    logging.basicConfig(stream=sys.stderr, level=logging.WARNING)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    turn_clock(settings.clock_offset)
    try:
        with opened(settings, to_serve=True) as database:
            with explained(settings.data):
                platform = Platform.open(database, settings)
                keys = _sample_keys(platform)
                listener = listen(settings)
            _run(platform, listener, keys, watch)
    except CannotStart as error:
        sys.stderr.write(f"{error}\n")
        return CANNOT_START
    except KeyboardInterrupt:
        return 0
    return 0


def _sample_keys(platform: Platform) -> list[dict[str, Any]]:
    if platform.settings.sample == "none":
        return []
    from funneldesk.server.sample.loader import load

    return load(platform, content_only=platform.settings.sample_in_background)


def _run(
    platform: Platform, listener: socket.socket, keys: list[dict[str, Any]], watch: ParentWatch
) -> None:
    ready: dict[str, Any] = {"base_url": base_url(listener)}
    if keys:
        ready["keys"] = keys
    door = Door(platform)
    settings = platform.settings
    config = uvicorn.Config(
        Proxies(door, settings.trusted_proxies),
        loop="asyncio",
        http=TimelyProtocol,
        proxy_headers=False,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=1,
        limit_concurrency=most_connections(),
    )
    server = _Server(config, json.dumps(ready), Background(platform, door))
    server.patience = settings.patience
    watch.end_by(server.end)
    try:
        server.run([listener])
    finally:
        server.background.end(JOBS_END_WITHIN)
        gc.freeze()  # the system takes all memory back at once: nobody has to tidy it up first


class _Server(uvicorn.Server):
    """A server that announces itself, and does its background work while it serves."""

    def __init__(self, config: uvicorn.Config, ready: str, background: Background) -> None:
        super().__init__(config)
        self._ready = ready
        self.background = background
        self.patience = PATIENCE

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then say so."""
        # SQLite takes one writer and Python one thread at a time: more of them only wait longer.
        anyio.to_thread.current_default_thread_limiter().total_tokens = VISITORS
        await super().startup(sockets)
        gc.freeze()  # what is loaded by now stays: no collection has to look through it again
        gc.enable()
        sys.setswitchinterval(_TURN)
        sys.stdout.write(f"{self._ready}\n")
        sys.stdout.flush()
        self.background.start()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether to end."""
        if counter % _TICKS_BETWEEN_LOOKS == 0:
            end_late(self.server_state.connections, self.patience)
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End; while the last answers leave, background work comes to its end too."""
        self.background.end_soon()
        # A connection that came in a moment ago must be known, or it would be waited for.
        await asyncio.sleep(0.02)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """End on a signal with status 0: uvicorn's own way raises the signal again."""
        signals = (signal.SIGTERM, signal.SIGINT)
        before = {number: signal.signal(number, self.handle_exit) for number in signals}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def end(self) -> None:
        """End soon; from any thread."""
        self.should_exit = True
