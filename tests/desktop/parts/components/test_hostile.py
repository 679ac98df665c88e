"""Text that is hard to keep, and markup, in every field of components and wherever they are told:
refused in words at its field, or shown and kept as it is; nothing runs, nobody is asked."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QTreeWidgetItemIterator
from tests.desktop.support.components_desk import component, content, live, opened, type_source
from tests.desktop.support.hostile_fields import (
    HOSTILE,
    fill,
    refused,
    rendered,
    text_of,
    typed,
)
from tests.desktop.support.hostile_pages import MARKUP, SCRIPTS, Canaries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.parts.components.actions import PublishDialog
from funneldesk.desktop.parts.components.kind import FIELDS
from funneldesk.desktop.parts.components.panel import ComponentsPanel
from funneldesk.desktop.parts.components.rename.dialog import RenameDialog

EVERY = (*MARKUP, *SCRIPTS)


def words(panel: ComponentsPanel) -> Iterator[str]:
    """Every name and value in the builder's tree."""
    items = QTreeWidgetItemIterator(panel.builder.tree)
    while items.value() is not None:
        yield from (items.value().text(0), items.value().text(1))
        items += 1


@pytest.mark.parametrize("sample", HOSTILE)
@in_the_window
async def test_every_field_of_a_new_component(
    bench: WindowBench, brand: LiveBrand, relay: Relay, canaries: Canaries, sample: str
) -> None:
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    panel.new()
    await until(lambda: panel.session.draft is not None and panel.is_quiet)
    form, text = panel.pane.form.form, text_of(sample, canaries)
    fields = typed(form)
    fill(form, fields.values(), text)
    for name in FIELDS.sources:
        panel.editor.editor().set_text(name, text)
        panel.editor.editor().changed.emit(name)
    panel.save()
    await until(lambda: refused(form, fields.values()))
    assert refused(form, fields.values()) >= {"code"}
    assert not relay.writes()
    fill(form, [fields["code"]], "vow")
    panel.save()
    if sample == "half":
        await until(lambda: "the server cannot store" in form.row("name").error())
        assert not relay.writes()
        return
    await until(lambda: panel.is_quiet and not panel.session.is_dirty)
    async with brand.api() as api:
        (listed,) = [each async for each in api.components.iterate()]
        made = await api.components.get(listed.id)
    assert (made.name, made.code, made.html, made.css) == (text, "custom-vow", text, text)
    await until(lambda: panel.detail.title.text() == text)
    assert panel.list.table.rows.index(0, 0).data() == " ".join(text.split())
    assert not rendered(panel)
    assert canaries.heard == []


@pytest.mark.parametrize("sample", ["markup", "fetches", "turned round"])
@in_the_window
async def test_wherever_a_component_is_told(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries, sample: str
) -> None:
    text = text_of(sample, canaries)
    config = {"data": {text: text, "children": [text, {"type": text}]}, "styles": []}
    made = await component(brand, "vow", "<p>One</p>", name=text, config=config)
    await brand.add(text, html=f"<!-- --><component code='custom-vow' x=\"{text[:9]}\">")
    panel = await opened(bench, await bench.workspace(brand), made)
    await until(lambda: panel.uses.index.is_whole and panel.uses.of("custom-vow"))
    panel.builder.tree.expandAll()
    assert text in set(words(panel))
    panel.detail.tabs.button("uses").click()
    assert panel.used_in.table.rows.index(0, 0).data() == text
    type_source(panel, f"<p>{text}</p>")
    panel.publish()
    publishing = await shown_dialog(PublishDialog)
    assert not rendered(publishing)
    publishing.answer("publish")
    await until(lambda: panel.is_quiet and panel.editor.state.text() == "Live")
    assert (await live(brand, made)).html == f"<p>{text}</p>"
    panel.tasks.start(panel.renaming.ask())
    renaming = await shown_dialog(RenameDialog)
    assert renaming.table.rows.index(0, 0).data() == text
    assert not rendered(renaming)
    renaming.answer("")
    await until(lambda: panel.is_quiet)
    assert not rendered(panel)
    assert canaries.heard == []


@pytest.mark.parametrize(
    "names", [EVERY[::9], pytest.param(EVERY, marks=pytest.mark.deep)], ids=["some", "all"]
)
@in_the_window
async def test_its_source_reaches_nobody_in_the_preview_and_in_pictures(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries, names: tuple[str, ...]
) -> None:
    made = await component(brand, "vow", "<p>One</p>")
    panel = await opened(bench, await bench.workspace(brand), made)
    drawn: list[bool] = []
    panel.editor.preview.drawn.connect(lambda: drawn.append(True))
    type_source(panel, "".join(canaries.page(name) for name in names))
    await until(lambda: drawn)
    panel.detail.tabs.button("compare").click()
    panel.compare.modes.button("picture").click()
    await until(lambda: not panel.compare.tasks.is_busy)
    assert canaries.heard == []
    canaries.poke()
    await until(lambda: sorted(canaries.heard) == ["datagram", "poke"])


@in_the_window
async def test_what_only_the_server_refuses_is_explained_and_nothing_typed_is_lost(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """A code that somebody took meanwhile."""
    panel = await opened(bench, await bench.workspace(brand))
    panel.new()
    await until(lambda: panel.session.draft is not None and panel.is_quiet)
    form = panel.pane.form.form
    fields = typed(form)
    fill(form, [fields["name"]], "A vow")
    fill(form, [fields["code"]], "vow")
    type_source(panel, "<p>Mine</p>")
    other = await component(brand, "vow", "<p>Theirs</p>")
    panel.save()
    await until(lambda: form.row("code").error())
    assert panel.editor.source("html") == "<p>Mine</p>"
    assert form.value("name") == "A vow"
    assert (await content(brand, other))[0] == "<p>Theirs</p>"
