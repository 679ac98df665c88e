"""Pages of results: what stands on each, however they are counted (document: list envelopes)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import new_place

from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import at
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.jobs.queue import enqueue
from funneldesk.server.jobs.tables import JobRow
from funneldesk.server.web.listing import By, Paging, count_of, flat, rows_of, under_meta

ROWS = 23
NEWEST = (By(JobRow.run_at, descending=True), By(JobRow.id, descending=True))
OLDEST = (By(JobRow.run_at), By(JobRow.id))
WORK = (JobRow.kind == "work",)
EVERY_THIRD_SHARES_A_MOMENT = 3


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """23 rows of brand 1 and some of brand 2; neighbours share their moment."""
    with new_place(tmp_path_factory.mktemp("listing")) as place:
        place.data.mkdir(parents=True, exist_ok=True)
        database = Database(place.url)
        upgrade(database)
        begin = datetime(2026, 1, 1, tzinfo=UTC)
        with database.writing() as session:
            for number in range(ROWS):
                with at(begin + timedelta(days=number // EVERY_THIRD_SHARES_A_MOMENT)):
                    enqueue(session, 1, "work", {"number": number})
                    enqueue(session, 2, "work", {"number": -number})
        yield database
        database.close()


@given(
    page=st.integers(1, 30) | st.sampled_from([10**6, 10**9]),
    per_page=st.integers(1, 100),
    newest=st.booleans(),
)
def test_a_page_is_a_slice_of_the_whole(
    filled: Database, page: int, per_page: int, newest: bool
) -> None:
    wanted = Paging(page, per_page)
    with filled.reading() as session:
        order = NEWEST if newest else OLDEST
        equal = {JobRow.brand_id: 1}
        found = rows_of(session, JobRow, equal, order, ROWS, wanted, further=WORK)
        quick = rows_of(session, JobRow, equal, order, ROWS, wanted)
        fixed = rows_of(session, JobRow, equal, order, ROWS, wanted, always=WORK, shown=("body",))
    whole = list(range(ROWS))[:: -1 if newest else 1]
    first = (page - 1) * per_page
    for rows in (found, quick, fixed):
        assert [row.body["number"] for row in rows] == whole[first : first + per_page]


def test_filtered_rows_are_counted(filled: Database) -> None:
    with filled.reading() as session:
        assert count_of(session, JobRow, {JobRow.brand_id: 2}, WORK) == ROWS
        assert count_of(session, JobRow, {JobRow.brand_id: 3}, ()) == 0
        none = (JobRow.kind == "nothing",)
        order, wanted = (By(JobRow.id),), Paging(1, 25)
        assert not rows_of(session, JobRow, {JobRow.brand_id: 2}, order, ROWS, wanted, further=none)
        assert not rows_of(session, JobRow, {JobRow.brand_id: 2}, order, ROWS, wanted, always=none)


@pytest.mark.parametrize(
    ("page", "total", "shown", "first", "last", "pages"),
    [
        (1, 0, 0, None, None, 1),
        (1, 25, 25, 1, 25, 1),
        (2, 26, 1, 26, 26, 2),
        (9, 26, 0, None, None, 2),
    ],
)
def test_quirk_11_the_flat_envelope(
    page: int, total: int, shown: int, first: int | None, last: int | None, pages: int
) -> None:
    body = flat(Paging(page, 25), total, [{}] * shown)
    assert body == {
        "current_page": page,
        "data": [{}] * shown,
        "from": first,
        "last_page": pages,
        "per_page": 25,
        "to": last,
        "total": total,
    }


def test_quirk_11_the_envelope_with_meta() -> None:
    assert under_meta(Paging(2, 30), 31, [{}], statuses={"open": 31}) == {
        "data": [{}],
        "meta": {"current_page": 2, "per_page": 30, "total": 31},
        "statuses": {"open": 31},
    }
