"""The pure rules of collections: codes, changes of forms, values (quirks 46 and 47)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.parts.collections.codes import (
    TAKEN_BY_ENTRIES,
    collection_code,
    field_code,
)
from funneldesk.server.parts.collections.fields import BadFields, FormField, changed
from funneldesk.server.parts.collections.values import (
    MASK,
    is_password,
    merged,
    search_of,
    shown,
    title_of,
)
from funneldesk.server.web.values import NotValid

FORM = [
    FormField(1, "name", "Name", searchable=True),
    FormField(2, "email", "E-mail", "email", required=True),
    FormField(3, "size", "Size", "select", options=["S", "L"], default_value="S"),
    FormField(4, "secret", "Secret", "password"),
]
NAMES = st.sampled_from(["Id", "title", "Name", "Ä", "", "created at", "x" * 300]) | st.text()


@given(st.lists(NAMES, max_size=12))
def test_quirk_47_codes_are_unique_and_no_key_of_an_entry(names: list[str]) -> None:
    taken: set[str] = set()
    for name in names:
        code = field_code(name, taken)
        assert code not in taken
        assert code not in TAKEN_BY_ENTRIES
        assert code.replace("_", "").isalnum()
        assert len(code) < 120
        taken.add(code)


@given(NAMES, st.sets(st.sampled_from(["name", "name-2", "collection", "id"])))
def test_codes_of_collections_are_free_and_no_number(name: str, taken: set[str]) -> None:
    code = collection_code(name, taken)
    assert code not in taken
    assert code != "all"
    assert not code.isdigit()


@given(
    st.lists(
        st.fixed_dictionaries(
            {},
            optional={
                "id": st.integers(1, 5),
                "deleted": st.booleans(),
                "name": st.sampled_from(["A", "B", "Name"]),
                "type": st.sampled_from(["text", "select", "number"]),
                "options": st.sampled_from([None, [], ["a"]]),
                "default_value": st.sampled_from([None, "a", 5]),
                "order": st.integers(0, 5),
                "required": st.booleans(),
            },
        ),
        max_size=6,
    )
)
def test_quirk_46_whatever_is_sent_a_form_stays_a_form(sent: list[dict[str, Any]]) -> None:
    said: dict[str, str] = {}
    after: list[FormField] = []
    try:
        change = changed(FORM, sent)
        after = change.fields
    except BadFields as error:
        said = error.messages
    assert bool(after) is not bool(said)
    assert all(place == "fields" or place.startswith("fields.") for place in said)
    codes = [field.code for field in after]
    assert len(codes) == len(set(codes))
    assert all(field.options for field in after if field.type == "select")
    named = {wish["id"] for wish in sent if "id" in wish}
    for before in FORM:
        if after and before.id not in named:
            assert before in after


def test_a_field_keeps_its_code_when_its_name_changes() -> None:
    after = changed(FORM, [{"id": 1, "name": "Full name"}, {"name": "Name", "type": "text"}])
    assert [(field.id, field.code) for field in after.fields] == [
        (1, "name"),
        (2, "email"),
        (3, "size"),
        (4, "secret"),
        (0, "name_2"),
    ]


def test_values_are_merged_by_the_number_of_the_field() -> None:
    kept = merged(FORM, {}, {"email": "a@example.com", "secret": "x"}, complete=True)
    assert kept["2"] == "a@example.com"
    assert kept["3"] == "S"
    assert is_password(kept["4"], "x")
    again = merged(FORM, {**kept, "99": "gone"}, {"name": "Ann", "secret": MASK}, complete=False)
    assert again == {**kept, "1": "Ann"}
    assert shown(FORM, again) == {
        "name": "Ann",
        "email": "a@example.com",
        "size": "S",
        "secret": MASK,
    }
    with pytest.raises(NotValid) as caught:
        merged(FORM, kept, {"email": None, "size": "M"}, complete=False)
    assert sorted(caught.value.messages) == ["email", "size"]


@given(
    st.dictionaries(
        st.sampled_from(["name", "email", "size", "secret", "other"]),
        st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.text()),
    )
)
def test_whatever_is_sent_is_kept_or_refused_by_code(sent: dict[str, Any]) -> None:
    said: dict[str, str] = {}
    kept: dict[str, Any] = {}
    try:
        kept = merged(FORM, {}, sent, complete=True)
    except NotValid as error:
        said = error.messages
    assert set(said) <= {"name", "email", "size", "secret"}
    assert ("2" in kept) is not bool(said)
    assert len(title_of(FORM, kept)) <= 255
    assert "digest" not in search_of(FORM, kept, "")


def test_a_title_says_something_that_is_no_secret() -> None:
    assert title_of(FORM, {"4": {"digest": "x"}}) == "Entry"
    assert title_of(FORM, {"1": "  Ann \n B ", "2": "a@example.com"}) == "Ann B"
    hidden = [FormField(1, "a", private=True), FormField(2, "b", public_encrypt=True)]
    assert title_of(hidden, {"1": "x", "2": "y"}) == "Entry"
