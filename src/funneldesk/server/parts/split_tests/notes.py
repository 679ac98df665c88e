"""The notes of split tests (document: Split test note)."""

from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.split_tests.bodies import note_body
from funneldesk.server.parts.split_tests.store import names_of_users
from funneldesk.server.parts.split_tests.tables import SplitTestNoteRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.fields import LARGEST_ID


def notes_of(session: Session, brand_id: int, test_id: int) -> list[dict[str, Any]]:
    """The notes of a test, the newest first."""
    row = SplitTestNoteRow
    query = (
        select(row)
        .where(row.brand_id == brand_id, row.split_test_id == test_id)
        .order_by(row.id.desc())
    )
    notes = session.scalars(query).all()
    users = names_of_users(session, [note.user_id for note in notes])
    return [note_body(note, users.get(note.user_id or 0)) for note in notes]


def add_note(
    session: Session, brand_id: int, test_id: int, content: str, user_id: int
) -> dict[str, Any]:
    """A new note of a user."""
    note = SplitTestNoteRow(
        brand_id=brand_id, split_test_id=test_id, content=content, user_id=user_id
    )
    session.add(note)
    session.flush()
    return note_body(note, names_of_users(session, [user_id]).get(user_id))


def remove_note(session: Session, brand_id: int, test_id: int, note_id: int) -> None:
    """Remove a note. Raises Refused (404)."""
    found = None
    if note_id <= LARGEST_ID:
        found = session.get(SplitTestNoteRow, (brand_id, note_id))
    if found is None or found.split_test_id != test_id:
        raise missing("split test note")
    session.delete(found)
