"""Pages duplicated into another brand: what cannot follow is said first, files come along."""

import zlib
from struct import pack as packed
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QMenu
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    shown_dialog,
    until,
)

from funneldesk.client.uploads import Upload
from funneldesk.contract.asset_references import asset_references, rewritten
from funneldesk.contract.pages import Page
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.parts.pages.copy_to_brand.dialog import CopyToBrandDialog
from funneldesk.desktop.parts.pages.copy_to_brand.plan import free_slug, without_records
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.workspace.workspace import Workspace

BASE = "https://p.example/cdn"


def png(shade: int) -> bytes:
    """A picture of one pixel."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return packed(">I", len(data)) + name + data + packed(">I", zlib.crc32(name + data))

    head = packed(">IIBBBBB", 1, 1, 8, 0, 0, 0, 0)
    body = zlib.compress(bytes([0, shade]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


# References


def paths(text: str, brand: int = 1) -> list[str]:
    return [found.path for found in asset_references(text, brand, BASE)]


def test_references_are_found_however_they_are_written() -> None:
    html = (
        '<img src="/cdn/1/assets/a.png?v=2#x"><img src=/cdn/1/assets/b.png>'
        "<img srcset='/cdn/1/assets/c.png 1x, https://p.example/cdn/1/assets/d/e.png 2x'>"
        '<i style="background:url(/cdn/1/assets/f%20g.png)">'
        "<i style='background: url(&quot;/cdn/1/assets/h.png&quot;)'>"
    )
    assert paths(html) == ["a.png", "b.png", "c.png", "d/e.png", "f g.png", "h.png"]
    assert paths('url("/cdn/1/assets/a.png") url(/cdn/1/assets/b.png),') == ["a.png", "b.png"]


def test_what_only_looks_like_a_reference_is_left() -> None:
    assert not paths('<img src="https://else.example/cdn/1/assets/a.png">')
    assert not paths('<img src="/cdn/11/assets/a.png"><img src="/cdn/2/assets/a.png">')
    assert not paths('<img src="/mycdn/1/assets/a.png"><img src="x/cdn/1/assets/a.png">')
    assert not paths('<img src="/cdn/1/assets/../../../api/a.png"><i data="/cdn/1/assets/">')
    assert not paths('<img src="/cdn/1/assets/%2e%2e/a.png">')


PIECES = st.lists(
    st.sampled_from(
        [
            '<img src="/cdn/1/assets/a.png">',
            "url(https://p.example/cdn/1/assets/b/c.png?x)",
            ' "/cdn/2/assets/a.png" ',
            "https://else.example/cdn/1/assets/a.png",
            "\r\n",
            "/cdn/1/assets",
        ]
    )
    | st.text(max_size=8),
    max_size=12,
)


@given(PIECES)
def test_only_references_change_and_they_change_back(pieces: list[str]) -> None:
    """Everything outside the references stays byte for byte."""
    text = "".join(pieces)
    found = asset_references(text, 1, BASE)
    there = {each.path: f"/cdn/7/assets/{each.path}" for each in found}
    new = rewritten(text, found, there, "https://p.example")
    outside, at = [], 0
    for each in found:
        outside.append(text[at : each.start])
        at = each.end
    outside.append(text[at:])
    for piece in outside:
        assert piece in new
    assert rewritten(text, found, {}, "") == text
    assert "/cdn/7/" in new or not found


def test_numbers_of_split_tests_stay_behind_and_nothing_else() -> None:
    html = (
        '<p>\r\n<inline-split-test id="12" name="H"><variant name="A">a</variant>'
        "</inline-split-test>"
    )
    made, count = without_records(html)
    assert count == 1
    assert made == html.replace(' id="12"', "")
    assert without_records("<p id=3>x</p>") == ("<p id=3>x</p>", 0)


def test_a_slug_that_is_taken_gets_a_number() -> None:
    assert free_slug("sale", ()) == "sale"
    assert free_slug("sale", {"sale", "sale-2"}) == "sale-3"
    assert free_slug("", {""}) == ""


# On a real platform


class Town:
    """The brands that this computer knows."""

    def __init__(self, *workspaces: Workspace) -> None:
        self._workspaces = workspaces

    def connections(self) -> tuple[Connection, ...]:
        return tuple(workspace.connection for workspace in self._workspaces)

    async def workspace(self, connection_id: str) -> Workspace:
        return next(w for w in self._workspaces if w.connection.id == connection_id)


async def two_brands(
    bench: WindowBench, here: LiveBrand, there: LiveBrand, *, there_url: str = "", **flags: Any
) -> tuple[PagesPanel, Workspace]:
    target = await bench.workspace(there, base_url=there_url, name="Second", **flags)
    workspace = await bench.workspace(here)
    workspace.neighbours = Town(workspace, target)
    return await bench.pages(workspace), target


async def dialog_for(panel: PagesPanel, *pages: Page) -> CopyToBrandDialog:
    """The dialog once it knows what cannot follow, or why nothing can."""
    menu = QMenu()
    panel.list.asked_for_menu.emit(menu, [str(page.id) for page in pages])
    words = "Duplicate into another brand…"
    next(action for action in menu.actions() if action.text() == words).trigger()
    dialog: CopyToBrandDialog = await shown_dialog(CopyToBrandDialog)
    await until(dialog.bar.isHidden)
    return dialog


async def put_file(brand: LiveBrand, name: str, content: bytes, folder: str = "") -> None:
    async with brand.api() as api:
        if folder:
            await api.files.create_folder(folder)
        result = await api.files.upload_many([Upload(name, content)], folder=folder)
        assert result.files[0].is_uploaded, result.files[0].error


async def bytes_at(brand: LiveBrand, path: str) -> bytes:
    async with brand.api() as api:
        return await api.fetch_asset(path)


async def only_page(brand: LiveBrand) -> Page:
    async with brand.api() as api:
        (listed,) = await api.pages.list()
        return await api.pages.get(listed.id)


@in_the_window
async def test_a_page_goes_over_with_its_files(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    there = live.brand("Second")
    await put_file(brand, "hero.png", png(1))
    await put_file(brand, "ground.png", png(2), "backs")
    html = (
        f'<img src="/cdn/{brand.number}/assets/hero.png?v=1">\r\n'
        '<inline-split-test id="9" name="H"><variant name="A" weight="100">A</variant>'
        '</inline-split-test><component code="custom-x"></component>'
        '<img src="https://else.example/hero.png">'
    )
    css = f"i {{ background: url({brand.base_url}/cdn/{brand.number}/assets/backs/ground.png) }}"
    page = await brand.add("Sale", slug="sale", html=html, css=css, folder_id=3, seo_title="S")
    await brand.change(page, disable_right_click=True)
    panel, _ = await two_brands(bench, brand, there)
    dialog = await dialog_for(panel, page)
    told = dialog.list.rows.at(0)
    assert told.chip == "2 files"
    assert "Without its folder" in told.text
    assert "Components lacking there: custom-x" in told.text
    assert "split test begins anew" in told.text
    assert await there.titles() == []
    dialog.yes.click()
    await bench.idle(panel)
    made = await only_page(there)
    assert made.html == html.replace(f"/cdn/{brand.number}/", f"/cdn/{there.number}/").replace(
        ' id="9"', ""
    )
    assert made.css == css.replace(f"/cdn/{brand.number}/", f"/cdn/{there.number}/")
    assert (made.name, made.slug, made.status, made.seo_title) == ("Sale", "sale", "draft", "S")
    assert (made.folder_id, made.disable_right_click) == (None, True)
    assert await bytes_at(there, f"/cdn/{there.number}/assets/hero.png") == png(1)
    assert await bytes_at(there, f"/cdn/{there.number}/assets/backs/ground.png") == png(2)
    assert bench.notice("1 page duplicated into Second")


@in_the_window
async def test_files_of_the_same_name_are_compared(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    """Quirk 35: nothing there is replaced."""
    there = live.brand("Second")
    for name in ("same.png", "other.png"):
        await put_file(brand, name, png(1))
    await put_file(there, "same.png", png(1))
    await put_file(there, "other.png", png(9))
    at = f"/cdn/{brand.number}/assets"
    page = await brand.add("Sale", html=f'<img src="{at}/same.png"><img src="{at}/other.png">')
    panel, _ = await two_brands(bench, brand, there)
    (await dialog_for(panel, page)).yes.click()
    await bench.idle(panel)
    to = f"/cdn/{there.number}/assets"
    assert (await only_page(there)).html == f'<img src="{to}/same.png"><img src="{to}/other-2.png">'
    assert await bytes_at(there, f"{to}/other.png") == png(9)
    assert await bytes_at(there, f"{to}/other-2.png") == png(1)


@in_the_window
async def test_a_file_that_is_gone_is_told_and_the_page_made_as_chosen(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    there = live.brand("Second")
    html = f'<img src="/cdn/{brand.number}/assets/gone.png">'
    page = await brand.add("Sale", slug="sale", html=html)
    panel, _ = await two_brands(bench, brand, there)
    dialog = await dialog_for(panel, page)
    dialog.despite.setChecked(False)
    dialog.yes.click()
    await bench.idle(panel)
    assert await there.titles() == []
    assert bench.notice("Not all of its files could be copied")
    dialog = await dialog_for(panel, page)
    dialog.yes.click()
    await bench.idle(panel)
    assert (await only_page(there)).html == html
    last = panel.actions_on_pages.runs.last
    assert last is not None
    assert "gone.png" in last[1].rows[0][1].what


@in_the_window
async def test_slugs_that_are_taken_there_get_numbers(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    there = live.brand("Second")
    await there.add("Theirs", slug="sale")
    page = await brand.add("Sale", slug="sale", html="<p>a</p>")
    panel, _ = await two_brands(bench, brand, there)
    dialog = await dialog_for(panel, page)
    assert "Slug becomes sale-2" in dialog.list.rows.at(0).text
    dialog.yes.click()
    await bench.idle(panel)
    async with there.api() as api:
        assert sorted(p.slug or "" for p in await api.pages.list()) == ["sale", "sale-2"]


@in_the_window
async def test_nothing_goes_into_a_read_only_brand(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    there = live.brand("Second")
    page = await brand.add("Sale", slug="sale", html="<p>a</p>")
    panel, _ = await two_brands(bench, brand, there, read_only=True)
    dialog = await dialog_for(panel, page)
    assert not dialog.yes.isEnabled()
    assert "read only" in dialog.brand.currentText()
    dialog.answer("")
    await bench.idle(panel)
    assert await there.titles() == []


@in_the_window
async def test_a_page_whose_answer_is_lost_is_not_made_twice(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, relay: Relay
) -> None:
    """Quirk 10."""
    there = live.brand("Second")
    page = await brand.add("Sale", slug="sale", html="<p>a</p>")
    panel, _ = await two_brands(bench, brand, there, there_url=relay.base_url)
    dialog = await dialog_for(panel, page)
    relay.lose_answers_to = "POST"
    dialog.yes.click()
    await bench.idle(panel)
    assert await there.titles() == ["Sale"]
    assert bench.notice("1 page duplicated into Second")


@in_the_window
async def test_without_another_brand_it_says_what_to_do(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Sale", slug="sale")
    workspace = await bench.workspace(brand)
    workspace.neighbours = Town(workspace)
    panel = await bench.pages(workspace)
    dialog = await dialog_for(panel, page)
    assert not dialog.yes.isEnabled()
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_every_brand_of_the_window_can_be_reached(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, memory_keyring: MemoryKeyring
) -> None:
    """The brand that is shown stays so while pages go into another one."""
    there = live.brand("Second")
    page = await brand.add("Sale", slug="sale", html="<p>a</p>")
    session = bench.session()
    await bench.add_brand(session, there)
    panel = await bench.add_brand(session, brand)
    dialog = await dialog_for(panel, page)
    names = [dialog.brand.itemText(at) for at in range(dialog.brand.count())]
    assert "Second" in names
    dialog.brand.setCurrentIndex(names.index("Second"))
    await until(lambda: dialog.bar.isHidden() and dialog.yes.isEnabled())
    dialog.yes.click()
    await bench.idle(panel)
    assert await there.titles() == ["Sale"]
    assert bench.pages_of(session) is panel
