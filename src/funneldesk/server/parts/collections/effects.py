"""What follows from a new entry: a letter, a ticket, automations (document: Events)."""

from collections.abc import Sequence
from html import escape
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.jobs.mail import Letter, send
from funneldesk.server.parts.automations.triggers import fire
from funneldesk.server.parts.collections.tables import (
    CollectionEntryRow,
    CollectionFieldRow,
    CollectionRow,
)
from funneldesk.server.parts.collections.values import shown
from funneldesk.server.parts.tickets.store import open_ticket
from funneldesk.server.web.keys import address_of
from funneldesk.server.web.roles import Role
from funneldesk.server.web.tables import MembershipRow

_NAMES = frozenset({"name", "full_name", "your_name", "first_name", "firstname"})


def new_entry(
    session: Session,
    collection: CollectionRow,
    fields: Sequence[CollectionFieldRow],
    entry: CollectionEntryRow,
) -> None:
    """Carry out ``on_new_entry`` and start the automations that wait for a form."""
    brand_id, wish = collection.brand_id, collection.on_new_entry
    values = shown(fields, entry.values)
    if wish == "create_new_ticket":
        open_ticket(
            session,
            brand_id,
            subject=f"{collection.name}: {entry.title}",
            message=_table(fields, values),
            from_name=_name(fields, values),
            from_email=_email(fields, values),
            type="collection",
            message_type="html",
        )
    for to in _recipients(session, collection):
        send(session, brand_id, _letter(collection, fields, values, entry, to))
    subject = {
        "email": _email(fields, values),
        "name": _name(fields, values),
        "collection_code": collection.code,
        "collection_id": collection.id,
        "entry_id": entry.id,
        "values": values,
    }
    fire(session, brand_id, "form_submission", subject)


def _recipients(session: Session, collection: CollectionRow) -> list[str]:
    if collection.on_new_entry == "send_email_to" and collection.send_to_email:
        return [collection.send_to_email]
    if collection.on_new_entry != "send_admin_email":
        return []
    admins = session.scalars(
        select(MembershipRow.user_id)
        .where(
            MembershipRow.brand_id == collection.brand_id,
            MembershipRow.role.in_([Role.OWNER.value, Role.ADMIN.value]),
        )
        .order_by(MembershipRow.user_id)
    )
    return [address_of(session, user_id) for user_id in admins]


def _letter(
    collection: CollectionRow,
    fields: Sequence[CollectionFieldRow],
    values: dict[str, Any],
    entry: CollectionEntryRow,
    to: str,
) -> Letter:
    lines = [f"{field.name}: {_words(values[field.code])}" for field in fields]
    return Letter(
        to=to,
        subject=f"New entry in {collection.name}",
        text="\n".join(lines),
        html=_table(fields, values),
        about=("collection_entry", entry.id),
    )


def _table(fields: Sequence[CollectionFieldRow], values: dict[str, Any]) -> str:
    rows = (
        f"<tr><th>{escape(field.name)}</th><td>{escape(_words(values[field.code]))}</td></tr>"
        for field in fields
    )
    return f"<table>{''.join(rows)}</table>"


def _words(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def _email(fields: Sequence[CollectionFieldRow], values: dict[str, Any]) -> str | None:
    found = (values[field.code] for field in fields if field.type == "email")
    return next((str(value) for value in found if value), None)


def _name(fields: Sequence[CollectionFieldRow], values: dict[str, Any]) -> str | None:
    found = (values[field.code] for field in fields if field.code in _NAMES)
    return next((str(value) for value in found if value), None)
