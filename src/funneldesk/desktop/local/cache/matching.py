"""Matching of search words with a text: the one rule of lists, palette and files.

Every word has to be in the text, in any order; the beginning of a word is enough. Case and accents
make no difference. No Qt here.
"""

import re
import unicodedata

from funneldesk.contract.folding import fold

_BEGINNINGS = re.compile(r"\w+")


def words_of(query: str) -> tuple[str, ...]:
    """The words that are sought, folded, each once; those that others hold are left out."""
    words = dict.fromkeys(fold(unicodedata.normalize("NFC", query)).split())
    return tuple(w for w in words if not any(w != other and w in other for other in words))


def holds(folded: str, words: tuple[str, ...]) -> bool:
    """Whether a folded text has all words."""
    return all(word in folded for word in words)


def rank(title: str, typed: str) -> int | None:
    """Rank of a title for a typed text: lower is better, None does not match.

    0: it begins so. 1: its words do. 2: it holds all words. 3: it has the letters in this order.
    """
    folded, words = fold(title), words_of(typed)
    if folded.startswith(" ".join(fold(typed).split())):
        return 0
    if holds(folded, words):
        begun = _BEGINNINGS.findall(folded)
        return 1 if all(any(b.startswith(w) for b in begun) for w in words) else 2
    letters = iter(folded)
    return 3 if all(letter in letters for letter in "".join(words)) else None
