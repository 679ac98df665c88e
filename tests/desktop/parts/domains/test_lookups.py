"""Look-ups: what resolvers answer, in kinds and in words; nobody else is asked."""

import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from dns.resolver import Resolver as OwnResolver
from tests.desktop.support.dns_zone import NameServer, name_server

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.domains.setup import lookups
from funneldesk.desktop.parts.domains.setup.lookups import Resolver, Seen, Wanted, look
from funneldesk.desktop.parts.domains.setup.reasons import reason
from funneldesk.desktop.parts.domains.setup.resolvers import USUAL, lines, problem, read_line

HOST, TARGET = "shop.harbour.test", "harbour.pages.server.test"
WANTED = Wanted(HOST, TARGET)
FORMATS = Formats()
Records = dict[tuple[str, str], tuple[str, int]]
NAMES = ("shop.harbour.example", "a b", "", "x" * 300 + ".org", "localhost")


@pytest.fixture
def dns() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


def seen(dns: NameServer) -> Seen:
    return look(Resolver("127.0.0.1", dns.port, "Test"), WANTED)


@pytest.mark.parametrize(
    ("records", "kind", "title", "told"),
    [
        ({(HOST, "CNAME"): (TARGET + ".", 300)}, "right", "The record is in place", ""),
        (
            {(HOST, "CNAME"): ("old.shop.test.", 300)},
            "wrong",
            "The record points to another place",
            f"It leads to old.shop.test. Change the record's value to {TARGET}.",
        ),
        (
            {(HOST, "A"): ("104.18.2.3", 300)},
            "proxied",
            "The record is behind a proxy",
            "104.18.2.3",
        ),
        (
            {(HOST, "A"): ("192.0.2.7", 300)},
            "address",
            "The name has an address of its own",
            "192.0.2.7",
        ),
        (
            {(HOST, "AAAA"): ("2001:db8::1", 300)},
            "address",
            "The name has an address of its own",
            "2001:db8::1",
        ),
        ({}, "missing", "There is no record yet", "cached until"),
        (
            {(f"{HOST}.harbour.test", "CNAME"): (TARGET + ".", 300)},
            "missing",
            "The record is one level too deep",
            "write shop alone",
        ),
    ],
)
def test_each_answer_has_its_reason(
    dns: NameServer,
    records: dict[tuple[str, str], tuple[str, int]],
    kind: str,
    title: str,
    told: str,
) -> None:
    dns.records.update(records)
    found = seen(dns)
    said = reason([found], WANTED, FORMATS)
    assert (found.kind, said.title) == (kind, title)
    assert told in said.text
    assert {name for name, _kind in dns.asked} <= {HOST, f"{HOST}.harbour.test"}


def test_an_old_answer_is_told_with_the_moment_at_which_it_goes() -> None:
    until = datetime(2026, 3, 4, 14, 32, tzinfo=UTC)
    new, old = Resolver("192.0.2.1", name="Near"), Resolver("192.0.2.2", name="Far")
    found = [Seen(new, "right", TARGET), Seen(old, "wrong", "old.shop.test", until)]
    said = reason(found, WANTED, FORMATS)
    assert said.title == "The new record is spreading"
    assert f"Far still has the old answer cached until {FORMATS.clock(until)}" in said.text


def test_a_silent_server_is_waited_for_its_seconds_and_no_longer(
    dns: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lookups, "SECONDS", 0.2)
    dns.silent.add(HOST)
    found = seen(dns)
    assert found.kind == "silent"
    assert reason([found], WANTED, FORMATS).title == "No name server answered"
    assert dns.asked == [(HOST, "CNAME")]


def test_the_computers_own_resolvers_are_never_asked(
    dns: NameServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def asked(*_question: object, **_more: object) -> object:
        raise AssertionError("a resolver that nobody set")

    monkeypatch.setattr(socket, "getaddrinfo", asked)
    monkeypatch.setattr(socket, "gethostbyname", asked)
    monkeypatch.setattr(OwnResolver, "resolve", asked)
    dns.records[HOST, "CNAME"] = (f"{TARGET}.", 300)
    assert seen(dns).kind == "right"


def test_every_question_to_a_server_has_what_is_left_of_its_three_seconds() -> None:
    assert lookups.SECONDS == 3.0
    given: list[float] = []

    class Empty:
        answer: tuple[object, ...] = ()
        authority: tuple[object, ...] = ()

        def rcode(self) -> int:
            return 0

    def ask(_resolver: Resolver, _name: str, _kind: str, seconds: float) -> object:
        given.append(seconds)
        return Empty()

    assert look(Resolver("127.0.0.1"), WANTED, ask).kind == "missing"
    assert len(given) == 4
    assert given == sorted(given, reverse=True)
    assert max(given) <= 3.0


def test_garbage_for_an_answer_is_no_answer() -> None:
    listener = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    listener.bind(("127.0.0.1", 0))

    def serve() -> None:
        _data, sender = listener.recvfrom(4096)
        listener.sendto(b"\xff" * 40, sender)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    found = look(Resolver("127.0.0.1", listener.getsockname()[1]), WANTED)
    thread.join()
    listener.close()
    assert found.kind == "silent"


@pytest.mark.parametrize("name", NAMES)
def test_public_servers_are_not_asked_for_names_that_they_cannot_know(name: str) -> None:
    def ask(*_question: object) -> object:
        raise AssertionError("asked")

    for resolver in USUAL:
        assert look(resolver, Wanted(name, TARGET), ask).kind == "unasked"


def test_lines_of_name_servers_are_read_and_written() -> None:
    assert read_line("127.0.0.1:5353 Mine") == Resolver("127.0.0.1", 5353, "Mine")
    assert read_line("[2001:db8::1]:5353") == Resolver("2001:db8::1", 5353)
    assert [read_line(line) for line in lines(USUAL).splitlines()] == list(USUAL)
    assert lines([Resolver("2001:db8::1", 5353)]) == "[2001:db8::1]:5353"
    for wrong in ("dns.example", "1.2.3", "1.1.1.1:0", "1.1.1.1:x", "[::1]:99999"):
        assert "isn't an address" in str(problem(wrong))
    assert problem("") is None
    assert "At most 6" in str(problem("1.1.1.1\n" * 7))
