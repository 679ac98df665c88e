"""Days and numbers of a column are read as its file means them; what is unsure is asked."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.times import full_year, read_day
from funneldesk.desktop.people.sources.source import Person
from funneldesk.desktop.records.importing.conventions import (
    COMMA,
    DAY_FIRST,
    MONTH_FIRST,
    POINT,
    YEAR_FIRST,
    meaning,
    profile,
    read_cell,
)
from funneldesk.desktop.records.importing.sameness import address, phone, words
from funneldesk.desktop.records.value_checks import email

DAY = FieldSpec("due", "Due", "date")
AMOUNT = FieldSpec("amount", "Amount", "decimal")


@pytest.mark.parametrize(
    ("spec", "cells", "found"),
    [
        (DAY, ["03/04/2026", "12/25/2026"], (MONTH_FIRST,)),
        (DAY, ["03/04/2026", "25.12.2026"], (DAY_FIRST,)),
        (DAY, ["03/04/2026", "05/05/2026"], (DAY_FIRST, MONTH_FIRST)),
        (DAY, ["03/04/2026", "25/12/2026", "12/25/2026"], (DAY_FIRST, MONTH_FIRST)),
        (DAY, ["25/12/26"], (DAY_FIRST, YEAR_FIRST)),
        (DAY, ["25/12/26", "31/12/45"], (DAY_FIRST,)),
        (DAY, ["26-12-25", "26-11-30"], (DAY_FIRST, YEAR_FIRST)),
        (DAY, ["31-12-25", "26-11-31"], (DAY_FIRST,)),
        (DAY, ["3.4.26", "25.12.26"], (DAY_FIRST,)),
        (DAY, ["05/05/2026", "2026-03-04", "3 Apr 2026", "soon"], ()),
        (AMOUNT, ["1.234", "0,5"], (COMMA,)),
        (AMOUNT, ["1.234", "1,234.50"], (POINT,)),
        (AMOUNT, ["1.234", "5.678"], (POINT, COMMA)),
        (AMOUNT, ["1.234.567", "1.234"], (COMMA,)),
        (AMOUNT, ["12", "many", 1.234], ()),
    ],
)
def test_what_a_column_tells_is_taken_and_what_it_leaves_open_is_asked(
    spec: FieldSpec, cells: list[str], found: tuple[str, ...]
) -> None:
    assert profile(cells).conventions(spec) == found


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize(
    ("spec", "text", "convention", "value"),
    [
        (DAY, "03/04/2026", DAY_FIRST, "2026-04-03"),
        (DAY, "03/04/2026", MONTH_FIRST, "2026-03-04"),
        (DAY, "3.4.26", DAY_FIRST, "2026-04-03"),
        (DAY, "2026-03-04 00:00:00", "", "2026-03-04"),
        (AMOUNT, "1.234", POINT, "1.234"),
        (AMOUNT, "1.234", COMMA, "1234"),
        (AMOUNT, "1,234", POINT, "1234"),
        (AMOUNT, "€ 1.234", COMMA, "1234"),
        (AMOUNT, "1.234,50", COMMA, "1234.5"),
    ],
)
def test_a_convention_holds_whatever_the_language_of_the_program(
    locale: str, spec: FieldSpec, text: str, convention: str, value: str
) -> None:
    there = replace(spec, formats=lambda: Formats("EUR", locale=locale))
    read = read_cell(replace(there, kind="money") if "€" in text else there, text, convention)
    assert read == (value, "")


def test_a_day_against_the_convention_is_wrong_and_not_turned_round() -> None:
    value, problem = read_cell(DAY, "12/25/2026", DAY_FIRST)
    assert value == "12/25/2026"
    assert "Write a date" in problem


@given(st.dates(date(1950, 1, 1), date(2090, 1, 1)), st.sampled_from("./-"))
def test_every_day_comes_back_by_the_convention_it_was_written_in(day: date, sign: str) -> None:
    for convention, form in ((DAY_FIRST, "%d{0}%m{0}%Y"), (MONTH_FIRST, "%m{0}%d{0}%Y")):
        text = day.strftime(form.format(sign))
        assert read_cell(DAY, text, convention) == (day.isoformat(), "")
        assert convention in (*profile([text]).conventions(DAY), convention)


def test_the_question_shows_what_each_answer_means() -> None:
    column = profile(["05/05/2026", "03/04/2026"])
    assert column.label(DAY, DAY_FIRST, Formats()) == "03/04/2026 is 3 Apr 2026"
    assert column.label(DAY, MONTH_FIRST, Formats()) == "03/04/2026 is 4 Mar 2026"
    assert meaning(AMOUNT, "1.234", COMMA, Formats()) == "1,234"
    assert meaning(AMOUNT, "1.234", POINT, Formats()) == "1.234"


@pytest.mark.parametrize(
    ("same", "one", "other"),
    [
        (address, " Ana@Example.com", "ana@example.COM "),
        (phone, "+49 (0)30 12-34", "0049 30 1234"),
        (phone, "(030) 12.34", "030 1234"),
        (words, "Harbour  LANE\u00a0Ltd", "harbour lane ltd"),
    ],
)
def test_values_are_known_however_they_are_written(same: object, one: str, other: str) -> None:
    assert callable(same)
    assert same(one) == same(other) != ""
    assert same("") == ""


def test_two_digits_mean_a_year_from_80_back_to_19_ahead() -> None:
    this = datetime.now(UTC).year
    years = [full_year(f"{number:02}") for number in range(100)]
    assert sorted(years) == list(range(this - 80, this + 20))
    assert full_year("1899") == 1899


@pytest.mark.parametrize("back", [80, 50, 1, 0, -19])
def test_days_of_birth_are_in_the_past(back: int) -> None:
    year = datetime.now(UTC).year - back
    value, problem = read_cell(DAY, f"24.12.{year % 100:02}", DAY_FIRST)
    assert (value, problem) == (f"{year}-12-24", "")
    assert read_day(f"24 Dec {year % 100:02}", Formats("en")) == date(year, 12, 24)


@pytest.mark.parametrize("text", ["ana@bücher.example", "ANA@BU\u0308CHER.example "])
def test_addresses_are_the_same_however_their_domain_is_written(text: str) -> None:
    assert address(text) == address("ana@xn--bcher-kva.example")
    assert email(text) is None
    assert Person(text).wrote("Ana@xn--bcher-kva.EXAMPLE")


def test_another_letter_is_another_domain() -> None:
    assert address("ana@faß.example") != address("ana@fass.example")
    assert email("ana@faß.example") is None
    assert email("ana@ü_b.example")
