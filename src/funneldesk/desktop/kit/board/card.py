"""Declarations of what a board shows: its columns and its cards."""

from dataclasses import dataclass

from funneldesk.desktop.kit.style.theme import theme

LINE = 20
PAD, PAD_COMPACT = 10, 7
GAP = 8
"""Pixels between two cards."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A few words in a tone: muted, accent, success, warning, danger, info. Other tones than muted
    have a soft ground."""

    text: str
    tone: str = "muted"


@dataclass(frozen=True, slots=True)
class Card:
    """Content of a card. ``lines`` stand under the title, the last of them at the bottom, beside
    ``corner``. ``bar`` is a colour (#RRGGBB) at the edge, "" for none; ``initials`` stand in a
    circle beside the title, whose whole name is ``person``."""

    title: str
    lines: tuple[str, ...] = ()
    chips: tuple[Mark, ...] = ()
    corner: Mark = Mark("")
    bar: str = ""
    initials: str = ""
    person: str = ""
    hover: str = ""
    busy: bool = False
    """It was moved, and the answer is not there yet."""

    def words(self) -> str:
        """All that it tells, for whoever listens."""
        chips = (mark.text for mark in self.chips)
        told = (self.title, *self.lines, *chips, self.corner.text, self.person)
        return ", ".join(filter(None, told))


@dataclass(frozen=True, slots=True)
class CardShape:
    """What every card of a board has room for: so many lines, and a row of chips."""

    lines: int = 1
    chips: bool = False

    @property
    def height(self) -> int:
        """Height of a card in device-independent pixels."""
        return LINE * (1 + max(1, self.lines) + self.chips) + 2 * pad()


@dataclass(frozen=True, slots=True)
class BoardColumn:
    """``count`` is how many cards it has in all, loaded or not, None while that is not known;
    ``total`` is a sum in words, and ``note`` says of both what there is to say. ``colour`` is
    #RRGGBB."""

    key: str
    title: str
    colour: str = ""
    count: int | None = None
    total: str = ""
    note: str = ""
    empty: str = ""
    """What can be done in a column without cards, in a sentence."""

    def words(self) -> str:
        """The head of the column in words."""
        count = "" if self.count is None else f"{self.count:,}"
        return ", ".join(filter(None, (self.title, count, self.total)))


def pad() -> int:
    """Pixels between the edge of a card and its text, as dense as the program is set."""
    return PAD_COMPACT if theme.density.name == "compact" else PAD
