"""Texts as searches compare them, on both sides: without differences of case and accents."""

import unicodedata
from functools import lru_cache

FILLER = "\u200b"
MANY = 300
"""Different characters from which one pass over a text costs less than one for each."""


def fold(text: str) -> str:
    """A text without differences of case and accents, as long as it was: positions stay.

    Letters that are written as several characters (e and an accent) become one; as many invisible
    characters at the end keep the length.
    """
    if text.isascii():
        return text.lower()
    if not unicodedata.is_normalized("NFC", text):
        composed = unicodedata.normalize("NFC", text)
        if len(composed) <= len(text):
            return _folded(composed).ljust(len(text), FILLER)
    return _folded(text)


def search_form(text: str) -> str:
    """A text as the server compares it: folded, of any length (ß is ss)."""
    return fold(text).rstrip(FILLER).casefold()


def _folded(text: str) -> str:
    foreign = [character for character in set(text) if not character.isascii()]
    if len(foreign) > MANY:
        return text.translate({ord(each): _plain(each) for each in foreign}).lower()
    for each in foreign:  # What is plain stays so: the order makes no difference.
        text = text.replace(each, _plain(each))
    return text.lower()


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    """A character without case and accents, where that is one character; else as it is."""
    parts = unicodedata.normalize("NFKD", character)
    bare = "".join(c for c in parts if not unicodedata.combining(c)).casefold()
    if len(bare) == 1:
        return bare
    folded = character.casefold()
    return folded if len(folded) == 1 else character
