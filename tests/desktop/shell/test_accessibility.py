"""What a screen reader is told: names that follow what is seen, and no markup."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QWidget
from pytestqt.qtbot import QtBot
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.parts.brands.panel import BrandPanel
from funneldesk.desktop.parts.files.panel import FilesPanel

Text = QAccessible.Text


def read_out(widget: QWidget) -> tuple[str, str]:
    """Name and description."""
    told = QAccessible.queryAccessibleInterface(widget)
    return told.text(Text.Name), told.text(Text.Description)


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


@in_the_window
async def test_everything_that_takes_the_keyboard_has_a_name(
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
        panel.show()
        panel.refresh()
        await until(lambda panel=panel: next(reached(panel), None) is not None)
        nameless = [w for w in reached(panel) if not read_out(w)[0].strip()]
        assert not nameless, [(type(w).__name__, w.parent()) for w in nameless]
        marked = [w for w in reached(panel) if "<span>" in "".join(read_out(w))]
        assert not marked


def reached(panel: QWidget) -> Iterator[QWidget]:
    """What Tab or a click brings the keyboard to."""
    for widget in panel.findChildren(QWidget):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(
            widget, QAbstractButton
        )
        inner = widget.objectName().startswith("qt_") or widget.focusProxy() is not None
        if widget.isVisibleTo(panel) and takes and not inner:
            yield widget
