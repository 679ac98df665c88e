"""Tables as files: nothing in them runs, nothing is half written, everything comes back."""

import csv
import io
import resource
import signal
import subprocess
import sys
from datetime import UTC, date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
import python_calamine
from python_calamine import CalamineWorkbook

from funneldesk.desktop.kit.export.csv_file import csv_cell
from funneldesk.desktop.kit.export.table import Cell, Table
from funneldesk.desktop.kit.export.writing import CannotWrite, export_table
from funneldesk.desktop.kit.export.xlsx_file import sheet_name

LISBON = ZoneInfo("Europe/Lisbon")
WHEN = datetime(2026, 7, 21, 12, 30, tzinfo=UTC)
ODD = ["=1+1", "+1", "-1", "@sum", "\tx", "\rx", " =1", "\u00a0=1", "plain", "a,b", 'q"q', "l1\nl2"]


def table(*rows: tuple[Cell, ...]) -> Table:
    return Table("Pages", ("Title", "Number", "When"), rows)


def read_csv(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")))


def test_numbers_and_moments_stay_what_they_are() -> None:
    assert csv_cell(-5, None) == "-5"
    assert csv_cell(WHEN, LISBON) == "2026-07-21 13:30:00"
    assert csv_cell(date(2026, 7, 21), LISBON) == "2026-07-21"
    assert [csv_cell(value, None) for value in (None, True, False)] == ["", "yes", "no"]


def test_csv_comes_back_as_it_went(tmp_path: Path) -> None:
    path = tmp_path / "pages.csv"
    rows = [(text, 1, WHEN) for text in ODD]
    assert export_table(path, table(*rows), LISBON) == len(ODD)
    read = read_csv(path)
    assert read[0] == ["Title", "Number", "When"]
    assert [row[0].removeprefix("'") for row in read[1:]] == ODD
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    assert b"\r\n" in path.read_bytes()


def test_excel_takes_text_as_text(tmp_path: Path) -> None:
    path = tmp_path / "pages.xlsx"
    odd = [*ODD, "https://a.example/", "007", "\x00\x08x", "x" * 40_000, "\ud800"]
    export_table(path, table(*((text, 10**17, WHEN) for text in odd)), LISBON)
    sheet = CalamineWorkbook.from_path(path).get_sheet_by_name("Pages").to_python()
    texts = [str(row[0]) for row in sheet[1:]]
    assert texts[0] == "=1+1"
    assert texts[len(ODD) + 1] == "007"
    assert texts[len(ODD) + 2] == "x"
    assert len(texts[len(ODD) + 3]) == 32_767
    assert sheet[1][1] == str(10**17)
    assert sheet[1][2] == datetime(2026, 7, 21, 13, 30)
    content = path.read_bytes()
    assert b"<f>" not in content


@pytest.mark.parametrize("name", ["a/b", "[x]", "", "'", "x" * 50, "a:b*c?"])
def test_any_name_makes_a_sheet(name: str, tmp_path: Path) -> None:
    assert 0 < len(sheet_name(name)) <= 31
    export_table(tmp_path / "x.xlsx", Table(name, ("A",), [("1",)]))
    assert CalamineWorkbook.from_path(tmp_path / "x.xlsx").sheet_names == [sheet_name(name)]


# What the disk does


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_folder_that_is_gone_is_told(tmp_path: Path, kind: str) -> None:
    with pytest.raises(CannotWrite) as problem:
        export_table(tmp_path / "gone" / f"a.{kind}", table(("x", 1, WHEN)))
    assert "choose it again" in problem.value.now_what


FULL = """
import errno, os, sys
from pathlib import Path
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.export.writing import CannotWrite, export_table
path = Path(sys.argv[1])
rows = [(os.urandom(40).hex(), number) for number in range(4000)]
try:
    export_table(path, Table("Pages", ("Title", "Number"), rows))
except CannotWrite as problem:
    print(problem.what)
"""


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_full_disk_leaves_what_was_there(tmp_path: Path, kind: str) -> None:
    """The system refuses to let the file grow, as a full disk does."""
    path = tmp_path / f"pages.{kind}"
    path.write_text("the file of before")

    def no_room() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    run = subprocess.run(
        [sys.executable, "-c", FULL, str(path)],
        preexec_fn=no_room,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert run.stdout.strip() == "The disk is full."
    assert path.read_text() == "the file of before"
    assert [found.name for found in tmp_path.iterdir()] == [path.name]


def test_days_before_1900_are_text_in_a_workbook(tmp_path: Path) -> None:
    path = tmp_path / "old.xlsx"
    rows = (("a", 1, date(1850, 1, 2)), ("b", 2, date(1900, 2, 28)), ("c", 3, date(1900, 3, 1)))
    export_table(path, table(*rows), LISBON)
    sheet = python_calamine.CalamineWorkbook.from_path(str(path)).get_sheet_by_index(0)
    assert [row[2] for row in sheet.to_python()[1:]] == [
        "1850-01-02",
        "1900-02-28",
        date(1900, 3, 1),
    ]


@pytest.mark.parametrize("name", ["\U0001f4e6" * 31, "a" * 30 + "\U0001f4e6", "x" * 40])
def test_names_of_sheets_have_at_most_31_utf_16_units(name: str, tmp_path: Path) -> None:
    made = sheet_name(name)
    assert len(made.encode("utf-16-le")) <= 62
    assert name.startswith(made)
