"""What a screen reader is told: names that follow what is seen, and no markup."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QButtonGroup, QPushButton, QWidget
from pytestqt.qtbot import QtBot
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.read_out import faults, reached, read_out
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.desktop.kit.controls.buttons import Button, column
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.brands.panel import BrandPanel
from funneldesk.desktop.parts.files.panel import FilesPanel

Role = QAccessible.Role


def test_a_name_follows_the_words_that_are_seen(qtbot: QtBot) -> None:
    button = Button("Delete 1 file")
    box = CheckBox("Update 1 reference")
    qtbot.addWidget(button)
    qtbot.addWidget(box)
    before = box.sizeHint().width()
    button.setText("Delete 2 files")
    box.setText("Update 4 references in 1 page")
    assert read_out(button)[0] == "Delete 2 files"
    assert read_out(box)[0] == "Update 4 references in 1 page"
    assert box.sizeHint().width() > before


def test_a_tip_is_read_without_its_markup_and_names_what_has_no_words(qtbot: QtBot) -> None:
    worded, wordless = Button("Publish"), Button(kind="icon", icon_name="x", tip="Dismiss")
    for button in (worded, wordless):
        qtbot.addWidget(button)
        set_tip(button, "Look <b>here</b> & there")
    assert read_out(worded) == ("Publish", "Look <b>here</b> & there")
    assert read_out(wordless) == ("Look <b>here</b> & there", " ")
    assert "<span>" not in "".join((*read_out(worded), *read_out(wordless)))


def test_what_is_told_wrongly_is_found(qtbot: QtBot) -> None:
    """The control: without it nobody knows whether the search can fail."""
    window = QWidget()
    qtbot.addWidget(window)
    window.setWindowTitle("Wrong")
    nameless, marked, one_of_two = QPushButton(), QPushButton("<b>Go</b>"), QPushButton("Left")
    canvas = QWidget()
    canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    canvas.setAccessibleName("Canvas")
    group = QButtonGroup(window)
    one_of_two.setCheckable(True)
    group.addButton(one_of_two)
    window.setLayout(column(nameless, marked, one_of_two, canvas))
    window.show()
    found = "\n".join(faults(window))
    wrong = ("no name", "markup in '<b>Go</b>'", "'Left' is a CheckBox", "'Canvas' is a Client")
    assert [each for each in wrong if each not in found] == []
    assert len(faults(window)) == len(wrong)


@in_the_window
async def test_every_control_of_the_sections_has_a_name_and_its_role(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await brand.add("Summer sale", html="<p>One</p>")
    workspace = await bench.workspace(brand)
    panels = [
        await bench.pages(workspace),
        bench.own(FilesPanel(workspace)),
        bench.own(BrandPanel(workspace)),
    ]
    for panel in panels:
        panel.resize(1300, 800)
        panel.setWindowTitle("Section")
        panel.show()
        panel.refresh()
        await until(lambda panel=panel: next(reached(panel), None) is not None)
        assert not faults(panel)


@in_the_window
async def test_sections_and_tabs_are_told_as_one_of_several(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    await brand.add("Summer sale", html="<p>One</p>")
    session = bench.session()
    session.window.show()
    panel = await bench.add_brand(session, brand)
    sections = list(session.window.sidebar.buttons.values())
    tabs = panel.editor.tabs.findChildren(Button)
    for choices in (sections, tabs):
        assert len(choices) > 1
        for chosen in reversed(choices):
            chosen.click()
            told = [QAccessible.queryAccessibleInterface(each) for each in choices]
            assert {each.role() for each in told} == {Role.RadioButton}
            on = [each.text(QAccessible.Text.Name) for each in told if each.state().checked]
            assert on == [read_out(chosen)[0]]


@in_the_window
async def test_every_control_of_the_dialogs_has_a_name_and_its_role(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    session.notifications.post(Notice("Published: Spring", "", "success"))
    session.window.show()
    panel = await bench.add_brand(session, brand)
    for open_dialog in (
        session.open_preferences,
        lambda: session.show_shortcuts(session.window),
        session.open_notices,
        panel.new,
        lambda: session.tasks.start(session.brand_menu.add_brand()),
    ):
        open_dialog()
        dialog = await shown_dialog()
        assert next(reached(dialog), None) is not None
        assert not faults(dialog)
        dialog.answer("")
        await until(lambda: not open_dialogs())
