"""Scope: which days, compared with what, and narrowed to which values. No Qt."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, tzinfo
from typing import Any

from funneldesk.desktop.insight.ranges import Comparison, Range, RangeChoice, today_in
from funneldesk.desktop.local.texts import _

Filters = tuple[tuple[str, tuple[str, ...]], ...]
"""A grouping field with the values that it may have; each field once."""

FIELD_NAMES: Mapping[str, str] = {
    "hour": _("Hour"),
    "day": _("Day"),
    "week": _("Week"),
    "month": _("Month"),
    "year": _("Year"),
    "hour_of_day": _("Hour of day"),
    "aff_id": _("Affiliate"),
    "subid": _("Sub-ID"),
    "merchant_id": _("Merchant"),
    "page": _("Page"),
    "product": _("Product"),
    "funnel_id": _("Funnel"),
    "country": _("Country"),
    "region": _("Region"),
    "shipping_country": _("Shipping country"),
    "shipping_state": _("Shipping state"),
    "sale_kind": _("Order type"),
    "device": _("Device"),
    "os": _("Operating system"),
    "browser": _("Browser"),
    "screen_resolution": _("Screen resolution"),
    "language": _("Language"),
    "utm_source": _("Source"),
    "utm_medium": _("Medium"),
    "utm_campaign": _("Campaign"),
    "utm_term": _("Term"),
    "utm_content": _("Content"),
    "referrer": _("Referrer"),
}
"""Every grouping field that the document has, in its order, as it reads; and the type of an order,
which servers have that count ``first_purchases``."""


def field_name(name: str) -> str:
    """A grouping field as it reads; one that is not known by its key."""
    return FIELD_NAMES.get(name, name.replace("_", " ").capitalize())


@dataclass(frozen=True, slots=True)
class Compared:
    """Days and those that they are compared with. ``until`` and ``other_until`` are the moments
    up to which both count, None where whole days are compared."""

    days: Range
    other: Range
    until: datetime | None = None
    other_until: datetime | None = None

    def has_begun(self, zone: tzinfo | None) -> bool:
        """Whether there is anything to compare yet."""
        if self.until is None or self.other_until is None:
            return True
        begun = self.until > self.days.begins(zone)
        return begun and self.other_until > self.other.begins(zone)

    def is_of_equal_length(self, zone: tzinfo | None) -> bool:
        """Whether both have as many hours, so that a server can't take other days for them."""
        lengths = (each.ends(zone) - each.begins(zone) for each in (self.days, self.other))
        return len(set(lengths)) == 1


@dataclass(frozen=True, slots=True)
class Scope:
    """What a page of analytics is about. ``other`` are days of one's own choice to compare with.

    ``whole``: a range that is not over is compared with whole days, not up to the same time.
    """

    choice: RangeChoice = field(default_factory=RangeChoice)
    comparison: Comparison = Comparison.BEFORE
    filters: Filters = ()
    other: RangeChoice | None = None
    whole: bool = False

    def days(self, today: date) -> Range:
        """The days that it means on a day."""
        return self.choice.days(today)

    def compared_days(self, today: date) -> Range | None:
        """The days that these are compared with."""
        if self.comparison is Comparison.BEFORE:
            return self.days(today).just_before()
        if self.comparison is Comparison.YEAR:
            return self.days(today).a_year_before()
        if self.comparison is Comparison.OTHER and self.other is not None:
            return self.other.days(today)
        return None

    def compared(self, now: datetime, zone: tzinfo | None) -> "Compared | None":
        """The periods that are compared at a moment, None where nothing is.

        Days that are not over count up to the last full hour, and so do those beside them: figures
        are counted by hours.
        """
        today = today_in(zone, now)
        days, other = self.days(today), self.compared_days(today)
        if other is None:
            return None
        alike = self.comparison is not Comparison.OTHER or other.days == days.days
        if self.whole or not alike or not days.first <= today <= days.last:
            return Compared(days, other)
        there = other.first + (today - days.first)
        if self.comparison is Comparison.YEAR:
            there = Range(today, today).a_year_before().first
        hour = now.astimezone(zone).replace(minute=0, second=0, microsecond=0)
        return Compared(days, other, hour, datetime.combine(there, hour.timetz()))

    def values(self, name: str) -> tuple[str, ...]:
        """The values that a field may have; none: any."""
        return dict(self.filters).get(name, ())

    def filtering(self, name: str, values: tuple[str, ...]) -> "Scope":
        """Narrowed to these values of a field; none takes the filter off."""
        kept = {**dict(self.filters), name: tuple(dict.fromkeys(values))}
        return replace(self, filters=tuple((f, v) for f, v in kept.items() if v))

    def state(self) -> dict[str, Any]:
        """The scope as JSON."""
        return {
            "range": self.choice.state(),
            "comparison": self.comparison.value,
            "filters": {name: list(values) for name, values in self.filters},
            **({"other": self.other.state()} if self.other is not None else {}),
            **({"whole": True} if self.whole else {}),
        }

    @classmethod
    def of(cls, state: object) -> "Scope":
        """What ``state`` gave; what of it is not understood is as usual."""
        given: Mapping[str, Any] = state if isinstance(state, dict) else {}
        known = {each.value for each in Comparison}
        comparison = given.get("comparison")
        other = RangeChoice.of(given["other"]) if isinstance(given.get("other"), dict) else None
        if comparison not in known or (comparison == Comparison.OTHER and other is None):
            comparison = Comparison.BEFORE
        return cls(
            RangeChoice.of(given.get("range")),
            Comparison(comparison),
            filters_of(given.get("filters")),
            other,
            given.get("whole") is True,
        )


def filters_of(state: object) -> Filters:
    """Filters as ``state`` gave them; what is not understood is left out."""
    given = state if isinstance(state, dict) else {}
    return tuple(
        (name, tuple(values))
        for name, values in given.items()
        if name in FIELD_NAMES
        and isinstance(values, list)
        and values
        and all(isinstance(value, str) for value in values)
    )
