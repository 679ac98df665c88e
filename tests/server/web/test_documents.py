"""Whole JSON documents that are kept as they were sent (quirks 44 and 54)."""

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.web.documents import DEEPEST, MOST_VALUES, storable

TEXTS = st.text(st.characters(exclude_characters="\0", exclude_categories=("Cs",)), max_size=8)
DOCUMENTS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=30,
)


@given(DOCUMENTS)
def test_what_json_can_say_is_kept(document: Any) -> None:
    assert storable(document) is document
    assert json.loads(json.dumps(document)) == document


@pytest.mark.parametrize(
    "hostile", ["a\0b", "\ud800", math.inf, -math.inf, math.nan, 10**400, {"\0": 1}]
)
@pytest.mark.parametrize("depth", [0, 1, 50])
def test_what_no_database_holds_is_refused_however_deep(hostile: Any, depth: int) -> None:
    document = hostile
    for _ in range(depth):
        document = [{"a": document}]
    with pytest.raises(ValueError, match=r"[.]$"):
        storable(document)


def test_a_document_ends_somewhere() -> None:
    deep: Any = []
    for _ in range(DEEPEST - 1):
        deep = [deep]
    assert storable(deep) is deep
    with pytest.raises(ValueError, match="deep"):
        storable([deep])
    with pytest.raises(ValueError, match="values"):
        storable([0] * (MOST_VALUES + 1))
