"""Tables as they are found in files: encodings, separators, headers, and what is no table."""

import csv
import io
import zipfile
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QObject
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.desktop.kit.export.csv_file import write_csv
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.workers.child import JobError
from funneldesk.desktop.records.importing.reading import Row, read_table
from funneldesk.desktop.records.importing.table_file import CannotRead, Layout, TableReader


def read(path: Path, **chosen: Any) -> tuple[dict[str, Any], list[tuple[int, Row]]]:
    """What the worker answers of a file."""
    steps, rows = read_table(str(path), **chosen), []
    while True:
        try:
            rows += next(steps)
        except StopIteration as end:
            return end.value, [(number, cells) for number, cells in rows]


def stored(folder: Path, content: bytes, name: str = "table.csv") -> Path:
    path = folder / name
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("content", "encoding", "separator"),
    [
        ('Name,Price\nÄpfel,"1,50"\n'.encode(), "utf-8", ","),
        ("\ufeffName;Price\r\nÄpfel;1,50\r\n".encode(), "utf-8-sig", ";"),
        ("Name;Price\nÄpfel;1,50\n".encode("cp1252"), "cp1252", ";"),
        ("Name\tPrice\nÄpfel\t1,50\n".encode("utf-16"), "utf-16", "\t"),
        ("sep=|\nName|Price\nÄpfel|1,50\n".encode(), "utf-8", "|"),
    ],
)
def test_encoding_and_separator_are_found(
    tmp_path: Path, content: bytes, encoding: str, separator: str
) -> None:
    facts, rows = read(stored(tmp_path, content))
    assert (facts["encoding"], facts["separator"]) == (encoding, separator)
    assert facts["titles"] == ["Name", "Price"]
    assert [cells for _, cells in rows] == [["Äpfel", "1,50"]]


def test_the_header_is_found_under_a_heading_and_can_be_chosen(tmp_path: Path) -> None:
    path = stored(tmp_path, b"Prices of May\n\nCode,Name,Price\nA,Tea,3\nB,Cocoa,4\n")
    facts, rows = read(path)
    assert (facts["header"], facts["titles"]) == (3, ["Code", "Name", "Price"])
    assert [number for number, _ in rows] == [4, 5]
    facts, rows = read(path, header=0)
    assert facts["titles"] == ["Column 1", "Column 2", "Column 3"]
    assert len(rows) == 4


def test_what_looks_like_a_formula_is_text(tmp_path: Path) -> None:
    path = stored(tmp_path, b"Name,Note\n=1+1,'=HYPERLINK(1)\n")
    assert read(path)[1] == [(2, ["=1+1", "=HYPERLINK(1)"])]


def test_sheets_of_a_workbook_are_read_with_numbers_days_and_texts(tmp_path: Path) -> None:
    path = tmp_path / "prices.xlsx"
    book = xlsxwriter.Workbook(str(path))
    sheet = book.add_worksheet("Prices")
    sheet.write_row(0, 0, ["Name", "Price", "From", "Sold"])
    sheet.write_row(1, 0, ["Tea", 1.25])
    sheet.write_datetime(1, 2, datetime(2026, 1, 2), book.add_format({"num_format": "yyyy-mm-dd"}))
    sheet.write_boolean(1, 3, True)
    sheet.write_string(2, 0, "=1+1")
    sheet.write_number(2, 1, 7)
    book.add_worksheet("More").write_row(0, 0, ["Other"])
    book.close()
    facts, rows = read(path)
    assert (facts["sheet"], facts["sheets"]) == ("Prices", ["Prices", "More"])
    assert rows == [(2, ["Tea", 1.25, "2026-01-02", True]), (3, ["=1+1", 7])]
    assert read(path, sheet="More")[0]["titles"] == ["Other"]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "no rows"),
        (b"\n \n,,\n", "no rows"),
        (b"\x89PNG\r\n\x1a\n" + bytes(60), "isn't a table"),
        (b"%PDF-1.7\n1 0 obj", "isn't a table"),
        (b"PK\x03\x04 no more", "couldn’t be read"),
        (b"\xd0\xcf\x11\xe0" + bytes(60), "old Excel"),
        (b"a," * 300 + b"\n", "columns"),
        (b'Name,Price\n"' + b"x" * 200_000, "quotation mark"),
    ],
)
def test_what_is_no_table_is_told_in_a_sentence(
    tmp_path: Path, content: bytes, sentence: str
) -> None:
    with pytest.raises(JobError, match=sentence):
        read(stored(tmp_path, content))


CELLS = st.text(
    st.characters(exclude_categories=("Cs",), exclude_characters="\x00\r\x1c\x1d\x1e\x1f\x85"),
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=8))
def test_an_export_is_read_back_cell_by_cell(tmp_path: Path, rows: list[list[str]]) -> None:
    out = io.StringIO()
    write_csv(out, Table("x", ("Name", "Note", "More"), rows))
    path = stored(tmp_path, out.getvalue().encode("utf-8-sig"))
    _, found = read(path, separator=",", header=1)
    shown = [(n, [*cells, *[""] * (3 - len(cells))]) for n, cells in found]
    wanted = [(n, row) for n, row in enumerate(rows, 2) if any(cell.strip() for cell in row)]
    plain = [(n, [c if c.strip() else "" for c in row]) for n, row in wanted]
    assert [(n, [c if c.strip() else "" for c in row]) for n, row in shown] == plain


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.binary(max_size=300))
def test_any_bytes_are_read_or_refused_in_a_sentence(tmp_path: Path, content: bytes) -> None:
    told, widest, width = "", 0, 0
    try:
        facts, rows = read(stored(tmp_path, content))
        widest, width = max((len(cells) for _, cells in rows), default=0), len(facts["titles"])
    except JobError as problem:
        told = str(problem)
    assert told.endswith(".") or width >= widest


