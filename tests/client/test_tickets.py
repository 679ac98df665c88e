"""Tickets by the client (document: Tickets; quirks 10, 11, 15 and 57)."""

import json
import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, Invalid, NotFound
from funneldesk.contract.collections import CollectionDraft, CollectionFieldDraft
from funneldesk.contract.tickets import Ticket, TicketFilter, TicketReply

if TYPE_CHECKING:
    from conftest import Embedded

MESSAGE = {"ticket_code": "A", "message": "<p>Hi</p>", "type": "agent_message"}


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def ticket(real: Api) -> Ticket:
    """A ticket that came by a form: there is no call that makes one (quirk 57)."""
    draft = CollectionDraft(
        name=f"Help {uuid.uuid4().hex}",
        fields=[CollectionFieldDraft(name="Email", type="email")],
        on_new_entry="create_new_ticket",
    )
    form = await real.collections.create(draft)
    await real.collections.create_entry(form.id, {"email": "ann@example.com"})
    await real.collections.delete(form.id)
    found = await real.tickets.list(TicketFilter(search=form.name))
    return found.rows[0]


async def test_quirk_11_numbers_come_from_meta_and_statuses_are_kept(
    api: Api, scripted: ScriptedPlatform
) -> None:
    pages = [
        {
            "data": [{"ticket_code": f"{page}{number}"} for number in range(2)],
            "meta": {"current_page": page, "per_page": 2, "total": 4},
            "statuses": {"open": 4},
        }
        for page in (1, 2)
    ]
    scripted.will(reply(200, pages[0]), reply(200, pages[0]), reply(200, pages[1]))
    listing = await api.tickets.list(TicketFilter(search="a b", status="open"))
    assert (listing.total, listing.extra["statuses"]) == (4, {"open": 4})
    assert scripted.requests[0].path.endswith("tickets?status=open&searchQuery=a+b")
    found = [row.ticket_code async for row in api.tickets.iterate(TicketFilter(per_page=2))]
    assert found == ["10", "11", "20", "21"]


@pytest.mark.parametrize("answer", [MESSAGE, {"data": MESSAGE}, {"success": True, "data": MESSAGE}])
async def test_a_reply_is_found_bare_or_wrapped(
    api: Api, scripted: ScriptedPlatform, answer: dict[str, Any]
) -> None:
    scripted.will(reply(200, answer))
    written = await api.tickets.reply("A", TicketReply(message="<p>Hi</p>", type="agent_message"))
    assert (written.message, written.type) == ("<p>Hi</p>", "agent_message")
    assert json.loads(scripted.requests[0].body) == {
        "message": "<p>Hi</p>",
        "type": "agent_message",
    }


async def test_quirk_10_a_reply_is_never_sent_twice(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(hang_up)
    with pytest.raises(ApiError) as caught:
        await api.tickets.reply("A", TicketReply(message="x", type="agent_message"))
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1


async def test_a_code_is_one_segment_of_the_path(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(reply(200, {"message": "ok"}))
    await api.tickets.set_status("A/../B", "closed")
    assert scripted.requests[0].path == "/api/brands/7/tickets/A%2F..%2FB/set-status/closed"


async def test_a_ticket_is_answered_and_closed(real: Api, ticket: Ticket) -> None:
    code = ticket.ticket_code
    assert (ticket.status, ticket.from_email, ticket.read) == ("open", "ann@example.com", False)
    before = await real.tickets.count()
    html = "<p>Hello\r\n🙂 <script>x()</script></p>"
    written = await real.tickets.reply(code, TicketReply(message=html, type="agent_message"))
    assert (written.message, written.status) == (html, "waiting")
    thread = [message.type async for message in real.tickets.iterate_messages(code)]
    assert thread == ["customer_message", "agent_message"]
    assert (await real.tickets.list_messages(code))[-1] == written
    await real.tickets.set_status(code, "closed")
    await real.tickets.mark_as_read(code)
    found = await real.tickets.list(TicketFilter(search=code, status="closed"))
    assert (found.rows[0].read, found.total) == (True, 1)
    await real.tickets.mark_as_unread(code)
    after = await real.tickets.count()
    assert (after.open, after.closed) == (before.open - 1, before.closed + 1)


async def test_what_is_not_there_and_not_known(real: Api, ticket: Ticket) -> None:
    with pytest.raises(NotFound):
        await real.tickets.list_messages("NOSUCHCODE")
    with pytest.raises(Invalid) as caught:
        await real.tickets.set_status(ticket.ticket_code, "snoozed")
    assert list(caught.value.fields) == ["status"]
    with pytest.raises(Invalid) as caught:
        await real.tickets.reply(
            ticket.ticket_code, TicketReply(message="x", type="customer_message")
        )
    assert list(caught.value.fields) == ["type"]
