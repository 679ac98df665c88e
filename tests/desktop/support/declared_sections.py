"""Declared sections, each with a way to fill a brand's database with its records."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sqlalchemy import delete, func, select
from tests.desktop.support import declared_deals as deals
from tests.desktop.support import declared_entries as entries
from tests.desktop.support import declared_products as products
from tests.desktop.support.live_server import LiveBrand

from funneldesk.desktop.parts.automations.automations import AUTOMATIONS
from funneldesk.desktop.parts.automations.panel import AutomationsPanel
from funneldesk.desktop.parts.blogs.blogs import BLOGS
from funneldesk.desktop.parts.blogs.panel import BlogsPanel
from funneldesk.desktop.parts.components.components import COMPONENTS
from funneldesk.desktop.parts.components.panel import ComponentsPanel
from funneldesk.desktop.parts.conversions.orders import ORDERS
from funneldesk.desktop.parts.conversions.panel import OrdersPanel
from funneldesk.desktop.parts.courses.courses import COURSES
from funneldesk.desktop.parts.courses.panel import CoursesPanel
from funneldesk.desktop.parts.customers.customers import CUSTOMERS
from funneldesk.desktop.parts.customers.panel import CustomersPanel
from funneldesk.desktop.parts.domains.domains import DOMAINS
from funneldesk.desktop.parts.domains.panel import DomainsPanel
from funneldesk.desktop.parts.funnels.funnels import FUNNELS
from funneldesk.desktop.parts.funnels.panel import FunnelsPanel
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.parts.products.products import PRODUCTS
from funneldesk.desktop.parts.quizzes.panel import QuizzesPanel
from funneldesk.desktop.parts.quizzes.quizzes import QUIZZES
from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel
from funneldesk.desktop.parts.split_tests.split_tests import SPLIT_TESTS
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from funneldesk.desktop.parts.subscriptions.subscriptions import SUBSCRIPTIONS
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.tickets import TICKETS
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.desktop.parts.tracking.tracking import CLICKS
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.db.counters import move
from funneldesk.server.parts.automations.store import AutomationStore
from funneldesk.server.parts.blogs.store import BlogStore
from funneldesk.server.parts.blogs.tables import BlogRow
from funneldesk.server.parts.components.store import ComponentStore
from funneldesk.server.parts.conversions.catalog import ProductFacts
from funneldesk.server.parts.conversions.new_orders import Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.courses.store import COUNTER as COURSES_COUNTER
from funneldesk.server.parts.courses.tables import CourseRow
from funneldesk.server.parts.customers.book import CustomerBook, take_turns
from funneldesk.server.parts.customers.tables import CustomerRow
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.products.store import ProductStore
from funneldesk.server.parts.quizzes.store import QuizStore
from funneldesk.server.parts.split_tests.markup import COUNTER
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.subscriptions.beginning import Start, begin
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.parts.tickets.arrivals import NewMessage, NewTicket, open_tickets
from funneldesk.server.parts.tracking.ingest import Ingest

BEGAN = datetime(2026, 1, 1, 9, tzinfo=UTC)
AWKWARD = (
    "",
    "<b>Bold</b> & <img src=file:///etc/passwd>",
    "\u202eesrever",
    "Zoë 👩‍🍳 O’Brien",
    "تمر هندي",
    "=HYPERLINK(1)",
    "W" * 255,
    "two\nlines\tand a tab",
)


@dataclass(frozen=True)
class Declared:
    """``add`` puts records with these names into a brand's database, the first one oldest;
    ``prepare`` what has to be there before any of them."""

    section: RecordSection
    add: Callable[[LiveBrand, list[str]], None]
    panel: Callable[[Workspace, RecordSection], RecordsPanel] = RecordsPanel
    prepare: Callable[[LiveBrand], None] = lambda _brand: None
    repeats: bool = True
    """Whether two of its records can have one name."""


def add_customers(brand: LiveBrand, names: list[str]) -> None:
    """Customers who bought on the days from the beginning of the year on."""
    people = {f"c{place}+x@posta.example": name for place, name in enumerate(names)}
    with brand.database.writing() as session:
        take_turns(session, brand.number)
        book = CustomerBook(session, brand.number)
        book.open(people)
        for place, (address, name) in enumerate(people.items()):
            ordered = BEGAN + timedelta(hours=place)
            entry = book.describe(address, ordered, name=name)
            entry.sums.order(ordered, Decimal(place), [name])
        book.flush()


def add_orders(brand: LiveBrand, names: list[str]) -> None:
    """Orders of people with these names, an hour after each other."""
    placed = [
        NewOrder(
            Buyer(f"o{place}+x@posta.example", name),
            (NewItem(name="July box", price=Decimal(place + 1)),),
            BEGAN + timedelta(hours=place),
            merchant_id=7,
        )
        for place, name in enumerate(names)
    ]
    with brand.database.writing() as session:
        place_orders(session, brand.number, placed, announce=False)


def add_funnels(brand: LiveBrand, names: list[str]) -> None:
    """Funnels without pages, an hour after each other."""
    with brand.database.writing() as session:
        for place, name in enumerate(names):
            made = FunnelRow(brand_id=brand.number, name=name, status="active")
            made.created_at = BEGAN + timedelta(hours=place)
            session.add(made)
            session.flush()


def add_products(brand: LiveBrand, names: list[str]) -> None:
    """Products that cost one more each."""
    with brand.database.writing() as session:
        store = ProductStore(session, brand.number)
        known = len(store.list())
        for place, name in enumerate(names, start=known):
            values = {"type": "physical", "classification": "main", "price": Decimal(place)}
            store.create({**values, "code": f"P-{place}", "title": name})


def add_blogs(brand: LiveBrand, names: list[str]) -> None:
    """Blogs with these names, an hour after each other."""
    with brand.database.writing() as session:
        store = BlogStore(session, brand.number)
        known = session.scalar(select(func.count()).select_from(BlogRow)) or 0
        for place, name in enumerate(names, start=known):
            row = store.create({"name": name, "slug": f"b-{place}"})
            row.created_at = row.updated_at = BEGAN + timedelta(hours=place)


def add_quizzes(brand: LiveBrand, names: list[str]) -> None:
    """Quizzes with these names, an hour after each other."""
    with brand.database.writing() as session:
        store = QuizStore(session, brand.number)
        known = store.count()
        for place, name in enumerate(names, start=known):
            row = store.create(name)
            row.created_at = row.updated_at = BEGAN + timedelta(hours=place)


def add_components(brand: LiveBrand, names: list[str]) -> None:
    """Components with these names, changed an hour after each other."""
    with brand.database.writing() as session:
        store = ComponentStore(session, brand.number)
        for place, name in enumerate(names):
            row, _source = store.create({"name": name, "html": f"<p>{place}</p>"})
            row.created_at = row.updated_at = BEGAN + timedelta(hours=place)


def add_automations(brand: LiveBrand, names: list[str]) -> None:
    """Automations with these titles, an hour after each other."""
    with brand.database.writing() as session:
        store = AutomationStore(session, brand.number)
        for place, name in enumerate(names, start=store.count()):
            row = store.create(name)
            row.created_at = row.updated_at = BEGAN + timedelta(hours=place)


def add_tickets(brand: LiveBrand, names: list[str]) -> None:
    """Tickets of people with these names, an hour after each other."""
    written = (
        NewTicket(
            subject=name,
            from_name=name,
            created_at=BEGAN + timedelta(hours=place),
            messages=[NewMessage("<p>Hello</p>", created_at=BEGAN + timedelta(hours=place))],
        )
        for place, name in enumerate(names)
    )
    with brand.database.writing() as session:
        open_tickets(session, brand.number, written)


def add_courses(brand: LiveBrand, names: list[str]) -> None:
    """Courses with these titles, an hour after each other."""
    with brand.database.writing() as session:
        session.add_all(
            CourseRow(
                brand_id=brand.number,
                title=name,
                status="draft",
                delivery_type="embedded",
                language_code="en",
                description="About it",
                created_at=BEGAN + timedelta(hours=place),
                updated_at=BEGAN + timedelta(hours=place),
            )
            for place, name in enumerate(names)
        )
        move(session, brand.number, COURSES_COUNTER, len(names))


def add_split_tests(brand: LiveBrand, names: list[str]) -> None:
    """Tests of two variants with these names, an hour after each other."""
    items = [{"name": name, "node_code": name, "weight": 50} for name in ("a", "b")]
    with brand.database.writing() as session:
        session.add_all(
            SplitTestRow(
                brand_id=brand.number,
                name=name,
                config={"items": items},
                created_at=BEGAN + timedelta(hours=place),
            )
            for place, name in enumerate(names)
        )
        move(session, brand.number, COUNTER.format(status="running"), len(names))


def add_subscriptions(brand: LiveBrand, names: list[str]) -> None:
    """Monthly boxes of people with these names, begun an hour after each other."""
    add_customers(brand, names)
    box = ProductFacts(0, "BOX", "Monthly box", Decimal(38), is_subscription=True)
    with brand.database.writing() as session:
        known = session.scalar(select(func.count()).select_from(SubscriptionRow)) or 0
        people = select(CustomerRow).where(CustomerRow.brand_id == brand.number)
        ids = {each.email_key: each.id for each in session.scalars(people)}
        starts = [
            Start(
                transaction_id=f"tx-{known + place}",
                order_id=known + place,
                order_code=f"O-{known + place}",
                customer_id=ids[f"c{place}+x@posta.example"],
                email=f"c{place}+x@posta.example",
                name=name,
                product=box,
                quantity=1,
                paid=Decimal(38),
                currency="EUR",
                rate=Decimal(1),
                merchant_id=7,
                declines=False,
                moment=BEGAN + timedelta(hours=place),
            )
            for place, name in enumerate(names)
        ]
        begin(session, brand.number, starts)


def add_domains(brand: LiveBrand, names: list[str]) -> None:
    """Domains under the server's own name, an hour after each other. Names are the world's: what
    an earlier brand has is taken from it."""
    with brand.database.writing() as session:
        session.execute(delete(DomainRow).where(DomainRow.domain.in_(names)))
        session.add_all(
            DomainRow(
                brand_id=brand.number,
                domain=name,
                dedicated_domain=False,
                status="active",
                created_at=BEGAN + timedelta(hours=place),
            )
            for place, name in enumerate(names)
        )
        move(session, brand.number, "domains", len(names))


def add_clicks(brand: LiveBrand, names: list[str]) -> None:
    """Sessions that began on these addresses, an hour after each other."""
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        for place, name in enumerate(names):
            # A code by chance could hold the number that a name ends in.
            code = f"{brand.number}x{len(names)}x{place}"
            at = BEGAN + timedelta(hours=place)
            ingest.visit(at, f"v{place}", url=name, session_id=code, code=code)
        ingest.flush()


IN_COLUMNS = replace(
    TICKETS,
    line=None,
    first_view="",
    fills=0,
    columns=tuple(replace(each, hidden=False) for each in TICKETS.columns[:5]),
)
"""Tickets with a column for each value, as a user may choose them."""
TESTS_IN_COLUMNS = replace(
    SPLIT_TESTS,
    line=None,
    first_view="",
    columns=tuple(
        replace(each, hidden=False)
        for each in SPLIT_TESTS.columns
        if each.key in ("name", "status", "page", "views", "created_at")
    ),
)
"""Split tests with a column for each value, as a user may choose them."""
AUTOMATIONS_IN_COLUMNS = replace(
    AUTOMATIONS,
    line=None,
    columns=tuple(
        replace(each, hidden=False)
        for each in AUTOMATIONS.columns
        if each.key in ("title", "status", "trigger_node_type", "total_runs", "created_at")
    ),
)
"""Automations with a column for each value, as a user may choose them."""
DECLARED = {
    "automations": Declared(AUTOMATIONS_IN_COLUMNS, add_automations, AutomationsPanel),
    "blogs": Declared(BLOGS, add_blogs, BlogsPanel),
    "collections": Declared(
        entries.SECTION, entries.add_entries, entries.entries_panel, entries.set_up
    ),
    "components": Declared(COMPONENTS, add_components, ComponentsPanel),
    "conversions": Declared(ORDERS, add_orders, OrdersPanel),
    "courses": Declared(COURSES, add_courses, CoursesPanel),
    "crm": Declared(deals.SECTION, deals.add_deals, deals.deals_panel, deals.set_up),
    "customers": Declared(CUSTOMERS, add_customers, CustomersPanel),
    "domains": Declared(DOMAINS, add_domains, DomainsPanel, repeats=False),
    "funnels": Declared(FUNNELS, add_funnels, FunnelsPanel),
    "products": Declared(PRODUCTS, add_products, ProductsPanel),
    "quizzes": Declared(QUIZZES, add_quizzes, QuizzesPanel),
    "split_tests": Declared(TESTS_IN_COLUMNS, add_split_tests, SplitTestsPanel),
    "subscriptions": Declared(SUBSCRIPTIONS, add_subscriptions, SubscriptionsPanel),
    "tracking": Declared(
        replace(CLICKS, mirrored_up_to=20_000, first_view=""), add_clicks, TrackingPanel
    ),
    "tickets": Declared(IN_COLUMNS, add_tickets, TicketsPanel),
}
EDITED = {name: each for name, each in DECLARED.items() if each.section.edited is not None} | {
    "all kinds": Declared(products.SECTION, add_products)
}
"""Sections whose cells are changed in the table, and one with a field of every kind."""
