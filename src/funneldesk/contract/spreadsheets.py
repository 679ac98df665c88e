"""Text in CSV files that a spreadsheet would run as a formula, and the apostrophe before it.

One rule for both sides: what the server exports is read back by the desktop, and the other way.
"""

import re

_SIGNS = "=+@\uff1d\uff0b\uff0d\uff20\\-"
"""Signs that begin a formula, in their full width too."""
_SKIPPED = "'\\s\x00-\x20\u200b-\u200f\u2060-\u2064\ufeff"
"""What spreadsheets and their users take away before a sign: blanks that are seen or not, and
apostrophes."""
_FORMULA = re.compile(rf"\t|\r|[{_SKIPPED}]*[{_SIGNS}]")
_PHONE = re.compile(rf"[{_SKIPPED}]*[+\-][\d\s(),./%$€£¥\-]*")
"""A signed number, an amount or a phone number: nothing in it can be called or referred to."""


def safe_text(text: str) -> str:
    """A text for a CSV cell: one that a spreadsheet would run gets an apostrophe in front."""
    plain = text.replace("\x00", "")
    needs_guard = _is_formula(plain) or unguarded(plain) != plain
    return f"'{plain}" if needs_guard else plain


def unguarded(text: str) -> str:
    """The text that `safe_text` was given."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text[1:]) else text


def _is_formula(text: str) -> bool:
    return bool(_FORMULA.match(text)) and not _PHONE.fullmatch(text)
