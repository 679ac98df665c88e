"""Tickets on the wire (document: Ticket; quirks 15 and 57)."""

from funneldesk.contract.tickets import Ticket, TicketFilter, TicketMessage, TicketStatuses


def test_quirk_15_the_search_goes_as_searchquery() -> None:
    wanted = TicketFilter(search="ann", status="open", sort="date_asc", page=2)
    assert wanted.query() == {
        "searchQuery": "ann",
        "status": "open",
        "sort": "date_asc",
        "page": 2,
    }


def test_a_message_is_kept_byte_for_byte() -> None:
    html = "<p>\r\n\xa0\u2028<script>x()</script>\ud83d\ude42</p>".encode("utf-16", "surrogatepass")
    text = html.decode("utf-16")
    message = TicketMessage(ticket_code="A", message=text)
    assert TicketMessage.model_validate_json(message.model_dump_json()).message == text


def test_unknown_statuses_are_shown_as_they_came() -> None:
    ticket = Ticket.model_validate({"ticket_code": "A", "status": "snoozed", "team": 5})
    assert (ticket.status, ticket.model_extra) == ("snoozed", {"team": 5})
    counts = TicketStatuses.model_validate({"open": 3, "snoozed": 1})
    assert (counts.open, counts.spam, counts.model_extra) == (3, 0, {"snoozed": 1})
