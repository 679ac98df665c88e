"""Column of a table: how a cell is read out of a row, how it stands, and marks over cells."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

from PySide6.QtGui import QPixmap

from funneldesk.desktop.kit.lists.record_list import ListRow

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar in a cell, filled to ``share`` (0 to 1) in a tone."""

    share: float
    tone: str = "accent"


@dataclass(frozen=True, slots=True)
class Column(Generic[R]):
    """One column. ``value`` gives the text of a row; numbers and money stand ``right``.

    ``tone`` draws the text as a chip of that tone, for status words, or after a dot of that colour
    (``#RRGGBB``); ``sort`` names the order of
    the list that the column stands for, empty where there is none; ``width`` in
    device-independent pixels; ``stretch`` takes what is left; ``hidden`` columns are there for
    the choosing. ``tip`` is shown on hover; without it a text that was cut is.
    """

    key: str
    title: str
    value: Callable[[R], str]
    align: Literal["left", "right", "centre"] = "left"
    width: int = 140
    tone: Callable[[R], str] | None = None
    sort: str = ""
    muted: bool = False
    stretch: bool = False
    hidden: bool = False
    tip: Callable[[R], str] | None = None
    strong: Callable[[R], bool] | None = None
    """Rows whose text here stands out: what nobody has read yet."""
    lines: Callable[[R], ListRow] | None = None
    """What three lines of a row tell, in place of one value; all rows are then that high."""
    bar: Callable[[R], Bar | None] | None = None
    """A bar before the text, for rows that have one."""
    picture: Callable[[R, int], QPixmap | None] | None = None
    """A picture before the text, of a side in device pixels; None leaves its place empty."""
    icon: str = ""
    about: str = ""
    """An icon beside the title, and what it means."""


@dataclass(frozen=True, slots=True)
class CellMark:
    """What stands over a cell in place of its own text: ``tip`` says why, ``tone`` (accent,
    warning, danger) how much it matters."""

    text: str
    tip: str
    tone: str = "accent"
