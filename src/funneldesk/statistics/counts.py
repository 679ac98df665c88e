"""Sums of what a variant of an experiment brought in."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True)
class Numbers:
    """What a variant brought in; ``revenue_squared`` sums the squares of visits' revenues, and is
    None where only their sum is known."""

    visitors: int = 0
    conversions: int = 0
    revenue: Decimal = Decimal(0)
    revenue_squared: float | None = 0.0

    @property
    def rate(self) -> float | None:
        """Conversions per visitor, a fraction; None without visitors."""
        return self.conversions / self.visitors if self.visitors else None

    @property
    def revenue_per_visitor(self) -> float | None:
        """None without visitors."""
        return float(self.revenue) / self.visitors if self.visitors else None

    @property
    def revenue_per_order(self) -> float | None:
        """Revenue per converted visitor; None without conversions."""
        return float(self.revenue) / self.conversions if self.conversions else None

    def __add__(self, other: "Numbers") -> "Numbers":
        squares = self.revenue_squared, other.revenue_squared
        return Numbers(
            self.visitors + other.visitors,
            self.conversions + other.conversions,
            self.revenue + other.revenue,
            None if squares[0] is None or squares[1] is None else squares[0] + squares[1],
        )
