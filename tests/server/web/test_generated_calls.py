"""No generated call breaks the platform, and every answer is as the description says."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from endpoint_table import endpoints
from generated_calls import Generated
from platform_process import new_place, sampled, served
from schemathesis.core.failures import FailureGroup
from spoilt_calls import Spoiling

EXAMPLES = 12
SPOILT_EXAMPLES = 3


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Generated]:
    """Calls of a platform of their own: they delete what they find."""
    with (
        new_place(tmp_path_factory.mktemp("generated")) as place,
        served(sampled(place), "--sample", "small") as running,
    ):
        yield Generated(running.base_url, 1, running.key())


def lines() -> Iterator[Any]:
    """Every line; every day the first of each method of each part."""
    seen: set[tuple[str, str]] = set()
    for endpoint in endpoints():
        kind = endpoint.part, endpoint.line.split(" ")[0]
        yield pytest.param(endpoint.line, marks=[pytest.mark.deep] if kind in seen else [])
        seen.add(kind)


@pytest.mark.parametrize("line", list(lines()))
def test_no_call_breaks_the_platform(line: str, generated: Generated) -> None:
    generated.check(line, EXAMPLES)


@pytest.mark.parametrize("part", sorted({endpoint.part for endpoint in endpoints()}))
def test_no_spoilt_call_breaks_the_platform(part: str, generated: Generated) -> None:
    spoiling = Spoiling(generated)
    for endpoint in endpoints():
        if endpoint.part == part:
            spoiling.run(endpoint.line, SPOILT_EXAMPLES)
    assert spoiling.failed == []


def test_a_platform_that_answers_otherwise_is_caught(tmp_path: Path) -> None:
    with (
        new_place(tmp_path) as place,
        served(sampled(place), "--sample", "small", "--redirect-updates", "pages") as running,
    ):
        redirected = Generated(running.base_url, 1, running.key())
        with pytest.raises(FailureGroup):
            redirected.check("PUT /api/brands/{brand}/pages/{page}", EXAMPLES)
