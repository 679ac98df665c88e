"""What benches of a section's heartbeat share: a platform, the window's loop, and the verdict."""

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

from heartbeat import Phase, table, together
from measure import control, machine
from tests.desktop.support.live_server import LiveBrand, live_platform

from funneldesk.desktop.kit.garbage import GarbageCollector

Measure = Callable[[LiveBrand, Path], Awaitable[bool]]


def judged(phases: list[Phase], naive: Phase, what: str, *, made: str, most: float) -> bool:
    """Tell of all phases; whether the most work in one turn, in milliseconds, is at most ``most``
    and the control ``what`` lost. Phases that end with ``made`` are told, and do not count."""
    whole = together([each for each in phases if not each.name.endswith(made)])
    table([*phases, naive])
    met = whole.most_worked <= most
    print(f"most work in one turn: {whole.most_worked:.1f} ms  (at most {most:g} ms: {met})")
    lost = naive.most_worked > most
    return control(what, lost=lost, what=f"{naive.most_worked:.0f} ms in one turn") and met


def run_beside_platform(measure: Measure) -> int:
    """Measure on a brand of a real platform; 0 when the aim is met."""
    from funneldesk.desktop.app.application import make_application
    from funneldesk.desktop.kit.style.theme import theme
    from funneldesk.desktop.kit.tasks import make_loop

    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    print(machine())
    loop = make_loop(app)
    with (
        tempfile.TemporaryDirectory(prefix="funneldesk-heartbeat-") as name,
        live_platform(Path(name) / "platform") as live,
    ):
        GarbageCollector(app)  # As the program has it.
        met = loop.run_until_complete(measure(live.brand(), Path(name)))
    loop.close()
    return 0 if met else 1
