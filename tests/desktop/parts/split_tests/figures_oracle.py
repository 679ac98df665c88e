"""Figures of an experiment worked out anew from each visitor, by pandas, scipy and statsmodels."""

import math
import warnings
from collections.abc import Callable, Sequence

import numpy as np
import pandas as pd
from scipy import optimize, stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import normal_sample_size_one_tail
from statsmodels.stats.proportion import (
    confint_proportions_2indep,
    proportion_confint,
    proportions_ztest,
)

from funneldesk.statistics.metrics import Metric

GRID = 20_001
Figures = dict[str, float | None]
Curve = tuple[float, float, Callable[[np.ndarray], np.ndarray], Callable[[np.ndarray], np.ndarray]]


def rates(visitors: Sequence[pd.DataFrame], base: int, level: float) -> list[Figures]:
    """Each variant's conversion rate against the baseline; ``visitors`` have ``bought``."""
    counts = [(int(each.bought.sum()), len(each)) for each in visitors]
    control = counts[base]
    p = {
        at: float(proportions_ztest([each[0], control[0]], [each[1], control[1]])[1])
        for at, each in enumerate(counts)
        if at != base
    }
    levels, corrected = _holm(p, level)
    best = _best([_beta(*each) for each in counts])
    found = []
    for at, (done, seen) in enumerate(counts):
        low, high = proportion_confint(done, seen, level, method="wilson")
        figures: Figures = {"value": done / seen, "low": low, "high": high}
        figures |= {"chance": best[at][0], "loss": best[at][1]}
        if at != base:
            low, high = confint_proportions_2indep(
                *(done, seen, *control),
                compare="ratio",
                method="score",
                alpha=levels[at],
                correction=False,
            )
            lift = done / seen / (control[0] / control[1]) - 1
            figures |= {
                "p": corrected[at],
                "lift": lift,
                "lift low": low - 1,
                "lift high": high - 1,
            }
        found.append(figures)
    return found


def means(amounts: Sequence["pd.Series[float]"], base: int, level: float) -> list[Figures]:
    """Each variant's mean against the baseline's."""
    control = amounts[base]
    tests = {
        at: stats.ttest_ind(each, control, equal_var=False)
        for at, each in enumerate(amounts)
        if at != base
    }
    levels, corrected = _holm({at: float(each.pvalue) for at, each in tests.items()}, level)
    best = _best([_normal(each) for each in amounts])
    found = []
    for at, each in enumerate(amounts):
        low, high = stats.t.interval(1 - level, len(each) - 1, each.mean(), stats.sem(each))
        figures: Figures = {"value": each.mean(), "low": low, "high": high}
        figures |= {"chance": best[at][0], "loss": best[at][1]}
        if at != base:
            ends = _fieller(control, each, stats.t.ppf(1 - levels[at] / 2, tests[at].df))
            figures |= {"p": corrected[at], "lift": each.mean() / control.mean() - 1}
            figures |= {"lift low": ends and ends[0] - 1, "lift high": ends and ends[1] - 1}
        found.append(figures)
    return found


def raw_p(metric: Metric, control: pd.DataFrame, variant: pd.DataFrame) -> float | None:
    """The p value of a difference before any correction; None when nothing can be said."""
    if metric is Metric.RATE:
        counts = [int(each.bought.sum()) for each in (variant, control)]
        sizes = [len(variant), len(control)]
        if not all(sizes) or sum(counts) in (0, sum(sizes)):
            return None
        return float(proportions_ztest(counts, sizes)[1])
    amounts = [each.paid for each in (variant, control)]
    if min(map(len, amounts)) < 2 or sum(each.var() for each in amounts) == 0:
        return None
    return float(stats.ttest_ind(*amounts, equal_var=False).pvalue)


def corrected_by_holm(p: Sequence[float | None]) -> list[float | None]:
    """The p values corrected for all that are known."""
    known = [each for each in p if each is not None]
    corrected = iter(multipletests(known, method="holm")[1] if known else [])
    return [None if each is None else float(next(corrected)) for each in p]


def needed(difference: float, variances: float, level: float, comparisons: int) -> int:
    """Values of each of two samples, to tell a difference from chance in four of five tests."""
    spread = math.sqrt(variances)
    found = normal_sample_size_one_tail(
        abs(difference), 0.8, level / 2 / comparisons, spread, spread
    )
    return math.ceil(found)


def _holm(p: dict[int, float], level: float) -> tuple[dict[int, float], dict[int, float]]:
    """The level at which each is compared, and its corrected value."""
    refused, corrected, _sidak, _bonferroni = multipletests(list(p.values()), level, "holm")
    kept = len(p) - int(sum(refused))
    rank = {at: place for place, at in enumerate(sorted(p, key=lambda at: p[at]))}
    levels = {
        at: level / (len(p) - rank[at] if is_refused else kept)
        for at, is_refused in zip(p, refused, strict=True)
    }
    return levels, dict(zip(p, map(float, corrected), strict=True))


def _beta(done: int, seen: int) -> Curve:
    curve = stats.beta(done + 1, seen - done + 1)
    return curve.mean(), curve.std(), curve.pdf, curve.cdf


def _normal(amounts: "pd.Series[float]") -> Curve:
    curve = stats.norm(amounts.mean(), stats.sem(amounts))
    return curve.mean(), curve.std(), curve.pdf, curve.cdf


def _best(curves: Sequence[Curve]) -> list[tuple[float, float]]:
    """The chance of each to be the best, and what it loses, on a fine grid."""
    low = min(mean - 12 * spread for mean, spread, *_rest in curves)
    high = max(mean + 12 * spread for mean, spread, *_rest in curves)
    x = np.linspace(low, high, GRID)
    parts = []
    for at, (_mean, _spread, density, _below) in enumerate(curves):
        others = [curve[3](x) for place, curve in enumerate(curves) if place != at]
        part = density(x) * np.prod(others, axis=0)
        parts.append((np.trapezoid(part, x), np.trapezoid(part * x, x)))
    best = sum(mean for _chance, mean in parts)
    return [
        (float(chance), float(max(0.0, best - curve[0])))
        for (chance, _), curve in zip(parts, curves, strict=True)
    ]


def _fieller(
    control: "pd.Series[float]", variant: "pd.Series[float]", limit: float
) -> tuple[float, float] | None:
    """The ratios of two means that the test with this critical value does not refuse."""
    x, y = control.mean(), variant.mean()
    errors = stats.sem(control), stats.sem(variant)
    if x <= limit * errors[0]:
        return None

    def beyond(ratio: float) -> float:
        gap: float = abs(y - ratio * x) - limit * math.hypot(errors[1], ratio * errors[0])
        return gap

    middle = y / x
    high = middle + 1
    while beyond(high) < 0:
        high *= 2
    low = 0.0 if beyond(0.0) < 0 else optimize.brentq(beyond, 0.0, middle, xtol=1e-13)
    return low, optimize.brentq(beyond, middle, high, xtol=1e-13)


class Comparison:
    """Collects figures that differ, so that all of them are told at once."""

    def __init__(self) -> None:
        self.count = 0
        self.different: list[str] = []

    def add(self, name: str, shown: float | None, wanted: float | None, near: float = 1e-6) -> None:
        """Compare a figure with the one worked out anew."""
        self.count += 1
        if shown is None or wanted is None:
            same = shown is None and wanted is None
        else:
            same = math.isclose(shown, wanted, rel_tol=near, abs_tol=near)
        if not same:
            self.different.append(f"{name}: {shown} and not {wanted}")


warnings.filterwarnings("ignore", module="statsmodels")
