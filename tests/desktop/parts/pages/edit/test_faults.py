"""Every way in which a line fails, while pages are read and while they are saved.

Each time: nobody is left waiting, nothing typed is lost, nothing is made twice, and what the user
is told is so.
"""

import pytest
from tests.desktop.support import faulty_line as faults
from tests.desktop.support.faulty_line import FaultLine
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.pages_driver import page_id, save, write
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client import api, calls, retries
from funneldesk.client.call import Timeouts
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.workspace import workspace as workspaces

LIST = r"/pages/all"
ONE = r"/pages/\d+"
NEW = r"/pages"
TYPED = "<p>typed \U0001f600 and not to be lost</p>\r\n"

READING = (
    faults.REFUSED,
    faults.RESET_BEFORE,
    faults.RESET_WITHIN,
    faults.RESET_AFTER,
    faults.STALLED,
    faults.DRIPPING,
    faults.TRUNCATED,
    faults.NOT_JSON,
    faults.LOGIN,
    faults.KEY_REFUSED,
    faults.SLOW_DOWN,
    faults.UNAVAILABLE,
)
WRITING = [
    *((kind, False) for kind in READING if kind not in faults.CUT_SHORT),
    (faults.STALLED, False),
    *((kind, True) for kind in (*faults.CUT_SHORT, faults.RESET_BEFORE, faults.NOT_JSON)),
]
"""(kind, whether the platform carried it out)."""
TELLING = (faults.REFUSED, faults.DRIPPING, faults.TRUNCATED, faults.NOT_JSON)
"""No connection, one that ends nowhere, half an answer and a wrong one: asked daily."""
SOME_READING = [
    kind if kind in TELLING else pytest.param(kind, marks=pytest.mark.deep) for kind in READING
]


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same rules with shorter waits."""
    short = Timeouts(connect=0.5, read=0.7, write=0.2, whole=0.7)
    monkeypatch.setattr(api, "Timeouts", lambda: short)
    monkeypatch.setattr(retries, "BACKOFF", 0.01)
    monkeypatch.setattr(calls, "REPEATS", 1)
    monkeypatch.setattr(workspaces, "FIRST_RETRY", 0.05)


async def a_line(bench: WindowBench, live: LivePlatform) -> FaultLine:
    """A line that is well so far."""
    line = FaultLine(live.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    return line


async def at_rest(bench: WindowBench, panel: PagesPanel) -> None:
    """Everything that was begun has ended, and nothing on the screen says otherwise."""
    await bench.idle(panel)
    assert not panel.list.progress.is_on()
    assert not panel.session.busy


async def well_again(bench: WindowBench, panel: PagesPanel, line: FaultLine) -> None:
    """The line is back, and the program has noticed."""
    await line.heal()
    await until(lambda: panel.workspace.connection_state != workspaces.OFFLINE)
    await bench.idle(panel)


def told(bench: WindowBench) -> str:
    """All notices that stand, with their details."""
    return "\n".join(f"{n.title} {n.text} {n.details}" for n in bench.notifications.notices)


@pytest.mark.parametrize("kind", READING)
@in_the_window
async def test_reading_the_list(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, kind: str
) -> None:
    await brand.add("Spring sale", html="<p>one</p>")
    line = await a_line(bench, live)
    await line.hurt_requests(kind, "GET", LIST, reaches=kind in faults.CUT_SHORT)
    panel = await bench.pages(await bench.workspace(brand, base_url=line.base_url), loaded=False)
    await until(lambda: line.hurt)
    await at_rest(bench, panel)
    if kind == faults.RESET_AFTER:  # the answer was whole
        assert panel.list.list.rows.rowCount() == 1
    else:
        assert panel.list.list.rows.rowCount() == 0
        assert panel.list.views.currentWidget() is panel.list.refused
        assert bench.notifications.notices
    await well_again(bench, panel, line)
    panel.refresh()
    await at_rest(bench, panel)
    assert panel.list.list.rows.rowCount() == 1
    assert panel.list.views.currentWidget() is panel.list.list


@pytest.mark.parametrize("kind", SOME_READING)
@in_the_window
async def test_opening_a_page(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, kind: str
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    line = await a_line(bench, live)
    workspace = await bench.workspace(brand, base_url=line.base_url)
    await line.hurt_requests(kind, "GET", ONE, reaches=kind in faults.CUT_SHORT)
    panel = await bench.pages(workspace, loaded=False)
    panel.open_record(str(page.id))
    await until(lambda: line.hurt)
    await at_rest(bench, panel)
    if kind != faults.RESET_AFTER:
        assert panel.session.draft is None, "a page that never came is not shown as an empty one"
        assert bench.notifications.notices
    await well_again(bench, panel, line)
    panel.workspace.ask_again()
    panel.open_record(str(page.id))
    await at_rest(bench, panel)
    await until(lambda: panel.session.draft is not None)
    assert panel.editor.source("html") == "<p>one</p>"


@pytest.mark.parametrize("kind", SOME_READING)
@in_the_window
async def test_what_is_known_stays_on_the_screen(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, kind: str
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    line = await a_line(bench, live)
    panel = await bench.pages(await bench.workspace(brand, base_url=line.base_url))
    await bench.opened(panel, page)
    write(panel, "html", TYPED)
    await line.hurt_requests(kind, "GET", LIST, reaches=kind in faults.CUT_SHORT)
    panel.refresh()
    await until(lambda: line.hurt)
    await at_rest(bench, panel)
    assert panel.list.list.rows.rowCount() == 1
    assert panel.editor.source("html") == TYPED


@pytest.mark.parametrize(("kind", "reaches"), WRITING)
@in_the_window
async def test_saving_a_page(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, kind: str, reaches: bool
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    line = await a_line(bench, live)
    panel = await bench.pages(await bench.workspace(brand, base_url=line.base_url))
    await bench.opened(panel, page)
    write(panel, "html", TYPED)
    await line.hurt_requests(kind, "PUT", ONE, reaches=reaches)
    panel.save()
    await until(lambda: line.hurt)
    await at_rest(bench, panel)

    stored = (await brand.stored(page.id)).html == TYPED
    assert stored is reaches or kind == faults.REFUSED
    await the_truth_was_told(bench, panel, stored)
    assert panel.editor.source("html") == TYPED
    await well_again(bench, panel, line)
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == TYPED
    assert await panel.workspace.store.drafts(PART) == []
    assert await brand.titles() == ["Spring sale"]


@pytest.mark.parametrize("kind", SOME_READING)
@in_the_window
async def test_the_look_before_a_save(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, kind: str
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    line = await a_line(bench, live)
    panel = await bench.pages(await bench.workspace(brand, base_url=line.base_url))
    await bench.opened(panel, page)
    write(panel, "html", TYPED)
    await line.hurt_requests(kind, "GET", ONE, reaches=kind in faults.CUT_SHORT)
    panel.save()
    await until(lambda: line.hurt)
    await at_rest(bench, panel)
    stored = (await brand.stored(page.id)).html == TYPED
    assert stored is (kind == faults.RESET_AFTER)
    await the_truth_was_told(bench, panel, stored)
    await well_again(bench, panel, line)
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == TYPED


@pytest.mark.parametrize(("kind", "reaches"), WRITING)
@in_the_window
async def test_creating_a_page(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, kind: str, reaches: bool
) -> None:
    line = await a_line(bench, live)
    panel = await bench.pages(await bench.workspace(brand, base_url=line.base_url))
    await panel.session.open_new({"title": "Fresh", "html": TYPED})
    await line.hurt_requests(kind, "POST", NEW, reaches=reaches)
    panel.save()
    await until(lambda: line.hurt)
    await at_rest(bench, panel)

    made = await brand.titles()
    assert made == (["Fresh"] if reaches else [])
    await the_truth_was_told(bench, panel, bool(made))
    assert panel.editor.source("html") == TYPED
    await well_again(bench, panel, line)
    await save(bench, panel)
    assert await brand.titles() == ["Fresh"], "made once, however often it was sent"
    assert (await brand.stored(page_id(panel))).html == TYPED
    assert await panel.workspace.store.drafts(PART) == []


async def the_truth_was_told(bench: WindowBench, panel: PagesPanel, done: bool) -> None:
    """Success is told of what is stored; a failure that may be none says so; the rest is kept."""
    successes = [notice for notice in bench.notifications.notices if notice.tone == "success"]
    words = told(bench)
    if successes:
        assert done
        assert not await panel.workspace.store.drafts(PART)
        return
    assert bench.notifications.notices, "a failure is never passed over in silence"
    assert "Nothing that you typed is lost." in words
    if done:
        assert "may have been carried out" in words
    (draft,) = await panel.workspace.store.drafts(PART)
    assert draft.content["fields"]["html"] == TYPED


@in_the_window
async def test_a_platform_that_asks_to_wait_is_waited_for_quirk_9(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    line = await a_line(bench, live)
    panel = await bench.pages(await bench.workspace(brand, base_url=line.base_url))
    await bench.opened(panel, page)
    write(panel, "html", TYPED)
    await line.hurt_requests(faults.SLOW_DOWN, "PUT", ONE, times=1, wait=1)
    panel.save()
    await until(lambda: line.hurt)
    assert panel.session.busy
    await at_rest(bench, panel)
    assert line.hurt == 1
    assert (await brand.stored(page.id)).html == TYPED
    assert [notice.tone for notice in bench.notifications.notices] == ["success"]
