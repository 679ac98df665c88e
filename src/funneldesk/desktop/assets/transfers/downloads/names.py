"""Safe and unique local names for names from the server."""

import unicodedata

from funneldesk.desktop.kit.export.names import safe_name

LONGEST = 255
"""Bytes of one name."""

LONGEST_ENDING = 20
_ROOM = 200


def safe_step(name: str, fallback: str = "file") -> str:
    """One step of a path as a name that no system refuses or reads otherwise; its ending stays.

    What is fine stays as it is, in Unicode's form C.
    """
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem or len(ending.encode("utf-8", "replace")) > LONGEST_ENDING:
        return safe_name(name, fallback)
    made = safe_name(ending, "")
    return f"{safe_name(stem, fallback)}.{made}" if made else safe_name(stem, fallback)


class LocalNames:
    """Gives every path of a download a place of its own, relative to its target.

    Names that some file system holds to be one (letters in another case, the other form of an
    accent) are told apart by a number, whatever this computer's own does: the folder can be moved
    to any other.
    """

    def __init__(self) -> None:
        self._folders: dict[tuple[str, str], str] = {}
        self._taken: dict[str, set[str]] = {}

    def place(self, wanted: str) -> str:
        """The place for a file whose path in the download would be ``wanted``, steps joined by
        ``/``. Asked again for the same path it gives another place."""
        *folders, name = wanted.split("/")
        parent = ""
        for step in folders:
            parent = self._folder(parent, step)
        return _joined(parent, self._free(parent, safe_step(name)))

    def _folder(self, parent: str, step: str) -> str:
        known = self._folders.get((parent, step))
        if known is None:
            known = _joined(parent, self._free(parent, safe_step(step, "folder")))
            self._folders[parent, step] = known
        return known

    def _free(self, parent: str, name: str) -> str:
        taken = self._taken.setdefault(parent, set())
        made, count = name, 1
        while alike(made) in taken:
            count += 1
            made = numbered(name, count)
        taken.add(alike(made))
        return made


def numbered(name: str, count: int) -> str:
    """``photo (2).jpg`` for ``photo.jpg``, short enough for a name."""
    stem, dot, ending = name.rpartition(".")
    if not dot or not stem or len(ending) > LONGEST_ENDING:
        stem, dot, ending = name, "", ""
    behind = f" ({count}){dot}{ending}"
    room = min(_ROOM, LONGEST - len(behind.encode()))
    return stem.encode()[:room].decode("utf-8", "ignore").rstrip(" .") + behind


def alike(name: str) -> str:
    """Equal for names that some file system holds to be the same."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFKD", name).casefold())


def _joined(parent: str, name: str) -> str:
    return f"{parent}/{name}" if parent else name
