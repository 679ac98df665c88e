"""Select what was just made, which the list shows a moment later."""

import asyncio
from contextlib import suppress

from funneldesk.desktop.parts.files.browse.browser import FilesBrowser

PATIENCE = 2.0
"""Seconds; a search or a filter may hide it for good."""


async def select_when_shown(panel: FilesBrowser, path: str) -> None:
    """Select a file or folder of the folder that is shown, as soon as the list has it."""
    local = panel.list.grid.local
    came = asyncio.Event()
    local.shown.connect(came.set)
    try:
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not panel.select(path):
                    came.clear()
                    await came.wait()
    finally:
        local.shown.disconnect(came.set)
