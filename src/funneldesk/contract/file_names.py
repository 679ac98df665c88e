"""What a file or folder may be called, wherever files are kept (document: File asset; quirk 36).

One function judges every path, on its way in and before anything is read, whatever the system
below: so nothing climbs out of a brand's folder, and a brand's files can move between systems.
"""

import re
import unicodedata

LONGEST_NAME = 255
"""Bytes of UTF-8, as file systems count."""

LONGEST_PATH = 900
"""Bytes of UTF-8; a key of a bucket may have 1,024 with everything that stands before it."""

_FORBIDDEN = frozenset('\\:*?"<>|')
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\..*)?", re.IGNORECASE)
_STAGED = re.compile(r"#[0-9]+\Z", re.ASCII)


class BadPath(ValueError):
    """The text is no path of a file; the message says why, for the person who typed it."""


def clean_path(path: str) -> str:
    """The path in its one normal form: names joined by ``/``, in Unicode's form C.

    Raises BadPath.
    """
    names = unicodedata.normalize("NFC", path).split("/")
    for name in names:
        _check_name(name)
    cleaned = "/".join(names)
    if len(cleaned.encode()) > LONGEST_PATH:
        raise BadPath(f"A path may have at most {LONGEST_PATH} bytes.")
    return cleaned


def clean_folder(path: str) -> str:
    """A folder's path; empty for the assets folder itself. Raises BadPath."""
    return clean_path(path) if path else ""


def clean_name(name: str) -> str:
    """The name of a file or folder, without a way to it. Raises BadPath."""
    if "/" in name:
        raise BadPath("A name may not contain a path separator.")
    return clean_path(name)


def joined(folder: str, name: str) -> str:
    """The path of ``name`` in a folder. Raises BadPath."""
    return clean_path(f"{folder}/{name}" if folder else name)


def folders_above(path: str) -> list[str]:
    """The folders that lead to a path, the outermost first, without the assets folder."""
    names = path.split("/")
    return ["/".join(names[:count]) for count in range(1, len(names))]


def _check_name(name: str) -> None:
    if name in ("", ".", ".."):
        raise BadPath("A path may not have empty, “.” or “..” steps.")
    if not name.isprintable() or not _FORBIDDEN.isdisjoint(name):
        raise BadPath('A name may not contain control characters or any of \\ : * ? " < > |.')
    if name.startswith((".", " ")) or name.endswith((".", " ")):
        raise BadPath("A name may not begin or end with a dot or a blank.")
    if _RESERVED.fullmatch(name) or _STAGED.search(name):
        raise BadPath(f"The name {name[:40]} is reserved.")
    if len(name.encode()) > LONGEST_NAME:
        raise BadPath(f"A name may have at most {LONGEST_NAME} bytes.")
