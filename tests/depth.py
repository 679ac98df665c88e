"""What is asked every day and what in ``test --deep`` alone."""

from collections.abc import Iterable
from typing import Any

import pytest


def mostly_deep(cases: Iterable[Any], daily: int = 2) -> list[Any]:
    """The cases for ``parametrize``: the first ones every day, the others in ``test --deep``."""
    return [
        pytest.param(case, marks=[pytest.mark.deep] if number >= daily else [])
        for number, case in enumerate(cases)
    ]
