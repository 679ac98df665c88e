"""Values of every kind of field: the same after a form, a body, a draft on disk and a paste."""

import json
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from typing import Any, cast, get_args
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot
from tests.desktop.support.declared_products import EVERYTHING, LocalProductDraft

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, Kind
from funneldesk.desktop.kit.forms.inputs import make_input
from funneldesk.desktop.records.field_values import in_words, normal, sent
from funneldesk.desktop.records.typed_values import read_text

EUROS = Formats("EUR", ZoneInfo("Europe/Berlin"))
CHOICES = (("a", "Ads"), ("b", "Email"), (3, "Three"))
ENTRY = (FieldSpec("name", "Name"), FieldSpec("price", "Price", "money", as_number=True))
PLAIN = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"], exclude_characters="\xa0")
"""Qt's own text fields change the others while one types: sources have a field of their own."""
TEXT = st.text(PLAIN, max_size=20)
NAMES = st.text(PLAIN, min_size=1, max_size=20)
AMOUNTS = st.decimals(-(10**9), 10**9, places=4).map(float) | st.integers(-(10**9), 10**9)
IDS = st.none() | st.integers(1, 10**9) | st.just("ab-7")
VALUES: dict[Kind, st.SearchStrategy[Any]] = {
    **dict.fromkeys(cast("tuple[Kind, ...]", ("text", "long", "code", "url", "password")), TEXT),
    "colour": st.sampled_from(["", "#3D57D6"]),
    "choice": st.sampled_from(["a", "b", 3, "another"]),
    "bool": st.booleans(),
    "integer": st.none() | st.integers(-(10**17), 10**17),
    "money": st.none() | AMOUNTS | AMOUNTS.map(str) | TEXT,
    "decimal": st.none() | AMOUNTS | TEXT,
    "date": st.none() | st.dates().map(str) | TEXT,
    "moment": st.none() | st.datetimes().map(lambda at: f"{at.isoformat()}+00:00") | TEXT,
    "tags": st.none() | st.lists(TEXT, max_size=4),
    "several": st.lists(st.sampled_from(["a", "b", 3, "z"]), unique=True) | st.just({"a": 1}),
    "pairs": st.dictionaries(NAMES, TEXT, max_size=4) | st.just([]),
    "items": st.lists(
        st.fixed_dictionaries({"name": st.none() | TEXT, "price": AMOUNTS, "more": TEXT}),
        max_size=3,
    ),
    "reference": IDS,
    "file": IDS,
}


def spec(kind: Kind, **more: Any) -> FieldSpec:
    fields = ENTRY if kind == "items" else ()
    choices = CHOICES if kind in ("choice", "several") else ()
    return FieldSpec("x", "X", kind, choices=choices, fields=fields, formats=lambda: EUROS, **more)


def test_every_kind_has_values_here() -> None:
    assert VALUES.keys() == set(get_args(Kind))


@pytest.mark.parametrize("kind", VALUES)
def test_a_value_is_the_same_after_a_body_and_after_a_draft(kind: Kind) -> None:
    @given(VALUES[kind], st.booleans())
    def holds(value: Any, as_number: bool) -> None:
        field = spec(kind, as_number=as_number)
        once = normal(field, value)
        assert normal(field, json.loads(json.dumps(once))) == once
        assert normal(field, json.loads(json.dumps(sent(field, once)))) == once
        assert isinstance(in_words(field, once), str)

    holds()


@pytest.mark.parametrize("kind", VALUES)
def test_a_value_comes_back_from_its_control_as_it_was(qtbot: QtBot, kind: Kind) -> None:
    field = spec(kind)
    control = make_input(field)
    qtbot.addWidget(control)

    @given(VALUES[kind])
    def holds(value: Any) -> None:
        given_value = normal(field, value)
        control.set_value(given_value)
        assert normal(field, control.value()) == given_value
        control._changed()  # As a key does that changes nothing in the end.
        assert normal(field, control.value()) == given_value

    holds()


@given(st.decimals(-(10**12), 10**12, places=2))
def test_money_is_exact_from_the_wire_to_the_wire(amount: Decimal) -> None:
    field = spec("money", as_number=True)
    kept = normal(field, json.loads(f"{amount:f}"))
    assert not isinstance(kept, float)
    assert Decimal(str(kept)) == amount
    assert Decimal(json.dumps(sent(field, kept))) == amount
    assert Decimal(sent(replace(field, as_number=False), kept)) == amount


