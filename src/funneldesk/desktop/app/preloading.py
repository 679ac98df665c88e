"""Modules that sections need, read beside the window instead of in its way."""

import asyncio
from collections.abc import Iterable
from datetime import date
from importlib import import_module

from funneldesk.desktop.kit.tasks import in_thread

PAUSE_SECONDS = 0.5
"""Before each section that is not shown yet: what the user does comes first."""


def preload_engine() -> None:
    """Import the web engine; to be called off the window's thread."""
    import funneldesk.desktop.kit.web.isolation  # noqa: F401


def preload() -> None:
    """Import what the first section needs; to be called off the window's thread."""
    import funneldesk.desktop.kit.web.editor.code_editor
    import funneldesk.desktop.kit.web.preview.preview
    import funneldesk.desktop.kit.web.view
    import funneldesk.desktop.parts.pages.panel  # noqa: F401
    from funneldesk.desktop.kit.formats import HERE

    HERE.month(date.today())  # The names of days and months are in a file.


async def preload_sections(names: Iterable[str]) -> None:
    """Import the panels of these sections one by one, so that none waits for it when it is first
    shown."""
    for name in names:
        await asyncio.sleep(PAUSE_SECONDS)
        await in_thread(import_module, f"funneldesk.desktop.parts.{name}.panel")
