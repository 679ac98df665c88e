"""Who may come in: users, their roles in brands, their keys, and the platform's own secrets."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now


class UserRow(Base):
    """A person. Users stand above brands: one may be a member of several (quirk 4).

    ``email`` is where exports go.
    """

    __tablename__ = "users"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("users"))
    name: Mapped[str] = mapped_column(String(255), unique=True)
    email: Mapped[str | None] = mapped_column(String(254))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


class MembershipRow(Base):
    """A user's role in a brand."""

    __tablename__ = "memberships"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    user_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True
    )
    role: Mapped[str] = mapped_column(String(16))

    __table_args__ = (Index(None, "user_id"),)


class AccessKeyRow(Base):
    """A key: of one user for one brand. Only a salted digest of its secret is kept (quirk 1).

    ``withheld`` names the modules that this key cannot reach, separated by commas. ``origin`` is
    ``made`` for keys that someone asked for and ``sample`` for those of the sample workspace.
    """

    __tablename__ = "access_keys"

    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("access_keys"))
    brand_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("brands.id", ondelete="CASCADE"))
    user_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("users.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(255), default="")
    salt: Mapped[bytes] = mapped_column(LargeBinary(16))
    digest: Mapped[bytes] = mapped_column(LargeBinary(32))
    withheld: Mapped[str] = mapped_column(String(512), default="")
    origin: Mapped[str] = mapped_column(String(16), default="made")
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    revoked_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (Index(None, "brand_id"), Index(None, "user_id"))


class SecretRow(Base):
    """A secret of the platform itself, for example the one that signs visitors' cookies."""

    __tablename__ = "platform_secrets"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[bytes] = mapped_column(LargeBinary(32))


ROWS: tuple[type[Base], ...] = (UserRow, MembershipRow, AccessKeyRow, SecretRow)