@pytest.mark.parametrize(
    ("kind", "one", "other"),
    [
        ("money", 49.9, "49.90"),
        ("money", 0, "-0.00"),
        ("money", None, ""),
        ("decimal", "1e3", 1000),
        ("moment", "2026-11-22T09:00:00+01:00", "2026-11-22T08:00:00.000Z"),
        ("tags", None, []),
        ("pairs", [], {}),
        ("bool", None, False),
        ("integer", 30.0, 30),
        ("items", [{"price": "9.90"}], [{"price": 9.9}]),
    ],
)
def test_two_that_mean_the_same_are_equal(kind: Kind, one: Any, other: Any) -> None:
    assert normal(spec(kind), one) == normal(spec(kind), other)


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("integer", 2.5),
        ("money", [1]),
        ("money", True),
        ("date", 7),
        ("reference", {}),
        ("text", 7),
        ("tags", {1}),
    ],
)
def test_what_a_kind_cannot_hold_is_refused(kind: Kind, wrong: Any) -> None:
    with pytest.raises(TypeError, match="x does not take"):
        normal(spec(kind), wrong)


def test_all_values_are_told_in_words() -> None:
    declared = LocalProductDraft.declared.in_formats(lambda: EUROS)
    told = {name: declared.words(name, declared.values_of(EVERYTHING)[name]) for name in EVERYTHING}
    assert told == {
        "price": "€49.90",
        "unit_weight_oz": "12.5",
        "subscription_trial_days": "14",
        "shipping_profile_id": "7",
        "sku_category": "22 Nov 2026",
        "sku_subcategory": "22 Nov 2026, 10:00",
        "product_specifications": "tea, autumn & winter",
        "subscription_tiers": "Shop",
        "merchant_product_ids": "stripe: prod_1",
        "custom_attributes": "Tin · €1.50",
        "sku": "/assets/tea.png",
        "checkout_title": "Two lines",
    }


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("money", "€1,234.50", "1234.5"),
        ("money", "49,90 EUR", "49.9"),
        ("money", "", None),
        ("integer", " 1,200 ", 1200),
        ("bool", "Yes", True),
        ("bool", "", False),
        ("date", "22 Nov 2026", "2026-11-22"),
        ("moment", "22 Nov 2026, 10:00", "2026-11-22T09:00:00Z"),
        ("choice", "email", "b"),
        ("several", "Email, three", ["b", 3]),
        ("tags", "tea, oat , tea", ["tea", "oat"]),
        ("pairs", '{"a": "b"}', {"a": "b"}),
        ("reference", "#7", 7),
        ("text", " as it is ", " as it is "),
    ],
)
def test_a_text_of_a_cell_is_read_as_its_field_has_it(kind: Kind, text: str, value: Any) -> None:
    assert read_text(spec(kind), text) == (value, "")


@pytest.mark.parametrize(
    ("kind", "text", "why"),
    [
        ("money", "about 5", "Write an amount"),
        ("money", "1.234567", "EUR has 2 decimals"),
        ("integer", "2.5", "Write a whole number."),
        ("bool", "perhaps", "Write yes or no."),
        ("date", "31 Feb 2026", "Write a date"),
        ("moment", "29 Mar 2026, 02:30", "doesn't exist"),
        ("choice", "post", "Write one of these: Ads, Email, Three."),
        ("several", "Ads, post", "Write one of these"),
        ("pairs", "a=b", "Open the record"),
        ("reference", "Tea", "Write the number of a record."),
        ("colour", "red", "Write the colour"),
    ],
)
def test_a_text_that_means_nothing_is_kept_with_its_reason(kind: Kind, text: str, why: str) -> None:
    value, problem = read_text(spec(kind), text)
    assert why in problem
    assert str(value).strip()


@pytest.mark.parametrize("kind", VALUES)
def test_any_text_is_read_or_refused_in_a_sentence(kind: Kind) -> None:
    read: Callable[[str], tuple[Any, str]] = lambda text: read_text(spec(kind), text)  # noqa: E731

    @given(st.text(max_size=15))
    def holds(text: str) -> None:
        value, problem = read(text)
        assert problem or normal(spec(kind), value) == value

    holds()
