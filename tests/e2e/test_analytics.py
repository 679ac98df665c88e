"""From "which source pays?" to a saved report with its chart and its workbook, in a real window.

Eight steps by keys: the palette to Analytics; to Explore (which answers); save; a name; the palette
to the chart; its place; the palette to the workbook; its place.
"""

from pathlib import Path

from python_calamine import CalamineWorkbook
from tests.e2e.conftest import Start
from tests.e2e.pages_window import TITLE, PagesWindow
from tests.e2e.screen import Screen
from tests.e2e.waiting import eventually

PNG = b"\x89PNG"
PALETTE = "Palette"


def command(screen: Screen, words: str) -> None:
    """Do something by the palette, also what a section can do only once it has read."""
    screen.window(TITLE)
    screen.press("ctrl+k")
    eventually(lambda: screen.windows(PALETTE), 20, "the palette")
    screen.type(words)

    def ran() -> bool:
        screen.quiet()
        screen.press("Return")
        screen.quiet()
        return not screen.windows(PALETTE)

    eventually(ran, 60, f"the command “{words}”")


def place(screen: Screen, title: str, path: Path) -> None:
    """Answer a dialog that asks for a place."""
    dialog = screen.window(title)
    screen.focus(dialog)
    screen.quiet()
    screen.press("ctrl+a")
    screen.type(str(path))
    screen.press("Return")
    screen.gone(title)


def test_which_source_pays_becomes_a_report_a_chart_and_a_workbook(
    screen: Screen, runs: Start, tmp_path: Path
) -> None:
    program = runs()
    window = PagesWindow(screen).ready().number
    command(screen, "go to analytics")
    command(screen, "show explore")

    screen.press("ctrl+s")
    dialog = screen.window("Save report")
    screen.focus(dialog)
    screen.type("Which source pays")
    screen.press("Return")
    screen.gone("Save report")
    screen.focus(window)
    screen.quiet()

    chart, book = tmp_path / "sources.png", tmp_path / "sources.xlsx"
    command(screen, "chart as png")
    place(screen, "Save the chart", chart)
    eventually(chart.exists, 30, "the chart")
    assert chart.read_bytes().startswith(PNG)
    screen.focus(window)
    screen.quiet()
    command(screen, "table and filters as excel")
    place(screen, "Save the table", book)
    eventually(book.exists, 30, "the workbook")
    found = CalamineWorkbook.from_path(str(book))
    sheet, filters = found.sheet_names
    assert sheet == "Which source pays"
    rows = found.get_sheet_by_name(sheet).to_python()
    paid = {str(row[0]): float(row[1]) for row in rows[1:] if row[1] != ""}
    told = dict(row[:2] for row in found.get_sheet_by_name(filters).to_python())
    total = program.platform("owner").revenue(str(told["First day"]), str(told["Last day"]))
    assert "newsletter" in paid
    assert abs(sum(paid.values()) - total) < 0.01
    assert program.complaints() == []
