"""Sums of what a variant of an experiment brought in."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a variant brought in; ``revenue_squared`` sums the squares of visits' revenues."""

    visitors: int = 0
    conversions: int = 0
    revenue: Decimal = Decimal(0)
    revenue_squared: float = 0.0

    @property
    def rate(self) -> float | None:
        """Conversions per visitor, a fraction; None without visitors."""
        return self.conversions / self.visitors if self.visitors else None

    @property
    def revenue_per_visitor(self) -> float | None:
        """None without visitors."""
        return float(self.revenue) / self.visitors if self.visitors else None

    @property
    def revenue_variance(self) -> float:
        """The variance of a visitor's revenue, as estimated from at least two of them."""
        if self.visitors < 2:
            return 0.0
        mean = float(self.revenue) / self.visitors
        return max(0.0, self.revenue_squared - self.visitors * mean * mean) / (self.visitors - 1)

    def __add__(self, other: "Numbers") -> "Numbers":
        return Numbers(
            self.visitors + other.visitors,
            self.conversions + other.conversions,
            self.revenue + other.revenue,
            self.revenue_squared + other.revenue_squared,
        )
