"""What a worker does with an export: the file, its pieces in the database, the letter."""

import re
import tempfile
from collections.abc import Callable
from datetime import timedelta
from typing import IO

from sqlalchemy import Delete, delete, update
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.jobs import mail
from funneldesk.server.jobs.exports import EXPORTS, KEPT_DAYS
from funneldesk.server.jobs.job import Job
from funneldesk.server.jobs.letters import Attachment, Letter
from funneldesk.server.jobs.sheets import Table, write_csv, write_xlsx
from funneldesk.server.jobs.tables import ExportPieceRow, ExportRow
from funneldesk.server.platform import Platform

PIECE_BYTES = 1 << 20
_IN_MEMORY = 4 << 20
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9._-]+")
_WRITERS: dict[str, Callable[[Table, IO[bytes]], int]] = {"csv": write_csv, "xlsx": write_xlsx}


def make(platform: Platform, job: Job) -> Callable[[Session], None]:
    """Write the export's file; the letter goes out in the transaction that ends the job."""
    brand_id, export_id = job.brand_id, int(job.body["export"])
    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as target:
        with platform.database.reading() as session:
            row = session.get_one(ExportRow, (brand_id, export_id))
            table = EXPORTS[row.kind](session, brand_id, row.body)
            count = _WRITERS[row.format](table, target)
        stem = _NOT_IN_NAMES.sub("-", table.name).strip("-.") or row.kind
        name = f"{stem[:80]}-{export_id}.{row.format}"
        size = target.tell()
        target.seek(0)
        _keep(platform, brand_id, export_id, target)

    def finish(session: Session) -> None:
        made = session.get_one(ExportRow, (brand_id, export_id))
        made.status, made.name, made.size, made.rows = "ready", name, size, count
        made.finished_at = now()
        mail.send(session, brand_id, _letter(made))

    return finish


def give_up(session: Session, job: Job, reason: str) -> None:
    """The export failed for good: say so, also to whom waits for it."""
    row = session.get(ExportRow, (job.brand_id, int(job.body["export"])))
    if row is None:
        return
    row.status, row.failure, row.finished_at = "failed", reason, now()
    text = f"The export of {row.kind} that you asked for could not be made. Please try again."
    letter = Letter(row.to_address, f"Your export of {row.kind} failed", text, None, _about(row))
    mail.send(session, job.brand_id, letter)


def remove_old(platform: Platform) -> None:
    """A duty: remove the files of exports whose week is over; their rows stay as a record."""
    limit = now() - timedelta(days=KEPT_DAYS)
    with platform.database.writing() as session:
        over = session.execute(
            update(ExportRow)
            .where(ExportRow.status == "ready", ExportRow.created_at < limit)
            .values(status="removed")
            .returning(ExportRow.brand_id, ExportRow.id)
        ).all()
        for brand_id, export_id in over:
            session.execute(_pieces_of(brand_id, export_id))


def _keep(platform: Platform, brand_id: int, export_id: int, source: IO[bytes]) -> None:
    # Piece by piece: one transaction for all would make every other writer wait for it.
    with platform.database.writing() as session:
        session.execute(_pieces_of(brand_id, export_id))
    number = 0
    while piece := source.read(PIECE_BYTES):
        with platform.database.writing() as session:
            session.add(
                ExportPieceRow(brand_id=brand_id, export_id=export_id, number=number, content=piece)
            )
        number += 1


def _pieces_of(brand_id: int, export_id: int) -> Delete:
    return delete(ExportPieceRow).where(
        ExportPieceRow.brand_id == brand_id, ExportPieceRow.export_id == export_id
    )


def _letter(row: ExportRow) -> Letter:
    noun = "row" if row.rows == 1 else "rows"
    text = (
        f"The export of {row.kind} that you asked for is ready: {row.rows} {noun} in {row.name}.\n"
        f"It is kept on the platform for {KEPT_DAYS} days, as export {row.id}."
    )
    subject = f"Your export of {row.kind} is ready"
    return Letter(row.to_address, subject, text, None, _about(row), Attachment(row.id))


def _about(row: ExportRow) -> tuple[str, int]:
    return "export", row.id
