"""Exports: tables as files, made in the background, delivered, kept for a week."""

import csv
import email
import email.policy
import io
import tracemalloc
import zipfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jobs_driver import BRAND, letters, opened, outbox
from platform_process import Place, run_keys
from python_calamine import CalamineWorkbook
from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import at, now
from funneldesk.server.jobs import exporting, packing
from funneldesk.server.jobs.exports import EXPORTS, file_of, queue_export, status_of
from funneldesk.server.jobs.sheets import Table, write_csv, write_xlsx
from funneldesk.server.jobs.worker import Worker
from funneldesk.server.platform import Platform
from funneldesk.server.web.access import Access
from funneldesk.server.web.keys import Caller, address_of, member
from funneldesk.server.web.roles import Role
from funneldesk.server.web.tables import UserRow

ROWS = [
    ["=1+1", 1, None, Decimal("19.90")],
    ["+44", -2.5, True, Decimal("0")],
    ['plain, with "quotes"\nand lines', 10**16, datetime(2026, 1, 2, tzinfo=UTC), {"a": [1]}],
]
COLUMNS = ["name", "@number", "flag", "money"]


@pytest.fixture
def platform(place: Place) -> Iterator[Platform]:
    with opened(place) as found:
        yield found


@pytest.fixture
def access(platform: Platform) -> Access:
    with platform.database.writing() as session:
        user = member(session, BRAND, "Ann Smith", Role.OWNER)
    return Access(platform, Caller(1, BRAND, user, Role.OWNER, frozenset()), BRAND)


def written(rows: Any, write: Any = write_csv) -> bytes:
    target = io.BytesIO()
    write(Table("Things", COLUMNS, rows), target)
    return target.getvalue()


def test_csv_is_what_spreadsheets_read_and_nothing_that_they_run() -> None:
    lines = list(csv.reader(io.StringIO(written(ROWS).decode("utf-8-sig"), newline="")))
    assert lines[0] == ["name", "'@number", "flag", "money"]
    assert lines[1] == ["'=1+1", "1", "", "19.90"]
    assert lines[2] == ["+44", "-2.5", "true", "0"]  # a number, no formula
    assert lines[3] == [
        ROWS[2][0],
        "10000000000000000",
        "2026-01-02T00:00:00+00:00",
        '{"a": [1]}',
    ]


@given(st.lists(st.text(), min_size=4, max_size=4))
def test_no_text_begins_a_formula(row: list[str]) -> None:
    text = written([row]).decode("utf-8-sig")
    for cell in list(csv.reader(io.StringIO(text, newline="")))[1]:
        assert not cell.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_xlsx_keeps_texts_as_texts() -> None:
    book = CalamineWorkbook.from_filelike(io.BytesIO(written(ROWS, write_xlsx)))
    lines = book.get_sheet_by_name("Things").to_python()
    assert lines[0] == COLUMNS
    assert lines[1] == ["=1+1", 1.0, "", 19.9]
    assert lines[2][0:2] == ["+44", -2.5]
    assert lines[3][1] == "10000000000000000"


def test_an_empty_table_has_its_columns() -> None:
    assert written([]).decode("utf-8-sig") == "name,'@number,flag,money\r\n"
    assert CalamineWorkbook.from_filelike(io.BytesIO(written([], write_xlsx))).sheet_names


@pytest.mark.parametrize("write", [write_csv, write_xlsx])
def test_memory_stays_flat(write: Any) -> None:
    class Sink(io.RawIOBase):
        def write(self, piece: Any) -> int:
            return len(piece)

    target: Any = Sink() if write is write_csv else io.BytesIO()
    tracemalloc.start()
    write(Table("Many", ["a", "b"], ((n, "x" * 100) for n in range(20_000))), target)
    _now, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 4_000_000


def three(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    assert session is not None
    return Table(f"Things of {brand_id}", ["n"], ([n] for n in range(body["count"])))


@pytest.fixture(autouse=True)
def kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_session: Session, _brand: int, _body: Mapping[str, Any]) -> Table:
        raise LookupError("gone")

    monkeypatch.setitem(EXPORTS, "things", three)
    monkeypatch.setitem(EXPORTS, "broken", broken)


