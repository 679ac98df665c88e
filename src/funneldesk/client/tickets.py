"""Tickets: support tickets and their messages (document: Endpoints, Tickets; quirk 57)."""

import builtins
from collections.abc import AsyncIterator

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_record, walk
from funneldesk.contract.listing import Listing
from funneldesk.contract.tickets import (
    Ticket,
    TicketFilter,
    TicketMessage,
    TicketReply,
    TicketStatuses,
)


class _Written(TicketMessage):
    """The answer to a reply: the message, bare or under ``data``."""

    data: TicketMessage | None = None

    def written(self) -> TicketMessage:
        """The message itself."""
        return self.data or TicketMessage.model_validate(self.model_dump(exclude={"data"}))


class Tickets(Resource):
    """Tickets of one brand. There is no single read, no create and no assignment (quirk 57)."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/tickets")

    async def list(self, wanted: TicketFilter | None = None) -> Listing[Ticket]:
        """A page of tickets, 30 unless ``per_page`` says otherwise; ``extra`` has ``statuses``."""
        return await self._listing(self._path, Ticket, wanted.query() if wanted else None)

    async def iterate(self, wanted: TicketFilter | None = None) -> AsyncIterator[Ticket]:
        """Every ticket, page by page, for ``async for``."""
        base = wanted or TicketFilter()

        async def page(number: int) -> Listing[Ticket]:
            return await self.list(base.model_copy(update={"page": number}))

        async for ticket in walk(page):
            yield ticket

    async def count(self) -> TicketStatuses:
        """How many tickets there are of each status."""
        return await self._get(f"{self._path}/statuses", TicketStatuses)

    async def mark_as_read(self, ticket_code: str) -> None:
        """Set the read flag. Raises NotFound."""
        await self._post(f"{self._ticket(ticket_code)}/mark-as-read")

    async def mark_as_unread(self, ticket_code: str) -> None:
        """Clear the read flag. Raises NotFound."""
        await self._post(f"{self._ticket(ticket_code)}/mark-as-unread")

    async def list_messages(self, ticket_code: str) -> builtins.list[TicketMessage]:
        """The thread of a ticket. Its HTML is a stranger's: hostile until sanitised."""
        path = f"{self._ticket(ticket_code)}/messages"
        return builtins.list((await self._listing(path, TicketMessage)).rows)

    async def iterate_messages(self, ticket_code: str) -> AsyncIterator[TicketMessage]:
        """The messages one by one, for ``async for``."""
        for message in await self.list_messages(ticket_code):
            yield message

    async def reply(self, ticket_code: str, draft: TicketReply) -> TicketMessage:
        """Answer; the ticket then waits. Never repeated by itself: an agent's message is mailed.

        To send and close takes a further ``set_status``, which can fail by itself (quirk 57).
        """
        answer = await self._post(f"{self._ticket(ticket_code)}/messages", draft.body())
        return (await read_record(answer, _Written)).written()

    async def set_status(self, ticket_code: str, status: str) -> None:
        """Give a ticket a status. Raises Invalid for one that the platform does not know."""
        await self._post(f"{self._ticket(ticket_code)}/set-status/{segment(status)}")

    def _ticket(self, ticket_code: str) -> str:
        return f"{self._path}/{segment(ticket_code)}"
