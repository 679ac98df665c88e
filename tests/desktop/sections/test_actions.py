"""Actions: declared once, with keys known by id, and with the reason when they cannot be done."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QMenu, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import write
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.shortcuts import KeyMap, keymap
from funneldesk.desktop.kit.style.icon_drawing import icon_names
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.sections.actions import (
    MANY,
    READ_ONLY_HERE,
    SELECT_ONE,
    Action,
    Actions,
    Place,
    Takes,
)
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.palette.palette import Entry, Palette
from funneldesk.desktop.shell.sections import SECTIONS

KEYS = "Ctrl+Shift+O"
PAGES, FILES = "pages.own-window", "files.own-window"


@pytest.fixture(autouse=True)
def _usual_keys() -> Iterator[None]:
    yield
    keymap.take({})


def shortcut_keys(panel: Panel) -> dict[str, str]:
    """The keys of now, by action, of what the ``?`` dialog says of a section."""
    lines = [line for line in panel.shortcuts() if len(line) == 3 and line[2]]
    return {line[2]: keymap.of(line[0], line[2]) for line in lines if len(line) == 3}


@in_the_window
async def test_other_keys_for_pages_leave_those_of_files(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    pages, files = bench.own(PagesPanel(workspace)), bench.own(FilesPanel(workspace))
    assert shortcut_keys(pages)[PAGES] == shortcut_keys(files)[FILES] == KEYS
    keymap.choose(KEYS, "F9", PAGES)
    assert shortcut_keys(pages)[PAGES] == "F9"
    assert shortcut_keys(files)[FILES] == KEYS
    keymap.choose("Ctrl+H", KEYS, "pages.history")
    assert shortcut_keys(pages)["pages.history"] == KEYS
    assert shortcut_keys(files)[FILES] == KEYS


def test_keys_chosen_before_actions_had_ids_are_taken_over() -> None:
    keys = KeyMap()
    keys.take({KEYS: "F9"})
    assert keys.of(KEYS, PAGES) == keys.of(KEYS, FILES) == "F9"
    keys.choose(KEYS, KEYS, PAGES)
    again = KeyMap()
    again.take(keys.chosen)
    assert (again.of(KEYS, PAGES), again.of(KEYS, FILES)) == (KEYS, "F9")


def test_keys_of_the_window_are_taken_from_every_section() -> None:
    keys = KeyMap()
    keys.choose("Ctrl+J", KEYS)
    assert keys.of(KEYS, PAGES) == keys.of(KEYS, FILES) == ""
    keys.choose(KEYS, KEYS, PAGES)
    assert (keys.of(KEYS, PAGES), keys.of("Ctrl+J")) == (KEYS, "Ctrl+J")


@in_the_window
async def test_what_cannot_be_done_says_why(bench: WindowBench, brand: LiveBrand) -> None:
    workspace = await bench.workspace(brand, read_only=True)
    done: list[str] = []
    everywhere = Place.PALETTE | Place.LIST_MENU
    show = Action("notes.show", "Show", lambda ids: done.extend(ids), "eye", "", everywhere)
    only = Action("notes.one", "Open", done.extend, "eye", "", everywhere, "", Takes.ONE)
    write = Action("notes.write", "Write", done.extend, "eye", "", everywhere, writes="pages")
    menu = QMenu()
    actions = Actions(workspace, (show, only, write), lambda: ["4", "5"])
    actions.fill(menu, Place.LIST_MENU, ["4", "5"])
    said = [(each.text(), each.isEnabled(), each.toolTip()) for each in menu.actions()]
    assert said[1:] == [
        ("Open", False, plain_tip(SELECT_ONE)),
        ("Write", False, plain_tip(READ_ONLY_HERE)),
    ]
    assert menu.toolTipsVisible()
    assert [command.title for command in actions.commands()] == ["Show"]
    actions.run(write)
    assert done == []
    menu.actions()[0].trigger()
    await until(lambda: done == ["4", "5"])


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
@in_the_window
async def test_every_key_of_a_section_is_told_once(
    bench: WindowBench, brand: LiveBrand, section: Section
) -> None:
    """In the ``?`` dialog, and no two actions of one section have the same. Each has an icon."""
    panel = bench.own(section.panel(await bench.workspace(brand)))
    declared = [
        action
        for made in vars(panel).values()
        if isinstance(made, Actions)
        for action in made.declared
    ]
    with_keys = {action.id: action.keys for action in declared if action.keys}
    assert len({action.id for action in declared}) == len(declared)
    assert all(action.id.startswith(f"{section.name}.") for action in declared)
    assert len(set(with_keys.values())) == len(with_keys)
    assert {action.icon for action in declared} <= set(icon_names())
    told = [line[0] for line in panel.shortcuts()]
    assert set(with_keys.values()) <= set(told)
    assert len(told) == len(set(told))
    for action in declared:
        if action.keys and not action.window_keys:
            assert keymap.may_change(action.keys, action.id), action.id


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.name)
@in_the_window
async def test_actions_work_on_the_record_that_is_shown(
    bench: WindowBench, brand: LiveBrand, section: Section
) -> None:
    """Whatever view the list is at, and where the list is hidden because there is no room."""
    panel = bench.own(section.panel(await bench.workspace(brand)))
    if not isinstance(panel, RecordsPanel):
        return
    panel.resize(1280, 800)
    panel.show()
    actions = panel.declared_actions
    about = [each for each in actions.declared if each.takes not in (Takes.NOTHING, Takes.QUERY)]
    assert about
    panel.open_id = "7"
    for action in about:
        assert list(actions.ids(action)) == ["7"], action.id
    panel.list.table.rows.arrange(["1", "2", "3"])
    panel.list.table.select("2")
    for action in about:  # It is about to be shown.
        assert list(actions.ids(action)) == ["2"], action.id
    panel.list.table.selectAll()
    for action in about:
        several = ["1", "2", "3"] if action.takes in MANY else ["7"]
        assert list(actions.ids(action)) == several, action.id
    for width in (950, 640):  # Less room hides what stands beside the record.
        panel.resize(width, 600)
    for action in about:
        assert list(actions.ids(action)) == ["7"], action.id


@in_the_window
async def test_a_button_of_an_action_tells_its_keys_or_why_it_cannot_be_pressed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("One", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    save = panel.save_button
    assert not save.isEnabled()
    assert "Everything is saved." in read_out(save)
    write(panel, "html", "<p>two</p>")
    await until(save.isEnabled)
    assert "(Ctrl+S)" in read_out(save)
    keymap.choose("F9", "F7", "pages.preview")
    assert "(F7)" in panel.preview_button.accessibleName()


@in_the_window
async def test_the_palette_finds_what_cannot_be_done_and_reads_out_why(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("One")
    panel = await bench.pages(await bench.workspace(brand, read_only=True))
    await bench.opened(panel, page)
    refused = {command.title: command.refusal for command in panel.refused()}
    assert refused["Delete this page"] == READ_ONLY_HERE
    assert "Delete this page" not in {command.title for command in panel.commands()}
    ran: list[str] = []
    entries = [
        Entry("Delete this page", READ_ONLY_HERE, "x", lambda: ran.append("it"), can_run=False)
    ]

    async def nothing(_: str) -> list[Entry]:
        return []

    palette = Palette(panel, lambda: entries, nothing)
    palette.show()
    assert palette.list.count() == 0
    palette.field.setText("delete")
    item = palette.list.item(0)
    assert item.data(Qt.ItemDataRole.AccessibleDescriptionRole) == READ_ONLY_HERE
    lines = QAccessible.queryAccessibleInterface(palette.list)
    assert lines.child(0).text(QAccessible.Text.Description) == READ_ONLY_HERE
    palette.list.itemClicked.emit(item)
    assert not ran
    palette.close()


def read_out(widget: QWidget) -> str:
    """What a screen reader says of a widget beside its name."""
    return QAccessible.queryAccessibleInterface(widget).text(QAccessible.Text.Description)
