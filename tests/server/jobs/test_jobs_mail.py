"""Letters: one line is one line, a repeated delivery is the same letter, SMTP is spoken."""

import email
import email.policy
import socket
import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import EmailMessage
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jobs_driver import BRAND, letters, opened, outbox
from platform_process import Place
from sqlalchemy import update

from funneldesk.contract.email_addresses import is_email
from funneldesk.contract.letter_text import one_line
from funneldesk.server.jobs import delivery, mail, smtp
from funneldesk.server.jobs.job import Hopeless
from funneldesk.server.jobs.letters import Letter
from funneldesk.server.jobs.tables import JobRow, LetterRow
from funneldesk.server.jobs.worker import Worker
from funneldesk.server.platform import Platform


@pytest.fixture
def platform(place: Place) -> Iterator[Platform]:
    with opened(place) as found:
        yield found


def send(platform: Platform, letter: Letter) -> int:
    with platform.database.writing() as session:
        return mail.send(session, BRAND, letter)


def deliver(platform: Platform) -> list[EmailMessage]:
    worker = Worker(platform)
    while worker.do_one("mail"):
        pass
    return [
        email.message_from_bytes(path.read_bytes(), policy=email.policy.default)  # type: ignore[misc]
        for path in outbox(platform)
    ]


def test_a_letter_lands_in_the_outbox(platform: Platform) -> None:
    send(platform, Letter("ann@example.com", "Grüße 🙂", "Hello\n", "<p>Hello</p>"))
    (found,) = deliver(platform)
    assert (found["To"], found["Subject"]) == ("ann@example.com", "Grüße 🙂")
    assert "Harbor" in found["From"]
    text = found.get_body(("plain",))
    html = found.get_body(("html",))
    assert text is not None
    assert html is not None
    assert text.get_content().strip() == "Hello"
    assert html.get_content().strip() == "<p>Hello</p>"
    with platform.database.reading() as session:
        (row,) = letters(session)
    assert (row.status, row.failure) == ("sent", None)
    assert row.sent_at is not None


def test_a_second_delivery_of_a_letter_is_the_same_file(platform: Platform) -> None:
    send(platform, Letter("ann@example.com", "Once", "Hello"))
    deliver(platform)
    with platform.database.writing() as session:
        session.execute(update(LetterRow).values(status="waiting"))
        session.execute(update(JobRow).values(state="waiting"))
    (found,) = deliver(platform)
    assert outbox(platform)[0].stem in found["Message-ID"]


@pytest.mark.parametrize("to", ["", "nobody", "a@b\r\nBcc: x@y.z", "a@b, c@d", "a b@c", "<a@b>"])
def test_a_letter_to_what_is_no_address_is_kept_as_failed(platform: Platform, to: str) -> None:
    send(platform, Letter(to, "Lost", "Hello"))
    assert deliver(platform) == []
    with platform.database.reading() as session:
        (row,) = letters(session)
    assert (row.status, row.failure) == ("failed", mail.NO_ADDRESS)


@given(st.text(), st.text(), st.text(max_size=50))
def test_nothing_in_a_letter_starts_a_header(subject: str, text: str, brand: str) -> None:
    row = LetterRow(
        name="7.1.ab",
        to_address="ann@example.com",
        subject=one_line(subject),
        text=text.encode("utf-8", "ignore").decode().replace("\0", ""),
        created_at=datetime(2026, 1, 1, tzinfo=UTC),
    )
    message = delivery.compose(row, brand, delivery.SENDER)
    parsed = email.message_from_bytes(message.as_bytes(), policy=email.policy.default)
    assert sorted(parsed.keys()) == sorted(
        [
            *("From", "To", "Subject", "Date", "Message-ID", "Auto-Submitted"),
            *("Content-Type", "Content-Transfer-Encoding", "MIME-Version"),
        ]
    )


@given(st.text(max_size=60))
def test_an_address_is_one_address(text: str) -> None:
    if is_email(text):
        assert "\n" not in text
        assert "\r" not in text
        assert text.count("@") == 1


