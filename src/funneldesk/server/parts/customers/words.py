"""The search for customers: by the beginnings of words (document: Customers, ``q``).

Looking for a text inside of a text would read every row. The beginning of a word is found in an
index, however many customers there are.
"""

import re
import unicodedata

from funneldesk.contract.folding import search_form

LONGEST = 64
MOST_WORDS = 40
_WORD = re.compile(r"\w+", re.UNICODE)
_PHONE = re.compile(r"[+\d\s().\-/]+")
_FEWEST_DIGITS = 3


def folded(text: str) -> str:
    """``text`` in one spelling: composed, without case and accents."""
    return search_form(unicodedata.normalize("NFKC", text))


def words_of(email: str, name: str | None, phone: str | None) -> set[str]:
    """Under which words a customer is found: the address, its parts, the names, the digits."""
    address = folded(email)
    found = {address, *_WORD.findall(address), *_WORD.findall(folded(name or ""))}
    domain = address.rpartition("@")[2]
    found |= {domain, _digits(phone or "")}
    return set(sorted(word[:LONGEST] for word in found if word)[:MOST_WORDS])


def looked_for(text: str) -> list[str]:
    """The beginnings of words that a search asks for; all of them must be found.

    A text with an ``@`` or of digits and their usual company is one beginning, not several.
    """
    text = folded(text).strip()
    if "@" in text:
        return [text.lstrip("@")[:LONGEST]] if text.strip("@") else []
    digits = _digits(text)
    if _PHONE.fullmatch(text) and len(digits) >= _FEWEST_DIGITS:
        return [digits[:LONGEST]]
    if re.fullmatch(r"\S+\.\S+", text):  # a domain, or the part of an address before the @
        return [text[:LONGEST]]
    return [word[:LONGEST] for word in _WORD.findall(text)][:MOST_WORDS]


def _digits(text: str) -> str:
    return "".join(letter for letter in text if letter in "0123456789")
