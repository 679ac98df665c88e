"""The check of the split, and what states a test may take (document: States, Split test)."""

import pytest

from funneldesk.server.parts.split_tests import states
from funneldesk.server.parts.split_tests.verdict import ratio_p_value

ITEMS = [{"name": "A", "node_code": "a"}, {"name": "B", "node_code": "b"}]


@pytest.mark.parametrize(
    ("weights", "visitors", "is_broken"),
    [
        ([50, 50], [500, 520], False),
        ([50, 50], [500, 700], True),
        ([None, None], [500, 510], False),
        ([90, 10], [900, 100], False),
        ([100, 0], [200, 1], True),
    ],
)
def test_visitors_that_came_otherwise_than_dealt_out(
    weights: list[float | None], visitors: list[int], is_broken: bool
) -> None:
    p = ratio_p_value(weights, visitors)
    assert p is not None
    assert (p < 0.001) is is_broken


@pytest.mark.parametrize(
    ("status", "wanted", "refused"),
    [
        ("running", "paused", False),
        ("paused", "running", False),
        ("completed", "running", False),
        ("finalized", "running", True),
        ("finalized", "deleted", False),
        ("deleted", "running", True),
        ("paused", "paused", False),
    ],
)
def test_what_a_status_may_become(status: str, wanted: str, refused: bool) -> None:
    assert (states.update_refusal(status, wanted) is not None) is refused


@pytest.mark.parametrize(
    ("status", "winner", "baseline", "code"),
    [
        ("running", None, None, None),
        ("paused", None, None, "a"),
        ("paused", None, "B", "b"),
        ("paused", None, "b", "b"),
        ("finalized", {"node_code": "b"}, None, "b"),
        ("finalized", {"node_code": "gone"}, None, "a"),
        ("completed", None, "gone", "a"),
        ("deleted", None, None, "a"),
    ],
)
def test_which_variant_everyone_gets(
    status: str, winner: dict[str, str] | None, baseline: str | None, code: str | None
) -> None:
    assert states.only_variant(status, winner, baseline, ITEMS) == code
