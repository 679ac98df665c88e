"""Numbers, money and times as they are read: in a brand's currency and time zone."""

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from decimal import ROUND_HALF_UP, Decimal, InvalidOperation
from functools import lru_cache

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, format_datetime, format_time
from babel.numbers import (
    format_compact_currency,
    format_compact_decimal,
    format_currency,
    format_decimal,
    format_percent,
    get_currency_precision,
)

from funneldesk.desktop.local.texts import LANGUAGE, whole

FALLBACK = "en"
SHORTENED = 1000
"""Numbers from here on are shortened where there is little room."""

_FOR_PROGRAMS = "POSIX"
"""The variant that newer versions of Babel find for "C": its numbers have no groups."""


def known_locale(name: str) -> str:
    """A locale that there are formats for: ``name``, or English."""
    try:
        found = Locale.parse(name)
    except (UnknownLocaleError, ValueError):
        return FALLBACK
    return FALLBACK if found.variant == _FOR_PROGRAMS else str(found)


OURS = known_locale(LANGUAGE)
"""The language of the window."""
Amount = int | float | str | Decimal
SIGNS = {True: "+", False: "\N{MINUS SIGN}"}
"""Signs of numbers that say also that they are more than nothing."""
TO_THE_MINUTE, TO_THE_SECOND = "d MMM y, HH:mm", "d MMMM y, HH:mm:ss"  # not shown
OF_LATE, SOON = "d MMM, HH:mm", "EEE HH:mm"  # not shown


@dataclass(frozen=True, slots=True)
class Formats:
    """``currency`` is a code of three letters, "" while it is not known; ``zone`` None means that
    of this computer. Loading a locale reads a file: make the first one off the window's thread.
    """

    currency: str = ""
    zone: tzinfo | None = None
    locale: str = OURS

    def number(self, value: Amount) -> str:
        """A number with its thousands set apart, and the decimals that it has."""
        exact = _exact(value)
        try:
            return _decimal(exact, self.locale) if exact is not None else str(value)
        except InvalidOperation:  # More digits than decimals have.
            return str(value)

    def money(self, value: Amount, currency: str = "") -> str:
        """An amount in ``currency``, else the brand's, with the decimals of that currency."""
        exact, code = _exact(value), currency or self.currency
        if exact is None:
            return str(value)
        try:
            return _money(in_currency(exact, code), code, self.locale) if code else f"{exact:,.2f}"
        except InvalidOperation:
            return str(value)

    def percent(
        self,
        share: Amount,
        decimals: int = 2,
        *,
        of: int = 1,
        signed: bool = False,
        even: bool = False,
    ) -> str:
        """A share ``of`` a whole in percent, as in "3.42%", with so many decimals at most.

        Those of one column are ``even``: all have so many decimals. Numbers that are in percent
        already are ``of=100``. Those that are ``signed`` say also
        that they are more than nothing: "+3.42%".
        """
        exact = _exact(share)
        if exact is None:
            return str(share)
        try:
            rounded = round(exact / of, decimals + 2) + 0
            text = _percent(abs(rounded) if signed else rounded, decimals, even, self.locale)
        except InvalidOperation:  # More digits than decimals have.
            return str(share)
        return f"{SIGNS[rounded > 0]}{text}" if signed and rounded else text

    def short(self, value: Amount) -> str:
        """A number where there is little room, as in "1.5K"."""
        exact = _exact(value)
        if exact is None or abs(exact) < SHORTENED:
            return self.number(value)
        return str(format_compact_decimal(exact, locale=self.locale, fraction_digits=1))

    def short_money(self, value: Amount, currency: str = "") -> str:
        """An amount where there is little room, as in "€1.5K"; small ones have their decimals."""
        exact, code = _exact(value), currency or self.currency
        if exact is None or not code:
            return self.short(value)
        if abs(exact) >= SHORTENED:
            return str(format_compact_currency(exact, code, locale=self.locale, fraction_digits=1))
        if exact != exact.to_integral_value():
            return self.money(exact, code)
        exact += 0  # no minus before nothing
        pattern = Locale.parse(self.locale).currency_formats["standard"].pattern
        whole = pattern.replace(".00", "")
        return str(format_currency(exact, code, whole, locale=self.locale, currency_digits=False))

    def day(self, moment: datetime) -> str:
        """The day of a moment, as in "22 Nov 2026"."""
        return whole(format_date(self._there(moment), "d MMM y", locale=self.locale))

    def today(self) -> date:
        """The day that it is in the zone."""
        return datetime.now(UTC).astimezone(self.zone).date()

    def month_of(self, day: date) -> date:
        """The first day of the month in which a day, or a moment, is."""
        there = self._there(day) if isinstance(day, datetime) else day
        return date(there.year, there.month, 1)

    def month(self, first: date) -> str:
        """A month, as in "November 2026"."""
        return whole(str(format_date(first, "LLLL y", locale=self.locale)))

    def moment(self, moment: datetime) -> str:
        """A moment to the minute, as in "22 Nov 2026, 14:05"."""
        return whole(format_datetime(self._there(moment), TO_THE_MINUTE, locale=self.locale))

    def soon(self, moment: datetime) -> str:
        """A moment of the days to come, as in "Tue 08:00"."""
        return whole(format_datetime(self._there(moment), SOON, locale=self.locale))

    def exact(self, moment: datetime) -> str:
        """A moment to the second, as in "22 November 2026, 14:05:09"."""
        return whole(format_datetime(self._there(moment), TO_THE_SECOND, locale=self.locale))

    def recent(self, moment: datetime) -> str:
        """A moment of the last months, as in "22 Nov, 14:05"."""
        return whole(format_datetime(self._there(moment), OF_LATE, locale=self.locale))

    def clock(self, moment: datetime, *, exact: bool = False) -> str:
        """What the clocks show, as in "14:05", or to the second."""
        pattern = "HH:mm:ss" if exact else "HH:mm"
        return format_time(self._there(moment), pattern, locale=self.locale)

    def named_day(self, day: date, today: date) -> str:
        """A day with its name, as in "Sunday, 22 November", and the year if it is another one."""
        pattern = "EEEE, d MMMM" if day.year == today.year else "EEEE, d MMMM y"
        return whole(str(format_date(day, pattern, locale=self.locale)))

    def _there(self, moment: datetime) -> datetime:
        known = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        try:
            return known.astimezone(self.zone)
        except OverflowError:  # The first or the last day that there is.
            return known


