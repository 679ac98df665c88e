"""Opening, editing and closing for days: what the program holds is level."""

import pytest
from tests.desktop.support.endurance import at_rest, day, level
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.desktop.assets.moving.following import MovedReferences
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.watched_folders.folders import WatchedFolders
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.shell.sections import SECTIONS
from funneldesk.desktop.workspace.workspace import Workspace

PAGES, WINDOWS, WARM_UP, DAYS = 5, 1, 2, 3


@pytest.fixture(autouse=True)
def _keyring(memory_keyring: MemoryKeyring) -> None:
    """Nobody's own keyring is asked."""


@in_the_window
@pytest.mark.deep
async def test_after_a_day_s_work_nothing_is_left_of_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    ids = [str((await brand.add(f"Page {n}", html=f"<p>{n}</p>")).id) for n in range(PAGES)]
    session = bench.session()
    session.window.show()
    panel = await bench.add_brand(session, brand)
    await begin_work(panel.workspace)
    for _ in range(WARM_UP):
        await day(session, panel, ids, WINDOWS)
    before = await at_rest()
    for _ in range(DAYS):
        await day(session, panel, ids, WINDOWS)
    more = await level(before)
    # What leaks does so every day; what was read of the last page may be there once more.
    assert {kind: count for kind, count in more.items() if count >= DAYS} == {}


@pytest.mark.parametrize("at_work", [False, True], ids=["at once", "with transfers and watchers"])
@in_the_window
async def test_a_brand_that_is_removed_leaves_nothing_behind(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, at_work: bool
) -> None:
    session = bench.session()
    await begin_work((await bench.add_brand(session, brand)).workspace)
    others = [live.brand(f"Second Street {number}") for number in range(4)]
    for other in others:
        await other.add("Spring sale", html="<p>one</p>")

    async def come_and_go(other: LiveBrand) -> None:
        panel = await bench.add_brand(session, other)
        await until(lambda: panel.session.draft is not None)
        if at_work:
            await begin_work(panel.workspace)
        identity = panel.workspace.connection.id
        await session.brands.show(session.brands.connections()[0].id)
        await session.brands.remove(identity)

    await come_and_go(others[0])
    before, rounds = await at_rest(), []
    for other in others[1:]:
        await come_and_go(other)
        after = await at_rest()
        rounds.append(set(after.grown(before)))
        before = after
    # The brand that stays may open files and lists of its own once; what each one that comes and
    # goes leaves behind, each leaves behind.
    assert set.intersection(*rounds) == set()


async def begin_work(workspace: Workspace) -> None:
    """What begins by itself a moment after a brand was opened, begun now."""
    await workspace.shared(TransferQueue).begin()
    workspace.shared(MovedReferences).begin()
    await workspace.shared(WatchedFolders).begin()
    await workspace.shared(ImportQueue).begin()
    for section in SECTIONS:
        if section.waiting is not None:
            await section.waiting(workspace)
