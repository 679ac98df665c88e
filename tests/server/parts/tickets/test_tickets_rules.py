"""The pure rules of tickets: transitions, plain words, labels (document: States, Ticket)."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.parts.tickets.arrivals import new_code
from funneldesk.server.parts.tickets.labels import moment_label, status_label, zone_of
from funneldesk.server.parts.tickets.previews import PREVIEW_LENGTH, preview_of
from funneldesk.server.parts.tickets.rules import (
    STATUSES,
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
