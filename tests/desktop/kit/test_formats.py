"""Numbers, money and times: exact, with the decimals of the currency, in the brand's zone."""

import os
import subprocess
import sys
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.formats import Formats, known_locale

EURO = Formats("EUR", ZoneInfo("Asia/Tokyo"))


@pytest.mark.parametrize(
    ("amount", "currency", "shown"),
    [
        (1234.5, "", "€1,234.50"),
        ("0.1", "USD", "$0.10"),
        (1234.5, "JPY", "¥1,235"),
        (-1234.5, "JPY", "-¥1,235"),
        (2.675, "USD", "$2.68"),
        (-0.004, "USD", "$0.00"),
        (-0.4, "JPY", "¥0"),
        (1.0005, "KWD", "KWD\xa01.001"),
        (1.5, "BHD", "BHD\xa01.500"),
        (-3, "", "-€3.00"),
        ("many", "", "many"),
        (1e308, "", "1e+308"),
        (float("nan"), "", "nan"),
        (5, "XXQ", "XXQ\xa05.00"),
    ],
)
def test_money_has_the_decimals_of_its_currency(
    amount: float | str, currency: str, shown: str
) -> None:
    assert EURO.money(amount, currency) == shown


def test_money_without_a_known_currency_is_a_plain_amount() -> None:
    assert Formats().money(1234.5) == "1,234.50"


@given(st.decimals(-(10**12), 10**12, places=6))
def test_a_number_loses_no_digit(number: Decimal) -> None:
    assert Decimal(EURO.number(number).replace(",", "")) == number


@pytest.mark.parametrize(
    ("share", "given", "shown"),
    [
        (0.0342, {}, "3.42%"),
        (12, {"of": 100}, "12%"),
        (Decimal("0.99999"), {"decimals": 1}, "100%"),
        (0.125, {"decimals": 0}, "12%"),
        (12.34, {"decimals": 0}, "1,234%"),
        (0.1, {"signed": True}, "+10%"),
        (-0.1, {"signed": True}, "\N{MINUS SIGN}10%"),
        (-0.00001, {"signed": True}, "0%"),
        (float("nan"), {}, "nan"),
        ("1e400", {}, "1e400"),
    ],
)
def test_a_share_is_in_percent(share: float, given: dict[str, Any], shown: str) -> None:
    assert EURO.percent(share, **given) == shown


def test_percent_is_written_as_its_language_does() -> None:
    assert Formats(locale="de").percent(0.0342) == "3,42\xa0%"
    assert Formats(locale="tr").percent(12, of=100) == "%12"


def test_times_are_told_in_the_brands_zone() -> None:
    late = datetime(2026, 11, 22, 23, 30, tzinfo=UTC)
    assert EURO.day(late) == "23 Nov 2026"
    assert EURO.moment(late) == "23 Nov 2026, 08:30"
    assert EURO.moment(late.replace(tzinfo=None)) == EURO.moment(late)
    assert EURO.exact(late) == "23 November 2026, 08:30:00"
    assert EURO.recent(late) == "23 Nov, 08:30"
    assert [EURO.clock(late), EURO.clock(late, exact=True)] == ["08:30", "08:30:00"]


def test_days_and_months_are_named_in_the_language() -> None:
    german, day = Formats(zone=ZoneInfo("Europe/Berlin"), locale="de"), date(2026, 11, 22)
    assert german.named_day(day, day) == "Sonntag, 22 November"
    assert german.named_day(day, day.replace(year=2027)) == "Sonntag, 22 November 2026"
    assert german.day(datetime(2026, 3, 1, tzinfo=UTC)) == "1 März 2026"


@pytest.mark.parametrize("moment", [datetime.min, datetime.max.replace(microsecond=0)])
def test_the_ends_of_time_can_be_told(moment: datetime) -> None:
    assert Formats(zone=ZoneInfo("America/Lima")).day(moment)
    assert EURO.moment(moment)


WITHOUT_LANGUAGE = [
    *("C", "c", "POSIX", "posix", "C.UTF-8", "C.utf8", "c.utf-8", "POSIX.UTF-8", "C.ISO8859-1"),
    *("C_UTF-8", "C@euro", "en_US_POSIX", "en_US_POSIX.UTF-8", "en_US_POSIX@currency=EUR"),
    *("", " ", "xx", "xx-rtl", "no such language"),
]


@pytest.mark.parametrize("name", WITHOUT_LANGUAGE)
def test_a_locale_without_formats_is_english(name: str) -> None:
    assert known_locale(name) == "en"
    assert Formats("EUR", locale=known_locale(name)).money(1234567) == "€1,234,567.00"


@pytest.mark.parametrize("name", ["de_AT", "de_AT.UTF-8", "pt_BR", "en_GB", "ca@valencia"])
def test_a_locale_with_formats_is_kept(name: str) -> None:
    assert known_locale(name) == name.partition(".")[0]


@pytest.mark.parametrize("name", ["C", "POSIX", "C.UTF-8", ""])
@pytest.mark.parametrize("variable", ["LC_ALL", "LANG", "FUNNELDESK_LOCALE"])
def test_a_system_without_a_language_formats_as_english(variable: str, name: str) -> None:
    others = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG"))}
    program = "from funneldesk.desktop.kit.formats import Formats; print(Formats().number(1234567))"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env=others | {variable: name},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.strip() == "1,234,567"
