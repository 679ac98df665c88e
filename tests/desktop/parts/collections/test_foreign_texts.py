"""Hostile and awkward texts in every field of an entry, and in every word of a form: shown as
letters, kept as they are; nothing runs, nothing is fetched."""

import asyncio

import pytest
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication
from tests.desktop.support.collections_desk import (
    TYPES,
    collection_of,
    collections,
    entries_in,
    guests,
    put_anyhow,
    stored,
    table_of,
)
from tests.desktop.support.foreign_texts import HOSTILE, TEXTS, taken_as_markup
from tests.desktop.support.hostile_messages import Read
from tests.desktop.support.hostile_pages import MARKUP, SCRIPTS, Canaries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.contract.collections import CollectionField
from funneldesk.desktop.parts.collections.form.page import FormPage
from funneldesk.desktop.parts.collections.form.preview import FormPreview, form_html
from funneldesk.desktop.records.importing.dialog import CHECK, COLUMNS, ImportDialog
from funneldesk.desktop.records.staging.review import ReviewDialog

SEEN = [name for name, more in TYPES.items() if not more.get("private")]
_TAGS = ("form", "label", "input", "textarea", "select", "option", "button", "span")
OURS = frozenset((*_TAGS, "type", "placeholder", "value", "class", "checked", "selected"))
SILENCE_SECONDS = 1.0
"""What a contact may take to arrive: silence has no signal."""


def field_of(name: str, text: str) -> CollectionField:
    """A field of a type whose every word is a text."""
    more = {"options": [text, f"{text}!"]} if TYPES[name]["type"] == "select" else {}
    return CollectionField(
        id=1,
        name=text,
        code="a",
        type=TYPES[name]["type"],
        placeholder=text,
        default_value=text,
        **more,
    )


@in_the_window
async def test_every_field_of_an_entry_is_letters_and_stays_as_it_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """One entry for each field and text; another field of each is then saved."""
    collection = await collection_of(brand)
    fields = {each.code: each for each in collection.fields or ()}
    given = [(code, text) for code in fields for text in TEXTS]
    ids = entries_in(brand, collection, guests(len(given)))
    for (code, text), key in zip(given, ids, strict=True):
        put_anyhow(brand, key, fields[code], text)
    page = table_of(await collections(bench, await bench.workspace(brand)))
    rows = page.list.table.rows
    titles = {column.key: at for at, column in enumerate(rows.columns)}
    for (code, text), key in zip(given, ids, strict=True):
        shown = str(rows.index(rows.ids.index(key), titles[code]).data())
        spoken = {" ".join(text.split()), "Yes", "No"} if code == "vegan" else {text}
        if code != "secret":  # A password is never shown.
            assert shown in spoken, (code, text, shown)
    assert not taken_as_markup(page)
    before = {each["id"]: each for each in await stored(brand, collection)}
    for code in fields:
        key = ids[given.index((code, HOSTILE))]
        other = "wishes" if code != "wishes" else "source"
        page.open_record(key)
        await until(lambda k=key: page.session.record_id == k and page.is_quiet)
        assert not taken_as_markup(page), code
        page.pane.form.form.row(other).set_value("Said since")
        page.pane.form.form.row(other).edited.emit(other, "Said since")
        page.save()
        await until(lambda: not page.session.is_dirty and page.is_quiet)
        now = next(each for each in await stored(brand, collection) if each["id"] == key)
        assert now[other] == "Said since", code
        same = {k: v for k, v in now.items() if k not in (other, "title", "updated_at")}
        assert same == {k: before[key][k] for k in same}, code


@pytest.mark.parametrize("name", SEEN)
def test_every_word_of_a_form_is_letters(name: str) -> None:
    for text in TEXTS:
        html = form_html([field_of(name, text)])
        read = Read(html.partition("</style>")[2], OURS)
        assert read.wrong == [], (name, text)
        assert text in read.text


@in_the_window
async def test_a_form_of_hostile_words_reaches_nothing(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries
) -> None:
    fields = [
        field_of(name, canaries.page(hostile))
        for name in SEEN
        for hostile in (*list(MARKUP)[:12], *list(SCRIPTS)[:8])
    ]
    await collection_of(brand)
    panel = await collections(bench, await bench.workspace(brand))
    panel.show_page("setup")
    page = panel.page
    assert isinstance(page, FormPage)
    preview: FormPreview = page.preview
    await until(lambda: preview.findChild(QWebEngineView) is not None)
    loaded = asyncio.Event()
    preview.findChild(QWebEngineView).page().loadFinished.connect(lambda _ok: loaded.set())
    preview.show_fields(fields)
    await loaded.wait()
    await asyncio.sleep(SILENCE_SECONDS)
    assert canaries.heard == []
    canaries.poke()
    await until(lambda: "poke" in canaries.heard)
    assert not taken_as_markup(page)


@in_the_window
async def test_the_set_up_shows_hostile_names_as_letters(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        made = await collection_of(brand, HOSTILE[:200], fields=("Name",))
        assert (await api.collections.get(made.id)).name == HOSTILE[:200]
    panel = await collections(bench, await bench.workspace(brand))
    assert not taken_as_markup(panel)
    panel.show_page("setup")
    page = panel.page
    assert isinstance(page, FormPage)
    await until(lambda: not page.tasks.is_busy)
    assert not taken_as_markup(panel)


@in_the_window
async def test_a_hostile_paste_is_letters_in_the_grid_the_review_and_the_check(
    bench: WindowBench, brand: LiveBrand
) -> None:
    collection = await collection_of(brand, HOSTILE[:40], fields=("Name", "E-mail"))
    entries_in(brand, collection, guests(len(TEXTS)))
    page = table_of(await collections(bench, await bench.workspace(brand)))
    table, staging = page.list.table, page.staging
    assert staging is not None
    cells = [f"{text}\t{text}" for text in TEXTS if '"' not in text]
    quoted = '"' + HOSTILE.replace('"', '""') + '"'
    QApplication.clipboard().setText("\n".join([f"{quoted}\t{quoted}", *cells]))
    table.setCurrentIndex(table.rows.index(0, 0))
    staging.paste()
    await until(lambda: staging.staged.cells and not staging.tasks.is_busy)
    staging.go_to_problem()
    staged = {cell.after for cell in staging.staged.cells.values()}
    assert staged == set(TEXTS), "kept as they were copied"
    assert not taken_as_markup(page)
    staging.review()
    review: ReviewDialog = await shown_dialog(ReviewDialog)
    assert not taken_as_markup(review)
    review.answer("")
    staging.discard(tuple(staging.staged.cells))
    page.declared_actions.run(page.declared_actions["collections.paste-new"])
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    for step in (COLUMNS, CHECK):
        await until(lambda s=step: dialog.step == s and not dialog.tasks.is_busy)
        assert not taken_as_markup(dialog), step
        if step == COLUMNS:
            dialog.forward.click()
    dialog.answer("")
