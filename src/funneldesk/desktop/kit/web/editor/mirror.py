"""A document as the editor knows it: UTF-16 code units, with the Python text beside it."""

from collections.abc import Sequence

from funneldesk.desktop.local.user_data.text_delta import difference

__all__ = ["Change", "Mirror", "difference", "units_of"]

UNITS = "utf-16-le"
LONE = "surrogatepass"

Change = tuple[int, int, str]
"""Start and end in code units of the text before, and what stands there afterwards."""


def units_of(text: str) -> int:
    """The number of UTF-16 code units of ``text``."""
    return len(text.encode(UNITS, LONE)) // 2


class Mirror:
    """The authority on one document's text; ``version`` counts its accepted changes."""

    def __init__(self, text: str) -> None:
        self._units = bytearray(text.encode(UNITS, LONE))
        self._text: str | None = None
        self.version = 0

    @property
    def text(self) -> str:
        """The whole text; two lone surrogates that make a pair have become one character."""
        if self._text is None:
            self._text = self._units.decode(UNITS, LONE)
        return self._text

    @property
    def length(self) -> int:
        """In code units."""
        return len(self._units) // 2

    def to_units(self, offset: int) -> int:
        """The place before character ``offset``, in code units; past the end, the end."""
        text = self.text
        bounded = max(0, min(offset, len(text)))
        return bounded if len(text) == self.length else units_of(text[:bounded])

    def to_units_in_order(self, offsets: Sequence[int]) -> list[int]:
        """As ``to_units`` for several ascending offsets within the text, in one pass."""
        if len(self.text) == self.length:
            return list(offsets)
        places, last, units = [], 0, 0
        for offset in offsets:
            units += units_of(self.text[last:offset])
            places.append(units)
            last = offset
        return places

    def to_offset(self, units: int) -> int:
        """The character offset of a place in code units; inside a pair, the place after it."""
        bounded = max(0, min(units, self.length))
        if len(self.text) == self.length:
            return bounded
        return len(self._units[: 2 * bounded].decode(UNITS, LONE))

    def apply(self, changes: Sequence[Change]) -> None:
        """Makes changes that lie in order, apart from each other, all in places of the text before.

        Raises `ValueError`, and changes nothing, when they do not.
        """
        end = 0
        for start, stop, _text in changes:
            if not end <= start <= stop <= self.length:
                raise ValueError("The editor reported an edit outside its document.")
            end = stop
        for start, stop, text in reversed(changes):
            self._units[2 * start : 2 * stop] = text.encode(UNITS, LONE)
        self._text = None
        self.version += 1
