"""Text that is hard to keep, and markup, in every field of blogs and categories: refused in words
at its field, or shown and kept as it is; nothing runs, and nobody is asked for anything."""

import pytest
from tests.desktop.support.blogs_desk import blog, opened, stored, type_in
from tests.desktop.support.hostile_fields import (
    HOSTILE,
    fill,
    refused,
    rendered,
    text_of,
    typed,
    value_of,
)
from tests.desktop.support.hostile_pages import Canaries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    turns,
    until,
)

from funneldesk.contract.blogs import CategoryDraft
from funneldesk.desktop.parts.blogs.categories.form import values_of
from funneldesk.desktop.parts.blogs.fields import FIELDS
from funneldesk.desktop.records.schema.form_dialog import FormDialog

WORDS = {"article_url_pattern": "segment", "article_url_segment": "read"}
"""All fields of addresses are there with it."""
ANYTHING = {"name", "seo_title", "seo_description", "seo_more"}
"""Fields that take any text that the server stores."""


@pytest.mark.parametrize("sample", HOSTILE)
@in_the_window
async def test_every_field_of_a_blog(
    bench: WindowBench, brand: LiveBrand, relay: Relay, canaries: Canaries, sample: str
) -> None:
    made = await blog(brand, "Journal", slug="journal", **WORDS)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    form, text = panel.pane.form.form, text_of(sample, canaries)
    fields = typed(form)
    before = {name: form.value(name) for name in fields}
    fill(form, fields.values(), text)
    wrong = refused(form, fields.values())
    assert wrong == fields.keys() - ANYTHING, "told while it is typed"
    panel.save()
    await until(lambda: bench.notice("Not saved yet"))
    assert not relay.writes(), "and not sent"
    for name in wrong:
        type_in(panel, name, before[name])
    panel.save()
    if sample == "half":
        await until(lambda: refused(form, fields.values()) == ANYTHING)
        assert "the server cannot store" in form.row("name").error()
        assert not relay.writes()
        return
    await until(lambda: not panel.session.is_dirty and panel.is_quiet)
    now = FIELDS.values_of((await stored(brand, made)).model_dump(mode="json"))
    assert {name: now[name] for name in ANYTHING} == {
        name: value_of(fields[name], text) for name in ANYTHING
    }
    await until(lambda: panel.detail.title.text() == text)
    assert not rendered(panel)
    assert canaries.heard == []


@pytest.mark.parametrize("sample", HOSTILE)
@in_the_window
async def test_every_field_of_a_category(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries, sample: str
) -> None:
    made = await blog(brand, "Journal", slug="journal")
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.detail.tabs.button("categories").click()
    text = text_of(sample, canaries)
    await until(panel.categories.add.isEnabled)
    panel.categories.add.click()
    dialog: FormDialog = await shown_dialog(FormDialog)
    fields = typed(dialog.form)
    fill(dialog.form, fields.values(), text)
    told: set[str] = set()
    while open_dialogs(FormDialog):
        dialog.go()
        await until(lambda: not open_dialogs(FormDialog) or not dialog.tasks.is_busy)
        if open_dialogs(FormDialog):
            found = refused(dialog.form, fields.values())
            assert found, "every refusal stands at its field"
            told |= found
            fill(dialog.form, [fields[name] for name in found - {"name"}], "")
            fill(dialog.form, [fields[name] for name in found & {"name"}], "Plain")
    assert told >= {"slug", "hero_image"}, "by the form, or in the server's words"
    assert ("name" in told) is (sample == "half")
    async with brand.api() as api:
        (category,) = await api.blogs.categories(made.id)
    kept = values_of(category.model_dump(mode="json"))
    taken = fields.keys() - told
    assert {name: kept[name] for name in taken} == dict.fromkeys(taken, text)
    await until(lambda: panel.categories.tree.topLevelItemCount() == 1)
    assert panel.categories.tree.topLevelItem(0).text(0) == category.name
    assert not rendered(panel)
    assert canaries.heard == []


@in_the_window
async def test_what_only_the_server_refuses_stands_at_its_field(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await blog(brand, "Journal", slug="journal")
    panel = await opened(bench, await bench.workspace(brand), made)
    type_in(panel, "name", "Diary")
    type_in(panel, "domain_id", 99_999)
    panel.save()
    form = panel.pane.form.form
    await until(lambda: form.row("domain_id").error())
    assert "invalid" in form.row("domain_id").error()
    assert form.value("name") == "Diary", "nothing typed is lost"
    panel.pane.form.show_errors({"seo_settings.title": ["Too long for us."]})
    assert form.row("seo_title").error() == "Too long for us."


@in_the_window
async def test_hero_pictures_elsewhere_are_not_fetched(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries
) -> None:
    made = await blog(brand, "Journal", slug="journal")
    async with brand.api() as api:
        draft = CategoryDraft(name="Farms", hero_image=f"http://{canaries.host}/x.png")
        await api.blogs.create_category(made.id, draft)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.detail.tabs.button("categories").click()
    await until(lambda: panel.categories.tree.topLevelItemCount() == 1)
    await until(lambda: not panel.categories.tasks.is_busy)
    panel.categories.tree.grab()
    await turns(200)
    assert canaries.heard == []
