"""Cells on the clipboard: as spreadsheets write them, none lost."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.staging.clipboard_cells import lines_of, read_cells

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0'"), max_size=8)
NAME, PRICE = RecordField("name", "Name"), RecordField("price", "Price", "money")


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=4))
def test_what_a_spreadsheet_writes_is_read_cell_by_cell(lines: list[list[str]]) -> None:
    file = io.StringIO()
    csv.writer(file, dialect="excel-tab", quoting=csv.QUOTE_ALL).writerows(lines)
    assert lines_of(file.getvalue()) == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("", []),
        ("a", [["a"]]),
        ("a\tb\nc\t\n", [["a", "b"], ["c", ""]]),
        ("a\r\n\r\nb\r\n", [["a"], [""], ["b"]]),
        ('5" pipe\t"two\nlines"', [['5" pipe', "two\nlines"]]),
        ('"Hello" world\t""', [['"Hello" world', ""]]),
        ('"not closed\tb', [['"not closed', "b"]]),
        ("'=HYPERLINK(1)\t'quoted", [["=HYPERLINK(1)", "'quoted"]]),
    ],
)
def test_other_programs_write_otherwise(text: str, lines: list[list[str]]) -> None:
    assert lines_of(text) == lines


@given(st.lists(st.lists(TEXTS, min_size=1, max_size=4), min_size=1, max_size=5), st.integers(1, 4))
def test_every_cell_is_taken_or_told(lines: list[list[str]], count: int) -> None:
    rows = [str(number) for number in range(count)]
    columns = (("Name", NAME), ("Code", None), ("Price", PRICE))
    pasted = read_cells(lines, rows, columns, lambda _: {})
    targets = [lines[0]] * count if len(lines) == 1 else lines[:count]
    assert len(pasted.cells) + sum(pasted.fixed.values()) + pasted.beside == sum(map(len, targets))
    assert pasted.below == max(0, len(lines) - count)
    assert bool(pasted.left_out()) == bool(pasted.fixed or pasted.beside or pasted.below)
    for cell in pasted.cells:
        assert cell.problem or cell.value == cell.field.normal(cell.value)
