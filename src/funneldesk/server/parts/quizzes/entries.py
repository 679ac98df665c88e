"""Play-throughs of quizzes, counted as they come (document: Quiz, ``total_entries``)."""

from collections.abc import Iterable, Mapping, Sequence
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
    """A play-through; ``answers`` by the screens' codes, ``shown`` the codes of what was seen."""

    answers: Mapping[str, Any]
    started_at: datetime
    finished_at: datetime | None = None
    shown: Sequence[str] | None = None


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
            "shown": None if one.shown is None else list(one.shown),
            "started_at": one.started_at,
            "finished_at": one.finished_at,
        }
        for number, one in zip(ids, many, strict=True)
    ]
    if rows:
        session.execute(insert(QuizEntryRow), rows)
        _count(session, brand_id, quiz_id, sum(1 for one in many if one.answers))


def record_shown(session: Session, quiz: QuizRow, play: str, code: str) -> None:
    """Record that a play-through was shown a screen; it begins with the first one."""
    entry = _entry(session, quiz, play)
    entry.shown = _with_last(entry.shown, code)
    session.flush()


def record_answer(
    session: Session,
    quiz: QuizRow,
    play: str,
    answered: tuple[str, Any],
    following: str | None,
    *,
    finished: bool,
) -> None:
    """Add the answer to a screen, and the screen that it leads to, to a play-through.

    The play-through counts with its first answer.
    """
    entry = _entry(session, quiz, play)
    code, answer = answered
    if not entry.answers:
        _count(session, quiz.brand_id, quiz.id, 1)
    entry.answers = {**entry.answers, code: answer}
    shown = entry.shown if entry.shown and code in entry.shown else _with_last(entry.shown, code)
    entry.shown = shown if following is None else _with_last(shown, following)
    if finished and entry.finished_at is None:
        entry.finished_at = now()
    session.flush()


def _entry(session: Session, quiz: QuizRow, play: str) -> QuizEntryRow:
    """The play-through of this name, locked; a new one where there is none."""
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    insert_new = (sqlite.insert if is_sqlite else postgresql.insert)(_ENTRIES)
    row = {
        "brand_id": quiz.brand_id,
        "id": reserve_ids(session, "quiz_entries", 1)[0],
        "quiz_id": quiz.id,
        "play": play,
        "answers": {},
        "shown": [],
        "started_at": now(),
    }
    session.execute(insert_new.values(row).on_conflict_do_nothing())
    query = select(QuizEntryRow).where(
        QuizEntryRow.brand_id == quiz.brand_id,
        QuizEntryRow.quiz_id == quiz.id,
        QuizEntryRow.play == play,
    )
    return session.scalars(query.with_for_update()).one()


def _with_last(shown: Sequence[str] | None, code: str) -> list[str] | None:
    """The screens with another one; what was shown before may not be known, and stays so."""
    return None if shown is None else [*(each for each in shown if each != code), code]


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
