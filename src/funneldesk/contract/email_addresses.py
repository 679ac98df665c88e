"""Email addresses: the one rule for what is an address, and the one form in which they are
compared. Domains may be international (IDNA 2008 with UTS 46), mailboxes too (RFC 6531)."""

import string
from unicodedata import normalize

from funneldesk.contract.host_names import ascii_host, host_key

LONGEST_EMAIL = 254
_MAILBOX = frozenset(string.ascii_letters + string.digits + "!#$%&'*+/=?^_`{|}~-")


def is_email(text: str) -> bool:
    """Return whether ``text`` is one plain address, and nothing that could start a header."""
    mailbox, at, domain = text.partition("@")
    if not at or not all(map(_is_atom, mailbox.split("."))):
        return False
    try:
        name = ascii_host(domain)
    except ValueError:
        return False
    return "." in name and len(f"{mailbox}@{name}") <= LONGEST_EMAIL


def email_key(address: str) -> str:
    """The form in which addresses are compared: without case, composed, the domain in ASCII.

    A text that is no address has a form, too.
    """
    if address.isascii():
        return address.strip().lower()
    mailbox, at, domain = address.strip().rpartition("@")
    return f"{normalize('NFC', mailbox.lower())}{at}{host_key(domain)}"


def ascii_domain(address: str) -> str:
    """The address with its domain in ASCII, as every mail server takes it."""
    mailbox, at, domain = address.rpartition("@")
    try:
        return f"{mailbox}{at}{ascii_host(domain)}" if at else address
    except ValueError:
        return address


def _is_atom(text: str) -> bool:
    return bool(text) and all(
        letter in _MAILBOX or (not letter.isascii() and letter.isprintable()) for letter in text
    )
