"""Fifty days of opening, editing and closing twenty pages: memory and handles level out.

The real window (drawn offscreen) and the real platform; each day every page is opened, typed into
and put back, the first ones in windows of their own as well, and all is closed again. The control
keeps what each day showed, as a program does that forgets to let go.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["QTWEBENGINE_DISABLE_SANDBOX"] = "1"
sys.path.insert(0, str(Path(__file__).parents[2]))

from measure import control, done, machine, size
from platform_under_test import BRAND, Place, owner_key, platform
from session_in_process import in_a_session

PAGES, WINDOWS, DAYS = size(20, 3), 1, size(50, 2)
CONTROL_DAYS = size(10, 2)
MEASURED_EVERY = size(5, 1)
LEAST_DAYS = 2 * MEASURED_EVERY
POOLS = size(3, 1)
"""Threads that pools may still add; they end at a fixed number."""
MOST_GROWTH = 1.05
"""Memory at its most, second half ÷ first half; single days differ by 3 % with what the web
processes keep."""
HTML = "<main>" + "<p>Fresh every week, and never boring.</p>\n" * 200 + "</main>"


class Days:
    """Days of work in one program, each measured."""

    def __init__(self, session: Any, panel: Any, ids: Sequence[str]) -> None:
        self.session = session
        self.panel = panel
        self.ids = ids

    async def live(self, days: int, *, forgetful: bool = False) -> list[Any]:
        """The footprint after every few days; ``forgetful`` keeps the windows of each day."""
        from tests.desktop.support.endurance import at_rest, day

        found = []
        ids = self.ids[CONTROL_DAYS * WINDOWS :] if forgetful else self.ids
        for number in range(days):
            if forgetful:
                for page_id in self.ids[number * WINDOWS : (number + 1) * WINDOWS]:
                    self.panel.workspace.open_window("pages", page_id)
            began = time.perf_counter()
            await day(self.session, self.panel, ids, 0 if forgetful else WINDOWS)
            done(time.perf_counter() - began, turns=len(ids))
            if number % MEASURED_EVERY == MEASURED_EVERY - 1:
                found.append(await at_rest())
                say(f"day {number + 1}", found[-1])
        return found


def say(words: str, now: Any) -> None:
    """One line of figures."""
    print(
        f"  {words:<12} {now.resident / 2**20:7.1f} MiB   {now.files + now.sockets:4} open files"
        f"   {now.threads:3} threads   {now.web_processes:2} web processes"
        f"   {now.qobjects:6} Qt objects   {now.tasks:2} tasks",
        flush=True,
    )


async def work(session: Any, base_url: str, key: str, days: int) -> bool:
    """All days, then the control's."""
    from tests.desktop.support.endurance import until

    from funneldesk.desktop.shell.brands.brand_dialogs import BrandEntry

    entry = BrandEntry(base_url, BRAND, key, "#3D57D6", False, False)
    await session.brands.check(entry)
    panel = session.window.panel()
    ids = await make_pages(panel.workspace)
    panel.refresh()
    await until(lambda: len(panel.library.rows) == PAGES)
    doing = Days(session, panel, ids)
    found = await doing.live(days)
    met = judge(found)
    lost = await doing.live(CONTROL_DAYS, forgetful=True)
    grown = lost[-1].grown(lost[0])
    what = f"{grown.get('Qt objects', 0):,} Qt objects in {CONTROL_DAYS} days"
    return control("windows that are kept", lost=bool(grown), what=what) and met


async def make_pages(workspace: Any) -> list[str]:
    """The pages of the brand."""
    from funneldesk.contract.pages import PageDraft

    drafts = [PageDraft(title=f"Page {number}", html=HTML) for number in range(PAGES)]
    made = [await workspace.run(partial(_create, draft)) for draft in drafts]
    return [str(page.id) for page in made]


def _create(draft: Any, api: Any) -> Any:
    return api.pages.create(draft)


def judge(found: Sequence[Any]) -> bool:
    """Over the second half counts are level, and memory is no higher than in the first."""
    half = found[len(found) // 2 :]
    grown = found[-1].grown(half[0])
    if grown.get("threads", 0) <= POOLS:
        grown.pop("threads", None)
    first = max(each.resident for each in found[: len(found) // 2])
    ratio = max(each.resident for each in half) / first
    counts, memory = not grown, ratio <= MOST_GROWTH
    print(f"  counts over the second half: {grown or 'level'}: {verdict(counts)}")
    print(
        f"  most memory, second half ÷ first half: {ratio:.3f}"
        f"  (at most {MOST_GROWTH:g}: {verdict(memory)})",
        flush=True,
    )
    return counts and memory


def verdict(met: bool) -> str:
    """As the other programs say it."""
    return "PASS" if met else "BELOW"


def run(home: Path, base_url: str, key: str, days: int) -> bool:
    """The program, led through its days."""
    return in_a_session(home, lambda session: work(session, base_url, key, days))


def main() -> int:
    """Live the days; 0 when nothing grows and the control does."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--days", type=int, default=DAYS)
    options = parser.parse_args()
    if options.days < LEAST_DAYS:
        parser.error(f"fewer than {LEAST_DAYS} days cannot be judged: their halves are compared")
    print(machine())
    print(f"{options.days} days with {PAGES} pages, {WINDOWS} of them in windows of their own")
    with tempfile.TemporaryDirectory() as name:
        place = Place(Path(name) / "platform", None)
        key = owner_key(place)
        with platform(place) as (running, _):
            return 0 if run(Path(name) / "home", running.base_url, key, options.days) else 1


if __name__ == "__main__":
    sys.exit(main())
