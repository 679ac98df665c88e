"""Figures of reports: buckets, shares, sums and baselines of what entries hold. No Qt.

Numbers are added up exactly, as decimals.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import floor, log10
from typing import Any

from funneldesk.contract.crm import CrmField
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.times import day_of, moment_of
from funneldesk.desktop.local.texts import _

MOST_ROWS = 60
"""Values or buckets of a field that have a row of their own."""
BUCKETS = 8
"""About so many where a field does not say how large they are."""
BY_TYPE = {"number": "numeric", "date": "date", "boolean": "boolean"}
CHARTS = {"numeric": "histogram", "date": "line", "boolean": "pie", "categorical": "bar"}


@dataclass(frozen=True, slots=True)
class Figure:
    """A row of a report: so many of the entries, or with ``amount`` what they come to.

    ``is_drawn``: it is part of the field's chart; a bucket goes from ``start`` to under ``end``.
    """

    label: str
    count: int | None = None
    share: float | None = None
    amount: Decimal | None = None
    mark: str = ""
    is_drawn: bool = False
    start: Decimal | None = None
    end: Decimal | None = None


@dataclass(frozen=True, slots=True)
class FieldReport:
    """What a field adds up to. ``filled`` of ``entries`` have a value in it; ``unread`` of these
    have one that is none of its kind. ``chart`` is how it would rather be drawn."""

    key: str
    title: str
    aggregation: str
    chart: str
    entries: int
    filled: int
    unread: int
    figures: tuple[Figure, ...]


def is_reported(field: CrmField) -> bool:
    """Whether a field is to be reported."""
    return bool((field.reporting_config or {}).get("reportable"))


def report(field: CrmField, values: Sequence[Any], formats: Formats) -> FieldReport:
    """The report of a field on its values, one for each entry: None where there is none."""
    config = field.reporting_config or {}
    kind = config.get("aggregation_type") or BY_TYPE.get(field.type, "categorical")
    kind = kind if kind in CHARTS else "categorical"
    chart = config.get("preferred_chart") or CHARTS[kind]
    known = [each for each in values if each is not None and each not in ("", [])]
    figures, unread = WORK[kind](known, config, str(chart), formats)
    missing = len(values) - len(known)
    rest = [Figure(_("Without a value"), missing, _share(missing, len(values)))] if missing else []
    return FieldReport(
        field.key,
        field.name or field.key,
        kind,
        str(chart),
        len(values),
        len(known),
        unread,
        (*figures, *rest),
    )


Found = tuple[list[Figure], int]


def _numeric(
    known: Sequence[Any], config: Mapping[str, Any], chart: str, formats: Formats
) -> Found:
    numbers = sorted(each for each in map(_decimal, known) if each is not None)
    unread = len(known) - len(numbers)
    if not numbers:
        return [], unread
    total = sum(numbers, Decimal(0))
    figures = [
        Figure(_("Sum"), amount=total),
        Figure(_("Average"), amount=_average(total, len(numbers))),
        Figure(_("Lowest"), amount=numbers[0]),
        Figure(_("Highest"), amount=numbers[-1]),
    ]
    least, most = _baseline(config)
    figures += _against(numbers, least, most, formats)
    if chart == "kpi":
        return figures, unread
    size = _decimal(config.get("bucket_size"))
    size = size if size is not None and size > 0 else _bucket_size(numbers)
    counts = Counter(int(each // size) for each in numbers)
    if max(counts) - min(counts) >= MOST_ROWS:
        size, counts = _fewer(numbers)
    for at in range(min(counts), max(counts) + 1):
        start, end = at * size, (at + 1) * size
        label = _("{start} to under {end}").format(
            start=formats.number(start), end=formats.number(end)
        )
        mark = _mark(start, end, least, most)
        share = _share(counts[at], len(numbers))
        figures.append(Figure(label, counts[at], share, None, mark, True, start, end))
    return figures, unread


def _fewer(numbers: Sequence[Decimal]) -> tuple[Decimal, Counter[int]]:
    """Buckets that are large enough: those of the field would be more than anybody reads."""
    size = _bucket_size(numbers)
    return size, Counter(int(each // size) for each in numbers)


def _dates(known: Sequence[Any], _config: Any, _chart: str, formats: Formats) -> Found:
    moments = [day_of(each) or moment_of(each) for each in known]
    months = Counter(formats.month_of(each) for each in moments if each is not None)
    rows = sorted(months.items())
    told = [
        Figure(formats.month(m), n, _share(n, sum(months.values())), is_drawn=True) for m, n in rows
    ]
    return _shortened(told), moments.count(None)


def _flags(known: Sequence[Any], _config: Any, _chart: str, _formats: Formats) -> Found:
    flags = [each for each in known if isinstance(each, bool)]
    yes, every = sum(flags), len(flags)
    told = [
        Figure(_("Yes"), yes, _share(yes, every), is_drawn=True),
        Figure(_("No"), every - yes, _share(every - yes, every), is_drawn=True),
    ]
    return told if every else [], len(known) - every


def _categories(known: Sequence[Any], _config: Any, _chart: str, _formats: Formats) -> Found:
    """One row for each value, the most frequent first; an entry with several counts in each."""
    counts: Counter[str] = Counter()
    for each in known:
        counts.update({str(one) for one in each} if isinstance(each, list) else {_told(each)})
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0].casefold()))
    return _shortened([Figure(v, n, _share(n, len(known)), is_drawn=True) for v, n in rows]), 0


def _shortened(figures: list[Figure]) -> list[Figure]:
    """The first ones, and the others in one row."""
    if len(figures) <= MOST_ROWS:
        return figures
    rest = figures[MOST_ROWS:]
    count = sum(each.count or 0 for each in rest)
    share = sum(each.share or 0 for each in rest)
    told = _("{count} other values").format(count=f"{len(rest):,}")
    return [*figures[:MOST_ROWS], Figure(told, count, share)]


def _against(
    numbers: Iterable[Decimal], least: Decimal | None, most: Decimal | None, formats: Formats
) -> list[Figure]:
    """How many are below, within and above the baseline."""
    if least is None and most is None:
        return []
    numbers = list(numbers)
    below = sum(least is not None and each < least for each in numbers)
    above = sum(most is not None and each > most for each in numbers)
    within, every = len(numbers) - below - above, len(numbers)
    told = [(_("Within the baseline"), within)]
    if least is not None:
        text = _("Below the baseline of {amount}").format(amount=formats.number(least))
        told.append((text, below))
    if most is not None:
        text = _("Above the baseline of {amount}").format(amount=formats.number(most))
        told.append((text, above))
    return [Figure(label, count, _share(count, every)) for label, count in told]


def _mark(start: Decimal, end: Decimal, least: Decimal | None, most: Decimal | None) -> str:
    """Where a bucket lies, if not within the baseline."""
    if least is not None and end <= least:
        return _("below baseline")
    return _("above baseline") if most is not None and start > most else ""


def _baseline(config: Mapping[str, Any]) -> tuple[Decimal | None, Decimal | None]:
    given = config.get("baseline")
    given = given if isinstance(given, dict) else {}
    return _decimal(given.get("min")), _decimal(given.get("max"))


def _bucket_size(numbers: Sequence[Decimal]) -> Decimal:
    """1, 2 or 5 times a power of ten, so that there are about ``BUCKETS``."""
    span = float(numbers[-1] - numbers[0]) / BUCKETS
    if span <= 0:
        return Decimal(1)
    power = floor(log10(span))
    step = next(each for each in (1, 2, 5, 10) if span <= each * 10.0**power * (1 + 1e-9))
    return Decimal(step).scaleb(power)


def _average(total: Decimal, count: int) -> Decimal:
    return round(total / count, 4).normalize() + 0


def _share(count: int, every: int) -> float:
    return count / every if every else 0.0


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    return str(value)


WORK: Mapping[str, Callable[[Sequence[Any], Mapping[str, Any], str, Formats], Found]] = {
    "numeric": _numeric,
    "date": _dates,
    "boolean": _flags,
    "categorical": _categories,
}


def _decimal(value: Any) -> Decimal | None:
    if value is None or isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        made = Decimal(str(value))
    except InvalidOperation:
        return None
    return made if made.is_finite() else None
