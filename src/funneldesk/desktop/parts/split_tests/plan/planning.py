"""Plan of a test worked out: visitors, days and the curve over effects (pure; no window)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from funneldesk.statistics.means import planned_loss_of_means, smallest_rise, values_needed
from funneldesk.statistics.planning import planned_loss, smallest_effect, visitors_needed

EFFECTS = tuple(round(0.02 * 1.16**step, 4) for step in range(24))
"""Effects of the curve, as shares of the baseline: from 2 percent to about 60."""
MOST_DAYS = 3650


@dataclass(frozen=True, slots=True)
class Terms:
    """``baseline`` is a rate, or a mean of money where ``spread``, its standard deviation, is
    there; ``effect`` is a fraction of it. ``traffic`` are visitors a day of all ``variants``
    together, ``share`` how many of them count: buyers where orders are compared."""

    baseline: float
    effect: float
    power: float
    significance: float
    traffic: float
    variants: int
    spread: float | None = None
    share: float = 1.0

    @property
    def comparisons(self) -> int:
        """Variants that are compared with the baseline."""
        return max(1, self.variants - 1)

    def needed(self, effect: float) -> int | None:
        """Visitors for each variant to find an effect; None where it can't be."""
        terms = self.significance, self.power, self.comparisons
        if self.spread is None:
            return visitors_needed(self.baseline, self.baseline * (1 + effect), *terms)
        values = values_needed(self.baseline * effect, 2 * self.spread**2, *terms)
        return None if values is None else math.ceil(values / self.share)

    def days(self, effect: float) -> int | None:
        """Days until each variant has the visitors for an effect."""
        needed = self.needed(effect)
        if needed is None or self.traffic <= 0:
            return None
        return math.ceil(needed * self.variants / self.traffic)

    def loss(self, visitors: int) -> float:
        """What one expects to give up after so many visitors for each variant."""
        better = self.baseline * (1 + self.effect)
        if self.spread is None:
            return planned_loss(self.baseline, better, min(visitors, 2_000_000))
        return planned_loss_of_means(better - self.baseline, self.spread, visitors * self.share)

    def smallest(self, visitors: float) -> float | None:
        """The smallest effect that so many visitors for each variant show."""
        terms = self.significance, self.power, self.comparisons
        if self.spread is None:
            return smallest_effect(self.baseline, visitors, *terms)
        return smallest_rise(self.baseline, self.spread, visitors * self.share, *terms)


@dataclass(frozen=True, slots=True)
class Plan:
    """``needed`` visitors for each variant, ``days`` until they are there. ``loss`` is what one
    expects to give up by then, in the metric's unit, taking the one that looks better;
    ``in_a_month`` the smallest effect that four weeks show. ``curve`` are (effect, days)."""

    terms: Terms
    needed: int | None
    days: int | None
    loss: float | None
    in_a_month: float | None
    curve: tuple[tuple[float, int], ...]


def plan_of(terms: Terms) -> Plan:
    """Work a plan out; some milliseconds."""
    needed = terms.needed(terms.effect)
    month = terms.traffic * 28 / max(1, terms.variants)
    points = ((effect, terms.days(effect)) for effect in EFFECTS)
    return Plan(
        terms,
        needed,
        terms.days(terms.effect),
        terms.loss(needed) if needed else None,
        terms.smallest(month),
        tuple((effect, days) for effect, days in points if days is not None and days <= MOST_DAYS),
    )


def terms_of(
    values: Mapping[str, Any], variants: int, *, is_money: bool = False, share: float = 1.0
) -> Terms | None:
    """The terms that were typed, rates in percent; None where they make no plan.

    Money has ``mean`` and ``spread`` in place of ``baseline``.
    """
    found = {name: _number(value) for name, value in values.items()}
    baseline, effect = found.get("mean" if is_money else "baseline"), found.get("effect")
    power, level, spread = found.get("power"), found.get("significance"), found.get("spread")
    if baseline is None or effect is None or power is None or level is None:
        return None
    terms = Terms(
        baseline if is_money else baseline / 100,
        effect / 100,
        power / 100,
        level / 100,
        found.get("traffic") or 0.0,
        max(2, variants),
        spread if is_money else None,
        share,
    )
    if is_money:
        fits = terms.baseline > 0 and spread is not None and spread > 0 and 0 < share <= 1
    else:
        fits = 0 < terms.baseline < 1 and terms.baseline * (1 + terms.effect) < 1
    fits = fits and terms.effect > 0
    return terms if fits and 0 < terms.power < 1 and 0 < terms.significance < 1 else None


def _number(value: Any) -> float | None:
    try:
        found = None if value in (None, "") else float(value)
    except (TypeError, ValueError):
        return None
    return found if found is not None and math.isfinite(found) else None
