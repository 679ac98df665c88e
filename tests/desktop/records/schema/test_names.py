"""Slugs, keys and options that names suggest, and what is wrong with those that are typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.schema.names import (
    key_of,
    key_problem,
    options_loss,
    options_of,
    options_problem,
    slug_of,
    slug_problem,
)
from funneldesk.desktop.records.schema.page import moved_one


@given(st.text(max_size=80), st.sets(st.sampled_from(["cafe", "cafe-2", "cafe_2", "a"])))
def test_what_a_name_suggests_is_right_and_free(name: str, taken: set[str]) -> None:
    slug, key = slug_of(name, taken), key_of(name, taken)
    assert not slug or slug_problem(slug, taken) is None
    assert not key or key_problem(key, taken) is None


def test_a_name_is_read_without_its_accents() -> None:
    assert slug_of("Café Crème") == "cafe-creme"
    assert key_of("Café Crème", {"cafe_creme"}) == "cafe_creme_2"
    assert slug_of("東京") == ""


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "Write at least one option."),
        (" \n ", "Write at least one option."),
        ("Web\n\nFair", None),
        ("Web\nFair\nWeb", "“Web” is there twice."),
        ("\n".join(map(str, range(501))), "At most 500 options fit: take out 1."),
    ],
)
def test_options_are_one_in_each_line(text: str, problem: str | None) -> None:
    assert options_problem(text) == problem


def test_fewer_options_say_who_keeps_them() -> None:
    assert options_of(" Web \n\nFair") == ["Web", "Fair"]
    assert options_loss(["Web", "Fair"], ["Fair", "Shop"]).startswith("Entries with “Web” keep it")
    assert options_loss(["Web"], ["Web", "Shop"]) == ""


@given(st.lists(st.integers(), unique=True, min_size=2, max_size=8), st.data())
def test_the_one_that_was_moved_is_found(numbers: list[int], data: st.DataObject) -> None:
    before = [str(each) for each in numbers]
    moved = data.draw(st.sampled_from(before))
    after = [each for each in before if each != moved]
    after.insert(data.draw(st.integers(0, len(after))), moved)
    found = moved_one(before, after)
    assert (found == "") == (after == before)
    if found:
        rest = [each for each in before if each != found]
        assert [each for each in after if each != found] == rest
