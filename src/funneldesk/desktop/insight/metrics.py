"""Metrics by their definitions: names, units, and how their values and changes read. No Qt.

A unit comes from the definition alone, never from the size of a value; a server that counts rates
as fractions shows it by what it writes beside them (quirks 50 and 51).
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from funneldesk.contract.analytics import CUSTOM, UNITS, MetricDefinition
from funneldesk.contract.formulas import BadFormula, Formula, parse
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _

MISSING = "–"
CONVERSION = "session_conversion"
STANDS_FOR: Mapping[str, str] = {CONVERSION: "conversion_rate"}
"""What servers have that do not count the former: there it is shown in its place."""
EXTENSIONS: Mapping[str, str] = {"sale_kind": "first_purchases"}
"""Grouping fields that only servers with a metric have."""
UNIT_NAMES: Mapping[str, str] = {
    "number": _("Number"),
    "currency": _("Money"),
    "pct": _("Percent"),
    "time": _("Time"),
}
AVERAGES = frozenset({"aov", "roas", "average_order_value", "revenue_per_visitor"})
"""Metrics in money or numbers that are worked out from others."""
MINUTE, HOUR = 60, 3600
_DIGITS = re.compile(r"-?\d[\d,]*(?:\.\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Custom:
    """A metric of one's own: selected, and answered, as ``metric_{number}``."""

    number: int
    name: str
    formula: str
    unit: str = "number"

    @property
    def key(self) -> str:
        """By which it is selected."""
        return f"{CUSTOM}{self.number}"

    @property
    def parsed(self) -> Formula | None:
        """The formula, None where it is none."""
        try:
            return parse(self.formula)
        except BadFormula:
            return None

    def state(self) -> dict[str, Any]:
        """The metric as JSON."""
        return {
            "number": self.number,
            "name": self.name,
            "formula": self.formula,
            "unit": self.unit,
        }

    @classmethod
    def of(cls, state: object) -> "Custom | None":
        """What ``state`` gave; None where that is not understood."""
        given: Mapping[str, Any] = state if isinstance(state, dict) else {}
        number, name, formula = (given.get(n) for n in ("number", "name", "formula"))
        if type(number) is not int or not isinstance(name, str) or not isinstance(formula, str):
            return None
        unit = given.get("unit")
        return cls(number, name, formula, unit if unit in UNITS else "number")


@dataclass(frozen=True, slots=True)
class Metric:
    """``unit`` is one of ``UNITS``, or "" where the server does not say: then it is shown as the
    server writes it."""

    key: str
    name: str
    unit: str = ""
    info: str = ""
    group: str = ""
    custom: Custom | None = None

    @property
    def adds_up(self) -> bool:
        """Whether rows add up to a whole, of which each has a share."""
        counted = self.unit in ("currency", "number") and self.custom is None
        return counted and self.key not in AVERAGES

    def text(self, value: float | None, formats: Formats, written: str = "") -> str:
        """A value as it reads; ``written`` is what the server made of it."""
        if value is None:
            return MISSING
        if not self.unit:
            return written or formats.number(_rounded(value))
        return unit_text(value, self.unit, formats, scale_of(value, written, self.unit))


class Catalogue:
    """The metrics that a brand has, in the server's order, and those of one's own behind them."""

    def __init__(
        self,
        definitions: Mapping[str, MetricDefinition] | None = None,
        customs: tuple[Custom, ...] = (),
    ) -> None:
        self._known = {k: _metric(k, each) for k, each in (definitions or {}).items()}
        own = {c.key: Metric(c.key, c.name, c.unit, c.formula, _("Custom"), c) for c in customs}
        self._known |= own
        self.customs = customs

    def __iter__(self) -> Iterator[Metric]:
        return iter(self._known.values())

    def __contains__(self, key: str) -> bool:
        return key in self._known

    def __len__(self) -> int:
        return len(self._known)

    def __getitem__(self, key: str) -> Metric:
        """A metric; one that is not known is called by its key."""
        return self._known.get(key) or Metric(key, key.replace("_", " ").capitalize())

    def known(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the keys that there are, or what stands for them."""
        found = (key if key in self else STANDS_FOR.get(key, key) for key in keys)
        return tuple(dict.fromkeys(key for key in found if key in self._known))

    def fields(self, names: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the grouping fields that the server has."""
        return tuple(n for n in names if n not in EXTENSIONS or EXTENSIONS[n] in self)


def _metric(key: str, given: MetricDefinition) -> Metric:
    name = given.name or key.replace("_", " ").capitalize()
    return Metric(key, name, given.unit or "", given.info or "", given.group_name or "")


def scale_of(value: float, written: str, unit: str) -> float:
    """By what a value is multiplied to be in percent: 100 where the server writes "3.8%" beside
    0.038, otherwise 1."""
    found = _DIGITS.search(written) if unit == "pct" else None
    if found is None or value == 0:
        return 1.0
    shown = float(found[0].replace(",", ""))
    near = 0.51 * 10.0 ** -len(found[0].partition(".")[2])
    return 100.0 if abs(value * 100 - shown) <= near < abs(value - shown) else 1.0


def unit_text(value: float, unit: str, formats: Formats, scale: float = 1.0) -> str:
    """A value in a unit: money with its currency, percent, a duration, or a number."""
    if unit == "currency":
        return formats.money(value)
    if unit == "time":
        return duration(value)
    if unit == "pct":
        return formats.percent(value * scale, of=100, even=True)
    return formats.number(_rounded(value))


def duration(seconds: float) -> str:
    """Seconds as in "7 s", "1 m 05 s" or "2 h 03 m"."""
    total, minus = round(abs(seconds)), "-" if seconds <= -0.5 else ""
    if total < MINUTE:
        return minus + _("{seconds} s").format(seconds=total)
    if total < HOUR:
        given = {"minutes": total // MINUTE, "seconds": f"{total % MINUTE:02}"}
        return minus + _("{minutes} m {seconds} s").format(**given)
    given = {"hours": total // HOUR, "minutes": f"{total % HOUR // MINUTE:02}"}
    return minus + _("{hours} h {minutes} m").format(**given)


def change_percent(value: float | None, before: float | None) -> float | None:
    """The change in percent of the value before; None with nothing to compare to."""
    if value is None or not before:
        return None
    return round((value - before) / abs(before) * 100, 2)


def _rounded(value: float) -> float | int:
    near = round(value, 2)
    return int(near) if float(near).is_integer() else near
