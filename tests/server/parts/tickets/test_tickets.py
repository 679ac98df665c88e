"""Tickets: lists, threads, replies (document: Ticket; States, Ticket; quirks 14 to 16 and 57)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand
from tests.contract.test_message_text import Shown

from funneldesk.contract.tickets import STATUSES, Ticket, TicketMessage
from funneldesk.server.db.types import at
from funneldesk.server.jobs.mail import letters_about
from funneldesk.server.parts.tickets.store import (
    NewMessage,
    NewTicket,
    TicketStore,
    open_ticket,
    open_tickets,
    receive_message,
)

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)


def opened(brand: TestBrand, subject: str = "Where is my order?", **words: Any) -> str:
    fields = {"message": "<p>Hello</p>", "from_name": "Ann", "from_email": "ann@example.com"}
    with brand.database.writing() as session:
        code: str = open_ticket(
            session, brand.id, subject=subject, **{**fields, **words}
        ).ticket_code
        return code


def thread(api: BrandApi, code: str) -> list[dict[str, Any]]:
    answer = api.get(f"/tickets/{code}/messages")
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == ["data"]
    rows: list[dict[str, Any]] = answer.json()["data"]
    return rows


def subjects(api: BrandApi, **query: Any) -> list[str]:
    answer = api.get("/tickets", params=query)
    assert answer.status_code == 200, answer.text
    return [row["subject"] for row in answer.json()["data"]]


def ticket(api: BrandApi, code: str) -> dict[str, Any]:
    rows = api.get("/tickets", params={"per_page": 100}).json()["data"]
    found: dict[str, Any] = next(row for row in rows if row["ticket_code"] == code)
    return found


@pytest.mark.endpoint("GET /api/brands/{brand}/tickets", cites="Ticket; Endpoints: Tickets")
def test_a_ticket_as_the_document_shows_it(api: BrandApi, brand: TestBrand) -> None:
    api.put("", json={"timezone": "America/New_York"})
    with at(NOON):
        code = opened(brand, message="<p>Hi <b>there</b></p><script>bad()</script>")
    answer = api.get("/tickets").json()
    assert set(answer) == {"data", "meta", "statuses"}
    assert answer["meta"] == {"current_page": 1, "per_page": 30, "total": 1}
    assert answer["statuses"] == {"open": 1, "waiting": 0, "closed": 0, "resolved": 0, "spam": 0}
    row = answer["data"][0]
    assert Ticket.model_validate(row).model_extra == {}
    assert (row["brand_id"], row["ticket_code"], row["status"]) == (brand.id, code, "open")
    assert (row["from_name"], row["from_email"]) == ("Ann", "ann@example.com")
    assert (row["customer_email"], row["read"]) == ("ann@example.com", False)
    assert row["preview_message"] == "Hi there"
    assert row["created_at_label"] == "1 Mar 2025, 07:00"
    assert row["status_label"] == "Open"


@pytest.mark.endpoint("GET /api/brands/{brand}/tickets/statuses", cites="Endpoints: Tickets")
def test_statuses_are_counted(api: BrandApi, brand: TestBrand) -> None:
    assert api.get("/tickets/statuses").json() == dict.fromkeys(STATUSES, 0)
    codes = [opened(brand) for _ in range(3)]
    api.post(f"/tickets/{codes[0]}/set-status/spam")
    api.post(f"/tickets/{codes[1]}/set-status/closed")
    counts = {"open": 1, "waiting": 0, "closed": 1, "resolved": 0, "spam": 1}
    assert api.get("/tickets/statuses").json() == counts
    assert api.get("/tickets").json()["statuses"] == counts
    assert api.get("/tickets", params={"status": "spam"}).json()["statuses"] == counts


@pytest.mark.endpoint("GET /api/brands/{brand}/tickets/{ticket_code}/messages", cites="Ticket")
def test_a_message_is_shown_exactly_as_it_came(api: BrandApi, brand: TestBrand) -> None:
    hostile = "<p>Hi\r\n</p><img src=x onerror=alert(1)><script>steal()</script>\u2028🙂"
    code = opened(brand, message=hostile)
    rows = thread(api, code)
    assert len(rows) == 1
    record = TicketMessage.model_validate(rows[0])
    assert record.message == hostile
    assert (record.type, record.status, record.ticket_code) == ("customer_message", "open", code)
    assert (record.from_name, record.brand_id) == ("Ann", brand.id)
    assert set(rows[0]) >= set(TicketMessage.model_fields)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/tickets/{ticket_code}/messages", cites="States, Ticket; quirk 57"
)
@pytest.mark.parametrize("status", STATUSES)
@pytest.mark.parametrize("kind", ["agent_message", "system_message"])
def test_quirk_57_a_reply_waits_whatever_the_status_was(
    api: BrandApi, brand: TestBrand, status: str, kind: str
) -> None:
    code = opened(brand)
    api.post(f"/tickets/{code}/set-status/{status}")
    html = "<p>On its way <script>x()</script></p>"
    answer = api.post(f"/tickets/{code}/messages", json={"message": html, "type": kind})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["message"], answer.json()["type"]) == (html, kind)
    assert answer.json()["ticket_code"] == code
    assert thread(api, code)[-1] == answer.json()
    assert ticket(api, code)["status"] == "waiting"
    assert ticket(api, code)["preview_message"] == "On its way"
    counts = api.get("/tickets/statuses").json()
    assert counts == {**dict.fromkeys(STATUSES, 0), "waiting": 1}


def test_an_agents_message_is_mailed_without_anything_that_runs(
    api: BrandApi, brand: TestBrand
) -> None:
    code = opened(brand, subject="Help\r\nBcc: x@y.z")
    html = '<p onclick="x()">See <a href="javascript:x()">this</a><br>now</p><script>x()</script>'
    for kind in ("agent_message", "system_message"):
        api.post(f"/tickets/{code}/messages", json={"message": html, "type": kind})
    with brand.database.reading() as session:
        letters = letters_about(session, brand.id, "ticket", code)
    assert len(letters) == 1
    assert letters[0].to_address == "ann@example.com"
    assert code in letters[0].subject
    assert "\n" not in letters[0].subject
    assert letters[0].text == "See this\nnow"
    assert "x()" not in letters[0].html
    assert "<p>See" in letters[0].html


TYPED = "Ana <ana@example.com> wrote:\n\n  I'm happy & 5 < 6"


def test_a_reply_of_text_is_kept_previewed_and_mailed_as_it_was_typed(
    api: BrandApi, brand: TestBrand
) -> None:
    code = opened(brand)
    body = {"message": TYPED, "type": "agent_message"}
    answer = api.post(f"/tickets/{code}/messages", json=body).json()
    assert (answer["message"], answer["message_type"]) == (TYPED, "text")
    assert ticket(api, code)["preview_message"] == " ".join(TYPED.split())
    assert subjects(api, searchQuery="happy & 5 < 6") == ["Where is my order?"]
    with brand.database.reading() as session:
        [letter] = letters_about(session, brand.id, "ticket", code)
    assert letter.text == TYPED
    assert Shown(letter.html).text == TYPED


@pytest.mark.parametrize(
    ("message", "message_type", "preview"),
    [
        (TYPED, "text", " ".join(TYPED.split())),
        ("<b>5</b> &lt; 6", "text", "<b>5</b> &lt; 6"),
        ("<b>5</b> &lt; 6", "html", "5 < 6"),
        (TYPED, None, " ".join(TYPED.split())),
        (f"<p>{TYPED}</p>", None, " ".join(TYPED.split())),
        (f'<img src="data:image/png;base64,{"QUJD" * 9_000}">Here', "html", "Here"),
    ],
)
def test_a_preview_says_what_the_customer_typed(
    api: BrandApi, brand: TestBrand, message: str, message_type: str | None, preview: str
) -> None:
    code = opened(brand, message=message, message_type=message_type)
    assert ticket(api, code)["preview_message"] == preview
    with brand.database.writing() as session:
        receive_message(session, brand.id, code, message, message_type=message_type)
    assert ticket(api, code)["preview_message"] == preview
    first, second = thread(api, code)
    assert first["message_type"] == second["message_type"]
    assert first["message"] == message


@pytest.mark.parametrize("unit", ["<div>", "&", "\t"])
def test_a_reply_of_whatever_html_is_sent_while_others_write(
    api: BrandApi, brand: TestBrand, unit: str
) -> None:
    code = opened(brand)
    html = unit * (900_000 // len(unit)) + "end"
    body = {"message": html, "type": "agent_message"}
    with ThreadPoolExecutor() as pool:
        sending = pool.submit(api.post, f"/tickets/{code}/messages", json=body, timeout=240)
        written = [api.put("", json={"timezone": "Asia/Kolkata"}).status_code for _ in range(3)]
        answer = sending.result()
    assert written == [200, 200, 200]
    assert answer.status_code == 200
    assert answer.json()["message"] == html
    with brand.database.reading() as session:
        [letter] = letters_about(session, brand.id, "ticket", code)
    assert letter.text.endswith("end")
    assert "end" in letter.html


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"type": "agent_message"}, "message"),
        ({"message": "", "type": "agent_message"}, "message"),
        ({"message": " ", "type": "agent_message"}, "message"),
        ({"message": 5, "type": "agent_message"}, "message"),
        ({"message": "a\0", "type": "agent_message"}, "message"),
        ({"message": "x" * 1_000_001, "type": "agent_message"}, "message"),
        ({"message": "x"}, "type"),
        ({"message": "x", "type": "customer_message"}, "type"),
    ],
)
def test_a_reply_that_is_not_valid_is_refused(
    api: BrandApi, brand: TestBrand, body: dict[str, object], field: str
) -> None:
    code = opened(brand)
    answer = api.post(f"/tickets/{code}/messages", json=body)
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [field]
    assert len(thread(api, code)) == 1
    assert ticket(api, code)["status"] == "open"


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/tickets/{ticket_code}/set-status/{status}", cites="States, Ticket"
)
@pytest.mark.parametrize("before", STATUSES)
@pytest.mark.parametrize("after", STATUSES)
def test_any_status_follows_any(api: BrandApi, brand: TestBrand, before: str, after: str) -> None:
    code = opened(brand)
    api.post(f"/tickets/{code}/set-status/{before}")
    answer = api.post(f"/tickets/{code}/set-status/{after}")
    assert answer.status_code == 200
    assert list(answer.json()) == ["message"]
    assert ticket(api, code)["status"] == after
    assert api.get("/tickets/statuses").json() == {**dict.fromkeys(STATUSES, 0), after: 1}


def test_a_status_of_another_name_is_refused(api: BrandApi, brand: TestBrand) -> None:
    code = opened(brand)
    answer = api.post(f"/tickets/{code}/set-status/gone")
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["status"]
    assert api.post("/tickets/NOSUCHCODE/set-status/open").status_code == 404


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/tickets/{ticket_code}/mark-as-read", cites="States, Ticket"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/tickets/{ticket_code}/mark-as-unread", cites="States, Ticket"
)
def test_the_read_flag_is_set_and_cleared_and_nothing_else(api: BrandApi, brand: TestBrand) -> None:
    code = opened(brand)
    before = ticket(api, code)
    for word, read in (("read", True), ("unread", False)):
        answer = api.post(f"/tickets/{code}/mark-as-{word}")
        assert (answer.status_code, list(answer.json())) == (200, ["message"])
        assert ticket(api, code) == {**before, "read": read}


def test_what_a_customer_writes_opens_the_ticket_again(api: BrandApi, brand: TestBrand) -> None:
    code = opened(brand)
    api.post(f"/tickets/{code}/mark-as-read")
    api.post(f"/tickets/{code}/set-status/resolved")
    with brand.database.writing() as session:
        receive_message(session, brand.id, code, "Still broken")
    row = ticket(api, code)
    assert (row["status"], row["read"]) == ("open", False)
    assert row["preview_message"] == "Still broken"
    assert api.get("/tickets/statuses").json()["open"] == 1


def test_quirk_57_open_tickets_go_by_creation_and_the_others_by_change(
    api: BrandApi, brand: TestBrand
) -> None:
    codes = []
    for number in range(4):
        with at(NOON + timedelta(hours=number)):
            codes.append(opened(brand, f"t{number}"))
    for order, number in enumerate((2, 0, 3, 1)):
        with at(NOON + timedelta(days=1, hours=order)), brand.database.writing() as session:
            receive_message(session, brand.id, codes[number], "more")
    assert subjects(api) == ["t3", "t2", "t1", "t0"]
    assert subjects(api, status="open") == ["t3", "t2", "t1", "t0"]
    assert subjects(api, status="open", sort="date_asc") == ["t0", "t1", "t2", "t3"]
    for status in ("closed", "resolved", "spam"):
        for order, number in enumerate((2, 0, 3, 1)):
            with at(NOON + timedelta(days=2, hours=order)), brand.database.writing() as session:
                TicketStore(session, brand.id).set_status(codes[number], status)
        assert subjects(api, status=status) == ["t1", "t3", "t0", "t2"]
        assert subjects(api, status=status, sort="date_asc") == ["t2", "t0", "t3", "t1"]


def test_quirks_14_and_15_pages_and_searches(api: BrandApi, brand: TestBrand) -> None:
    new = [
        NewTicket(f"Order {number}", [NewMessage("Grüße 100%")], "Bob", f"bob{number}@example.com")
        for number in range(65)
    ]
    with brand.database.writing() as session:
        codes = open_tickets(session, brand.id, new)
    answer = api.get("/tickets", params={"page": 3}).json()
    assert answer["meta"] == {"current_page": 3, "per_page": 30, "total": 65}
    assert len(answer["data"]) == 5
    assert subjects(api, searchQuery="BOB64@") == ["Order 64"]
    assert subjects(api, searchQuery="order 6")[0] == "Order 64"
    assert subjects(api, searchQuery=codes[7]) == ["Order 7"]
    answer = api.get("/tickets", params={"searchQuery": "GRÜSSE 100%"}).json()
    assert answer["meta"]["total"] == 65
    assert subjects(api, searchQuery="100_") == []
    assert subjects(api, searchQuery="bob", status="closed") == []
    for wrong in (
        {"per_page": 101},
        {"page": 0},
        {"status": "gone"},
        {"sort": "newest"},
        {"searchQuery": "\0"},
    ):
        answer = api.get("/tickets", params=wrong)
        assert answer.status_code == 422
        assert list(answer.json()["errors"]) == list(wrong)


def test_tickets_of_the_past_keep_their_threads_and_times(api: BrandApi, brand: TestBrand) -> None:
    messages = [
        NewMessage("Where is it?", created_at=NOON),
        NewMessage("Coming", "agent_message", "Zoe", NOON + timedelta(hours=1)),
        NewMessage("Thanks", created_at=NOON + timedelta(hours=2)),
    ]
    new = [
        NewTicket("Told", messages, "Ann", "ann@example.com", status="resolved", read=True),
        NewTicket("Waits", messages[:2], "Ann", "ann@example.com"),
        NewTicket("", [NewMessage("a\0b")], None, None, type="form"),
    ]
    with brand.database.writing() as session:
        codes = open_tickets(session, brand.id, new)
    assert len(set(codes)) == 3
    rows = {code: ticket(api, code) for code in codes}
    assert [row["status"] for row in rows.values()] == ["resolved", "waiting", "open"]
    told = thread(api, codes[0])
    assert [(row["type"], row["from_name"]) for row in told] == [
        ("customer_message", "Ann"),
        ("agent_message", "Zoe"),
        ("customer_message", "Ann"),
    ]
    assert datetime.fromisoformat(rows[codes[0]]["created_at"]) == NOON
    assert datetime.fromisoformat(rows[codes[0]]["updated_at"]) == NOON + timedelta(hours=2)
    assert thread(api, codes[2])[0]["message"] == "ab"


def test_a_customer_is_never_turned_away(brand: TestBrand, api: BrandApi) -> None:
    code = opened(
        brand, "s" * 400 + "\0", message="\ud800<p>" * 9_000, from_name="n" * 400, from_email=None
    )
    row = ticket(api, code)
    assert len(row["subject"]) == 255
    assert (len(row["from_name"]), row["from_email"]) == (255, None)
    reply = {"message": "Hello", "type": "agent_message"}
    assert api.post(f"/tickets/{code}/messages", json=reply).status_code == 200


def test_codes_of_others_and_nonsense_are_404(
    api: BrandApi, brand: TestBrand, new_brand: NewBrand
) -> None:
    code = opened(brand)
    other = new_brand().api()
    reply = {"message": "x", "type": "agent_message"}
    for asking, word in ((other, code), (api, "nothing"), (api, "%00"), (api, "9" * 200)):
        for answer in (
            asking.get(f"/tickets/{word}/messages"),
            asking.post(f"/tickets/{word}/messages", json=reply),
            asking.post(f"/tickets/{word}/mark-as-read"),
            asking.post(f"/tickets/{word}/set-status/open"),
        ):
            assert answer.status_code == 404
            assert answer.json() == {"message": "no query results for the ticket model"}


def test_counts_stay_right_when_many_write_at_once(api: BrandApi, brand: TestBrand) -> None:
    codes = [opened(brand) for _ in range(4)]
    apis = [brand.api() for _ in range(4)]

    def work(number: int) -> None:
        status = STATUSES[number % 5]
        apis[number % 4].post(f"/tickets/{codes[number * 3 % 4]}/set-status/{status}")

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(40)))
    counts = api.get("/tickets/statuses").json()
    rows = api.get("/tickets").json()["data"]
    assert counts == {status: sum(row["status"] == status for row in rows) for status in STATUSES}
