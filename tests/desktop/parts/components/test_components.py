"""A component edited, kept as a draft, published and discarded, and where it is used."""

from tests.desktop.support.components_desk import component, content, live, opened, type_source
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.parts.components.actions import PublishDialog
from funneldesk.desktop.parts.components.components import COMPONENTS, HAS_DRAFT
from funneldesk.desktop.parts.components.panel import ComponentsPanel
from funneldesk.desktop.records.detail.source_form import SETTINGS

HOSTILE = "<img src=file:///etc/passwd onerror=alert(1)>\u202eeman"


async def saved(panel: ComponentsPanel) -> None:
    panel.save()
    await until(lambda: panel.session.draft is not None and not panel.session.is_dirty)
    await until(lambda: panel.is_quiet)


@in_the_window
async def test_a_save_keeps_a_draft_and_publishing_ends_all_of_them(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await component(brand, "vow", "<p>One</p>", css=".vow { color: red }")
    await brand.add("Landing", html='<component code="custom-vow"></component>')
    panel = await opened(bench, await bench.workspace(brand), made)
    assert panel.editor.state.text() == "Live"
    type_source(panel, "<p>Two</p>")
    await saved(panel)
    assert (await content(brand, made), (await live(brand, made)).html) == (
        ("<p>Two</p>", True),
        "<p>One</p>",
    )
    assert panel.editor.state.text() == "Live, with a draft"
    assert panel.list.rows[str(made.id)].get(HAS_DRAFT) is True
    async with brand.api() as api:  # Somebody else's draft, which nobody here has seen.
        await api.components.save_draft(made.id, "<p>Theirs</p>")
    await panel.session.read_again()
    type_source(panel, "<p>Three</p>")
    panel.publish()
    dialog = await shown_dialog(PublishDialog)
    await until(lambda: dialog.diff.changes)
    assert "ends all drafts of this component, also those of others" in said(dialog), "quirk 30"
    dialog.answer("publish")
    await until(lambda: panel.is_quiet and panel.editor.state.text() == "Live")
    assert (await content(brand, made), (await live(brand, made)).html) == (
        ("<p>Three</p>", False),
        "<p>Three</p>",
    )
    assert panel.list.rows[str(made.id)].get(HAS_DRAFT) is False
    assert not panel.editor.publish_button.isEnabled()


@in_the_window
async def test_what_no_call_changes_cannot_be_typed_into(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Quirk 29: css and code; quirk 32: the builder's config."""
    config = {"data": {"type": "section", "children": [{"id": "b1", "n": 1}]}, "styles": []}
    made = await component(brand, "vow", "<p>One</p>", css=".a{}", config=config)
    panel = await opened(bench, await bench.workspace(brand), made)
    panel.editor.show_tab("css")
    assert panel.editor.editor().is_read_only
    panel.editor.show_tab("html")
    assert not panel.editor.editor().is_read_only
    panel.editor.show_tab(SETTINGS)
    code = panel.pane.form.form.row("code")
    assert code.input.line.isReadOnly()
    assert code.hint() == "Can't be changed once it's created."
    tree = panel.builder.tree
    assert [tree.topLevelItem(n).text(0) for n in range(tree.topLevelItemCount())] == [
        "data",
        "styles",
    ]
    tree.topLevelItem(0).setExpanded(True)
    children = tree.topLevelItem(0).child(1)
    children.setExpanded(True)
    assert children.child(0).text(1) == "b1"


@in_the_window
async def test_a_discarded_draft_leaves_what_visitors_see(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await component(brand, "vow", "<p>One</p>")
    async with brand.api() as api:
        await api.components.save_draft(made.id, "<p>Draft</p>")
    panel = await opened(bench, await bench.workspace(brand), made)
    await until(lambda: panel.editor.source("html") == "<p>Draft</p>")
    panel.tasks.start(panel.component_actions.discard())
    dialog = await shown_dialog()
    assert "also those of others" in said(dialog)
    dialog.answer("yes")
    await until(lambda: panel.is_quiet and panel.editor.source("html") == "<p>One</p>")
    assert await content(brand, made) == ("<p>One</p>", False)
    assert panel.editor.state.text() == "Live"


@in_the_window
async def test_where_it_is_used_counts_every_spelling_and_says_how_much_is_known(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await component(brand, "vow", "<p>One</p>", name=HOSTILE)
    await component(brand, "outer", '<div data-component-type="vow"></div>')
    await brand.add(HOSTILE, html='<component type="custom-vow"></component>')
    await brand.add("Twice", html='@component("vow", {"a": 1}) <b data-component="custom-vow"></b>')
    await brand.add("None", html="<!-- <component code='custom-vow'> --> custom-vow")
    panel = await opened(bench, await bench.workspace(brand), made)
    await until(lambda: len(panel.uses.of("custom-vow")) == 3)
    await until(lambda: panel.uses.index.is_whole)
    shown = {(use.part, use.title, use.count) for use in panel.uses.of("custom-vow")}
    assert shown == {("pages", HOSTILE, 1), ("pages", "Twice", 2), ("components", "Outer", 1)}
    panel.detail.tabs.button("uses").click()
    await until(lambda: "2 pages and 1 component" in said(panel.used_in))
    assert panel.used_in.covered.isHidden(), "all of the brand was looked through"
    assert panel.used_in.table.rows.rowCount() == 3


@in_the_window
async def test_deletion_is_not_offered_and_none_is_left_out_of_the_list(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    """Quirk 32: no call deletes one; the call for all leaves out those without a builder config;
    what the builder reads is never written back."""
    config = {"data": {"type": "section"}, "styles": []}
    made = await component(brand, "built", "<p>One</p>", config=config)
    await component(brand, "plain", "<p>Two</p>")
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), made)
    assert len(panel.list.table.rows.ids) == 2
    assert not [c for c in panel.commands() if "elete" in c.title and "component" in c.title]
    panel.detail.tabs.button("builder").click()
    await until(lambda: panel.builder.tree.topLevelItemCount() == 2)
    assert not relay.writes()
    assert not any(each.path.split("?")[0].endswith("components/all") for each in relay.seen)


@in_the_window
async def test_how_little_of_the_brand_is_known_stands_beside_where_it_is_used(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await component(brand, "vow", "<p>One</p>")
    await brand.add("Landing", html='<component code="custom-vow"></component>')
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await opened(bench, workspace, made)
    await until(lambda: panel.uses.index.is_whole)
    await until(panel.used_in.covered.isHidden)
    again = await bench.workspace(brand, base_url=relay.base_url)
    await relay.vanish()
    lost = bench.own(ComponentsPanel(again, COMPONENTS))
    lost.show()
    lost.refresh()
    await until(lambda: again.connection_state != "online")
    lost.used_in.show_record({"code": "custom-vow"})
    assert lost.used_in.covered.text()
    assert not lost.used_in.covered.isHidden(), "nothing was looked through yet"
