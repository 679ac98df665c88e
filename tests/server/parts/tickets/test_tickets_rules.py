"""The pure rules of tickets: transitions, plain words, labels (document: States, Ticket)."""

from datetime import UTC, datetime
from email import message_from_bytes
from email.policy import default
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st
from tests.contract.test_message_text import Shown

from funneldesk.contract.letter_text import storable
from funneldesk.contract.message_text import is_html
from funneldesk.contract.zones import zone_of
from funneldesk.server.jobs.delivery import compose
from funneldesk.server.jobs.tables import LetterRow
from funneldesk.server.parts.tickets.arrivals import new_code
from funneldesk.server.parts.tickets.labels import moment_label, status_label
from funneldesk.server.parts.tickets.previews import PREVIEW_LENGTH, preview_of
from funneldesk.server.parts.tickets.replies import Reply
from funneldesk.server.parts.tickets.rules import (
    STATUSES,
    ReplyInput,
    is_ordered_by_update,
    marks_after,
    status_after,
)


def test_a_reply_waits_and_a_customer_opens_again() -> None:
    assert status_after("agent_message") == "waiting"
    assert status_after("system_message") == "waiting"
    assert status_after("customer_message") == "open"
    assert marks_after("customer_message").read is False
    assert marks_after("agent_message").read is None


def test_only_open_tickets_and_mixed_lists_go_by_creation() -> None:
    assert {status for status in (*STATUSES, None) if not is_ordered_by_update(status)} == {
        "open",
        None,
    }


@given(st.text())
def test_a_preview_is_one_short_line(message: str) -> None:
    preview = preview_of(message)
    assert len(preview) <= PREVIEW_LENGTH
    assert preview == " ".join(preview.split())


def test_a_long_message_costs_no_more_than_its_beginning() -> None:
    assert preview_of("<b>" * 2_000_000 + "x") == ""
    assert preview_of("word " * 1_000_000).endswith("…")


def unix(text: str) -> str:
    """Text with one kind of line breaks."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


@given(st.text())
def test_a_letter_of_text_has_it_in_both_parts_exactly_as_typed(typed: str) -> None:
    typed = storable(typed)
    sent = Reply.of(ReplyInput(message=f"{typed}.", type="agent_message"))
    if is_html(sent.message):
        return
    moment = datetime(2025, 3, 1, tzinfo=UTC)
    row = LetterRow(
        name="1.1.x",
        to_address="ana@example.com",
        subject="Re",
        text=sent.text,
        html=sent.html,
        created_at=moment,
    )
    sealed = compose(row, "Shop", "shop@example.com").as_bytes()
    letter = message_from_bytes(sealed, policy=default)
    text, html = letter.iter_parts()
    wanted = unix(f"{typed}.")
    assert unix(text.get_content()).removesuffix("\n") == wanted
    assert Shown(unix(html.get_content()).removesuffix("\n")).text == wanted


def test_labels_tell_the_brands_time() -> None:
    moment = datetime(2025, 7, 4, 20, 5, tzinfo=UTC)
    assert moment_label(moment, ZoneInfo("Asia/Kolkata")) == "5 Jul 2025, 01:35"
    assert moment_label(moment, zone_of("Europe/Berlin")) == "4 Jul 2025, 22:05"
    assert moment_label(moment, zone_of("Nowhere/Land")) == "4 Jul 2025, 20:05"
    assert moment_label(moment, zone_of("../etc/passwd")) == "4 Jul 2025, 20:05"
    assert [status_label(status) for status in STATUSES] == [
        "Open",
        "Waiting",
        "Closed",
        "Resolved",
        "Spam",
    ]
    assert status_label("archived") == "archived"


def test_codes_are_hard_to_guess_and_easy_to_read_out() -> None:
    codes = {new_code() for _ in range(2_000)}
    assert len(codes) == 2_000
    assert not set("".join(codes)) & set("01ILO")
