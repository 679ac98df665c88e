"""Answers are read as far as they can be, whatever a server puts into them."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from funneldesk.contract.products import Product
from funneldesk.contract.split_tests import ChartData
from funneldesk.contract.tolerance import read_json

PRODUCT = TypeAdapter(Product)
ODD = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=4,
)
NAMES = sorted(set(Product.model_fields) - {"id"})


@given(st.dictionaries(st.sampled_from(NAMES), ODD))
def test_a_record_with_an_id_is_always_read(values: dict[str, Any]) -> None:
    """What is not read as it came is what the notes name, and it is as if it had not come."""
    reading = read_json(PRODUCT, json.dumps({**values, "id": 1, "later": [1]}).encode())
    odd = {place[0] for place in reading.unread}
    assert reading.value.id == 1
    assert reading.value.model_extra == {"later": [1]}
    fitting = {name: value for name, value in values.items() if name not in odd}
    for name in odd - set(reading.value.model_fields_set):
        assert getattr(reading.value, str(name)) == Product.model_fields[str(name)].get_default(
            call_default_factory=True
        )
    if not odd:
        assert reading.value == PRODUCT.validate_json(
            json.dumps({**fitting, "id": 1, "later": [1]})
        )


def test_records_in_a_record_are_left_out_alone() -> None:
    body = {"id": 5, "bonuses": [{"bonus_product_id": 3}, {"bonus_product_id": None}, 7]}
    reading = read_json(PRODUCT, json.dumps(body).encode())
    assert [bonus.bonus_product_id for bonus in reading.value.bonuses or []] == [3]
    assert reading.rows_lost == 2


def test_points_of_a_curve_keep_their_places() -> None:
    body = {"chart_type": "t", "datasets": [{"label": "A", "data": [1, "two", 3, {}]}]}
    reading = read_json(TypeAdapter(ChartData), json.dumps(body).encode())
    assert [line.data[:3] for line in reading.value.datasets or []] == [[1, None, 3]]


def test_numbers_where_texts_are_shown_are_texts() -> None:
    reading = read_json(PRODUCT, b'{"id": "5", "code": 17, "price": "9.50"}')
    assert (reading.value.code, reading.value.price, reading.unread) == ("17", 9.5, ())


def test_what_needs_its_id_cannot_do_without() -> None:
    for body in (b'{"id": "x"}', b"{}", b"[]", b"no", b'{"id": 1'):
        try:
            read_json(PRODUCT, body)
        except ValidationError:
            continue
        raise AssertionError(body)
