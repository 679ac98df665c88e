"""Amounts, days and moments: read as typed, exact, and the same again when written out."""

from datetime import UTC, date, datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms import amounts, times

LOCALES = st.sampled_from(["en", "de", "fr", "pt_PT", "de_CH", "ar", "fa", "hi", "ja", "vi"])
ZONES = st.sampled_from(["UTC", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe"])
BERLIN = Formats("EUR", ZoneInfo("Europe/Berlin"))
GERMAN = Formats("EUR", ZoneInfo("Europe/Berlin"), "de")


@given(st.decimals(-(10**15), 10**15, allow_nan=False, allow_infinity=False), LOCALES)
@example(Decimal("-9.99999999999995973495003545616E-29"), "en")
def test_an_amount_is_read_back_as_it_is_written(amount: Decimal, locale: str) -> None:
    formats = Formats("BHD", None, locale)
    if amounts.exact(amount) is not None:
        text = amounts.typed_text(amount, formats, 3)
        assert amounts.read_amount(text, formats) == amount
        assert amounts.exact(amounts.wire_value(amount, 3, False)) == amount


@given(st.text(max_size=12), LOCALES)
def test_whatever_is_typed_is_an_amount_or_none(text: str, locale: str) -> None:
    found = amounts.read_amount(text, Formats("EUR", None, locale))
    assert found is None or amounts.exact(amounts.plain(found)) == found


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("49.90", "49.90", "49.90"),
        ("49,90", "49.90", "49.90"),
        ("1,234", "1234", "1.234"),
        ("1.234", "1.234", "1234"),
        ("1.234,50", "1234.50", "1234.50"),
        ("1,234.50", "1234.50", "1234.50"),
        ("1 234,50 EUR", "1234.50", "1234.50"),
        ("EUR 5", "5", "5"),
        ("\u22125", "-5", "-5"),
        ("\u0661\u0662.5", "12.5", "12.5"),
        (".5", "0.5", "0.5"),
        ("1,23,4", None, None),
        ("12 apples", None, None),
        ("1.2.3,4,5", None, None),
        ("--5", None, None),
        ("", None, None),
    ],
)
def test_both_signs_are_understood(typed: str, english: str | None, german: str | None) -> None:
    for formats, wanted in ((BERLIN, english), (GERMAN, german)):
        found = amounts.read_amount(typed, formats)
        assert found == (None if wanted is None else Decimal(wanted))


@pytest.mark.parametrize("value", [True, None, [], "1e999999", "9" * 100, 10**50, float("nan")])
def test_what_is_no_amount_is_none(value: object) -> None:
    assert amounts.exact(value) is None


@pytest.mark.parametrize(
    ("amount", "wire"), [("49.90", 49.9), ("5.00", 5), ("0.12345678901234567891", None)]
)
def test_a_number_on_the_wire_has_the_digits_that_were_typed(amount: str, wire: object) -> None:
    told = amounts.wire_value(Decimal(amount), 2, True)
    assert told == (amount if wire is None else wire)
    said = amounts.amount_problem(told, Formats(), is_money=False, as_number=True)
    assert bool(said) is (wire is None)


@given(st.dates(), LOCALES)
def test_a_day_is_read_back_as_it_is_written(day: date, locale: str) -> None:
    formats = Formats(locale=locale)
    assert times.read_day(times.day_text(day, formats), formats) == day
    assert times.day_of(day.isoformat()) == day


@pytest.mark.parametrize(
    ("typed", "english", "german"),
    [
        ("2026-11-02", "2026-11-02", "2026-11-02"),
        ("11/2/2026", "2026-11-02", "2026-02-11"),
        ("2.11.26", "2026-02-11", "2026-11-02"),
        ("2 November 2026", "2026-11-02", "2026-11-02"),
        ("Nov 2, 2026", "2026-11-02", None),
        ("2. Dez. 2026", None, "2026-12-02"),
        ("31 Feb 2026", None, None),
        ("tomorrow", None, None),
        ("1 2", None, None),
    ],
)
def test_days_are_read_as_the_language_writes_them(
    typed: str, english: str | None, german: str | None
) -> None:
    for formats, wanted in ((BERLIN, english), (GERMAN, german)):
        found = times.read_day(typed, formats)
        if wanted is not None or formats is BERLIN:
            assert found == (wanted and date.fromisoformat(wanted))


@given(
    st.datetimes(datetime(1990, 1, 1), datetime(2100, 1, 1)),
    ZONES,
    LOCALES,
)
def test_a_moment_is_among_those_its_text_means(wall: datetime, zone: str, locale: str) -> None:
    formats = Formats(zone=ZoneInfo(zone), locale=locale)
    moment = wall.replace(tzinfo=UTC)
    read = times.read_moment(times.moment_text(moment, formats), formats)
    assert read is not None
    assert moment in read
    assert times.moment_of(times.moment_value(moment)) == moment


def test_clocks_that_go_back_show_a_time_twice() -> None:
    twice = times.read_moment("25 Oct 2026, 02:30", BERLIN)
    assert twice == (
        datetime(2026, 10, 25, 0, 30, tzinfo=UTC),
        datetime(2026, 10, 25, 1, 30, tzinfo=UTC),
    )
    assert [times.offset_text(moment, BERLIN) for moment in twice] == ["UTC+02:00", "UTC+01:00"]


@pytest.mark.parametrize("typed", ["29 Mar 2026, 02:30", "2026-03-29T02:30", "29 Mar 2026 2:30 am"])
def test_clocks_that_go_forward_skip_a_time(typed: str) -> None:
    assert times.read_moment(typed, BERLIN) == ()
    said = times.moment_problem(times.skipped_text(typed, BERLIN), BERLIN)
    assert said is not None
    assert "02:30 doesn't exist on 29 Mar 2026" in said
    assert "Write 03:30" in said


@pytest.mark.parametrize("typed", ["soon", "22 Nov 2026", "22 Nov 2026, 25:00", "1 Jan 1, 00:00"])
def test_what_is_no_moment_is_told(typed: str) -> None:
    assert times.moment_problem(typed, BERLIN)
