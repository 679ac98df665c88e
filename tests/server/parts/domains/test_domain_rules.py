"""The states of domains, the names that can be one, what the DNS is asked (document: Domain)."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.domains import STATUSES
from funneldesk.server.parts.domains import resolver as resolvers
from funneldesk.server.parts.domains.checks import look_up
from funneldesk.server.parts.domains.names import clean_domain, clean_label, is_under
from funneldesk.server.parts.domains.resolver import (
    DnsResolver,
    Unanswered,
    ZoneResolver,
    resolver_for,
)
from funneldesk.server.parts.domains.rules import ssl_answer, wanted_name
from funneldesk.server.parts.domains.states import (
    ISSUING,
    LOOK_AGAIN,
    State,
    Status,
    issued,
    provisioned,
    ssl_requested,
    start,
    validated,
)
from funneldesk.server.settings import Settings
from funneldesk.server.web.errors import Refused

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)
STATES = st.builds(
    State,
    status=st.sampled_from(Status),
    cname_validated=st.booleans(),
    ssl_ready=st.booleans(),
    due_at=st.none() | st.just(MOMENT),
)


def test_the_words_are_the_documents() -> None:
    assert tuple(Status) == STATUSES


@pytest.mark.parametrize(
    ("dedicated", "tracking", "status"),
    [
        (True, False, "pending-cname"),
        (False, False, "active"),
        (True, True, "pending-cloudflare"),
    ],
)
def test_how_a_domain_begins(dedicated: bool, tracking: bool, status: str) -> None:
    assert start(MOMENT, dedicated=dedicated, tracking=tracking).status == status


def test_the_way_of_a_custom_domain() -> None:
    new = start(MOMENT, dedicated=True)
    assert validated(new, found=False) == new
    found = validated(new, found=True)
    assert (found.status, found.cname_validated, found.due_at) == ("validated", True, None)
    assert ssl_requested(new, MOMENT) == new
    pending = ssl_requested(found, MOMENT)
    assert (pending.status, pending.due_at) == ("ssl-pending", MOMENT + ISSUING)
    assert issued(pending, MOMENT) == pending
    active = issued(pending, MOMENT + ISSUING)
    assert (active.status, active.ssl_ready, active.cname_validated) == ("active", True, True)
    assert active.due_at is None


def test_the_way_of_a_tracking_domain() -> None:
    new = start(MOMENT, dedicated=True, tracking=True)
    assert new.due_at == MOMENT
    later = provisioned(new, MOMENT, found=False)
    assert (later.status, later.due_at) == ("pending-cloudflare", MOMENT + LOOK_AGAIN)
    pending = provisioned(later, MOMENT, found=True)
    assert (pending.status, pending.cname_validated) == ("ssl-pending", True)
    assert issued(pending, MOMENT + timedelta(hours=1)).status == "active"


@given(STATES, st.booleans())
def test_no_call_leads_back(state: State, found: bool) -> None:
    order = list(Status)
    for after in (
        validated(state, found=found),
        ssl_requested(state, MOMENT),
        provisioned(state, MOMENT, found=found),
        issued(state, MOMENT),
    ):
        assert order.index(after.status) >= order.index(state.status)
        assert after.cname_validated >= state.cname_validated


@pytest.mark.parametrize(
    ("before", "success"),
    [("pending-cname", False), ("validated", True), ("ssl-pending", True), ("active", True)],
)
def test_what_a_request_for_a_certificate_is_told(before: str, success: bool) -> None:
    state = State(Status(before))
    answer = ssl_answer(state, ssl_requested(state, MOMENT))
    assert answer["success"] is success
    assert answer["message"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Shop.Example.COM.", "shop.example.com"),
        (" shop.example ", "shop.example"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("Faß.example", "xn--fa-hia.example"),
        ("a-b.c1.example", "a-b.c1.example"),
    ],
)
def test_names_are_kept_in_one_spelling(text: str, name: str) -> None:
    assert clean_domain(text) == name
    assert clean_domain(name) == name


@pytest.mark.parametrize(
    "text",
    [
        *("", ".", "shop", "localhost", "1.2.3.4", "::1", "a..b", "-a.example", "a-.example"),
        *("a_b.example", "a b.example", "http://a.example", "a.example/x", "a.example:80"),
        *("x" * 64 + ".example", "a." * 127 + "example", "a.123", "*.example", "a\0.example"),
        *("\ud800.example", "a.example\n.b", "💥"),
    ],
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        clean_domain(text)


@given(st.text(max_size=300))
def test_any_text_is_a_name_or_refused(text: str) -> None:
    try:
        name = clean_domain(text)
    except ValueError:
        return
    assert clean_domain(name) == name
    assert name.isascii()
    assert len(name) <= 253


def test_labels_and_parents() -> None:
    assert clean_label(" Shop ") == "shop"
    with pytest.raises(ValueError):
        clean_label("a.b")
    assert is_under("a.b.example", "b.example")
    assert not is_under("ab.example", "b.example")


def test_a_label_stands_under_the_platforms_name() -> None:
    assert wanted_name("shop", "desk.example", dedicated=False) == "shop.desk.example"
    assert wanted_name("Shop.desk.example", "desk.example", dedicated=False) == "shop.desk.example"
    for text, dedicated in [
        ("shop.other.example", False),
        ("pages", False),
        ("shop.desk.example", True),
        ("desk.example", True),
    ]:
        with pytest.raises(Refused) as caught:
            wanted_name(text, "desk.example", dedicated=dedicated)
        assert list(caught.value.body["errors"]) == ["domain"]


def zone(tmp_path: Path, names: object) -> Path:
    file = tmp_path / "zone.json"
    file.write_text(json.dumps(names), "utf-8")
    return file


def test_a_file_of_names_answers_for_the_dns(tmp_path: Path) -> None:
    names = {
        "shop.example": {"cname": "B.Pages.Desk.example."},
        "other.example": {"addresses": ["127.0.0.1"], "ports": {"http": 8080}},
        "broken.example": 5,
    }
    stub = resolver_for(Settings(tmp_path, dns_zone=zone(tmp_path, names)))
    assert stub.cname("shop.example") == "b.pages.desk.example"
    assert list(stub.addresses("shop.example")) == []
    assert stub.addresses("other.example") == ["127.0.0.1"]
    assert (stub.port("other.example", "http"), stub.port("other.example", "https")) == (8080, None)
    assert (stub.cname("nobody.example"), stub.addresses("nobody.example")) == (None, ())
    assert stub.is_stub("other.example")
    assert not stub.is_stub("nobody.example")
    assert not stub.is_stub("broken.example")


def test_a_file_that_cannot_be_read_is_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "zone.json"
    look = look_up(ZoneResolver(file, None), "shop.example", "x.example")
    assert not look.found
    assert "no answer" in look.message
    file.write_text("{", "utf-8")
    with pytest.raises(Unanswered):
        ZoneResolver(file, None).addresses("shop.example")


def test_what_is_found_is_told(tmp_path: Path) -> None:
    names = {"a.example": {"cname": "x.example"}, "b.example": {"cname": "y.example"}}
    stub = ZoneResolver(zone(tmp_path, names), None)
    assert look_up(stub, "a.example", "x.example").found
    assert "points to y.example" in look_up(stub, "b.example", "x.example").message
    assert "No CNAME" in look_up(stub, "c.example", "x.example").message


def test_names_beyond_the_file_are_asked_of_the_next(tmp_path: Path) -> None:
    beyond = ZoneResolver(zone(tmp_path, {"b.example": {"cname": "y.example"}}), None)
    (tmp_path / "inner").mkdir()
    stub = ZoneResolver(zone(tmp_path / "inner", {"a.example": {"cname": "x.example"}}), beyond)
    assert stub.cname("a.example") == "x.example"
    assert stub.cname("b.example") == "y.example"


def test_the_real_dns_without_a_server_gives_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    from dns import resolver

    empty = resolver.Resolver(configure=False)
    empty.nameservers = ["127.0.0.1"]
    empty.port = 1
    monkeypatch.setattr(resolvers, "SECONDS", 0.2)
    monkeypatch.setattr(resolver, "default_resolver", empty)
    with pytest.raises(Unanswered):
        DnsResolver().cname("shop.example")
    with pytest.raises(Unanswered):
        DnsResolver().addresses("shop.example")
