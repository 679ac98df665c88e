"""Brands on the wire (document: Brand)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.brands import Brand, BrandMetrics, BrandPatch, BrandSummary


def test_a_brand_needs_its_id_and_name_and_keeps_the_rest() -> None:
    brand = Brand.model_validate(
        {
            "id": 7,
            "name": "Harbor",
            "timezone": "Europe/Lisbon",
            "created_at": "2026-01-02T03:04:05Z",
        }
    )
    assert brand.created_at is not None
    assert brand.created_at.utcoffset() is not None
    assert BrandSummary.model_validate({"id": 1, "name": "x", "plan": "pro"}).model_extra == {
        "plan": "pro"
    }
    with pytest.raises(ValidationError):
        BrandSummary.model_validate({"name": "x"})


def test_a_patch_sends_what_was_set() -> None:
    assert BrandPatch(currency="EUR").body() == {"currency": "EUR"}
    with pytest.raises(ValidationError):
        BrandPatch(name="")


def test_metrics_may_be_missing() -> None:
    assert BrandMetrics.model_validate({}).metrics == []
