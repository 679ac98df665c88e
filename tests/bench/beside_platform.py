"""What benches of sections share: a real platform beside the window's own loop."""

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from measure import machine
from tests.desktop.support.live_server import LivePlatform, live_platform

from funneldesk.desktop.kit.garbage import GarbageCollector

Measure = Callable[[LivePlatform, Path], Awaitable[bool]]


def run_beside_platform(measure: Measure) -> int:
    """Measure beside a real platform; 0 when the aims are met. ``measure`` gets it and a folder."""
    from funneldesk.desktop.app.application import make_application
    from funneldesk.desktop.kit.style.theme import theme
    from funneldesk.desktop.kit.tasks import make_loop

    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    print(machine())
    loop = make_loop(app)
    with (
        tempfile.TemporaryDirectory(prefix="funneldesk-bench-") as name,
        live_platform(Path(name) / "platform") as live,
    ):
        GarbageCollector(app)  # As the program has it.
        met = loop.run_until_complete(measure(live, Path(name)))
    loop.close()
    return 0 if met else 1
