"""The customer beside the conversation: from this computer at once, then from the server."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.customer_desk import order, press, sheet
from tests.desktop.support.declared_sections import add_customers
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.ticket_desk import desk, opened, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until


@in_the_window
async def test_who_wrote_is_shown_with_what_they_are_worth(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_customers(brand, ["Ana Correia", "Bo Lind"])
    code = write_in(brand, "Where is it?", from_email="c1+x@posta.example")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    await until(lambda: panel.customer.detail.title.text() == "Bo Lind")
    assert panel.customer.isVisible()
    assert {"Lifetime value", "Orders"} <= set(said(panel.customer).splitlines())
    panel.resize(900, 700)
    await until(lambda: not panel.customer.isVisible())


@in_the_window
async def test_who_never_bought_is_told_so(bench: WindowBench, brand: LiveBrand) -> None:
    code = write_in(brand, "A question", from_email="nobody@posta.example")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    await until(lambda: panel.customer.is_quiet)
    assert "No order has this email address." in said(panel.customer)
    assert not panel.customer.open.isVisible()


@in_the_window
async def test_offline_the_customer_of_before_is_there_and_the_failure_is_told(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    add_customers(brand, ["Ana Correia"])
    code = write_in(brand, "Where is it?", from_email="c0+x@posta.example")
    other = write_in(brand, "Something else", from_email="")
    panel = await desk(bench, await bench.workspace(brand, base_url=relay.base_url))
    await opened(panel, code)
    await until(lambda: panel.customer.detail.title.text() == "Ana Correia")
    await opened(panel, other)
    await until(lambda: panel.customer.email == "")
    await relay.vanish()
    panel.open_record(code)
    await until(lambda: panel.customer.detail.failure.isVisible())
    assert panel.customer.detail.title.text() == "Ana Correia"


@in_the_window
async def test_the_customer_opens_in_its_section(bench: WindowBench, brand: LiveBrand) -> None:
    add_customers(brand, ["Ana Correia"])
    code = write_in(brand, "Where is it?", from_email="c0+x@posta.example")
    workspace = await bench.workspace(brand)
    asked: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record_id, _mention: asked.append((part, record_id)))
    panel = await desk(bench, workspace)
    await opened(panel, code)
    await until(lambda: panel.customer.open.isVisible())
    panel.customer.open.click()
    assert asked == [("customers", "c0+x@posta.example")]


@in_the_window
async def test_what_was_done_goes_into_the_reply(bench: WindowBench, brand: LiveBrand) -> None:
    order(brand, "HP77120", email="ana@posta.example")
    code = write_in(brand, "It came broken")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    pane, composer = panel.customer, panel.conversation.composer
    await until(lambda: pane.views["orders"].lines)
    composer.insert_sentence("Hello Ana.")
    await press(pane, await sheet(pane, "orders", "refund"))
    assert pane.told.isVisible()
    await until(lambda: panel.isActiveWindow() or panel.activateWindow())
    panel.list.enter_table()
    QTest.keyClick(panel.list.table, Qt.Key.Key_T)
    assert composer.content == "Hello Ana. I refunded $38.00 of order HP77120."
    assert not pane.told.isVisible()
    assert not panel.can_tell
    pane.offer("I did more.")
    composer.show_state(refusal="Not now.")
    pane.add.click()
    assert pane.sentence.text() == "I did more.", "it waits until one can write"
    assert pane.told.isVisible()
