"""Sends a message to a mail server: ``smtp[s]://[user[:password]@]host[:port][?from=address]``."""

import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit

from funneldesk.contract.email_addresses import ascii_domain, is_email
from funneldesk.server.jobs.job import Hopeless

SECONDS = 15.0
_HERE = ("localhost", "127.0.0.1", "::1")


def send(url: str, message: EmailMessage, to: str) -> None:
    """Hand ``message`` over. Raises OSError for what may pass, Hopeless for what will not."""
    server = urlsplit(url)
    with _connect(server) as connection:
        _sign_in(connection, server)
        try:
            connection.send_message(message, to_addrs=[ascii_domain(to)])
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            raise _refusal(code, words) from error
        except smtplib.SMTPResponseException as error:
            raise _refusal(error.smtp_code, error.smtp_error) from error
        except smtplib.SMTPNotSupportedError as error:
            raise Hopeless("The mail server does not take addresses like this one.") from error


def sender_of(url: str) -> str | None:
    """The address that letters come from: ``from`` of the address, or its user if that is one."""
    server = urlsplit(url)
    named = parse_qs(server.query).get("from", [""])[0] or unquote(server.username or "")
    return named if is_email(named) else None


def _connect(server: SplitResult) -> smtplib.SMTP:
    host = server.hostname or "localhost"
    if server.scheme == "smtps":
        return smtplib.SMTP_SSL(
            host, server.port or 465, timeout=SECONDS, context=ssl.create_default_context()
        )
    connection = smtplib.SMTP(host, server.port or 587, timeout=SECONDS)
    connection.ehlo()
    if connection.has_extn("starttls"):
        connection.starttls(context=ssl.create_default_context())
        connection.ehlo()
    return connection


def _sign_in(connection: smtplib.SMTP, server: SplitResult) -> None:
    if not server.password:
        return
    if not isinstance(connection.sock, ssl.SSLSocket) and server.hostname not in _HERE:
        raise Hopeless("The mail server offers no encryption: the password is not sent to it.")
    connection.login(unquote(server.username or ""), unquote(server.password))


def _refusal(code: int, words: bytes | str) -> Exception:
    told = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    reason = f"The mail server answered {code}: {told}"[:300]
    return Hopeless(reason) if code >= 500 else OSError(reason)
