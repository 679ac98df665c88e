"""Moments as lists read them are those that every other answer shows."""

from datetime import UTC, datetime

import pytest
from platform_process import Place
from pydantic_core import to_json
from sqlalchemy import select

from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import for_json
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.web.tables import AccessKeyRow

MOMENTS = [
    datetime(2026, 3, 29, 1, 30, tzinfo=UTC),
    datetime(2026, 3, 29, 1, 30, 0, 500_000, tzinfo=UTC),
    datetime(1970, 1, 1, 0, 0, 0, 1, tzinfo=UTC),
    datetime(9999, 12, 31, 23, 59, 59, 999_999, tzinfo=UTC),
]


@pytest.fixture
def database(place: Place) -> Database:
    """A database with a record of each moment."""
    place.data.mkdir(parents=True)
    found = Database(place.url)
    upgrade(found)
    with found.writing() as session:
        for number, moment in enumerate(MOMENTS, 1):
            name, fields = f"b{number}", {"created_at": moment, "updated_at": moment}
            session.add(BrandRow(id=number, name=name, subdomain=name, **fields))
    return found


def test_a_moment_of_a_list_reads_as_one_of_a_record(database: Database) -> None:
    row, key = BrandRow, AccessKeyRow
    query = select(row.created_at, *for_json(row.created_at, key.revoked_at)).order_by(row.id)
    query = query.outerjoin(key, key.brand_id == row.id)
    with database.reading() as session:
        found = session.execute(query).all()
    database.close()
    assert [record for record, _listed, _nothing in found] == MOMENTS
    for record, listed, nothing in found:
        assert to_json(listed) == to_json(record)
        assert nothing is None
