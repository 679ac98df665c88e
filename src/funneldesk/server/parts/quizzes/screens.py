"""Queries on the screens of a quiz (document: Quiz, Screen; quirks 52 and 54)."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import now
from funneldesk.server.parts.quizzes.rules import LARGEST_ORDER, new_code
from funneldesk.server.parts.quizzes.tables import QuizRow, ScreenRow
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID

_NOT_COPIED = {"brand_id", "id", "code", "position", "created_at", "updated_at"}


class ScreenStore:
    """The screens of one quiz, in one session. Writers hold the quiz's lock."""

    def __init__(self, session: Session, quiz: QuizRow) -> None:
        self._session = session
        self._quiz = quiz

    def list(self) -> list[ScreenRow]:
        """The screens in their order."""
        query = (
            select(ScreenRow)
            .where(ScreenRow.brand_id == self._quiz.brand_id, ScreenRow.quiz_id == self._quiz.id)
            .order_by(ScreenRow.position, ScreenRow.id)
        )
        return list(self._session.scalars(query))

    def get(self, screen_id: int) -> ScreenRow:
        """A screen of the quiz. Raises Refused (404)."""
        row = None
        if screen_id <= LARGEST_ID:
            row = self._session.get(ScreenRow, (self._quiz.brand_id, screen_id))
        if row is None or row.quiz_id != self._quiz.id:
            raise missing("quiz screen")
        return row

    def create(self, values: Mapping[str, Any]) -> ScreenRow:
        """A new screen with a code of its own; behind the others unless ``order`` says."""
        row = ScreenRow(brand_id=self._quiz.brand_id, quiz_id=self._quiz.id, code=new_code())
        row.position = self._next()
        self._set(row, values)
        self._session.add(row)
        self._session.flush()
        return row

    def update(self, screen_id: int, values: Mapping[str, Any]) -> ScreenRow:
        """Set what was sent. Raises Refused (404)."""
        row = self.get(screen_id)
        self._set(row, values)
        row.updated_at = now()
        self._session.flush()
        return row

    def delete(self, screen_id: int) -> None:
        """Remove a screen. Raises Refused (404)."""
        self._session.delete(self.get(screen_id))
        self._touch()

    def duplicate(self, screen_id: int) -> ScreenRow:
        """A copy with a new code and the next order. Raises Refused (404)."""
        source = self.get(screen_id)
        names = {column.key for column in ScreenRow.__table__.columns} - _NOT_COPIED
        copy = ScreenRow(
            brand_id=source.brand_id,
            code=new_code(),
            position=self._next(),
            **{name: getattr(source, name) for name in names},
        )
        self._session.add(copy)
        self._touch()
        return copy

    def reorder(self, order: Mapping[str, int]) -> None:
        """Give screens their places. Raises Refused (422) for one that is not of the quiz."""
        rows = {str(row.id): row for row in self.list()}
        for key, position in order.items():
            if key not in rows:
                raise invalid({f"order.{key[:64]}": "This quiz has no such screen."})
            rows[key].position = position
        self._touch()

    def _set(self, row: ScreenRow, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            if name == "order":
                row.position = row.position if value is None else value
            elif name == "style":
                row.style = value or "light"
            else:
                setattr(row, name, value)
        self._quiz.updated_at = now()

    def _touch(self) -> None:
        self._quiz.updated_at = now()
        self._session.flush()

    def _next(self) -> int:
        query = select(func.max(ScreenRow.position)).where(
            ScreenRow.brand_id == self._quiz.brand_id, ScreenRow.quiz_id == self._quiz.id
        )
        last = self._session.scalar(query)
        return 0 if last is None else min(last + 1, LARGEST_ORDER)
