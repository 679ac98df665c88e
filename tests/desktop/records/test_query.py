"""Queries of a list: kept and read again, narrowed and cleared."""

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.query import Choice, FilterSpec, Query

CHOICES = st.one_of(st.text(max_size=5), st.integers(), st.booleans())
QUERIES = st.builds(
    Query,
    text=st.text(max_size=8),
    choices=st.dictionaries(st.text(max_size=4), CHOICES, max_size=3),
    sort=st.text(max_size=4),
    descending=st.booleans(),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=6,
)
ROLE: FilterSpec[dict[str, Choice]] = FilterSpec("role", "Role", lambda row: row["role"])


@given(QUERIES)
def test_what_was_kept_comes_back(query: Query) -> None:
    assert Query.of(query.state()) == query


@given(JSON)
def test_whatever_was_kept_can_be_read(state: object) -> None:
    assert Query.of(state).cleared().narrows is False


def test_a_choice_narrows_until_it_is_taken_off() -> None:
    rows: list[dict[str, Choice]] = [{"role": "main"}, {"role": "bump"}, {"role": None}]
    narrowed = Query(sort="name").choosing("role", "bump")
    assert [row for row in rows if narrowed.takes(row, (ROLE,))] == [{"role": "bump"}]
    assert narrowed.choosing("role", None) == Query(sort="name")
    assert ROLE.choices(rows) == [("bump", "bump"), ("main", "main")]
