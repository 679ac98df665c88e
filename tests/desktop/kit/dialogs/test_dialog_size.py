"""A sheet is as high as its texts need."""

from PySide6.QtWidgets import QWidget
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_sheet

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Sheet, choose
from funneldesk.desktop.kit.tasks import TaskScope

LONG = "What happens then is told in a sentence that goes on for a while. " * 12


@in_the_window
async def test_a_long_text_is_shown_whole(bench: WindowBench) -> None:
    window = QWidget()
    tasks = TaskScope(window)
    tasks.start(choose(window, "Go on?", f"{LONG}\n\n{LONG}", (("", "Cancel", ""),)))
    sheet = await shown_sheet()
    text = next(label for label in sheet.findChildren(Label) if label.text().startswith("What"))
    assert text.height() >= text.heightForWidth(text.width())
    sheet.answer("")


@in_the_window
async def test_a_size_that_was_given_stays(bench: WindowBench) -> None:
    window = QWidget()
    sheet = Sheet(window, "Big", LONG)
    sheet.resize(460, 700)
    TaskScope(window).start(sheet.ask())
    assert (await shown_sheet()).height() == 700
    sheet.answer("")
