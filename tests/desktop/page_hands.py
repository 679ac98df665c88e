"""The hands of someone who works on pages: types, saves, answers."""

from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget

from funneldesk.desktop.kit.dialogs import Sheet
from funneldesk.desktop.parts.pages.panel import PagesPanel

from .window_bench import WindowBench, shown_sheet


def setting(panel: PagesPanel, label: str, kind: type[Any] = QLineEdit) -> Any:
    """The input of a setting, by the name that is read out."""
    inputs: list[QWidget] = panel.editor.settings.findChildren(kind)
    return next(field for field in inputs if field.accessibleName() == label)


def type_setting(panel: PagesPanel, label: str, text: str) -> None:
    """Type over a setting of one line."""
    field = setting(panel, label)
    field.selectAll()
    if text:
        QTest.keyClicks(field, text)
    else:
        field.clear()


def write_prose(panel: PagesPanel, label: str, text: str) -> None:
    """Type a setting of several lines."""
    setting(panel, label, QPlainTextEdit).setPlainText(text)


def tick(panel: PagesPanel, label: str, on: bool = True) -> None:
    """Switch a setting."""
    setting(panel, label, QCheckBox).setChecked(on)


def write(panel: PagesPanel, source: str, text: str) -> None:
    """Make a source what was typed."""
    panel.editor.set_source(source, text)


async def save(bench: WindowBench, panel: PagesPanel, *, publish: bool = False) -> None:
    """Ctrl+S or Ctrl+Shift+S, and wait until it is done."""
    panel.save(publish=publish)
    await bench.idle(panel)


async def save_and_answer(
    bench: WindowBench, panel: PagesPanel, *answers: str, publish: bool = False
) -> list[str]:
    """Save, answer each question in turn; the titles of the questions."""
    panel.save(publish=publish)
    titles = []
    for answer in answers:
        sheet: Sheet = await shown_sheet()
        titles.append(sheet.windowTitle())
        sheet.answer(answer)
    await bench.idle(panel)
    return titles
