"""Keys: made, found again, revoked (document: Authentication; quirks 1, 4 and 5).

A key reads ``fd_<id>_<secret>``. The secret is random and long, so one round of a salted hash
protects it as well as a slow one would, and every call can afford it.
"""

import hashlib
import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache

from sqlalchemy import and_, bindparam, select
from sqlalchemy.dialects import sqlite
from sqlalchemy.orm import Session

from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import now
from funneldesk.server.web.roles import Role
from funneldesk.server.web.tables import AccessKeyRow, MembershipRow, UserRow

MAIL_HOST = "funneldesk.local"
"""The host of addresses that were not given; no mail can leave for it."""

_KEY = re.compile(r"fd_([1-9][0-9]{0,17})_([A-Za-z0-9_-]{43})", re.ASCII)
_NOT_IN_ADDRESS = re.compile(r"[^a-z0-9]+")

# Built once: every call of the interface asks this.
_HOLDER = (
    select(
        AccessKeyRow.brand_id,
        AccessKeyRow.user_id,
        AccessKeyRow.salt,
        AccessKeyRow.digest,
        AccessKeyRow.withheld,
        MembershipRow.role,
    )
    .outerjoin(
        MembershipRow,
        and_(
            MembershipRow.brand_id == AccessKeyRow.brand_id,
            MembershipRow.user_id == AccessKeyRow.user_id,
        ),
    )
    .where(AccessKeyRow.id == bindparam("key_id"), AccessKeyRow.revoked_at.is_(None))
)


@dataclass(frozen=True, slots=True)
class Caller:
    """Whom a good key stands for. ``role`` is None when the user left the brand."""

    key_id: int
    brand_id: int
    user_id: int
    role: Role | None
    withheld: frozenset[str]


@dataclass(frozen=True, slots=True)
class IssuedKey:
    """A new key. This is the only moment at which ``secret_text``, the key itself, exists."""

    id: int
    secret_text: str = field(repr=False)


class OtherRole(Exception):
    """The user has another role in the brand; the message names it."""


def identify(database: Database, text: str) -> Caller | None:
    """The caller who holds the key ``text``; None when it is not, or no longer, a key."""
    parts = _KEY.fullmatch(text)
    if parts is None:
        return None
    key_id = int(parts[1])
    if database.is_local:
        row = database.look_up(_holder_at_hand(), key_id)
    else:
        with database.glancing() as connection:
            row = connection.execute(_HOLDER, {"key_id": key_id}).one_or_none()
    if row is None:
        return None
    brand_id, user_id, salt, digest, withheld, role = row
    if not hmac.compare_digest(_digest(parts[2], salt), digest):
        return None
    modules = frozenset(filter(None, withheld.split(",")))
    return Caller(key_id, brand_id, user_id, Role(role) if role else None, modules)


def issue(
    session: Session,
    brand_id: int,
    user_id: int,
    *,
    name: str = "",
    without: Iterable[str] = (),
    origin: str = "made",
) -> IssuedKey:
    """A new key for a member of a brand; ``without`` names modules that it cannot reach."""
    secret, salt = secrets.token_urlsafe(32), secrets.token_bytes(16)
    row = AccessKeyRow(
        brand_id=brand_id,
        user_id=user_id,
        name=name,
        salt=salt,
        digest=_digest(secret, salt),
        withheld=",".join(sorted(without)),
        origin=origin,
    )
    session.add(row)
    session.flush()
    return IssuedKey(row.id, f"fd_{row.id}_{secret}")


def revoke(session: Session, brand_id: int, key_id: int) -> bool:
    """End a key at once. False when the brand has no such living key."""
    row = session.get(AccessKeyRow, key_id)
    if row is None or row.brand_id != brand_id or row.revoked_at is not None:
        return False
    row.revoked_at = now()
    return True


def member(session: Session, brand_id: int, user_name: str, role: Role) -> int:
    """The id of the user of this name, who joins the brand with this role if not a member yet.

    Raises OtherRole for a member with another role: all keys of a user share it.
    """
    user = session.scalar(select(UserRow).where(UserRow.name == user_name))
    if user is None:
        user = UserRow(name=user_name)
        session.add(user)
        session.flush()
    membership = session.get(MembershipRow, (brand_id, user.id))
    if membership is None:
        session.add(MembershipRow(brand_id=brand_id, user_id=user.id, role=role.value))
        session.flush()
    elif membership.role != role:
        raise OtherRole(f"{user_name} is {membership.role} of brand {brand_id}, not {role}.")
    return user.id


def role_of(session: Session, brand_id: int, user_id: int) -> Role | None:
    """The user's role in a brand; None when not a member."""
    row = session.get(MembershipRow, (brand_id, user_id))
    return Role(row.role) if row else None


def address_of(session: Session, user_id: int) -> str:
    """The user's e-mail address; one made from the name when none is known."""
    user = session.get_one(UserRow, user_id)
    made_up = _NOT_IN_ADDRESS.sub(".", user.name.lower()).strip(".")[:60] or "user"
    return user.email or f"{made_up}@{MAIL_HOST}"


def _digest(secret: str, salt: bytes) -> bytes:
    return hashlib.blake2b(
        secret.encode("ascii"), digest_size=32, salt=salt, person=b"funneldesk key"
    ).digest()


@cache
def _holder_at_hand() -> str:
    return str(_HOLDER.compile(dialect=sqlite.dialect()))