def queue(platform: Platform, access: Access, kind: str = "things", **words: Any) -> int:
    with platform.database.writing() as session:
        return queue_export(session, access, kind, {"count": words.pop("count", 3)}, **words)


def work(platform: Platform) -> None:
    worker = Worker(platform)
    while worker.do_one("exports") or worker.do_one("mail"):
        pass


def test_an_export_goes_to_the_keys_user(platform: Platform, access: Access) -> None:
    number = queue(platform, access)
    assert file_of(platform, BRAND, number) is None
    work(platform)
    (path,) = outbox(platform)
    message = email.message_from_bytes(path.read_bytes(), policy=email.policy.default)
    assert message["To"] == "ann.smith@funneldesk.local"
    (attached,) = message.iter_attachments()  # type: ignore[attr-defined]
    assert attached.get_filename() == f"Things-of-7-{number}.csv"
    assert attached.get_content().lstrip("\ufeff").split() == ["n", "0", "1", "2"]


def test_the_file_is_there_for_a_week(platform: Platform, access: Access) -> None:
    number = queue(platform, access, format="xlsx", to="else@example.com")
    work(platform)
    file = file_of(platform, BRAND, number)
    assert file is not None
    content = b"".join(file.pieces())
    assert len(content) == file.size
    assert CalamineWorkbook.from_filelike(io.BytesIO(content)).sheet_names == ["Things of 7"]
    assert file_of(platform, BRAND + 1, number) is None
    exporting.remove_old(platform)
    with at(now() + timedelta(days=8)):
        exporting.remove_old(platform)
    assert file_of(platform, BRAND, number) is None
    with platform.database.reading() as session:
        assert status_of(session, BRAND, number) == "removed"
        assert [row.to_address for row in letters(session)] == ["else@example.com"]


def test_a_big_file_is_zipped_and_a_huge_one_named(
    platform: Platform, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "ZIPPED_FROM", 1000)
    monkeypatch.setattr(exporting, "PIECE_BYTES", 700)
    number = queue(platform, access, count=2000)
    work(platform)
    message = email.message_from_bytes(
        outbox(platform)[0].read_bytes(), policy=email.policy.default
    )
    (attached,) = message.iter_attachments()  # type: ignore[attr-defined]
    archive = zipfile.ZipFile(io.BytesIO(attached.get_content()))
    assert archive.namelist() == [f"Things-of-7-{number}.csv"]
    assert len(archive.read(archive.namelist()[0]).splitlines()) == 2001
    monkeypatch.setattr(packing, "MOST_BYTES", 10)
    file = file_of(platform, BRAND, number)
    assert file is not None
    assert packing.packed(file) is None


def test_a_failed_export_is_said(
    platform: Platform, access: Access, caplog: pytest.LogCaptureFixture
) -> None:
    number = queue(platform, access, "broken")
    worker = Worker(platform)
    for hours in (0, 1, 2, 3, 4):
        with at(now() + timedelta(hours=hours)):
            worker.do_one("exports")
    with platform.database.reading() as session:
        assert status_of(session, BRAND, number) == "failed"
        (letter,) = letters(session)
    assert "failed" in letter.subject


def test_what_cannot_be_exported_is_not_queued(platform: Platform, access: Access) -> None:
    with pytest.raises(LookupError), platform.database.writing() as session:
        queue_export(session, access, "nothing", {})
    with pytest.raises(LookupError), platform.database.writing() as session:
        queue_export(session, access, "things", {}, format="pdf")


def test_a_users_own_address_goes_first(platform: Platform, access: Access) -> None:
    with platform.database.writing() as session:
        session.get_one(UserRow, access.caller.user_id).email = "ann@example.com"
    with platform.database.reading() as session:
        assert address_of(session, access.caller.user_id) == "ann@example.com"


def test_a_key_is_made_with_an_address(place: Place) -> None:
    words = ("create", "--role", "editor", "--brand", "7", "--new-brand", "Harbor", "--email")
    assert run_keys(place, *words, "nobody").returncode == 2
    assert run_keys(place, *words, "ed@example.com").returncode == 0
    with opened(place) as platform, platform.database.reading() as session:
        user = session.scalars(select(UserRow)).one()
        assert address_of(session, user.id) == "ed@example.com"
