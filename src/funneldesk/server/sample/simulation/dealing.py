"""Deals the variants of a test that shall show no difference."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from funneldesk.server.sample.simulation.traffic import Split
from funneldesk.server.sample.simulation.visits import Step, VisitPlan


class EvenDealer:
    """Deals buyers and others in turn, so that each variant gets its share of both.

    Chance alone would make such a test look decided on one day in twenty.
    """

    def __init__(self, tests: Iterable[Split]) -> None:
        self._shares = {test.name: test.shares for test in tests if test.shares}
        self._given: dict[tuple[str, bool], dict[str, int]] = {}

    def settle(self, plan: VisitPlan) -> None:
        """Give the visit its variants, now that its end is known."""
        if self._shares:
            bought = plan.purchase is not None
            plan.steps[:] = [self._settled(step, bought) for step in plan.steps]

    def _settled(self, step: Step, bought: bool) -> Step:
        if not any(name in self._shares for name, _variant in step.met):
            return step
        met = tuple(
            (name, self._next(name, self._shares[name], bought) if name in self._shares else given)
            for name, given in step.met
        )
        return replace(step, met=met)

    def _next(self, name: str, shares: Mapping[str, float], bought: bool) -> str:
        """The variant that lags furthest behind its share."""
        given = self._given.setdefault((name, bought), dict.fromkeys(shares, 0))
        variant = min(given, key=lambda each: (given[each] + 0.5) / shares[each])
        given[variant] += 1
        return variant
