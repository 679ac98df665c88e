"""Which visits met which variant, and what they brought in (document: Split test, chart-data).

Everything is counted as it happens, per variant and hour and in all, so that no chart reads
single visits. A conversion counts in the hour in which its visit met the test: so the rate of any
span of time is that of the visitors who came in it.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.parts.split_tests.measures import Measures, hour_of
from funneldesk.server.parts.split_tests.tables import (
    ExposureRow,
    SplitTestRow,
    SplitTestTotalRow,
)
from funneldesk.server.web.fields import LARGEST_ID

_AT_ONCE = 500
_EXPOSURES: Table = ExposureRow.__table__  # type: ignore[assignment]


class Seen(NamedTuple):
    """A visit met a variant."""

    visit_id: int
    moment: datetime
    test_id: int
    node_code: str


class Sale(NamedTuple):
    """A visit brought in ``revenue``, in the currency's main unit; less than 0 for a refund, whose
    ``moment`` is that of its sale."""

    visit_id: int
    moment: datetime
    revenue: Decimal


def record(
    session: Session,
    brand_id: int,
    visit_id: int,
    moment: datetime,
    pairs: Iterable[tuple[int, str]],
) -> None:
    """Count a visit for the tests of its page; ``pairs`` are test ids and variants' codes.

    A visit counts once for each test, for the first variant that it saw. What names no variant of
    a running test of the brand is ignored: the pairs come from a browser.
    """
    record_many(session, brand_id, [Seen(visit_id, moment, *pair) for pair in pairs])


def record_many(session: Session, brand_id: int, seen: Sequence[Seen]) -> None:
    """The same for many visits, in the order in which they came."""
    first: dict[tuple[int, int], Seen] = {}
    codes = _open_codes(
        session, brand_id, {each.test_id for each in seen if 0 < each.test_id <= LARGEST_ID}
    )
    for each in seen:
        if each.node_code in codes.get(each.test_id, ()):
            first.setdefault((each.test_id, each.visit_id), each)
    admitted = _within_limits(session, brand_id, list(first.values()))
    measures = Measures()
    # In one order, so that two writers who meet the same visits never wait in a ring.
    for part in _parts(sorted(admitted, key=lambda each: (each.test_id, each.visit_id))):
        for key in _insert(session, brand_id, part):
            new = first[key]
            measures.add(new.test_id, new.node_code, hour_of(new.moment), visitors=1)
    measures.flush(session, brand_id)


def convert(
    session: Session, brand_id: int, visit_id: int, moment: datetime, revenue: Decimal
) -> None:
    """Count a sale for every test that the visit had met by ``moment``.

    A visit converts once, whatever it buys; each sale adds to what it brought in. A refund, less
    than 0, takes from the tests that its sale counted for.
    """
    convert_many(session, brand_id, [Sale(visit_id, moment, revenue)])


def convert_many(session: Session, brand_id: int, sales: Sequence[Sale]) -> None:
    """The same for many sales."""
    measures = Measures()
    for part in _parts(sales):
        met = _met(session, brand_id, {sale.visit_id for sale in part})
        changed: dict[tuple[int, int], dict[str, Any]] = {}
        for sale in part:
            for exposure in met.get(sale.visit_id, ()):
                is_counted = exposure["converted"] or sale.revenue >= 0
                if is_counted and exposure["at"] <= sale.moment:
                    _count_sale(measures, exposure, sale.revenue)
                    changed[exposure["test_id"], exposure["visit_id"]] = exposure
        _store(session, brand_id, changed.values())
    measures.flush(session, brand_id)


def _open_codes(session: Session, brand_id: int, test_ids: set[int]) -> dict[int, set[str]]:
    """The variants' codes of those tests that run."""
    found: dict[int, set[str]] = {}
    for part in _parts(sorted(test_ids)):
        query = select(SplitTestRow.id, SplitTestRow.config).where(
            SplitTestRow.brand_id == brand_id,
            SplitTestRow.id.in_(part),
            SplitTestRow.status == "running",
        )
        for test_id, config in session.execute(query):
            found[test_id] = {item["node_code"] for item in config.get("items", ())}
    return found