@in_the_window
async def test_a_file_is_read_in_a_process_of_its_own(bench: WindowBench, tmp_path: Path) -> None:
    owner = QObject()
    reader = TableReader(owner)
    lines = "\n".join(f"P-{n},Bundle {n},{n}" for n in range(12_000))
    path = stored(tmp_path, f"Code,Title,Price\n{lines}\n".encode())
    table = await reader.read(path, Layout())
    assert len(table.rows) == 12_000
    shown = await reader.look(path, table.layout)
    assert len(shown.rows) < 100
    assert shown.titles == table.titles == ("Code", "Title", "Price")
    with pytest.raises(CannotRead, match="couldn't be opened"):
        await reader.look(tmp_path / "gone.csv", Layout())


def test_a_table_without_separators_has_one_column(tmp_path: Path) -> None:
    out = io.StringIO()
    csv.writer(out).writerows([["Name"], ["Tea"], ["Cocoa"]])
    facts, rows = read(stored(tmp_path, out.getvalue().encode()))
    assert facts["titles"] == ["Name"]
    assert [cells for _, cells in rows] == [["Tea"], ["Cocoa"]]


@in_the_window
async def test_a_workbook_that_would_fill_the_memory_ends_only_its_worker(
    bench: WindowBench, tmp_path: Path
) -> None:
    far = tmp_path / "far.xlsx"
    book = xlsxwriter.Workbook(str(far))
    sheet = book.add_worksheet("A")
    sheet.write_string(0, 0, "Name")
    sheet.write_number(1_048_575, 16_383, 1)
    book.close()
    owner = QObject()
    reader = TableReader(owner)
    with pytest.raises(CannotRead, match="reaches too far"):
        await reader.look(far, Layout())
    table = await reader.look(stored(tmp_path, b"Name\nTea\n"), Layout())
    assert table.titles == ("Name",)


@pytest.mark.parametrize("behind", [b"", b"b,c\n" * 9, b"b,c\n" * 60_000])
def test_a_quotation_mark_that_is_never_closed_is_told_with_its_line(
    tmp_path: Path, behind: bytes
) -> None:
    path = stored(tmp_path, b'Name,Note\n"x\ny",fine\na,"never closed\n' + behind)
    with pytest.raises(JobError, match=r"quotation mark in line 4 is never closed"):
        read(path)


def test_quotation_marks_within_cells_are_no_unclosed_ones(tmp_path: Path) -> None:
    path = stored(tmp_path, b'Name,Note\n"a"b,5" pipe\n"say ""x""",end"')
    assert [cells for _, cells in read(path)[1]] == [["ab", '5" pipe'], ['say "x"', 'end"']]


def workbook(path: Path, fill: Callable[[Any], object]) -> Path:
    book = xlsxwriter.Workbook(str(path))
    fill(book.add_worksheet("Data"))
    book.close()
    return path


def test_errors_of_formulas_are_values_of_their_cells(tmp_path: Path) -> None:
    def fill(sheet: Any) -> None:
        sheet.write_row(2, 1, ["Name", "Price", "Note"])
        sheet.write_row(3, 1, ["Tea", 3, "x"])
        sheet.write_formula(3, 2, "=NA()", None, "#N/A")
        sheet.write_formula(4, 3, "=1/0", None, "#DIV/0!")
        sheet.write_string(4, 1, "Cocoa")

    _facts, rows = read(workbook(tmp_path / "a.xlsx", fill))
    assert [cells for _, cells in rows] == [["Tea", "#N/A", "x"], ["Cocoa", "", "#DIV/0!"]]


def test_numbers_have_the_digits_that_excel_shows(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", lambda sheet: sheet.write_row(0, 0, [0.1 + 0.2, 1.1 * 3]))
    assert read(path, header=0)[1] == [(1, [0.3, 3.3])]


def test_a_cell_far_outside_is_refused_at_once(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", lambda sheet: sheet.write_row(0, 0, ["Name", "Price"]))
    for far in ("ZZZZZZZZZZ99999999999", "XFD1048576"):
        odd = tmp_path / f"{far}.xlsx"
        with zipfile.ZipFile(path) as source, zipfile.ZipFile(odd, "w") as target:
            for name in source.namelist():
                content = source.read(name)
                if name.endswith("sheet1.xml"):
                    content = content.replace(b'r="B1"', f'r="{far}"'.encode())
                target.writestr(name, content)
        with pytest.raises(JobError, match="reaches too far"):
            read(odd)


def test_a_line_of_commas_is_refused_before_it_is_cut_into_cells(tmp_path: Path) -> None:
    path = stored(tmp_path, b"Name,Price\n" + b"," * 49_000_000)
    with pytest.raises(JobError, match="up to 200 columns"):
        read(path)
