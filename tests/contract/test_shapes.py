"""The four kinds of body that cross the wire."""

from typing import Any

import pytest
from pydantic import Field, ValidationError

from funneldesk.contract.shapes import Draft, Filter, Record


class Thing(Record):
    id: int


class ThingDraft(Draft):
    name: str | None = None
    size: int = 3


class ThingFilter(Filter):
    q: str | None = None
    page: int = 1
    merchant: str | None = Field(None, serialization_alias="filter.merchant_id")


def test_a_record_keeps_unknown_keys_through_a_round_trip() -> None:
    came: dict[str, Any] = {"id": 1, "later": [1, {"deep": None}]}
    assert Thing.model_validate(came).model_dump(mode="json") == came


def test_a_draft_sends_what_was_set_and_knows_its_fields() -> None:
    assert ThingDraft().body() == {}
    assert ThingDraft(name=None).body() == {"name": None}
    with pytest.raises(ValidationError):
        ThingDraft.model_validate({"nmae": "x"})


def test_a_filter_leaves_out_what_is_unset_or_none() -> None:
    """Quirk 17: parameters may have names that no field can have."""
    assert ThingFilter().query() == {}
    assert ThingFilter(q=None, page=2, merchant="m").query() == {
        "page": 2,
        "filter.merchant_id": "m",
    }
