"""The heartbeat of the window's thread through the sections that sell.

Products, orders, customers and subscriptions of a brand that has thousands of each: read for the
first time, searched letter by letter, ordered, opened one after the other; the calendar by month
and week, the dry run of a hundred skips. What counts is the most that the thread computed between
two turns of its loop: how long others kept the processor busy is not the program's doing. The
control reads a list and adds it up in one turn, as is commonly done.
"""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_LOGGING_RULES", "default.warning=false")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
sys.path.insert(0, str(Path(__file__).parents[2]))

from beside_platform import run_beside_platform
from heartbeat import Heartbeat, Phase, until
from measure import size
from section_heartbeat import judged
from tests.desktop.support.declared_sections import DECLARED
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import WindowBench, shown_dialog

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.conversions.orders import ORDERS
from funneldesk.desktop.parts.subscriptions.bulk.dialog import ChargesDialog
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import row_class

SECTIONS = ("products", "conversions", "customers", "subscriptions")
EACH, OPENED, SKIPPED = size(2_000, 60), size(12, 2), size(100, 5)
MOST_MS = 50.0
MADE, SETTLED_SECONDS = "made and first drawn", 0.3
"""Told, and no part of the aim: a panel, and what shows its first record, is made in one turn, and
its code is loaded then."""
WORDS = "name 19"


def filled(brand: LiveBrand) -> None:
    """So many of each."""
    for name in SECTIONS:
        DECLARED[name].add(brand, [f"Name {n}" for n in range(EACH)])


async def quiet(panel: RecordsPanel) -> None:
    """Nothing is read any more."""
    await until(lambda: panel.is_quiet and panel.list.source is not None)


async def through_a_list(panel: RecordsPanel, heartbeat: Heartbeat, name: str) -> None:
    """Read, search, order, open."""
    heartbeat.enter(f"{name}: read for the first time")
    panel.refresh()
    await quiet(panel)
    await until(lambda: len(panel.list.table.rows.ids) >= EACH)
    heartbeat.enter(f"{name}: searched and ordered")
    for count in range(1, len(WORDS) + 1):
        panel.list.search.setText(WORDS[:count])
        await asyncio.sleep(0.05)
    panel.list.search.clear()
    await quiet(panel)
    for each in panel.declared.columns[:4]:
        panel.list.columns.sort_asked.emit(each.key, False)
        await quiet(panel)
    first, *rest = panel.list.table.rows.ids[: OPENED + 1]
    heartbeat.enter(f"{name}: its first record {MADE}")
    panel.open_record(first)
    await quiet(panel)
    heartbeat.enter(f"{name}: opened one after the other")
    for record_id in rest:
        panel.open_record(record_id)
        await quiet(panel)


async def through_charges(panel: SubscriptionsPanel, heartbeat: Heartbeat) -> None:
    """The calendar, and the dry run of many."""
    heartbeat.enter("subscriptions: the calendar")
    panel.show_calendar()
    await quiet(panel)
    for mode in ("week", "month"):
        panel.calendar.modes.choose(mode)
        panel.calendar.modes.chosen.emit(mode)
        for step in (1, 1, -1, -1):
            panel.calendar.step(step)
            await asyncio.sleep(0.02)
    panel.show_list()
    heartbeat.enter("subscriptions: a dry run of skips")
    panel.tasks.start(panel.many.skip(panel.list.table.rows.ids[:SKIPPED]))
    dialog: ChargesDialog = await shown_dialog(ChargesDialog)
    await asyncio.sleep(0.2)
    dialog.answer("")
    await quiet(panel)


async def naive(brand: LiveBrand, heartbeat: Heartbeat) -> Phase:
    """All orders read and made rows in one turn."""
    async with brand.api() as api:
        bodies = [each.model_dump(mode="json") async for each in api.conversions.iterate()]
    heartbeat.enter("control: all orders in one turn")
    await asyncio.sleep(0.05)
    made, formats = row_class(ORDERS), Formats("USD")
    rows = [made.of(body) for body in bodies]
    for column in ORDERS.columns:
        for row in rows:
            column.text(row, formats)
    await asyncio.sleep(0.05)
    return heartbeat.phases[-1]


async def measure(live: LivePlatform, folder: Path) -> bool:
    """All sections; True when the aim is met and the control lost."""
    brand = live.brand()
    filled(brand)
    bench, heartbeat = WindowBench(folder), Heartbeat()
    heartbeat.enter("before")
    try:
        for name in SECTIONS:
            declared = DECLARED[name]
            heartbeat.enter(f"{name}: {MADE}")
            workspace = await bench.workspace(brand, place=name)
            kind: Any = declared.panel
            panel = bench.own(kind(workspace, declared.section))
            panel.resize(1240, 820)
            panel.show()
            await asyncio.sleep(SETTLED_SECONDS)
            await through_a_list(panel, heartbeat, name)
            if isinstance(panel, SubscriptionsPanel):
                await through_charges(panel, heartbeat)
            panel.hide()
        phases = heartbeat.phases[1:]
        lost = await naive(brand, heartbeat)
    finally:
        heartbeat.stop()
        await bench.end()
    return judged(phases, lost, "a list added up in one turn", made=MADE, most=MOST_MS)


if __name__ == "__main__":
    sys.exit(run_beside_platform(measure))
