"""Every section that is built, in the order of the bar."""

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.section import SECTION as ANALYTICS
from funneldesk.desktop.parts.automations.section import SECTION as AUTOMATIONS
from funneldesk.desktop.parts.blogs.section import SECTION as BLOGS
from funneldesk.desktop.parts.brands.section import SECTION as BRANDS
from funneldesk.desktop.parts.collections.section import SECTION as COLLECTIONS
from funneldesk.desktop.parts.components.section import SECTION as COMPONENTS
from funneldesk.desktop.parts.conversions.section import SECTION as ORDERS
from funneldesk.desktop.parts.courses.section import SECTION as COURSES
from funneldesk.desktop.parts.crm.section import SECTION as CRM
from funneldesk.desktop.parts.customers.section import SECTION as CUSTOMERS
from funneldesk.desktop.parts.domains.section import SECTION as DOMAINS
from funneldesk.desktop.parts.files.section import SECTION as FILES
from funneldesk.desktop.parts.funnels.section import SECTION as FUNNELS
from funneldesk.desktop.parts.pages.section import SECTION as PAGES
from funneldesk.desktop.parts.products.section import SECTION as PRODUCTS
from funneldesk.desktop.parts.quizzes.section import SECTION as QUIZZES
from funneldesk.desktop.parts.split_tests.section import SECTION as SPLIT_TESTS
from funneldesk.desktop.parts.subscriptions.section import SECTION as SUBSCRIPTIONS
from funneldesk.desktop.parts.tickets.section import SECTION as TICKETS
from funneldesk.desktop.parts.tracking.section import SECTION as TRACKING
from funneldesk.desktop.sections.section import Section

GROUPS = {
    "build": _("Build"),
    "sell": _("Sell"),
    "engage": _("Engage"),
    "measure": _("Measure"),
}
"""Groups of the bar with their titles, in its order."""
SECTIONS: tuple[Section, ...] = (
    PAGES,
    COMPONENTS,
    BLOGS,
    FILES,
    DOMAINS,
    FUNNELS,
    COLLECTIONS,
    PRODUCTS,
    ORDERS,
    CUSTOMERS,
    SUBSCRIPTIONS,
    CRM,
    TICKETS,
    QUIZZES,
    COURSES,
    AUTOMATIONS,
    ANALYTICS,
    SPLIT_TESTS,
    TRACKING,
    BRANDS,
)
WRITERS = {section.name: section.writer for section in SECTIONS if section.writer is not None}
"""For every opened brand: who writes the records of which section."""
IMPORTERS = {section.name: section.imports for section in SECTIONS if section.imports is not None}
"""The same of who imports rows of a file."""