HERE = Formats()
"""Times as the clocks of this computer show them."""


def _exact(value: Amount) -> Decimal | None:
    """A number without the noise of binary fractions; None for what is none."""
    try:
        exact = value if isinstance(value, Decimal) else Decimal(str(value))
    except InvalidOperation:
        return None
    return exact if exact.is_finite() else None


def in_currency(amount: Decimal, currency: str) -> Decimal:
    """An amount with the decimals of its currency, half rounded away from zero; never minus zero.

    Amounts of a currency that is not known stay as they are. Raises InvalidOperation for amounts
    of more digits than decimals have.
    """
    if not currency:
        return amount + 0
    unit = Decimal(1).scaleb(-int(get_currency_precision(currency)))
    return amount.quantize(unit, ROUND_HALF_UP) + 0


@lru_cache(maxsize=4096)
def _money(value: Decimal, currency: str, locale: str) -> str:
    text = format_currency(value, currency, locale=locale)
    # A currency without a sign of its own is written by its code, which stands apart.
    return re.sub(rf"{re.escape(currency)}(?=\d)", currency + "\N{NO-BREAK SPACE}", text)


@lru_cache(maxsize=4096)
def _percent(share: Decimal, decimals: int, even: bool, locale: str) -> str:
    whole = Locale.parse(locale).percent_formats[None].pattern
    pattern = whole.replace("#,##0", "#,##0." + "#0"[even] * decimals) if decimals else whole
    return str(format_percent(share, pattern, locale=locale))


@lru_cache(maxsize=4096)
def _decimal(value: Decimal, locale: str) -> str:
    return format_decimal(value, locale=locale, decimal_quantization=False)
