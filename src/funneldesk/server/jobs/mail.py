"""Letters: queued in the transaction of what writes them, delivered by a worker.

Each letter has a name of its own, its Message-ID. A delivery that is repeated after a power cut
carries the same name, and in the outbox folder it is the same file.
"""

import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import is_email
from funneldesk.contract.letter_text import one_line, storable
from funneldesk.server.db.ids import reserve_ids
from funneldesk.server.db.types import now
from funneldesk.server.jobs.letters import Letter
from funneldesk.server.jobs.queue import enqueue_many
from funneldesk.server.jobs.tables import LetterRow

KIND = "mail"
NO_ADDRESS = "This is not an e-mail address."

__all__ = ["KIND", "Letter", "already_delivered", "letters_about", "send"]

_delivered: ContextVar[bool] = ContextVar("delivered", default=False)


def send(session: Session, brand_id: int, letter: Letter) -> int:
    """Queue a letter in this transaction; gives its id.

    A letter to what is no address is kept as failed, with the reason: the write that caused it
    shall not fail for it.
    """
    return send_many(session, brand_id, [letter])[0]


def send_many(session: Session, brand_id: int, letters: Sequence[Letter]) -> Sequence[int]:
    """Queue many letters at once; gives their ids."""
    if not letters:
        return []
    numbers = reserve_ids(session, "letters", len(letters))
    rows = [_row(brand_id, number, letter) for number, letter in zip(numbers, letters, strict=True)]
    session.execute(insert(LetterRow), rows)
    moment = now()
    waiting = [({"letter": row["id"]}, moment) for row in rows if row["status"] == "waiting"]
    enqueue_many(session, brand_id, KIND, waiting)
    return numbers


@contextmanager
def already_delivered() -> Iterator[None]:
    """Letters written within the block were sent at their time: for what happened in the past."""
    token = _delivered.set(True)
    try:
        yield
    finally:
        _delivered.reset(token)


def letters_about(session: Session, brand_id: int, kind: str, record_id: str | int) -> list[Any]:
    """The letters about a record, the newest first: rows of ``LetterRow``."""
    query = (
        select(LetterRow)
        .where(
            LetterRow.brand_id == brand_id,
            LetterRow.about_kind == kind,
            LetterRow.about_id == str(record_id),
        )
        .order_by(LetterRow.id.desc())
    )
    return list(session.scalars(query))


def _row(brand_id: int, number: int, letter: Letter) -> dict[str, Any]:
    kind, record_id = letter.about or (None, None)
    good = is_email(letter.to)
    sent = good and _delivered.get()
    moment = now()
    return {
        "brand_id": brand_id,
        "id": number,
        "name": f"{brand_id}.{number}.{secrets.token_hex(8)}",
        "to_address": one_line(letter.to, 320),
        "subject": one_line(letter.subject),
        "text": storable(letter.text),
        "html": None if letter.html is None else storable(letter.html),
        "about_kind": kind,
        "about_id": None if record_id is None else storable(str(record_id))[:255],
        "export_id": letter.attachment.export_id if letter.attachment else None,
        "status": "sent" if sent else "waiting" if good else "failed",
        "failure": None if good else NO_ADDRESS,
        "created_at": moment,
        "sent_at": moment if sent else None,
    }