def test_letters_about_a_record_are_its_log(platform: Platform) -> None:
    send(platform, Letter("a@b.example", "One", "1", about=("subscription", "tx-1")))
    send(platform, Letter("a@b.example", "Two", "2", about=("subscription", "tx-1")))
    send(platform, Letter("a@b.example", "Other", "3", about=("subscription", "tx-2")))
    with platform.database.reading() as session:
        found = mail.letters_about(session, BRAND, "subscription", "tx-1")
        assert [row.subject for row in found] == ["Two", "One"]
        assert mail.letters_about(session, BRAND + 1, "subscription", "tx-1") == []


def test_letters_of_the_past_are_not_sent_again(platform: Platform) -> None:
    with platform.database.writing() as session, mail.already_delivered():
        mail.send(session, BRAND, Letter("a@b.example", "Long ago", "1"))
    assert deliver(platform) == []
    with platform.database.reading() as session:
        assert [row.status for row in letters(session)] == ["sent"]


class Server:
    """A mail server of a few words."""

    def __init__(self, answer: bytes = b"250 queued") -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.answer = answer
        self.heard = b""
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line, line.makefile("rwb") as stream:
                self._talk(stream)

    def _talk(self, stream: Any) -> None:
        def say(words: bytes) -> None:
            stream.write(words + b"\r\n")
            stream.flush()

        say(b"220 here")
        for command in stream:
            word = command[:4].upper()
            if word == b"DATA":
                say(b"354 go on")
                for found in stream:
                    if found == b".\r\n":
                        break
                    self.heard += found
                say(self.answer)
            elif word == b"RCPT" and self.answer.startswith(b"55"):
                say(self.answer)
            elif word == b"QUIT":
                say(b"221 bye")
                return
            else:
                say(b"250 ok")

    def close(self) -> None:
        self._listener.close()


def message() -> EmailMessage:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "shop@example.com", "ann@example.com", "Hi"
    made.set_content("Hello")
    return made


def test_smtp_takes_a_letter() -> None:
    server = Server()
    smtp.send(f"smtp://127.0.0.1:{server.port}?from=shop@example.com", message(), "ann@example.com")
    server.close()
    assert b"Subject: Hi" in server.heard


def test_a_refusal_for_good_is_hopeless_and_one_for_now_is_not() -> None:
    server = Server(b"550 no such user")
    with pytest.raises(Hopeless, match="550"):
        smtp.send(f"smtp://127.0.0.1:{server.port}", message(), "ann@example.com")
    server.close()
    busy = Server(b"451 later")
    with pytest.raises(OSError, match="451"):
        smtp.send(f"smtp://127.0.0.1:{busy.port}", message(), "ann@example.com")
    busy.close()


def test_a_server_that_is_not_there_is_tried_again(place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    with opened(place, smtp_url=f"smtp://127.0.0.1:{port}") as platform:
        send(platform, Letter("ann@example.com", "Hi", "Hello"))
        assert Worker(platform).do_one("mail")
        with platform.database.reading() as session:
            assert [row.status for row in letters(session)] == ["waiting"]
        assert outbox(platform) == []


@pytest.mark.parametrize(
    ("url", "sender"),
    [
        ("smtp://mail.example?from=shop@example.com", "shop@example.com"),
        ("smtp://shop%40example.com:secret@mail.example:587", "shop@example.com"),
        ("smtp://shop:secret@mail.example", None),
        ("smtps://mail.example", None),
    ],
)
def test_who_letters_come_from(url: str, sender: str | None) -> None:
    assert smtp.sender_of(url) == sender


def test_a_letter_to_an_international_domain_goes_out_in_ascii(platform: Platform) -> None:
    send(platform, Letter("Ana@faß.example", "Hello", "Hello\n"))
    (found,) = deliver(platform)
    assert found["To"] == "Ana@xn--fa-hia.example"
