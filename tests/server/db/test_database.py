"""The schema that migrations build is the one that the rows describe."""

import warnings
from collections.abc import Iterator

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from platform_process import Place
from sqlalchemy import inspect, select, text

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import HEAD, MIGRATIONS, upgrade
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.customers.tables import CustomerRow
from funneldesk.server.parts.products.tables import ProductRow
from funneldesk.server.parts.quizzes.screens import ScreenStore
from funneldesk.server.parts.quizzes.store import QuizStore
from funneldesk.server.parts.quizzes.tables import ScreenRow
from funneldesk.server.tables import METADATA, ROWS


@pytest.fixture
def fresh(place: Place) -> Iterator[Database]:
    """A database without tables."""
    place.data.mkdir(parents=True)
    opened = Database(place.url)
    yield opened
    opened.close()


def test_the_head_is_the_newest_migration() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]


def test_migrations_build_what_the_rows_describe(fresh: Database) -> None:
    upgrade(fresh)
    with fresh.engine.connect() as connection, warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="(autogenerate skipping|Skipped) .*expression")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, METADATA)
    assert [d for d in differences if "uq_pages_address" not in str(d)] == []


def test_every_table_is_listed() -> None:
    assert {row.__tablename__ for row in ROWS} == set(METADATA.tables)


def test_a_second_upgrade_does_nothing(fresh: Database) -> None:
    upgrade(fresh)
    upgrade(fresh)
    with fresh.engine.connect() as connection:
        assert connection.execute(text("SELECT version_num FROM alembic_version")).scalar() == HEAD


def test_html_of_before_is_shown_harmless_after_an_upgrade(fresh: Database) -> None:
    upgrade(fresh)
    with fresh.writing() as session:
        session.add(BrandRow(id=1, name="Old", subdomain="old"))
        session.flush()
        quiz = QuizStore(session, 1).create("Old")
        values = {"name": "a", "type": "info", "content": "<p onclick='x()'>Old</p>"}
        ScreenStore(session, quiz).create(values)
    with fresh.writing() as session:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = session.connection()
        command.downgrade(config, "0010")
    upgrade(fresh)
    with fresh.reading() as session:
        assert session.scalars(select(ScreenRow.content_shown)).all() == ["<p>Old</p>"]


def test_addresses_codes_and_names_of_before_get_their_form(fresh: Database) -> None:
    upgrade(fresh)
    codes = {1: "cafe\u0301", 2: "te\u0301", 3: "t\u00e9"}
    old = {1: "ana@bücher.example", 2: "ana@xn--bcher-kva.example", 3: "ana@faß.example"}
    with fresh.writing() as session:
        session.add(BrandRow(id=1, name="Old", subdomain="old"))
        session.flush()
        for number, key in old.items():
            person = {"email_key": key, "customer_email": key, "customer_name": "Émile"}
            session.add(CustomerRow(brand_id=1, id=number, **person))
        for number, code in codes.items():
            values = {"type": "physical", "classification": "main", "title": "Old", "price": 1}
            session.add(ProductRow(brand_id=1, id=number, code=code, **values))
    with fresh.writing() as session:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = session.connection()
        command.downgrade(config, "0020")
    upgrade(fresh)
    with fresh.reading() as session:
        found = {row.id: row.email_key for row in session.scalars(select(CustomerRow))}
        names = [row.name_key for row in session.scalars(select(CustomerRow))]
        kept = {row.id: row.code for row in session.scalars(select(ProductRow))}
    # The first one's new key is taken by another customer: both stay as they were.
    assert found == {**old, 3: "ana@xn--fa-hia.example"}
    assert names == ["emile"] * 3
    assert kept == {**codes, 1: "caf\u00e9"}


def test_brand_id_leads_the_key_of_everything_that_a_brand_owns(fresh: Database) -> None:
    """So that a cluster can spread brands over servers."""
    upgrade(fresh)
    found = inspect(fresh.engine)
    above_brands = {"alembic_version", "brands", "users", "access_keys", "id_counters"}
    of_the_platform = {"platform_secrets", "visitor_counts"}
    for name in set(found.get_table_names()) - above_brands - of_the_platform:
        assert found.get_pk_constraint(name)["constrained_columns"][0] == "brand_id", name


def test_sqlite_keeps_acknowledged_writes_through_a_power_cut(fresh: Database) -> None:
    if fresh.engine.dialect.name != "sqlite":
        pytest.skip("PostgreSQL has its own settings")
    with fresh.engine.connect() as connection:
        values = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    assert values == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_errors_of_the_database_do_not_carry_values(fresh: Database) -> None:
    from sqlalchemy.exc import DBAPIError

    with pytest.raises(DBAPIError) as caught, fresh.writing() as session:
        session.execute(text("SELECT * FROM nowhere WHERE x = :x"), {"x": "fd_1_secret"})
    assert "fd_1_secret" not in str(caught.value)
