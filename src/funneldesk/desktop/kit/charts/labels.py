"""Words and numbers of charts, in a brand's currency, zone and language."""

from collections.abc import Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from itertools import pairwise

from babel import Locale
from babel.dates import format_date

from funneldesk.desktop.kit.charts.chart import (
    Category,
    Chart,
    Grain,
    Kind,
    Measure,
    Unit,
    Value,
)
from funneldesk.desktop.kit.charts.values import number
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _

NO_DATA = _("No data")
MOST_LETTERS = 160
SHORT = {
    Grain.DAY: "d MMM",
    Grain.WEEK: "d MMM",
    Grain.MONTH: "LLL y",
    Grain.YEAR: "y",
}
WHOLE = {
    Grain.DAY: "EEE, d MMM y",
    Grain.WEEK: "d MMM y",
    Grain.MONTH: "LLLL y",
    Grain.YEAR: "y",
}
MINUTE, HOUR = 60, 3600


def tidy(text: str) -> str:
    """A name on one line, and no longer than anybody reads in a chart."""
    line = " ".join(text.replace("\x00", "").split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"


class Labels:
    """Writes the numbers and categories of charts as `Formats` does."""

    def __init__(self, formats: Formats) -> None:
        self.formats = formats

    def value(self, value: Value, unit: Unit) -> str:
        """A value in full; what is missing says so."""
        if value is None or number(value) is None:
            return NO_DATA
        match unit.measure:
            case Measure.MONEY:
                return self.formats.money(value, unit.currency)
            case Measure.PERCENT:
                decimals = 2 if unit.decimals is None else unit.decimals
                return self.formats.percent(value, decimals)
            case Measure.SECONDS:
                return self.length(float(value))
            case Measure.MOMENT:
                return self.formats.moment(datetime.fromtimestamp(float(value), UTC))
        exact = value if isinstance(value, Decimal | int) else Decimal(repr(value))
        if unit.decimals is not None and isinstance(exact, Decimal):
            exact = round(exact, unit.decimals)
        return self.formats.number(exact)

    def ticks(self, marks: Sequence[Decimal | float], unit: Unit) -> list[str]:
        """The labels of an axis, short where they still differ from each other."""
        short = [self._short(each, unit) for each in marks]
        if len(set(short)) == len(short):
            return short
        return [self.value(each, unit) for each in marks]

    def _short(self, value: Decimal | float, unit: Unit) -> str:
        if unit.measure is Measure.MONEY:
            return self.formats.short_money(value, unit.currency)
        if unit.measure is Measure.NUMBER:
            return self.formats.short(value)
        return self.value(value, unit)

    def ticks_between(self, edges: Sequence[Value], unit: Unit) -> list[str]:
        """The labels of buckets: from one edge to the next."""
        written = self.ticks([Decimal(str(each)) for each in edges if each is not None], unit)
        return [f"{low}\N{EN DASH}{high}" for low, high in pairwise(written)]

    def moments(self, marks: Sequence[float]) -> list[str]:
        """The labels of an axis of moments: days, or clocks where all are within a few days."""
        there = [datetime.fromtimestamp(each, UTC).astimezone(self.formats.zone) for each in marks]
        if all((each.hour, each.minute) == (0, 0) for each in there):
            return [self._date(each, SHORT[Grain.DAY]) for each in there]
        days = {each.date() for each in there}
        write = self.formats.recent if len(days) > 1 else self.formats.clock
        return [write(each) for each in there]

    def length(self, seconds: float) -> str:
        """A length of time in its two largest units."""
        whole = round(abs(seconds))
        sign = "-" if seconds < 0 and whole else ""
        if whole < MINUTE:
            exact = round(Decimal(repr(abs(seconds))), 1).normalize() + 0
            return sign + _("{count} s").format(count=self.formats.number(exact))
        if whole < HOUR:
            minutes, rest = divmod(whole, MINUTE)
            text = _("{minutes} min {seconds} s") if rest else _("{minutes} min")
            return sign + text.format(minutes=minutes, seconds=rest)
        hours, rest = divmod(whole, HOUR)
        text = _("{hours} h {minutes} min") if rest // MINUTE else _("{hours} h")
        return sign + text.format(hours=self.formats.number(hours), minutes=rest // MINUTE)

    # Categories

    def category(self, category: Category, grain: Grain) -> str:
        """A category as an axis has it: names cut, times short."""
        if isinstance(category, str):
            return tidy(category)
        if grain is Grain.HOUR and isinstance(category, datetime):
            return self.formats.clock(category)
        return self._date(self._there(category), SHORT.get(grain, SHORT[Grain.DAY]))

    def whole_category(self, category: Category, grain: Grain) -> str:
        """A category in full, as a tooltip and a table have it."""
        if isinstance(category, str):
            return tidy(category)
        if grain is Grain.HOUR and isinstance(category, datetime):
            return self.formats.moment(category)
        text = self._date(self._there(category), WHOLE.get(grain, WHOLE[Grain.DAY]))
        return _("Week of {day}").format(day=text) if grain is Grain.WEEK else text

    def place(self, chart: Chart, place: int, at: Value = None) -> str:
        """The place of a chart in full: a category, a bucket, a number along the axis."""
        if chart.kind is Kind.HISTOGRAM:
            unit = chart.along.unit
            low, high = (self.value(each, unit) for each in chart.edges[place : place + 2])
            return _("{start} to under {end}").format(start=low, end=high)
        if at is not None:
            return self.value(at, chart.along.unit)
        if chart.kind is Kind.MAP:
            return self.country(str(chart.categories[place]))
        return self.whole_category(chart.categories[place], chart.grain)

    def country(self, code: str) -> str:
        """The name of a country in the language of the formats; what is none stays as it is."""
        name = Locale.parse(self.formats.locale).territories.get(code.upper())
        return name if name and code.isalpha() and len(code) == 2 else tidy(code) or NO_DATA

    def _there(self, category: date) -> date:
        if isinstance(category, datetime):
            known = category if category.tzinfo else category.replace(tzinfo=UTC)
            return known.astimezone(self.formats.zone)
        return category

    def _date(self, day: date, pattern: str) -> str:
        return str(format_date(day, pattern, locale=self.formats.locale))


def axis_unit(chart: Chart, *, second: bool = False) -> Unit:
    """The unit of the values of one of the two axes."""
    axis = chart.second if second and chart.second else chart.measure
    return axis.unit
