"""Categories of a blog: made, changed, deleted, and arranged on this computer."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.blogs_desk import blog, opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.transfer_bench import put
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)
from tests.server.support.file_samples import png

from funneldesk.contract.blogs import BlogCategory, CategoryDraft
from funneldesk.desktop.assets.picker import AssetPicker
from funneldesk.desktop.parts.blogs.categories.outline import arranged
from funneldesk.desktop.parts.blogs.categories.page import CategoriesPage
from funneldesk.desktop.records.schema.form_dialog import FormDialog

HOSTILE = "<img src=file:///etc/passwd onerror=alert(1)>\u202eeman"
Alt = Qt.KeyboardModifier.AltModifier


async def of(brand: LiveBrand, blog_id: int) -> list[BlogCategory]:
    async with brand.api() as api:
        return list(await api.blogs.categories(blog_id))


@in_the_window
async def test_a_category_is_made_changed_and_deleted(bench: WindowBench, brand: LiveBrand) -> None:
    made = await blog(brand, "Journal", slug="journal")
    panel = await opened(bench, await bench.workspace(brand), made)
    page = panel.categories
    panel.detail.tabs.button("categories").click()
    assert "No categories yet" in said(page)
    page.add.click()
    dialog = await shown_dialog(FormDialog)
    dialog.form.set_values({"name": HOSTILE, "slug": "first", "hero_image": "/cdn/1/assets/a.png"})
    dialog.go()
    await until(lambda: page.tree.topLevelItemCount() == 1)
    item = page.tree.topLevelItem(0)
    assert (item.text(0), item.text(1)) == (HOSTILE, "/journal/category/first")
    page.tree.setCurrentItem(item)
    page.edit.click()
    dialog = await shown_dialog(FormDialog)
    dialog.form.set_values(
        {**dialog.form.values(), "name": "Plain", "seo_title": "Found", "slug": "UPPER"}
    )
    dialog.go()
    assert "lower-case" in said(dialog.form), "told before it is sent"
    dialog.form.set_values({**dialog.form.values(), "slug": "plain"})
    dialog.go()
    await until(lambda: page.tree.topLevelItem(0).text(0) == "Plain")
    stored = (await of(brand, made.id))[0]
    assert (stored.name, stored.slug, stored.hero_image, stored.seo_settings) == (
        "Plain",
        "plain",
        "/cdn/1/assets/a.png",
        {"title": "Found"},
    )
    page.tree.setCurrentItem(page.tree.topLevelItem(0))
    page.remove.click()
    dialog = await shown_dialog()
    assert "/journal/category/plain" in said(dialog)
    dialog.answer("yes")
    await until(lambda: page.tree.topLevelItemCount() == 0)
    assert not await of(brand, made.id)


async def edited(page: CategoriesPage, at: int) -> FormDialog:
    """The form of a category, open."""
    page.tree.setCurrentItem(page.tree.topLevelItem(at))
    page.edit.click()
    dialog: FormDialog = await shown_dialog(FormDialog)
    return dialog


async def pick(dialog: FormDialog, words: str, offered: set[str]) -> str:
    """Choose the file of these words as the hero picture; its address."""
    field = dialog.form.row("hero_image").input
    field.pick.click()
    picker = await shown_dialog(AssetPicker)
    await until(lambda: {row.name for row in picker.grid.shown_rows()} == offered)
    picker.search.setText(words)
    await until(lambda: len(picker.grid.shown_rows()) == 1)
    picker.search.left_downwards.emit()
    await until(picker.insert.isEnabled)
    picker.insert.click()
    await until(field.line.text)
    return str(field.line.text())


@in_the_window
async def test_a_hero_picture_is_chosen_from_files_and_kept(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await blog(brand, "Journal", slug="journal")
    files = {"farm.png": png(8, 6), "cup.png": png(4, 3), "letter.woff2": b"wOF2" + bytes(40)}
    await put(brand, {f"media/{name}": content for name, content in files.items()})
    async with brand.api() as api:
        for name in ("Coffee", "Farms"):
            await api.blogs.create_category(made.id, CategoryDraft(name=name))
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, made)
    panel.detail.tabs.button("categories").click()
    tree = panel.categories.tree
    await until(lambda: tree.topLevelItemCount() == 2)
    assert tree.topLevelItem(1).icon(0).isNull(), "nothing stands where no picture is"
    dialog = await edited(panel.categories, 1)
    chosen = await pick(dialog, "farm", {"farm.png", "cup.png"})
    dialog.go()
    await until(lambda: not tree.topLevelItem(1).icon(0).isNull())
    known = {each.name: each.hero_image for each in await of(brand, made.id)}
    assert known == {"Coffee": None, "Farms": chosen}
    async with brand.api() as api:
        assert await api.fetch_asset(chosen) == files["farm.png"]
    again = (await opened(bench, workspace, made)).categories
    await until(lambda: again.tree.topLevelItemCount() == 2)
    dialog = await edited(again, 1)
    assert dialog.form.value("hero_image") == chosen
    dialog.form.row("hero_image").input.clear.click()
    dialog.go()
    await until(lambda: again.tree.topLevelItem(1).icon(0).isNull())
    assert not any(each.hero_image for each in await of(brand, made.id))


@in_the_window
async def test_order_and_nesting_stay_on_this_computer(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await blog(brand, "Journal", slug="journal")
    async with brand.api() as api:
        for name in ("A", "B", "C"):
            await api.blogs.create_category(made.id, CategoryDraft(name=name))
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace, made)
    panel.detail.tabs.button("categories").click()
    page = panel.categories
    await until(lambda: page.tree.topLevelItemCount() == 3)
    assert "this computer’s own" in said(page)
    page.tree.setCurrentItem(page.tree.topLevelItem(2))
    QTest.keyClick(page.tree, Qt.Key.Key_Up, Alt)
    QTest.keyClick(page.tree, Qt.Key.Key_Right, Alt)
    await until(lambda: not page.tasks.is_busy)
    names = {each.id: each.name for each in await of(brand, made.id)}
    assert [(names[n], depth) for n, depth in page.tree.lines()] == [("A", 0), ("C", 1), ("B", 0)]
    again = await opened(bench, workspace, made)
    await until(lambda: again.categories.tree.lines() == page.tree.lines())


def test_what_is_gone_or_new_finds_its_place() -> None:
    assert arranged([1, 2, 3], [(9, 0), (2, 3), (1, 1)]) == [(2, 0), (1, 1), (3, 0)]
    assert arranged([], [(1, 0)]) == []
