"""Notes with author and time, and the hypothesis of this computer (document: Split test note)."""

from pathlib import Path

from PySide6.QtTest import QTest
from tests.desktop.parts.split_tests.experiments import add_test
from tests.desktop.parts.split_tests.test_results import opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.parts.split_tests.notes.page import NoteCard


@in_the_window
async def test_a_note_is_added_and_deleted(bench: WindowBench, brand: LiveBrand) -> None:
    test_id = add_test(brand, "headline", [(1400, 70), (1400, 75)])
    panel = await opened(bench, brand, test_id)
    notes = panel.notes
    assert "No notes yet." in said(notes)
    QTest.keyClicks(notes.new, "Started with the sale <b>on</b>")
    notes.add_button.click()
    await until(lambda: notes.findChildren(NoteCard) and not notes.new.toPlainText())
    card = next(c for c in notes.findChildren(NoteCard) if not c.isHidden())
    assert "Started with the sale <b>on</b>" in said(card)
    assert f"owner of {brand.number}" in said(card)
    card.findChildren(Button)[0].click()
    dialog = await shown_dialog()
    dialog.button("yes").click()
    await until(lambda: "No notes yet." in said(notes))
    async with brand.api() as api:
        assert await api.split_tests.list_notes(test_id) == []


@in_the_window
async def test_a_hypothesis_stays_with_its_test_and_goes_out_as_markdown(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    first = add_test(brand, "head|line", [(4000, 160), (4000, 260)])
    second = add_test(brand, "button", [(400, 16), (400, 17)])
    panel = await opened(bench, brand, first)
    QTest.keyClicks(panel.notes.answers["believed"], "Bold sells more")
    QTest.keyClicks(panel.notes.new, "Not sent yet")
    await panel.settle()
    panel.open_record(str(second))
    await until(lambda: panel.detail.title.text() == "button" and panel.is_quiet)
    await until(lambda: not panel.notes.tasks.is_busy)
    assert panel.notes.said()["believed"] == ""
    assert panel.notes.new.toPlainText() == ""
    panel.open_record(str(first))
    await until(lambda: panel.notes.said()["believed"] == "Bold sells more")
    await until(lambda: panel.is_quiet and panel.results.title.text().startswith("“bold” wins"))
    assert panel.notes.new.toPlainText() == "Not sent yet"
    path = tmp_path / "log.md"
    await panel.notes.write(path)
    text = path.read_text("utf-8").replace("\N{NO-BREAK SPACE}", " ")
    assert text.startswith("# head\\|line\n")
    assert "## What we believed\n\nBold sells more" in text
    assert "| bold | 4,000 | 260 | 6.5% | +62.5% |" in text
