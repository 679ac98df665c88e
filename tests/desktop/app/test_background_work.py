"""Transfers of a brand begin by themselves with it, and end with it after a word."""

from dataclasses import replace
from pathlib import Path

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.transfer_bench import Folder, picture, queue_of, stored
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.local.connections.book import ConnectionBook


def order_of(folder: Path) -> UploadOrder:
    files = Folder(folder)
    for name in ("a.png", "b.png", "c.png"):
        files.write(name)
    return replace(files.order(), title="Upload of three")


@in_the_window
async def test_what_an_earlier_run_left_goes_on_once_the_brand_is_open(
    bench: WindowBench,
    brand: LiveBrand,
    relay: Relay,
    memory_keyring: MemoryKeyring,
    tmp_path: Path,
) -> None:
    first = bench.session()
    panel = await bench.add_brand(first, brand, base_url=relay.base_url)
    connection = panel.workspace.connection
    await relay.vanish()
    job = await queue_of(panel.workspace).upload(order_of(tmp_path / "mine"))
    await until(lambda: job.state == "away")
    await bench.quit(first)
    await relay.listen()
    second = bench.session()
    second.brands.book = await ConnectionBook.load(first.folders.connections_file)
    await second.brands.show(connection.id)
    notifications = second.brands.jobs
    await until(lambda: [job.title for job in notifications.jobs] == ["Upload of three"])
    await until(lambda: notifications.jobs[0].state == "ended")
    assert await stored(brand, "c.png") == picture("c.png")
    assert "open" in notifications.jobs[0].acts


@in_the_window
async def test_removing_a_brand_tells_what_will_not_be_sent(
    bench: WindowBench,
    brand: LiveBrand,
    relay: Relay,
    memory_keyring: MemoryKeyring,
    tmp_path: Path,
) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    session.window.show()
    connection = panel.workspace.connection
    await relay.vanish()
    await queue_of(panel.workspace).upload(order_of(tmp_path / "mine"))
    await until(lambda: session.brands.jobs.working)
    asking = session.tasks.start(session.brand_menu._may_remove(connection))
    question = await shown_dialog()
    assert "3 files that are still to go up or come down will not be sent" in said(question)
    question.answer("yes")
    assert asking is not None
    assert await asking
    await session.brands.remove(connection.id)
    assert not session.brands.jobs.jobs
