"""What depends on a page is named before it is deleted, and before its address changes."""

from PySide6.QtWidgets import QApplication
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import type_setting
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.funnels import FunnelDraft
from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.redirects.redirect_list import RedirectList
from funneldesk.desktop.records.save.publish_dialog import PublishDialog

TEST = (
    '<inline-split-test name="pay button"><variant name="A" weight="50">Pay</variant>'
    '<variant name="B" weight="50">Buy</variant></inline-split-test>'
)


async def summer(brand: LiveBrand) -> tuple[Page, Page]:
    """An offer that leads to a checkout, both in a funnel; the checkout has a test."""
    async with brand.api() as api:
        made = await api.funnels.create(FunnelDraft(name="Summer bundle"))
    shared = {"status": "published", "funnel_id": made.id}
    offer = await brand.add("Offer", slug="offer", html='<a href="checkout">On</a>', **shared)
    checkout = await brand.add("Checkout", slug="checkout", html=TEST, **shared)
    whole = f"{brand.base_url}/p/{brand.number}/checkout?from=home"
    await brand.add("Home", slug="home", html=f'<p>checkout</p><form action="{whole}"></form>')
    await brand.add("About", slug="about", html="<p>checkout is a word</p>")
    return offer, checkout


async def with_all(bench: WindowBench, brand: LiveBrand) -> PagesPanel:
    """The section, with every page on this computer."""
    panel = await bench.pages(await bench.workspace(brand))
    for page_id in list(panel.library.rows):
        await panel.library.fetch(page_id)
    return panel


@in_the_window
async def test_deleting_names_the_funnel_step_the_linking_pages_and_the_test(
    bench: WindowBench, brand: LiveBrand
) -> None:
    _offer, checkout = await summer(brand)
    panel = await with_all(bench, brand)
    panel.list.asked_to_delete.emit([str(checkout.id)])
    dialog = await shown_dialog()
    await until(lambda: "“Checkout” is step 2 of the funnel “Summer bundle”." in said(dialog))
    text = said(dialog)
    assert "“Checkout” has a running split test: “pay button”." in text
    linking = next(line for line in text.splitlines() if line.startswith("Pages that link"))
    assert sorted(linking.partition(": ")[2].rstrip(".").split(", ")) == ["“Home”", "“Offer”"]
    await until(lambda: "No visits in the last 7 days." in said(dialog))
    dialog.answer("")
    await bench.idle(panel)
    assert "Checkout" in await brand.titles()


@in_the_window
async def test_a_link_between_pages_that_go_together_is_none_that_breaks(
    bench: WindowBench, brand: LiveBrand
) -> None:
    offer, checkout = await summer(brand)
    panel = await with_all(bench, brand)
    panel.list.asked_to_delete.emit([str(offer.id), str(checkout.id)])
    dialog = await shown_dialog()
    await until(lambda: "“Checkout” is step 2" in said(dialog))
    assert "“Offer” is step 1" in said(dialog)
    linking = next(line for line in said(dialog).splitlines() if line.startswith("Pages that"))
    assert "Offer" not in linking
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_a_page_that_nothing_depends_on_says_so(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Alone", slug="alone", html="<p>x</p>")
    panel = await with_all(bench, brand)
    panel.list.asked_to_delete.emit([str(page.id)])
    dialog = await shown_dialog()
    nothing = "No funnel, link or running split test is known to depend on it."
    await until(lambda: nothing in said(dialog))
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_a_changed_slug_of_a_live_page_names_them_too_and_offers_its_redirect(
    bench: WindowBench, brand: LiveBrand
) -> None:
    _offer, checkout = await summer(brand)
    panel = await with_all(bench, brand)
    await bench.opened(panel, checkout)
    type_setting(panel, "Slug", "pay")
    panel.save(publish=True)
    dialog: PublishDialog = await shown_dialog(PublishDialog)
    assert "The old address will stop working." in said(dialog)
    await until(lambda: "step 2 of the funnel “Summer bundle”" in said(dialog))
    assert "Pages that link to “Checkout”:" in said(dialog)
    redirects = dialog.findChild(RedirectList)
    assert isinstance(redirects, RedirectList)
    old, new = redirects.text.toPlainText().split("\t")
    assert (old, new) == (f"/p/{brand.number}/checkout", f"/p/{brand.number}/pay")
    redirects.forms.button("nginx").click()
    redirects.copy.click()
    assert QApplication.clipboard().text() == f"rewrite ^{old}/?$ {new} permanent;"
    dialog.answer("")
    await bench.idle(panel)
    assert (await brand.stored(checkout.id)).slug == "checkout"
    assert not open_dialogs()


@in_the_window
async def test_other_changes_of_a_live_page_offer_no_redirect(
    bench: WindowBench, brand: LiveBrand
) -> None:
    _offer, checkout = await summer(brand)
    panel = await with_all(bench, brand)
    await bench.opened(panel, checkout)
    type_setting(panel, "Title", "Pay here")
    panel.save(publish=True)
    dialog: PublishDialog = await shown_dialog(PublishDialog)
    assert "old address" not in said(dialog)
    assert dialog.findChild(RedirectList) is None
    dialog.answer("")
    await bench.idle(panel)
