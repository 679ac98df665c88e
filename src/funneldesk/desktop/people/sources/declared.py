"""Sources of what is known of a customer, and where the interface lets one look for it."""

import asyncio
from datetime import UTC, datetime
from typing import Any

from funneldesk.contract.conversions import ConversionFilter
from funneldesk.contract.courses import CourseChoice
from funneldesk.contract.crm import CrmEntity, CrmEntryFilter
from funneldesk.contract.subscriptions import SubscriptionFilter
from funneldesk.contract.tickets import TicketFilter
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.charges import called, next_charge, price_of, status_of
from funneldesk.desktop.people.deeds.declared import ON_ORDERS, ON_SUBSCRIPTIONS
from funneldesk.desktop.people.deeds.doing import STATES
from funneldesk.desktop.people.orders import REFUNDED, formats_of, money_of
from funneldesk.desktop.people.sources.source import Body, Line, Person, Source
from funneldesk.desktop.people.sources.visits import events_of_visit, line_of, read_visits
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.workspace.workspace import Workspace

Rows = list[dict[str, Any]]
MOST, REFUNDS_READ, COURSES_READ = 25, 10, 40
STATUS: dict[str, tuple[str, str]] = {
    "completed": (_("Completed"), "success"),
    "approved": (_("Approved"), "success"),
    "refunded": (_("Refunded"), "warning"),
    "chargeback": (_("Chargeback"), "danger"),
    "active": (_("Active"), "success"),
    "trial": (_("Trial"), "info"),
    "paused": (_("Paused"), "warning"),
    "past_due": (_("Past due"), "danger"),
    "canceled": (_("Canceled"), "muted"),
    "open": (_("Open"), "info"),
    "waiting": (_("Waiting"), "muted"),
    "closed": (_("Closed"), "muted"),
    "resolved": (_("Resolved"), "success"),
    "spam": (_("Spam"), "warning"),
}


def _chip(status: object) -> tuple[str, str]:
    """A status in words; an unknown one as it came."""
    return STATUS.get(str(status or ""), (str(status or ""), "muted"))


def _when(value: object, formats: Formats) -> str:
    at = moment(value)
    return formats.day(at) if at is not None else ""


async def _orders(workspace: Workspace, person: Person) -> Rows:
    """Orders of this address; only of refunded ones the whole record tells what is left."""
    wanted = ConversionFilter(search=person.email, per_page=MOST)
    listing = await workspace.run(lambda api: api.conversions.list(wanted))
    rows = [row for row in listing.rows if person.wrote(row.customer_email)]
    found = [row.model_dump(mode="json") for row in rows]
    refunded = [row for row in found if row["status"] == REFUNDED][:REFUNDS_READ]

    async def learn(row: dict[str, Any]) -> None:
        whole = await workspace.run(lambda api: api.conversions.get(str(row["code"])))
        row["refunded_amount"] = whole.refunded_amount

    await asyncio.gather(*map(learn, refunded))
    return found


def _order(body: Body, formats: Formats) -> Line:
    money, there = money_of(body), formats_of(body, formats)
    word, tone = _chip(body.get("status"))
    text = _when(body.get("created_at"), formats)
    if money.refunded and money.left:
        word = _("{left} left").format(left=there.money(money.left))
    elif money.refunded is None and money.total is not None:
        text = _("{day}, in part or whole").format(day=text)
    value = "" if money.total is None else there.money(money.total)
    code = str(body.get("code") or "")
    return Line(code, text, value, word, tone, ("conversions", code))


async def _subscriptions(workspace: Workspace, person: Person) -> Rows:
    wanted = SubscriptionFilter(email=person.email, per_page=MOST)
    listing = await workspace.run(lambda api: api.subscriptions.list(wanted))
    rows = [row.model_dump(mode="json") for row in listing.rows]
    # A server that passes over the filter lists those of others as well.
    return [r for r in rows if r["customer_email"] is None or person.wrote(r["customer_email"])]


def _subscription(body: Body, formats: Formats) -> Line:
    word, tone = _chip(status_of(body))
    at = next_charge(body)
    text = _("Next charge {day}").format(day=formats.day(at)) if at is not None else ""
    place = ("subscriptions", str(body.get("transaction_id") or body.get("id") or ""))
    return Line(called(body), text, price_of(body, formats), word, tone, place)


async def _tickets(workspace: Workspace, person: Person) -> Rows:
    wanted = TicketFilter(search=person.email, per_page=MOST)
    listing = await workspace.run(lambda api: api.tickets.list(wanted))
    return [
        row.model_dump(mode="json")
        for row in listing.rows
        if person.wrote(row.customer_email) or person.wrote(row.from_email)
    ]


def _ticket(body: Body, formats: Formats) -> Line:
    word, tone = _chip(body.get("status"))
    code = str(body.get("ticket_code") or "")
    text = _when(body.get("updated_at") or body.get("created_at"), formats)
    return Line(str(body.get("subject") or code), text, "", word, tone, ("tickets", code))


async def _courses(workspace: Workspace, person: Person) -> Rows:
    """Enrollments cannot be searched: the courses are gone through, the first ones of them."""
    courses = await workspace.run(lambda api: api.courses.list_all())

    async def those_of(course: CourseChoice) -> Rows:
        listing = await workspace.run(lambda api: api.courses.list_enrollments(course.id))
        known = {"course_id": course.id, "course": course.title}
        rows = [row for row in listing.rows if person.wrote(row.email)]
        return [{**row.model_dump(mode="json"), **known} for row in rows]

    found = await asyncio.gather(*map(those_of, courses[:COURSES_READ]))
    return [row for rows in found for row in rows]


