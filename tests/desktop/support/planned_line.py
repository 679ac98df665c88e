"""A line to the platform on which each deed and each look at its record meets what was planned."""

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
DEEDS = ("/refund", "/skip", "/change-next-bill-date")
RECORDS = ("/conversions/", "/subscriptions/")
ANY = re.compile("")
WAITS = {SLOW_DOWN: 0}


class PlannedLine(FaultLine):
    """``plan`` is used up from its beginning, a fault (or none) for each deed; ``looks`` for each
    read of one record. ``sent`` are the records of the deeds that arrived."""

    def __init__(self, target: str) -> None:
        super().__init__(target)
        self.plan: list[Trouble | None] = []
        self.looks: list[Trouble | None] = []
        self.sent: list[str] = []

    def expect(self, deeds: Iterable[Trouble | None], looks: Iterable[Trouble | None]) -> None:
        """From now on these faults are met."""
        self.plan, self.looks, self.sent = list(deeds), list(looks), []

    def _meets(self, method: str, path: str) -> Trouble | None:
        if method == "POST" and path.endswith(DEEDS):
            self.sent.append(path.split("/")[-2])
            return self.plan.pop(0) if self.plan else None
        if method == "GET" and any(each in path for each in RECORDS):
            return self.looks.pop(0) if self.looks else None
        return None


def trouble(kind: str, *, reaches: bool) -> Trouble:
    """One fault. Who is asked to slow down was not heard."""
    return Trouble(kind, "", ANY, reaches and kind != SLOW_DOWN, -1, WAITS.get(kind, 0))
