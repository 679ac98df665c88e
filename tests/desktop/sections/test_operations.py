"""Operations: failures explained in one place, and nothing sent twice after a crash."""

import asyncio
import sys
from pathlib import Path

import shiboken6
from PySide6.QtWidgets import QLabel, QProgressBar
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.sections.operations import may_write, operation, optional, tell_unconfirmed
from funneldesk.desktop.workspace.workspace import Workspace

CHILD = Path(__file__).parents[1] / "support" / "sending_child.py"
ROOT = Path(__file__).parents[3]


async def read(workspace: Workspace) -> None:
    await workspace.run(lambda api: api.pages.list())


@in_the_window
async def test_a_failure_is_explained_where_it_belongs_and_taken_back(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    await relay.vanish()
    told: list[Explanation] = []
    progress: list[bool] = []
    tries: list[str] = []
    doing, key = "Reading the pages", "pages/load"
    with operation(
        workspace,
        doing,
        key,
        retry=lambda: tries.append("again"),
        tell=told.append,
        progress=progress.append,
    ) as result:
        await read(workspace)
    assert result.failed
    assert progress == [True, False]
    assert [each.what for each in told] == ["The server cannot be reached."]
    notice = bench.notice("The server cannot be reached.")
    assert notice
    posted = next(each for each in bench.notifications.notices if each.key == key)
    assert posted.action is not None
    posted.action.run()
    assert tries == ["again"]
    with optional() as asked:
        await read(workspace)
    assert asked.failed
    await relay.listen()
    with operation(workspace, doing, key) as result:
        await read(workspace)
    assert not result.failed
    assert key not in {each.key for each in bench.notifications.notices}


@in_the_window
async def test_a_panel_that_closes_while_it_reads_is_not_called(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    bar = QProgressBar()
    with operation(workspace, "Reading the pages", progress=bar.setVisible) as result:
        shiboken6.delete(bar)
        await read(workspace)
    assert not result.failed
    await relay.vanish()
    line = QLabel()
    with operation(workspace, "Reading the pages", "pages/load", tell=line.setText) as result:
        shiboken6.delete(line)
        await read(workspace)
    assert bench.notice("The server cannot be reached.")


@in_the_window
async def test_rights_are_told_in_one_sentence(bench: WindowBench, brand: LiveBrand) -> None:
    viewer = await bench.workspace(brand, role="viewer")
    viewer.denied_writes.add("pages")
    assert not may_write(viewer, "pages", "pages")
    assert bench.notice("You can view pages but not change them.")
    owner = await bench.workspace(brand)
    assert may_write(owner, "pages", "pages")


@in_the_window
async def test_a_create_is_noted_until_its_answer_is_known(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Spring sale", html="<p>tea</p>")
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    store = panel.workspace.store
    async with relay.held("POST"):
        panel.tasks.start(panel.actions_on_pages.duplicate([str(page.id)]))
        await until(relay.writes)
        (entry,) = await store.journal()
        assert (entry.part, entry.record_id, entry.title) == ("pages", str(page.id), "Spring sale")
    await until(lambda: bench.notice("Duplicated as"))
    assert await store.journal() == []
    relay.lose_answers_to = "POST"
    await panel.actions_on_pages.duplicate([str(page.id)])
    assert len(await brand.titles()) == 3, "found again, not made twice"
    assert await store.journal() == []


@in_the_window
async def test_what_a_killed_program_had_sent_is_told_at_the_next_start(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    database = bench.folder / "killed.sqlite3"
    words = [str(database), relay.base_url, str(brand.number), brand.key("owner")]
    async with relay.held("POST"):
        child = await asyncio.create_subprocess_exec(sys.executable, str(CHILD), *words, cwd=ROOT)
        try:
            await until(relay.writes)
        finally:
            child.kill()
            await child.wait()
    workspace = await bench.workspace(brand, place="killed")
    gone: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record_id, _: gone.append((part, record_id)))
    await tell_unconfirmed(workspace)
    (notice,) = [each for each in bench.notifications.notices if "Couldn't confirm" in each.title]
    assert notice.title == "Couldn't confirm: Creating “Spring sale”"
    assert "Check before trying again." in notice.text
    assert notice.lasting
    assert notice.action is not None
    notice.action.run()
    assert gone == [("pages", "7")]
    assert await workspace.store.journal() == [], "told once"
