"""The pure rules of CRM: order and values (document: CRM; quirk 45)."""

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.parts.crm.order import inserted, reordered
from funneldesk.server.parts.crm.values import checked, merged, shown
from funneldesk.server.web.values import NotValid

IDS = st.lists(st.integers(1, 50), unique=True, max_size=12)


@dataclass(frozen=True)
class AField:
    """A field as a row would be."""

    id: int
    key: str
    type: str = "text"
    options: list[str] | None = None
    required: bool = False


@given(IDS, st.data())
def test_a_new_order_holds_the_same_ids(order: list[int], data: st.DataObject) -> None:
    moved = data.draw(st.lists(st.sampled_from(order), unique=True) if order else st.just([]))
    wishes = [(id_, data.draw(st.integers(0, 20))) for id_ in moved]
    result = reordered(order, wishes)
    assert sorted(result) == sorted(order)
    left = [id_ for id_ in result if id_ not in moved]
    assert left == [id_ for id_ in order if id_ not in moved]
    for id_, position in wishes:
        assert result.index(id_) >= min(position, len(order) - 1) - len(wishes)


@given(IDS, st.randoms())
def test_a_whole_order_is_taken_as_it_is(order: list[int], chance: Any) -> None:
    wanted = list(order)
    chance.shuffle(wanted)
    wishes = [(id_, position) for position, id_ in enumerate(wanted)]
    chance.shuffle(wishes)
    assert reordered(order, wishes) == wanted


@given(IDS, st.none() | st.integers(0, 20))
def test_a_new_one_stands_at_its_position_or_last(order: list[int], position: int | None) -> None:
    result = inserted(order, 99, position)
    assert result.index(99) == min(len(order), len(order) if position is None else position)
    assert [id_ for id_ in result if id_ != 99] == order


@pytest.mark.parametrize(
    ("kind", "sent", "kept"),
    [
        ("text", "Hé 🙂", "Hé 🙂"),
        ("number", 5, 5),
        ("number", "5.5", 5.5),
        ("number", "-3", -3),
        ("date", "2025-02-28", "2025-02-28"),
        ("date", "2025-02-28T10:00:00+01:00", "2025-02-28T10:00:00+01:00"),
        ("boolean", True, True),
        ("boolean", 0, False),
        ("boolean", "true", True),
        ("select", "a", "a"),
        ("multi_select", ["b", "a"], ["b", "a"]),
        ("url", "https://example.com/x?y#z", "https://example.com/x?y#z"),
        ("email", "ann+1@example.co.uk", "ann+1@example.co.uk"),
        ("phone", "+49 (0) 30 / 123-45", "+49 (0) 30 / 123-45"),
    ],
)
def test_a_value_that_fits_is_kept(kind: str, sent: object, kept: object) -> None:
    assert checked(AField(1, "k", kind, ["a", "b"]), sent) == kept


@pytest.mark.parametrize(
    ("kind", "sent"),
    [
        ("text", 5),
        ("text", {}),
        ("text", "a\0b"),
        ("text", "\ud800"),
        ("text", "x" * 65_536),
        ("number", "five"),
        ("number", True),
        ("number", float("nan")),
        ("number", float("inf")),
        ("number", 10**400),
        ("number", "1_000"),
        ("date", "2025-02-30"),
        ("date", "99999-01-01"),
        ("date", 20250228),
        ("boolean", 2),
        ("boolean", "perhaps"),
        ("boolean", []),
        ("select", "c"),
        ("select", ["a"]),
        ("multi_select", "a"),
        ("multi_select", ["a", "a"]),
        ("multi_select", ["a", "c"]),
        ("multi_select", [["a"]]),
        ("url", "example.com"),
        ("url", "javascript:alert(1)"),
        ("url", "http://[::1"),
        ("url", "https://a b"),
        ("email", "ann"),
        ("email", "ann@host"),
        ("email", "a@b.c\nBcc: x@y.z"),
        ("phone", "call me"),
        ("phone", "--"),
    ],
)
def test_a_value_that_does_not_fit_is_refused(kind: str, sent: object) -> None:
    with pytest.raises(ValueError, match=r"\."):
        checked(AField(1, "k", kind, ["a", "b"]), sent)


@given(
    st.sampled_from(["text", "number", "date", "boolean", "select", "multi_select", "url"]),
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=5,
    ),
)
def test_whatever_is_sent_is_kept_or_refused_with_a_sentence(kind: str, sent: Any) -> None:
    field = AField(1, "k", kind, ["a", "b"])
    try:
        kept = merged([field], {}, {"k": sent}, complete=True)
    except NotValid as error:
        kept, said = {}, error.messages
    else:
        said = {"values.k": "kept"}
    assert list(said) == ["values.k"]
    if kept:
        again = merged([field], {}, shown([field], kept), complete=True)
        assert again == kept


def test_quirk_45_keys_must_be_defined_and_required_ones_be_there() -> None:
    fields = [AField(1, "name", required=True), AField(2, "size", "number")]
    with pytest.raises(NotValid) as caught:
        merged(fields, {}, {"colour": "red", "size": "big"}, complete=True)
    assert sorted(caught.value.messages) == ["values.colour", "values.name", "values.size"]


def test_an_update_touches_what_it_names() -> None:
    fields = [AField(1, "name", required=True), AField(2, "size", "number")]
    kept = {"1": "Ann", "2": 5}
    assert merged(fields, kept, {"size": None}, complete=False) == {"1": "Ann"}
    assert merged(fields, kept, {}, complete=False) == kept
    with pytest.raises(NotValid) as caught:
        merged(fields, kept, {"name": ""}, complete=False)
    assert list(caught.value.messages) == ["values.name"]


def test_the_values_of_deleted_fields_are_not_shown() -> None:
    assert shown([AField(3, "name")], {"1": "old", "3": "new"}) == {"name": "new"}