def _within_limits(session: Session, brand_id: int, seen: list[Seen]) -> list[Seen]:
    """Those that the tests' ``sample_size_limit`` leaves room for."""
    left = _room(session, brand_id, {each.test_id for each in seen})
    if not left:
        return seen
    admitted = []
    for each in seen:
        room = left.get(each.test_id)
        if room is None or room > 0:
            admitted.append(each)
        if room is not None:
            left[each.test_id] = room - 1
    return admitted


def _room(session: Session, brand_id: int, test_ids: set[int]) -> dict[int, int]:
    """How many visitors each limited test still takes."""
    left: dict[int, int] = {}
    for part in _parts(sorted(test_ids)):
        limited = select(SplitTestRow.id, SplitTestRow.sample_size_limit).where(
            SplitTestRow.brand_id == brand_id,
            SplitTestRow.id.in_(part),
            SplitTestRow.sample_size_limit.is_not(None),
        )
        left |= {test_id: limit or 0 for test_id, limit in session.execute(limited)}
    for part in _parts(sorted(left)):
        totals = select(SplitTestTotalRow.test_id, SplitTestTotalRow.visitors).where(
            SplitTestTotalRow.brand_id == brand_id, SplitTestTotalRow.test_id.in_(part)
        )
        for test_id, visitors in session.execute(totals):
            left[test_id] -= visitors
    return left


def _insert(session: Session, brand_id: int, seen: Sequence[Seen]) -> list[tuple[int, int]]:
    """Adds what is not there yet; the keys, test and visit, of what was added."""
    insert = sqlite.insert if session.get_bind().dialect.name == "sqlite" else postgresql.insert
    statement = insert(_EXPOSURES).on_conflict_do_nothing()
    rows = [
        {
            "brand_id": brand_id,
            "test_id": each.test_id,
            "visit_id": each.visit_id,
            "node_code": each.node_code,
            "at": each.moment,
            "converted": False,
            "revenue": Decimal(0),
        }
        for each in seen
    ]
    answer = session.execute(statement.returning(_EXPOSURES.c.test_id, _EXPOSURES.c.visit_id), rows)
    return [(test_id, visit_id) for test_id, visit_id in answer]


def _met(session: Session, brand_id: int, visit_ids: set[int]) -> dict[int, list[dict[str, Any]]]:
    query = (
        select(_EXPOSURES)
        .where(_EXPOSURES.c.brand_id == brand_id, _EXPOSURES.c.visit_id.in_(sorted(visit_ids)))
        .order_by(_EXPOSURES.c.test_id, _EXPOSURES.c.visit_id)
        .with_for_update()
    )
    found: dict[int, list[dict[str, Any]]] = {}
    for row in session.execute(query).mappings():
        found.setdefault(row["visit_id"], []).append(dict(row))
    return found


def _count_sale(measures: Measures, exposure: dict[str, Any], revenue: Decimal) -> None:
    before = exposure["revenue"]
    after = before + revenue
    measures.add(
        exposure["test_id"],
        exposure["node_code"],
        hour_of(exposure["at"]),
        conversions=0 if exposure["converted"] else 1,
        revenue=revenue,
        revenue_squared=float(after) ** 2 - float(before) ** 2,
    )
    exposure["converted"], exposure["revenue"] = True, after


def _store(session: Session, brand_id: int, exposures: Iterable[dict[str, Any]]) -> None:
    statement = (
        update(_EXPOSURES)
        .where(
            _EXPOSURES.c.brand_id == bindparam("of_brand"),
            _EXPOSURES.c.test_id == bindparam("of_test"),
            _EXPOSURES.c.visit_id == bindparam("of_visit"),
        )
        .values(converted=True, revenue=bindparam("amount"))
    )
    rows = [
        {
            "of_brand": brand_id,
            "of_test": each["test_id"],
            "of_visit": each["visit_id"],
            "amount": each["revenue"],
        }
        for each in exposures
    ]
    if rows:
        session.connection().execute(statement, rows)


def _parts(everything: Sequence[Any]) -> Iterator[Sequence[Any]]:
    for start in range(0, len(everything), _AT_ONCE):
        yield everything[start : start + _AT_ONCE]
