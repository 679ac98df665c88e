"""Play-throughs of quizzes, counted as they come (document: Quiz, ``total_entries``)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Table, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.parts.quizzes.rules import new_code
from funneldesk.server.parts.quizzes.tables import QuizEntryRow, QuizRow

_ENTRIES: Table = QuizEntryRow.__table__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A play-through; ``answers`` by the screens' codes."""

    answers: Mapping[str, Any]
    started_at: datetime
    finished_at: datetime | None = None


def record_entries(
    session: Session, brand_id: int, quiz_id: int, entries: Iterable[NewEntry]
) -> None:
    """Record play-throughs, thousands at once."""
    many = list(entries)
    ids = reserve_ids(session, "quiz_entries", len(many))
    rows = [
        {
            "brand_id": brand_id,
            "id": number,
            "quiz_id": quiz_id,
            "play": new_code(),
            "answers": dict(one.answers),
            "started_at": one.started_at,
            "finished_at": one.finished_at,
        }
        for number, one in zip(ids, many, strict=True)
    ]
    if rows:
        session.execute(insert(QuizEntryRow), rows)
        _count(session, brand_id, quiz_id, len(rows))


def record_answer(
    session: Session, quiz: QuizRow, play: str, answers: Mapping[str, Any], *, finished: bool
) -> None:
    """Add answers to a play-through, which counts with the first of them."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    insert_new = (sqlite.insert if is_sqlite else postgresql.insert)(_ENTRIES)
    row = {
        "brand_id": quiz.brand_id,
        "id": reserve_ids(session, "quiz_entries", 1)[0],
        "quiz_id": quiz.id,
        "play": play,
        "answers": {},
        "started_at": now(),
    }
    statement = insert_new.values(row).on_conflict_do_nothing().returning(_ENTRIES.c.id)
    if session.scalar(statement) is not None:
        _count(session, quiz.brand_id, quiz.id, 1)
    query = select(QuizEntryRow).where(
        QuizEntryRow.brand_id == quiz.brand_id,
        QuizEntryRow.quiz_id == quiz.id,
        QuizEntryRow.play == play,
    )
    entry = session.scalars(query.with_for_update()).one()
    entry.answers = {**entry.answers, **answers}
    if finished and entry.finished_at is None:
        entry.finished_at = now()
    session.flush()


def answers_of(session: Session, quiz: QuizRow, play: str) -> dict[str, Any]:
    """The answers of a play-through so far."""
    query = select(QuizEntryRow.answers).where(
        QuizEntryRow.brand_id == quiz.brand_id,
        QuizEntryRow.quiz_id == quiz.id,
        QuizEntryRow.play == play,
    )
    return session.scalar(query) or {}


def _count(session: Session, brand_id: int, quiz_id: int, more: int) -> None:
    session.execute(
        update(QuizRow)
        .where(QuizRow.brand_id == brand_id, QuizRow.id == quiz_id)
        .values(total_entries=QuizRow.total_entries + more)
        .execution_options(synchronize_session=False)
    )
