"""File manager in the database (document: File asset, database record)."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.contract.file_names import LONGEST_NAME, LONGEST_PATH
from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, same_moment


class AssetRow(Base):
    """What is known of a file that lies in the storage; ``size`` in bytes.

    ``file_path`` is relative to the brand's assets folder. Width and height are in pixels.
    """

    __tablename__ = "assets"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("assets"))
    file_path: Mapped[str] = mapped_column(String(LONGEST_PATH))
    file_name: Mapped[str] = mapped_column(String(LONGEST_NAME))
    size: Mapped[int] = mapped_column(BigInteger)
    mime_type: Mapped[str] = mapped_column(String(64))
    width: Mapped[int | None] = mapped_column(Integer)
    height: Mapped[int | None] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(None, "brand_id", "file_path", unique=True),
        Index(None, "brand_id", "updated_at", "id"),
    )


ROWS: tuple[type[Base], ...] = (AssetRow,)
