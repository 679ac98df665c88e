"""The words of the program in the user's language, by gettext.

The catalogue is chosen and read when this module is first imported, so that constants of other
modules may hold translated texts, and so that no disk is read once a window is open.
``FUNNELDESK_LOCALE`` names a language; else it is the system's where there is a catalogue for it,
else English. ``xx`` is English made longer, with accents, and ``xx-rtl`` the same from right to
left: both show what was never translated and what has too little room.
"""

import gettext as standard
import os
import re
from collections.abc import Iterable
from pathlib import Path

from funneldesk.resources import resources_root

DOMAIN = "funneldesk"
PSEUDO, PSEUDO_RTL = "xx", "xx-rtl"
OPENS, CLOSES = "⟦", "⟧"
LONGER = 0.4
"""How much longer than English a pseudo-translated text is, as a share of its letters."""

_KEPT = r"(\{[^{}]*\}|%\(\w+\)[a-z]|<[^<>]+>|&\w+;)"
_TURNS = (
    "[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Both patterns are compiled when they are first used, which is not before the window is seen."""
_ACCENTS = str.maketrans(
    "aceginorsuyzACEGINORSUYZ",
    "áçéĝíñóŕšúýžÁÇÉĜÍÑÓŔŠÚÝŽ",
)


def pseudo(text: str) -> str:
    """An English text with accents, in brackets and longer; placeholders and tags stay whole."""
    if not text:
        return text
    pieces = re.split(_KEPT, text)
    letters = sum(len(piece) for piece in pieces[::2])
    marked = [piece if at % 2 else piece.translate(_ACCENTS) for at, piece in enumerate(pieces)]
    filling = ("·" * 4 + " ") * (int(letters * LONGER) // 5 + 1)
    return f"{OPENS}{''.join(marked)} {filling.strip()}{CLOSES}"


class _Pseudo(standard.NullTranslations):
    """Answers every text with its pseudo-translation."""

    def gettext(self, message: str) -> str:
        return pseudo(super().gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return pseudo(super().ngettext(msgid1, msgid2, n))

    def pgettext(self, context: str, message: str) -> str:
        return pseudo(super().pgettext(context, message))


def apart(text: str) -> str:
    """What somebody wrote, to stand among other words: one that turns the direction of reading
    turns it for itself alone, not for the words and numbers around it."""
    return f"\u2068{text}\u2069" if RIGHT_TO_LEFT or re.search(_TURNS, text) else text


def whole(date: str) -> str:
    """A date as one piece: among words from right to left its parts keep their order."""
    return f"\u2068{date}\u2069" if RIGHT_TO_LEFT else date


def joined(parts: Iterable[str | None], between: str = " · ") -> str:
    """What there is of several texts, each read in its own direction."""
    return between.join(apart(each) for each in parts if each)


def catalogue(name: str) -> standard.NullTranslations:
    """The texts of a language by its code, the system's for ""; English where there are none."""
    if name in (PSEUDO, PSEUDO_RTL):
        return _Pseudo()
    folder = resources_root() / "translations"
    if not any(Path(each, "LC_MESSAGES", f"{DOMAIN}.mo").is_file() for each in folder.iterdir()):
        return standard.NullTranslations()  # Else all names of languages would be loaded for it.
    wanted = [name.replace("-", "_")] if name else None
    return standard.translation(DOMAIN, folder, wanted, fallback=True)


def reads_right_to_left(name: str, texts: standard.NullTranslations) -> bool:
    """Whether windows are mirrored: asked of the catalogue that was found, not of its name."""
    if isinstance(texts, _Pseudo):
        return name == PSEUDO_RTL
    if not isinstance(texts, standard.GNUTranslations):
        return False
    # Workers import this module too: who speaks English does not load the languages' facts.
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(texts.info().get("language", "en")).text_direction == "rtl"
    except (UnknownLocaleError, ValueError):
        return False


_NAME = os.environ.get("FUNNELDESK_LOCALE", "")
_TEXTS = catalogue(_NAME)
LANGUAGE: str = _TEXTS.info().get("language") or "en"
"""By its code in the catalogue that was found."""
RIGHT_TO_LEFT = reads_right_to_left(_NAME, _TEXTS)
_ = _TEXTS.gettext
ngettext = _TEXTS.ngettext
pgettext = _TEXTS.pgettext
