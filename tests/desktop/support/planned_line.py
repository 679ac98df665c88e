"""A line to the platform on which each refund and each look at an order meets what was planned."""

import re
from collections.abc import Iterable

from tests.desktop.support.faulty_line import (
    NOT_JSON,
    RESET_BEFORE,
    RESET_WITHIN,
    SLOW_DOWN,
    TRUNCATED,
    UNAVAILABLE,
    FaultLine,
    Trouble,
)

LOST = (RESET_BEFORE, RESET_WITHIN, TRUNCATED, NOT_JSON, UNAVAILABLE)
"""Ways in which an answer is lost that take no time."""
KINDS = (*LOST, SLOW_DOWN)
ANY = re.compile("")
WAITS = {SLOW_DOWN: 0}


class PlannedLine(FaultLine):
    """``plan`` is used up from its beginning, a fault (or none) for each refund; ``looks`` for each
    read of one order. ``sent`` are the orders of the refunds that arrived."""

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.plan: list[Trouble | None] = []
        self.looks: list[Trouble | None] = []
        self.refunds: list[str] = []

    def expect(self, refunds: Iterable[Trouble | None], looks: Iterable[Trouble | None]) -> None:
        """From now on these faults are met."""
        self.plan, self.looks, self.refunds = list(refunds), list(looks), []

    def _meets(self, method: str, path: str) -> Trouble | None:
        if method == "POST" and path.endswith("/refund"):
            self.refunds.append(path.split("/")[-2])
            return self.plan.pop(0) if self.plan else None
        if method == "GET" and "/conversions/" in path:
            return self.looks.pop(0) if self.looks else None
        return None


def trouble(kind: str, *, reaches: bool) -> Trouble:
    """One fault. Who is asked to slow down was not heard."""
    return Trouble(kind, "", ANY, reaches and kind != SLOW_DOWN, -1, WAITS.get(kind, 0))
