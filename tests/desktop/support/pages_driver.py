"""The hands of someone who works on pages: types, saves, answers."""

from typing import Any

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLineEdit, QPlainTextEdit, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, shown_dialog

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.pages.panel import PagesPanel

AWKWARD = (
    "<!doctype html>\r\n<p>a\u00a0b\u2028c\t\U0001f600</p>\r\n"
    '<inline-split-test name="Head"><variant name="A" weight = \'50\'>'
    "<h1>A</h1></variant>\r<variant weight=50 name=B><h1>B</h1></variant>"
    "</inline-split-test>\n\n"
)


def bodies(relay: Relay) -> list[dict[str, object]]:
    """What was written over the line."""
    return [seen.body for seen in relay.writes()]


async def page_open(
    bench: WindowBench, brand: LiveBrand, relay: Relay | None = None, **fields: object
) -> PagesPanel:
    """A page of the brand, open."""
    values = {"title": "Spring sale", "html": "<p>one</p>", **fields}
    page = await brand.add(**values)  # type: ignore[arg-type]
    base_url = relay.base_url if relay is not None else ""
    panel = await bench.pages(await bench.workspace(brand, base_url=base_url, place="desk"))
    await bench.opened(panel, page)
    return panel


def page_id(panel: PagesPanel) -> int:
    return int(panel.session.record_id)


def setting(panel: PagesPanel, label: str, kind: type[Any] = QLineEdit) -> Any:
    """The input of a setting, by the name that is read out."""
    inputs: list[QWidget] = panel.editor.settings.form.findChildren(kind)
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
        dialog: Dialog = await shown_dialog()
        titles.append(dialog.windowTitle())
        dialog.answer(answer)
    await bench.idle(panel)
    return titles
