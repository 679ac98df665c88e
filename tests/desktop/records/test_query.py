"""Queries of a list: kept and read again, narrowed and cleared."""

from dataclasses import dataclass

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.query import Choice, FilterSpec, Query, SortSpec

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


@dataclass(frozen=True)
class _Row:
    id: str
    sought: str
    size: int


def test_the_order_of_a_query_is_that_of_its_sort_either_way_and_as_usual_otherwise() -> None:
    rows = [_Row("a", "pear", 2), _Row("b", "fig", 10), _Row("c", "apple", 1)]
    sorts: tuple[SortSpec[_Row], ...] = (SortSpec("size", "Size", lambda row: row.size),)

    def ordered(query: Query, usual: str = "") -> str:
        rule = query.rule((), sorts, usual)
        return "".join(row.id for row in sorted(filter(rule.keep, rows), key=rule.key))

    assert ordered(Query(sort="size")) == "cab"
    assert ordered(Query(sort="size", descending=True)) == "bac"
    assert ordered(Query(sort="gone")) == "cba", "by their words"
    assert ordered(Query(sort="gone"), "size") == "cab"


def test_choices_are_offered_as_people_count() -> None:
    spec: FilterSpec[int] = FilterSpec("n", "N", lambda row: row, called=lambda n: f"Funnel {n}")
    assert [words for _, words in spec.choices([10, 2, 1])] == ["Funnel 1", "Funnel 2", "Funnel 10"]
