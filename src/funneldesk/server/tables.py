"""Every table of the platform, so that a reader, a migration and a freezer see them all."""

from sqlalchemy.orm import DeclarativeBase

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import CounterRow
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.pages.tables import PageRow, PageSourceRow
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.web.tables import AccessKeyRow, MembershipRow, SecretRow, UserRow

ROWS: tuple[type[DeclarativeBase], ...] = (
    CounterRow,
    BrandRow,
    UserRow,
    MembershipRow,
    AccessKeyRow,
    SecretRow,
    PageRow,
    PageSourceRow,
    SplitTestRow,
)

METADATA = Base.metadata
