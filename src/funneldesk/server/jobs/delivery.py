"""How a letter leaves: by SMTP when the platform knows a mail server, else into the outbox."""

import os
import tempfile
from collections.abc import Callable
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8
from email.utils import format_datetime
from pathlib import Path

from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import ascii_domain
from funneldesk.contract.letter_text import one_line
from funneldesk.server.db.types import now
from funneldesk.server.jobs import exports, smtp
from funneldesk.server.jobs.job import Hopeless, Job
from funneldesk.server.jobs.packing import packed
from funneldesk.server.jobs.tables import LetterRow
from funneldesk.server.marks import OWN
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.platform import Platform
from funneldesk.server.settings import DRAFT_PREFIX

HOST = "funneldesk.local"
SENDER = f"no-reply@{HOST}"


def deliver(platform: Platform, job: Job) -> Callable[[Session], None] | None:
    """Send a letter, or put it into the outbox. Raises Hopeless when it cannot ever arrive."""
    key = (job.brand_id, int(job.body["letter"]))
    with platform.database.reading() as session:
        row = session.get(LetterRow, key)
        brand = session.get(BrandRow, job.brand_id)
    if row is None or row.status != "waiting":
        return None
    message = compose(row, brand.name if brand else "", _sender(platform))
    _attach(platform, row, message)
    if platform.settings.smtp_url:
        smtp.send(platform.settings.smtp_url, message, row.to_address)
    else:
        _drop(platform.settings.outbox, row.name, message.as_bytes())

    def finish(session: Session) -> None:
        sent = session.get_one(LetterRow, key)
        sent.status, sent.sent_at, sent.failure = "sent", now(), None

    return finish


def give_up(session: Session, job: Job, reason: str) -> None:
    """The letter could not be delivered; it says why."""
    row = session.get(LetterRow, (job.brand_id, int(job.body["letter"])))
    if row is not None:
        row.status, row.failure = "failed", reason


def compose(row: LetterRow, brand: str, sender: str) -> EmailMessage:
    """The letter as a message. Nothing in it can start a header of its own."""
    sender, to = ascii_domain(sender), ascii_domain(row.to_address)
    plain = to.isascii() and sender.isascii()
    message = EmailMessage(SMTP if plain else SMTPUTF8)
    try:
        message["From"] = Address(one_line(brand, 80), addr_spec=sender)
        message["To"] = Address(addr_spec=to)
    except ValueError as error:
        raise Hopeless("This is not an e-mail address.") from error
    message["Subject"] = one_line(row.subject)
    message["Date"] = format_datetime(row.created_at)
    message["Message-ID"] = f"<{row.name}@{HOST}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(row.text)
    if row.html is not None:
        message.add_alternative(row.html, subtype="html")
    return message


def _sender(platform: Platform) -> str:
    url = platform.settings.smtp_url
    return (smtp.sender_of(url) if url else None) or SENDER


def _attach(platform: Platform, row: LetterRow, message: EmailMessage) -> None:
    if row.export_id is None:
        return
    file = exports.file_of(platform, row.brand_id, row.export_id)
    found = packed(file) if file else None
    if found is None:  # gone, or too big for a letter: the text names the export by its number
        return
    name, (main, _, sub), content = found
    words = {"charset": "utf-8"} if main == "text" else None
    message.add_attachment(content, maintype=main, subtype=sub, filename=name, params=words)


def _drop(outbox: Path, name: str, content: bytes) -> None:
    # Under the letter's own name: a second delivery of the same letter is the same file.
    outbox.mkdir(mode=0o700, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(prefix=f"{DRAFT_PREFIX}{OWN}.", dir=outbox)
    try:
        with os.fdopen(descriptor, "wb") as target:
            target.write(content)
            target.flush()
            os.fsync(descriptor)
        Path(draft).replace(outbox / f"{name}.eml")
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