def _course(body: Body, formats: Formats) -> Line:
    percent = exact(body.get("progress_percent"))
    value = "" if percent is None else formats.percent(percent, of=100)
    text = _("Since {day}").format(day=_when(body.get("created_at"), formats))
    title = str(body.get("course") or "")
    return Line(title, text, value, opens=("courses", str(body.get("course_id") or "")))


async def _entries(workspace: Workspace, person: Person) -> Rows:
    entities = await workspace.run(lambda api: api.crm.list_entities())
    referring = CrmEntryFilter(reference_type="customer", reference_id=person.email, per_page=MOST)
    asked = [(each, f) for each in entities for f in (referring, CrmEntryFilter(q=person.email))]

    async def those_of(entity: CrmEntity, wanted: CrmEntryFilter) -> Rows:
        listing = await workspace.run(lambda api: api.crm.list_entries(entity.id, wanted))
        known = {"entity_id": entity.id, "entity": entity.singular_name or entity.name}
        return [{**row.model_dump(mode="json"), **known} for row in listing.rows]

    found = await asyncio.gather(
        *(those_of(*each) for each in asked),
        *(_entries_here(workspace, person, e) for e in entities),
    )
    return list({str(row["id"]): row for rows in reversed(found) for row in rows}.values())


async def _entries_here(workspace: Workspace, person: Person, entity: CrmEntity) -> Rows:
    """Entries of the copy on this computer with the address as a value: no call finds these."""
    part = f"crm/{entity.id}"
    hits = await workspace.store.search(part, person.email, limit=MOST)
    known = {"entity_id": entity.id, "entity": entity.singular_name or entity.name}
    return [
        {**row, **known}
        for row in await workspace.store.summaries(part, [hit.id for hit in hits])
        if any(person.wrote(value) for value in row.values())
    ]


def _entry(body: Body, formats: Formats) -> Line:
    part = f"crm/{body.get('entity_id')}"
    text = _when(body.get("updated_at") or body.get("created_at"), formats)
    title = str(body.get("title") or "")
    return Line(title, text, chip=str(body.get("entity") or ""), opens=(part, str(body.get("id"))))


async def _done(workspace: Workspace, person: Person) -> Rows:
    return [
        {
            "title": deed.title,
            "begun_at": deed.begun_at.isoformat(),
            "state": deed.state,
            "outcome": deed.outcome,
        }
        for deed in await workspace.store.deeds(person.email)
    ]


def _deed(body: Body, formats: Formats) -> Line:
    word, tone = STATES.get(str(body["state"]), (str(body["state"]), "muted"))
    at = moment(body["begun_at"]) or datetime.now(UTC)
    when = formats.moment(at)
    outcome = str(body["outcome"])
    text = f"{when} · {outcome}" if outcome else when
    return Line(str(body["title"]), text, chip=word, tone=tone, whole=True)


DONE_HERE = "done"
_MONEY = ("conversions", "subscriptions", "customers")
SOURCES: tuple[Source, ...] = (
    Source(
        "orders",
        _("Orders"),
        "receipt",
        _("Reading the orders"),
        _orders,
        _order,
        _("No orders"),
        deeds=ON_ORDERS,
        changes=_MONEY,
        event=_("Order"),
    ),
    Source(
        "subscriptions",
        _("Subscriptions"),
        "repeat",
        _("Reading the subscriptions"),
        _subscriptions,
        _subscription,
        _("No subscriptions"),
        deeds=ON_SUBSCRIPTIONS,
        changes=_MONEY,
        event=_("Subscription"),
    ),
    Source(
        "tickets",
        _("Other tickets"),
        "inbox",
        _("Reading the other tickets"),
        _tickets,
        _ticket,
        _("No other tickets"),
        event=_("Ticket"),
    ),
    Source(
        DONE_HERE,
        _("Done here"),
        "history",
        _("Reading the journal"),
        _done,
        _deed,
        _("Nothing was done from this computer"),
        kept=False,
        changes=_MONEY,
        event=_("Done here"),
    ),
    Source(
        "crm",
        _("CRM"),
        "square-kanban",
        _("Looking through the CRM"),
        _entries,
        _entry,
        _("No entry found"),
        _(
            "Looked for entries that refer to this customer, titles with the address, and values "
            "in the entries that are on this computer."
        ),
        folded=True,
        event=_("CRM entry"),
    ),
    Source(
        "courses",
        _("Courses"),
        "graduation-cap",
        _("Looking through the courses"),
        _courses,
        _course,
        _("Not enrolled in any course"),
        _("Looked through the first {count} courses.").format(count=COURSES_READ),
        folded=True,
        event=_("Course"),
    ),
    Source(
        "sessions",
        _("Visits"),
        "mouse-pointer-click",
        _("Looking for visits"),
        read_visits,
        line_of,
        _("No visit found"),
        _(
            "The server doesn't say which visits are a customer's. These are visits whose web "
            "address has the email address."
        ),
        folded=True,
        event=_("Visit"),
        events=events_of_visit,
    ),
)
