"""A split test's states, and which variant visitors get (document: States; quirk 42)."""

from collections.abc import Mapping, Sequence
from typing import Any

RUNNING, PAUSED, FINALIZED, COMPLETED, DELETED = (
    "running",
    "paused",
    "finalized",
    "completed",
    "deleted",
)
STATUSES = (RUNNING, PAUSED, FINALIZED, COMPLETED, DELETED)
KEPT = (RUNNING, PAUSED, FINALIZED, COMPLETED)
"""The statuses that a list without a filter shows and that ``all`` counts."""

NOT_RUNNING = (PAUSED, COMPLETED)
DECLARABLE = (RUNNING, PAUSED)

_AFTER: Mapping[str, frozenset[str]] = {
    RUNNING: frozenset({PAUSED, COMPLETED, DELETED}),
    PAUSED: frozenset({RUNNING, COMPLETED, DELETED}),
    COMPLETED: frozenset({RUNNING, PAUSED, DELETED}),
    FINALIZED: frozenset({DELETED}),
    DELETED: frozenset(),
}


def update_refusal(status: str, wanted: str) -> str | None:
    """Why an update may not set ``wanted``; None when it may."""
    if wanted == status or wanted in _AFTER.get(status, ()):
        return None
    return f"A split test that is {status} cannot become {wanted}."


def winner_refusal(status: str) -> str | None:
    """Why no winner may be declared now; None when one may."""
    if status in DECLARABLE:
        return None
    return f"A winner can be declared while a test is running or paused; this one is {status}."


def baseline_code(baseline: str | None, items: Sequence[Mapping[str, Any]]) -> str | None:
    """The control's code: ``baseline`` names it by code or name, else it is the first variant."""
    for key in ("node_code", "name"):
        for item in items:
            if baseline and item[key] == baseline:
                return str(item["node_code"])
    return str(items[0]["node_code"]) if items else None


def only_variant(
    status: str,
    winner: Mapping[str, Any] | None,
    baseline: str | None,
    items: Sequence[Mapping[str, Any]],
) -> str | None:
    """The code of the variant that every visitor gets; None while visitors are dealt out.

    A finalized test serves its winner; one that is paused, completed or deleted its baseline.
    """
    if status == RUNNING:
        return None
    if status == FINALIZED and winner is not None:
        code = winner.get("node_code")
        if any(item["node_code"] == code for item in items):
            return str(code)
    return baseline_code(baseline, items)


def counts(by_status: Mapping[str, int]) -> dict[str, int]:
    """The quick-access counts; ``running``, ``finalized`` and ``not_running`` make ``all``."""
    return {
        "all": sum(by_status[status] for status in KEPT),
        "running": by_status[RUNNING],
        "finalized": by_status[FINALIZED],
        "not_running": sum(by_status[status] for status in NOT_RUNNING),
    }
