"""Words that somebody searched for, marked where they stand in clean html."""

import html
import re

from funneldesk.contract.folding import fold
from funneldesk.desktop.local.cache.matching import words_of

FIRST_HIT = "hit"
"""The id of the first mark: where a page may begin."""
MOST_WORDS, SHORTEST = 8, 2
_TAG = re.compile(r'(<[^<>"]*(?:"[^"]*"[^<>"]*)*>)')
_FOLDS = re.compile(r"<details>|</details>|<mark\b")


def mark_words(cleaned: str, query: str) -> str:
    """Clean html with every place of the query's words in ``<mark>``, the quotes that have one
    unfolded. Case and accents make no difference, as in every search."""
    words = [word for word in words_of(query) if len(word) >= SHORTEST][:MOST_WORDS]
    if not words:
        return cleaned
    wanted = re.compile("|".join(map(re.escape, sorted(words, key=len, reverse=True))))
    parts = _TAG.split(cleaned)
    parts[::2] = (_marked(part, wanted) for part in parts[::2])
    return _unfolded("".join(parts))


def begin_at_first(marked: str) -> str:
    """The same with the first mark named ``FIRST_HIT``."""
    return marked.replace("<mark>", f'<mark id="{FIRST_HIT}">', 1)


def _marked(escaped: str, wanted: re.Pattern[str]) -> str:
    text = html.unescape(escaped)
    made, at = [], 0
    for found in wanted.finditer(fold(text)):
        before, hit = text[at : found.start()], text[found.start() : found.end()]
        made += [html.escape(before, quote=False), f"<mark>{html.escape(hit, quote=False)}</mark>"]
        at = found.end()
    return "".join((*made, html.escape(text[at:], quote=False))) if made else escaped


def _unfolded(marked: str) -> str:
    """What is folded opens where a mark stands in it."""
    if "<mark>" not in marked:
        return marked
    opened: list[int] = []
    found_in: set[int] = set()
    for token in _FOLDS.finditer(marked):
        if token[0] == "<details>":
            opened.append(token.start())
        elif token[0] == "</details>":
            del opened[-1:]
        else:
            found_in.update(opened)
    made, at = [], 0
    for place in sorted(found_in):
        made.append(f"{marked[at:place]}<details open>")
        at = place + len("<details>")
    return "".join((*made, marked[at:]))
