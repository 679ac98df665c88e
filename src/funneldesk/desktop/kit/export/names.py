"""Names that every file system takes, one for each record, none of them leading elsewhere."""

import re
import unicodedata

LONGEST = 200
"""Bytes; file systems take 255, and some room is left for what is put behind a name."""

_UNFIT = re.compile(
    r'[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069<>:"/\\|?*\ud800-\udfff]+'
)
_DEVICES = re.compile(
    r"(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.I
)


def safe_name(name: str, fallback: str) -> str:
    """``name`` as the name of a file or folder, changed only where it has to be.

    No separators, control or reserved signs, devices of Windows, leading dots or trailing dots and
    blanks; at most ``LONGEST`` bytes. An empty one becomes ``fallback``.
    """
    plain = _UNFIT.sub("-", unicodedata.normalize("NFC", name))
    plain = _cut(plain, LONGEST).strip(" .")
    if not plain.strip("-"):
        return fallback
    return f"_{plain}" if _DEVICES.fullmatch(plain) else plain


class Names:
    """Gives each record a name that no other has, whatever a file system thinks of letters."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, name: str, record_id: str) -> str:
        """A safe name for a record; its id goes behind one that is taken or had to be changed."""
        made = safe_name(name, f"page-{record_id}")
        if made != name or _same(made) in self._taken:
            made = f"{_cut(made, LONGEST - 40)}~{safe_name(record_id, 'x')[:36]}"
        count = 2
        base = made
        while _same(made) in self._taken:
            made = f"{base}~{count}"
            count += 1
        self._taken.add(_same(made))
        return made


def _same(name: str) -> str:
    """Equal for names that some file system holds to be the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", name).casefold())


def _cut(text: str, limit: int) -> str:
    return text.encode("utf-8", "replace")[:limit].decode("utf-8", "ignore")
