"""The Files section tells where files are used, which are not, and which are missing."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.parts.pages.copy_to_brand.test_copy_to_brand import png
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.client.uploads import Upload
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.judging import broken, own_bases, unused
from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.references.where_used import WhereUsed
from funneldesk.desktop.workspace.workspace import Mention

PATHS = ["a.png", "b.png", "icons/a.svg", "icons/b.svg", "products/p.png", "deep/er/c.css"]


def rows_of(*paths: str) -> dict[str, AssetRow]:
    return {path: AssetRow(path, size=len(path), src=f"/cdn/7/assets/{path}") for path in paths}


@given(st.sets(st.sampled_from(PATHS)), st.sets(st.sampled_from(["icons/", "deep/er/c", "b"])))
def test_every_file_is_used_withheld_protected_or_unused(used: set[str], begun: set[str]) -> None:
    rows = rows_of(*PATHS)
    use = Use("pages", "1", "Sale", "html")
    found = unused(rows.values(), dict.fromkeys(used, 1), [(path, use) for path in begun])
    names = {row.path for row in found.rows}
    assert not names & used
    assert not any(path.startswith("products/") for path in names)
    assert not any(path.startswith(tuple(begun)) for path in names if begun)
    free = {path for path in PATHS if path not in used and not path.startswith("products/")}
    assert len(names) + found.withheld == len(free)


def test_a_missing_file_is_told_with_what_it_may_have_been() -> None:
    rows = rows_of("new/hero.png", "media/photo.webp", "there.png")
    use = Use("pages", "1", "Sale", "html")
    old = "https://old.example/cdn"
    named = [
        ("media/hero.png", "", 0, use),
        ("media/photo.jpg", "https://p.example/cdn", 0, use),
        ("there.png", "", 0, use),
        ("elsewhere.png", old, 0, use),
    ]
    bases = own_bases(rows.values(), 7, "http://p.example")
    found = {each.path: each.suggested for each in broken(named, rows, bases)}
    assert found == {"media/hero.png": ("new/hero.png",), "media/photo.jpg": ("media/photo.webp",)}


async def shown(bench: WindowBench, brand: LiveBrand, files: Mapping[str, bytes]) -> FilesPanel:
    """The section with these files on the platform, all read."""
    async with brand.api() as api:
        for path, content in files.items():
            folder, _, name = path.rpartition("/")
            await api.files.upload_many([Upload(name, content)], folder=folder)
    panel = bench.own(FilesPanel(await bench.workspace(brand)))
    panel.resize(1100, 700)
    panel.show()
    panel.refresh()
    await until(lambda: panel.library.refreshed)
    return panel


def feature(panel: FilesPanel) -> WhereUsed:
    return next(each for each in panel.features if isinstance(each, WhereUsed))


@in_the_window
async def test_the_pane_names_the_pages_and_leads_to_them(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    page = await brand.add("Sale & <b>more</b>", html=f'<img src="{at}/a.png">' * 2)
    panel = await shown(bench, brand, {"a.png": png(1), "b.png": png(2)})
    gone: list[tuple[str, str, Mention]] = []
    panel.workspace.asked_to_go.connect(lambda *told: gone.append(told))
    uses = feature(panel).uses
    await until(lambda: panel.select("a.png"))
    await until(lambda: uses.buttons)
    assert uses.buttons[0].accessibleName() == "Sale & <b>more</b>, HTML 2×"
    uses.buttons[0].click()
    assert gone == [("pages", str(page.id), Mention("html", ("a.png",)))]
    panel.select("b.png")
    await until(lambda: "No page, component" in uses.note.text())
    assert not uses.buttons


@in_the_window
async def test_unused_files_are_listed_and_handed_on_to_be_deleted(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    await brand.add("Sale", html=f"<img src='{at}/a.png'><script>x='{at}/icons/'+n</script>")
    files = {"a.png": png(1), "b.png": png(2), "icons/c.png": png(3)}
    panel = await shown(bench, brand, files)
    asked: list[list[AssetRow]] = []
    panel.asked_to_delete.connect(asked.append)
    feature(panel).show_unused()
    window = feature(panel)._unused
    assert window is not None
    await until(lambda: window.index.is_whole)
    await until(lambda: [row.path for row in window.shown] == ["b.png"])
    await until(lambda: not window.doubt.isHidden() and "“Sale” may use" in window.doubt.text())
    window.every_button.click()
    assert window.delete_button.text().startswith("Delete 1 file (")
    window.delete_button.click()
    assert [row.path for row in asked[0]] == ["b.png"]
    window.search.setText("zebra")
    await until(lambda: "Nothing fits" in said(window.empty))
    window.hide()


@in_the_window
async def test_broken_references_lead_to_the_page_and_to_the_likely_file(
    bench: WindowBench, brand: LiveBrand
) -> None:
    at = f"/cdn/{brand.number}/assets"
    page = await brand.add("Sale", html=f'<img src="{at}/old/a.png"><img src="{at}/a.png">')
    panel = await shown(bench, brand, {"a.png": png(1)})
    gone: list[tuple[str, str, Mention]] = []
    panel.workspace.asked_to_go.connect(lambda *told: gone.append(told))
    feature(panel).show_broken()
    window = feature(panel)._broken
    assert window is not None
    await until(lambda: window.index.is_whole and window.shown)
    (missing,) = window.shown
    assert (missing.path, missing.suggested) == ("old/a.png", ("a.png",))
    (group,) = window.list.groups.groups
    window.list.opened.emit(group.rows[0].key)
    assert gone == [("pages", str(page.id), Mention("html", ("old/a.png",)))]
    window.list.opened.emit(group.rows[1].key)
    await until(lambda: [row.path for row in panel.selected()] == ["a.png"])
    window.hide()


@in_the_window
async def test_the_page_opens_where_it_names_the_file(bench: WindowBench, brand: LiveBrand) -> None:
    at = f"https://host.example/cdn/{brand.number}/assets"
    css = f".a {{ background: url({at}/b%20c/a.png) }} .b {{ background: url({at}/a.png) }}"
    page = await brand.add("Sale", html="<p>One</p>", css=css)
    panel = await bench.pages(await bench.workspace(brand))
    panel.show()
    panel.open_mention(str(page.id), Mention("css", ("a.png",)))
    await until(lambda: panel.session.record_id == str(page.id) and panel.editor.code is not None)
    code, start = panel.editor.code, css.index(f"{at}/a.png")
    assert code is not None
    await until(lambda: code.selection("css") == (start, start + len(f"{at}/a.png")))
    panel.open_mention(str(page.id), Mention("css", ("b c",)))
    await until(lambda: code.selection("css")[0] == css.index(at))
