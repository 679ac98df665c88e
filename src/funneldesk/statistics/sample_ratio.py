"""Whether visitors were dealt out as the weights say (Pearson's chi-square)."""

import math
from collections.abc import Sequence

BROKEN = 0.001
"""The p value below which a split counts as broken."""


def ratio_p_value(shares: Sequence[float], visitors: Sequence[int]) -> float | None:
    """How likely visitors came like this by chance, were they dealt out by ``shares``.

    Shares make 1 together. None when there is nothing to compare; 0 when somebody met a variant
    that nobody should.
    """
    total = sum(visitors)
    pairs = list(zip(shares, visitors, strict=True))
    if any(count for share, count in pairs if share == 0):
        return 0.0
    expected = [(share * total, count) for share, count in pairs if share > 0]
    if len(expected) < 2 or not total:
        return None
    distance = math.fsum((count - wanted) ** 2 / wanted for wanted, count in expected)
    return chi_square_tail(distance, len(expected) - 1)


def is_broken(p: float | None) -> bool:
    """Whether visitors were dealt out otherwise than the weights say: then nobody has won."""
    return p is not None and p < BROKEN


def chi_square_tail(x: float, degrees: int) -> float:
    """The probability that a chi-square of so many degrees is above ``x``."""
    if x <= 0:
        return 1.0
    half = x / 2
    if degrees % 2:
        term, tail, start = math.sqrt(half) * 2 / math.sqrt(math.pi), math.erfc(math.sqrt(half)), 3
    else:
        term, tail, start = 1.0, 0.0, 2
    total = 0.0
    for k in range(start, degrees + 1, 2):
        total += term
        term *= half / (k / 2)
    return min(1.0, tail + math.exp(-half) * total) if half < 700 else 0.0
