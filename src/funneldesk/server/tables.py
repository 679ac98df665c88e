"""Every table of the platform, so that a reader, a migration and a freezer see them all."""

from sqlalchemy.orm import DeclarativeBase

from funneldesk.server.db.base import Base
from funneldesk.server.db.counters import BrandCounterRow
from funneldesk.server.db.ids import CounterRow
from funneldesk.server.jobs import tables as jobs
from funneldesk.server.parts.analytics import tables as analytics
from funneldesk.server.parts.automations import tables as automations
from funneldesk.server.parts.blogs import tables as blogs
from funneldesk.server.parts.brands import tables as brands
from funneldesk.server.parts.collections import tables as collections
from funneldesk.server.parts.components import tables as components
from funneldesk.server.parts.conversions import tables as conversions
from funneldesk.server.parts.courses import tables as courses
from funneldesk.server.parts.crm import tables as crm
from funneldesk.server.parts.customers import tables as customers
from funneldesk.server.parts.domains import tables as domains
from funneldesk.server.parts.files import tables as files
from funneldesk.server.parts.funnels import tables as funnels
from funneldesk.server.parts.pages import tables as pages
from funneldesk.server.parts.products import tables as products
from funneldesk.server.parts.quizzes import tables as quizzes
from funneldesk.server.parts.split_tests import tables as split_tests
from funneldesk.server.parts.subscriptions import tables as subscriptions
from funneldesk.server.parts.tickets import tables as tickets
from funneldesk.server.parts.tracking import tables as tracking
from funneldesk.server.sample import tables as sample
from funneldesk.server.visitor import tables as visitors
from funneldesk.server.web import tables as web

ROWS: tuple[type[DeclarativeBase], ...] = (
    CounterRow,
    BrandCounterRow,
    *web.ROWS,
    *jobs.ROWS,
    *brands.ROWS,
    *pages.ROWS,
    *components.ROWS,
    *files.ROWS,
    *products.ROWS,
    *funnels.ROWS,
    *split_tests.ROWS,
    *crm.ROWS,
    *collections.ROWS,
    *subscriptions.ROWS,
    *analytics.ROWS,
    *courses.ROWS,
    *tracking.ROWS,
    *quizzes.ROWS,
    *automations.ROWS,
    *domains.ROWS,
    *tickets.ROWS,
    *blogs.ROWS,
    *conversions.ROWS,
    *customers.ROWS,
    *sample.ROWS,
    *visitors.ROWS,
)

METADATA = Base.metadata
