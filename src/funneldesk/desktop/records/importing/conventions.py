"""Conventions of a column: which number of a date is its day, which sign sets decimals apart.

03/04 is a day in April for one half of the world and one in March for the other. What the other
rows of the column do not tell has to be asked. No Qt.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from babel.numbers import get_decimal_symbol

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Values
from funneldesk.desktop.kit.forms.times import day_problem, day_text, full_year
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.field_values import Value
from funneldesk.desktop.records.importing.reading import Cell
from funneldesk.desktop.records.importing.table_file import Table
from funneldesk.desktop.records.typed_values import read_text

DAYS, NUMBERS = ("date", "moment"), ("money", "decimal", "integer")
DAY_FIRST, MONTH_FIRST, YEAR_FIRST, POINT, COMMA = "dmy", "mdy", "ymd", ".", ","
ORDERS = (DAY_FIRST, MONTH_FIRST, YEAR_FIRST)
SHOWN = 100
"""Cells of a column that are kept to look at."""
_DATE = re.compile(r"\s*(\d{1,2})\s*[./\- ]\s*(\d{1,2})\s*[./\- ]\s*(\d{4}|\d{2})(?!\d)(.*)", re.S)
_SHORT = re.compile(r"\s*(\d{2})[/-](\d{2})[/-](\d{2})(?!\d).*", re.S)
"""A date of two digits each, of which the first may be the year."""
_MIDNIGHT = re.compile(r"(\d{4}-\d{2}-\d{2})[ T]00:00(:00(\.0+)?)?")
_NUMBER = re.compile(r"[^\d.,]*?([+\-\u2212]?)\s*(\d[\d.,\u00a0\u202f ']*)[^\d.,]*")
_UNSURE = re.compile(r"[1-9]\d{0,2}([.,])\d{3}")


@dataclass(frozen=True, slots=True)
class Profile:
    """A column of a table: its first ``cells`` with something in them, and for days and numbers
    the conventions that it may have, with a cell that says another thing in each: none where
    every cell is plain in any, one that its cells tell, or two among which the user chooses."""

    cells: tuple[Cell, ...] = ()
    days: tuple[str, ...] = ()
    unsure_day: str = ""
    numbers: tuple[str, ...] = ()
    unsure_number: str = ""

    def conventions(self, spec: FieldSpec | None) -> tuple[str, ...]:
        """Those that the column may have for a field."""
        kind = spec.kind if spec is not None else ""
        return self.days if kind in DAYS else self.numbers if kind in NUMBERS else ()

    def label(self, spec: FieldSpec, convention: str, formats: Formats) -> str:
        """ "03/04/2026 is 3 Apr 2026"."""
        text = self.unsure_day if spec.kind in DAYS else self.unsure_number
        return _("{text} is {meaning}").format(
            text=text, meaning=meaning(spec, text, convention, formats)
        )


def profiles(table: Table) -> list[Profile]:
    """The columns of a table. Slow for many rows: call it in a thread."""
    return [
        profile(cells[at] for _number, cells in table.rows if at < len(cells))
        for at in range(len(table.titles))
    ]


def profile(cells: Iterable[Cell]) -> Profile:
    """A column."""
    filled = [cell for cell in cells if not isinstance(cell, str) or cell.strip()]
    texts = [cell.strip() for cell in filled if isinstance(cell, str)]
    days, unsure_day = _orders(texts)
    numbers, unsure_number = _signs(texts)
    return Profile(tuple(filled[:SHOWN]), days, unsure_day, numbers, unsure_number)


def _orders(texts: list[str]) -> tuple[tuple[str, ...], str]:
    """The orders of day, month and year that all dates allow, and a date that they read apart."""
    readings = [(text, _days(text)) for text in dict.fromkeys(texts)]
    telling = [
        found
        for _text, found in readings
        if found and (len(set(found.values())) > 1 or len(found) == 1)
    ]
    unsure = next((text for text, found in readings if len(set(found.values())) > 1), "")
    allowed = tuple(order for order in ORDERS if telling and all(order in each for each in telling))
    if len(allowed) == 1 or unsure == "":
        return allowed if len(allowed) == 1 else (), unsure
    seen = tuple(order for order in ORDERS if any(order in each for each in telling))
    return allowed or seen, unsure


def _signs(texts: list[str]) -> tuple[tuple[str, ...], str]:
    """The signs before decimals that all numbers allow, and a number that they read apart."""
    told = {text: _sign(text) for text in dict.fromkeys(texts)}
    seen = set(told.values())
    unsure = next((text for text, each in told.items() if each == "?"), "")
    if (POINT in seen) != (COMMA in seen):
        return ((POINT,) if POINT in seen else (COMMA,)), unsure
    return ((POINT, COMMA) if unsure else ()), unsure


def meaning(spec: FieldSpec, text: str, convention: str, formats: Formats) -> str:
    """What a text means in a convention, as the user reads it."""
    if spec.kind in DAYS:
        day = _day(text, convention)
        return text if day is None else day_text(day, formats)
    mark = _UNSURE.search(text)
    if mark is None:
        return text
    plain = mark[0].replace(mark[1], "." if mark[1] == convention else "")
    return formats.number(Decimal(plain))


def read_cell(
    spec: FieldSpec, text: str, convention: str, values: Values | None = None
) -> tuple[Value, str]:
    """``read_text`` of a cell of a column with a convention."""
    if spec.kind == "date" and (whole := _MIDNIGHT.fullmatch(text.strip())):
        return read_text(spec, whole[1], values)
    if spec.kind in DAYS and convention and (found := _DATE.fullmatch(text)):
        day = _day(text, convention)
        if day is None:
            return text.strip(), day_problem(text, spec.formats()) or ""
        return read_text(spec, f"{day.isoformat()}{found[4]}", values)
    if spec.kind in NUMBERS and convention and _sign(text) == "?":
        mark = _UNSURE.search(text)
        sign = get_decimal_symbol(spec.formats().locale) if mark and mark[1] == convention else ""
        return read_text(spec, text.replace(mark[1], sign) if mark else text, values)
    return read_text(spec, text, values)


def _day(text: str, convention: str) -> date | None:
    found = _DATE.fullmatch(text)
    if found is None:
        return None
    first, second = int(found[1]), int(found[2])
    day, month = (first, second) if convention == DAY_FIRST else (second, first)
    try:
        if convention == YEAR_FIRST:
            short = _SHORT.fullmatch(text)
            return date(full_year(short[1]), int(short[2]), int(short[3])) if short else None
        return date(full_year(found[3]), month, day)
    except ValueError:
        return None


def _days(text: str) -> dict[str, date]:
    """What a text is in each order in which it is a date."""
    found = ((order, _day(text, order)) for order in ORDERS)
    return {order: day for order, day in found if day is not None}


def _sign(text: str) -> str:
    """The same of a number: the sign of its decimals."""
    found = _NUMBER.fullmatch(text.strip())
    if found is None:
        return ""
    digits = re.sub(r"[\u00a0\u202f ']", "", found[2])
    marks = [each for each in digits if each in ".,"]
    if not marks:
        return ""
    if len(set(marks)) == 2:
        return marks[-1] if marks.count(marks[-1]) == 1 else ""
    if len(marks) > 1:
        return COMMA if marks[0] == POINT else POINT
    return "?" if _UNSURE.fullmatch(digits) else marks[0]
