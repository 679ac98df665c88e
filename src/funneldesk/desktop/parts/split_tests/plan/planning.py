"""Plan of a test worked out: visitors, days and the curve over effects (pure; no window)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from funneldesk.statistics.planning import planned_loss, smallest_effect, visitors_needed

EFFECTS = tuple(round(0.02 * 1.16**step, 4) for step in range(24))
"""Effects of the curve, as shares of the baseline: from 2 percent to about 60."""
MOST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class Terms:
    """``baseline`` and ``effect`` are fractions, the effect one of the baseline; ``traffic`` are
    visitors a day of all ``variants`` together."""

    baseline: float
    effect: float
    power: float
    significance: float
    traffic: float
    variants: int

    @property
    def comparisons(self) -> int:
        """Variants that are compared with the baseline."""
        return max(1, self.variants - 1)

    def needed(self, effect: float) -> int | None:
        """Visitors for each variant to find an effect; None where it can't be."""
        other = self.baseline * (1 + effect)
        return visitors_needed(
            self.baseline, other, self.significance, self.power, self.comparisons
        )

    def days(self, effect: float) -> int | None:
        """Days until each variant has the visitors for an effect."""
        needed = self.needed(effect)
        if needed is None or self.traffic <= 0:
            return None
        return math.ceil(needed * self.variants / self.traffic)


@dataclass(frozen=True, slots=True)
class Plan:
    """``needed`` visitors for each variant, ``days`` until they are there. ``loss`` is the rate
    that one expects to give up by then, taking the one that looks better; ``in_a_month`` the
    smallest effect that four weeks show. ``curve`` are (effect, days)."""

    terms: Terms
    needed: int | None
    days: int | None
    loss: float | None
    in_a_month: float | None
    curve: tuple[tuple[float, int], ...]


def plan_of(terms: Terms) -> Plan:
    """Work a plan out; some milliseconds."""
    needed = terms.needed(terms.effect)
    better = terms.baseline * (1 + terms.effect)
    month = terms.traffic * 28 / max(1, terms.variants)
    points = ((effect, terms.days(effect)) for effect in EFFECTS)
    return Plan(
        terms,
        needed,
        terms.days(terms.effect),
        planned_loss(terms.baseline, better, min(needed, 2_000_000)) if needed else None,
        smallest_effect(terms.baseline, month, terms.significance, terms.power, terms.comparisons),
        tuple((effect, days) for effect, days in points if days is not None and days <= MOST_DAYS),
    )


def terms_of(values: Mapping[str, Any], variants: int) -> Terms | None:
    """The terms that were typed, in percent; None where they make no plan."""
    found = {name: _number(value) for name, value in values.items()}
    baseline, effect = found.get("baseline"), found.get("effect")
    power, level = found.get("power"), found.get("significance")
    if None in (baseline, effect, power, level):
        return None
    terms = Terms(
        (baseline or 0) / 100,
        (effect or 0) / 100,
        (power or 0) / 100,
        (level or 0) / 100,
        found.get("traffic") or 0.0,
        max(2, variants),
    )
    fits = 0 < terms.baseline < 1 and terms.effect > 0 and terms.baseline * (1 + terms.effect) < 1
    return terms if fits and 0 < terms.power < 1 and 0 < terms.significance < 1 else None


def _number(value: Any) -> float | None:
    try:
        found = None if value in (None, "") else float(value)
    except (TypeError, ValueError):
        return None
    return found if found is not None and math.isfinite(found) else None
