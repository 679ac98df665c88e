"""The fields whose changes are noted on trends are those that records have."""

import pytest

from funneldesk.contract.pages import Page
from funneldesk.contract.products import Product
from funneldesk.desktop.parts.analytics.overview.notes import change_words
from funneldesk.desktop.records.history.milestones import TRACKED_FIELDS

RECORDS = {"pages": Page, "products": Product}


@pytest.mark.parametrize("part", TRACKED_FIELDS)
def test_tracked_fields_exist(part: str) -> None:
    assert TRACKED_FIELDS[part] <= RECORDS[part].model_fields.keys()


def test_a_changed_retail_price_is_a_changed_price() -> None:
    assert change_words("products", ["retail_price"]) == "price changed"
    assert change_words("products", ["title"]) == ""
