"""Every section made for the first time, and the theme changed while all of them are open.

A click on a section in the bar makes its panel in one turn of the window's thread. Beside it
stands the same under a style sheet of the application, as is commonly done; and a change of the
theme stands beside one sheet put in the place of another there.
"""

import asyncio
import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from statistics import median

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
sys.path.insert(0, str(Path(__file__).parents[2]))

from beside_platform import run_beside_platform
from measure import Aim, Pairs, control, report, size
from PySide6.QtWidgets import QApplication
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import WindowBench

from funneldesk.desktop.app.preloading import preload_engine
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.style.stylesheet import style_sheet
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import DARK, LIGHT
from funneldesk.desktop.shell.sections import SECTIONS

RUNS, SWITCHES, SETTLED_SECONDS = size(3, 1), size(3, 1), 0.3
SHOWN = SECTIONS[1 : size(len(SECTIONS), 3)]
MAKING, SWITCHING = Aim(at_most=0.7), Aim(at_most=0.4)


def worked(work: Callable[[], object]) -> float:
    """Seconds that the thread computes for it."""
    started = time.thread_time()
    work()
    return time.thread_time() - started


async def shown_first(session: Session) -> dict[str, float]:
    """Seconds for each section, from the click to its panel."""
    window, spent = session.window, {}
    for section in SHOWN:
        spent[section.name] = worked(lambda name=section.name: window.show_section(name))
        await asyncio.sleep(SETTLED_SECONDS)
    return spent


async def opened(folder: Path, brand: LiveBrand, name: str) -> tuple[WindowBench, Session]:
    """The window with a brand open, its first section shown."""
    bench = WindowBench(folder / name)
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
    await bench.add_brand(session, brand)
    await asyncio.sleep(SETTLED_SECONDS)
    return bench, session


async def ours(folder: Path, brand: LiveBrand, name: str) -> tuple[dict[str, float], list[float]]:
    """Sections as the program makes them, and changes of its theme."""
    bench, session = await opened(folder, brand, name)
    made, switched = await shown_first(session), []
    for mode in ("dark", "light") * SWITCHES:
        switched.append(worked(lambda mode=mode: theme.set_mode(mode)))
        await asyncio.sleep(SETTLED_SECONDS)
    await bench.end()
    return made, switched


async def theirs(folder: Path, brand: LiveBrand, name: str) -> tuple[dict[str, float], list[float]]:
    """The same under the application's own style sheet."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    bench, session = await opened(folder, brand, name)
    session.window.setStyleSheet("")
    app.setStyleSheet(style_sheet(LIGHT, theme.density))
    made, switched = await shown_first(session), []
    for tokens in (DARK, LIGHT):
        sheet = style_sheet(tokens, theme.density)
        switched.append(worked(lambda sheet=sheet: app.setStyleSheet(sheet)))
        await asyncio.sleep(SETTLED_SECONDS)
    await bench.end()
    app.setStyleSheet("")
    return made, switched


async def measure(live: LivePlatform, folder: Path) -> bool:
    """All of it; True when the aims are met and the control lost."""
    brand = live.brand()
    await asyncio.to_thread(preload_engine)  # As the program has it, and the code of its sections.
    for section in SECTIONS:
        await asyncio.to_thread(import_module, f"funneldesk.desktop.parts.{section.name}.panel")
    made, common = [], []
    for run in range(RUNS + 1):
        made.append(await ours(folder, brand, f"ours-{run}"))
        common.append(await theirs(folder, brand, f"theirs-{run}"))
    return judged(made[1:], common[1:])


def judged(
    made: list[tuple[dict[str, float], list[float]]],
    common: list[tuple[dict[str, float], list[float]]],
) -> bool:
    """Tell of it."""
    most = 0.0
    for name in made[0][0]:
        mine = 1000 * median(each[name] for each, _ in made)
        other = 1000 * median(each[name] for each, _ in common)
        most = max(most, mine)
        print(f"  {name:<16} {mine:7.1f} ms   under the application's sheet {other:7.1f} ms")
    making = pairs(lambda each: sum(each[0].values()), made, common)
    switching = pairs(lambda each: median(each[1]), made, common)
    print(f"most for one section: {most:.1f} ms")
    met = True
    for title, figures, aim in (
        ("all sections made", making, MAKING),
        ("the theme changed with all sections open", switching, SWITCHING),
    ):
        names = ("each window has the style sheet", "the application has it")
        met = report(title, figures, unit="s", names=names, aim=aim, pictures=1) and met
    lost = making.ratio < 1 and switching.ratio < 1
    return control("a style sheet of the application", lost=lost, what="both are slower") and met


def pairs(
    figure: Callable[[tuple[dict[str, float], list[float]]], float],
    made: list[tuple[dict[str, float], list[float]]],
    common: list[tuple[dict[str, float], list[float]]],
) -> Pairs:
    """One figure of each run, ours beside theirs."""
    return Pairs(tuple(map(figure, made)), tuple(map(figure, common)))


if __name__ == "__main__":
    sys.exit(run_beside_platform(measure))
