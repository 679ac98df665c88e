"""A blog's form: addresses while one types, clashes before a save, copies and deletion."""

from tests.desktop.support.blogs_desk import blog, opened, stored, type_in
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.client.errors import NotFound
from funneldesk.contract.blogs import CategoryDraft
from funneldesk.contract.domains import DomainDraft
from funneldesk.desktop.parts.blogs.panel import BlogsPanel
from funneldesk.desktop.records.schema.form_dialog import FormDialog

HOSTILE = "<img src=file:///etc/passwd onerror=alert(1)>\u202eeman"


async def saved(panel: BlogsPanel) -> None:
    panel.save()
    await until(lambda: panel.session.draft is not None and not panel.session.is_dirty)
    await until(lambda: panel.is_quiet)


@in_the_window
async def test_addresses_follow_what_is_typed_and_say_what_they_were(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        domain = await api.domains.create(DomainDraft(domain="shop.example", dedicated_domain=True))
    made = await blog(brand, "Journal", slug="journal", domain_id=domain.id)
    async with brand.api() as api:
        await api.blogs.create_category(made.id, CategoryDraft(name="At the stove"))
    panel = await opened(bench, await bench.workspace(brand), made)
    base = "https://shop.example/journal"
    await until(lambda: panel.addresses.texts()["home"] == base)
    assert panel.addresses.texts()["category"] == f"{base}/category/at-the-stove"
    type_in(panel, "category_url_segment", "shelf")
    type_in(panel, "article_url_pattern", "category")
    assert panel.addresses.texts() == {
        "home": base,
        "article": f"{base}/at-the-stove/article-slug",
        "category": f"{base}/shelf/at-the-stove",
        "tag": f"{base}/tag/tag-slug",
        "search": f"{base}/search?q=…",
    }
    assert f"now {base}/category/at-the-stove" in said(panel.addresses)
    await saved(panel)
    assert "now http" not in said(panel.addresses), "what is saved is what is shown"
    now = await stored(brand, made)
    assert (now.name, now.category_url_segment) == ("Journal", "shelf"), "quirk 58: with its name"


@in_the_window
async def test_a_slug_that_another_blog_has_is_refused_before_anything_is_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await blog(brand, "The first", slug="journal")
    made = await blog(brand, "The second", slug="other")
    await brand.add("A landing page", slug="landing")
    panel = await opened(bench, await bench.workspace(brand), made)
    type_in(panel, "slug", "journal")
    assert "The first" in said(panel.pane.form.form.row("slug"))
    panel.save()
    await until(lambda: bench.notice("Not saved yet"))
    assert (await stored(brand, made)).slug == "other"
    type_in(panel, "slug", "mine")
    type_in(panel, "tag_url_segment", "category")
    panel.save()
    await until(lambda: "the categories" in said(panel.pane.form))
    assert (await stored(brand, made)).slug == "other"
    type_in(panel, "tag_url_segment", "tag")
    await saved(panel)
    assert (await stored(brand, made)).slug == "mine"


@in_the_window
async def test_settings_of_search_engines_that_no_field_shows_are_kept(
    bench: WindowBench, brand: LiveBrand
) -> None:
    deep = {"index": False, "rules": [1, {"two": None}]}
    before = {"title": "Old", "og:image": "/x.png", "robots": deep}
    made = await blog(brand, "Journal", seo_settings=before)
    panel = await opened(bench, await bench.workspace(brand), made)
    type_in(panel, "seo_title", HOSTILE)
    assert HOSTILE[:20] in said(panel.result), "plain text, as it is"
    await saved(panel)
    assert (await stored(brand, made)).seo_settings == {**before, "title": HOSTILE}
    type_in(panel, "seo_title", "")
    await saved(panel)
    kept = {key: value for key, value in before.items() if key != "title"}
    assert (await stored(brand, made)).seo_settings == kept


@in_the_window
async def test_a_copy_has_the_name_that_was_asked_for_and_opens(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await blog(brand, "Journal", slug="journal", tag_url_segment="word")
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.tasks.start(panel.blog_actions.clone([str(made.id)]))
    dialog = await shown_dialog()
    dialog.answer("yes")
    await until(lambda: panel.is_quiet and panel.detail.title.text() == "Journal (copy)")
    async with brand.api() as api:
        found = {each.name: each.tag_url_segment async for each in api.blogs.iterate()}
    assert found == {"Journal": "word", "Journal (copy)": "word"}


@in_the_window
async def test_deletion_says_that_nothing_brings_a_blog_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await blog(brand, "Journal")
    panel = await opened(bench, await bench.workspace(brand), made)
    deletion = panel.declared_actions["blogs.delete"]
    panel.declared_actions.run(deletion)
    dialog = await shown_dialog()
    assert "offers no way to bring it back" in said(dialog), "quirk 58: soft"
    dialog.answer("")
    await until(lambda: panel.is_quiet)
    assert (await stored(brand, made)).name == "Journal"
    panel.declared_actions.run(deletion)
    (await shown_dialog()).answer("yes")
    await until(lambda: not panel.list.table.rows.ids)
    try:
        await stored(brand, made)
    except NotFound:
        return
    raise AssertionError("the server still shows it")


@in_the_window
async def test_the_server_sends_a_table_of_the_selected_or_of_all(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await blog(brand, "Journal")
    await blog(brand, "Other")
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    export = panel.declared_actions["blogs.export-by-email"]
    panel.declared_actions.run(export)
    dialog = await shown_dialog(FormDialog)
    assert "by email to the user of this key" in said(dialog)
    dialog.form.row("columns").set_value([])
    dialog.go()
    assert "at least one" in dialog.form.row("columns").error()
    dialog.form.row("columns").set_value(["slug", "id"])
    dialog.go()
    await until(lambda: bench.notice("The server is making the export"))
    assert relay.writes()[-1].body == {"selected_ids": [made.id], "columns": ["id", "slug"]}
    await until(lambda: panel.is_quiet and not open_dialogs())
    panel.declared_actions.run(export)
    dialog = await shown_dialog(FormDialog)
    dialog.form.row("which").set_value("all")
    dialog.go()
    await until(lambda: len(relay.writes()) == 2)
    assert "selected_ids" not in relay.writes()[-1].body
    await until(lambda: panel.is_quiet)
