"""A dialog is as high as its texts need."""

from PySide6.QtWidgets import QWidget
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, choose
from funneldesk.desktop.kit.tasks import TaskScope

LONG = "What happens then is told in a sentence that goes on for a while. " * 12


@in_the_window
async def test_a_long_text_is_shown_whole(bench: WindowBench) -> None:
    window = QWidget()
    tasks = TaskScope(window)
    tasks.start(choose(window, "Go on?", f"{LONG}\n\n{LONG}", (("", "Cancel", ""),)))
    dialog = await shown_dialog()
    text = next(label for label in dialog.findChildren(Label) if label.text().startswith("What"))
    assert text.height() >= text.heightForWidth(text.width())
    dialog.answer("")


@in_the_window
async def test_a_size_that_was_given_stays(bench: WindowBench) -> None:
    window = QWidget()
    dialog = Dialog(window, "Big", LONG)
    dialog.resize(460, 700)
    TaskScope(window).start(dialog.ask())
    assert (await shown_dialog()).height() == 700
    dialog.answer("")
