"""Declaration of a ready report: how it is read, which columns it has, and how it is drawn."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.contract.analytics import Period

if TYPE_CHECKING:
    from funneldesk.client import Api

Row = Sequence[Any]
SO_FAR = "…"
"""Follows the month of a row (``2026-11…``) that was not over when it was read."""
Given = tuple[str, float | None, str]
"""A figure above the rows: its title, its value and its unit."""


@dataclass(frozen=True, slots=True)
class Found:
    """``rows`` have a plain value for each column; None is missing."""

    rows: Sequence[Row]
    figures: Sequence[Given] = ()


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """``unit`` is "" for words, else one of the units of metrics. ``adds_up``: its rows are parts
    of a whole."""

    title: str
    unit: str = ""
    adds_up: bool = True


@dataclass(frozen=True, slots=True)
class Asked:
    """What a report is asked for: its days, and the groupings and metrics of a generated one."""

    period: Period
    groupings: tuple[str, ...]
    metrics: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadyReport:
    """``read`` raises ``ApiError``. ``drawn`` is a kind of chart, "" for none; ``drawn_of`` the
    place of the column that it draws, over that of ``named``. ``timed``: it is about the range;
    else it is as things are now. ``grouped``: the user chooses what it is grouped by."""

    key: str
    title: str
    group: str
    sentence: str
    columns: tuple[ReportColumn, ...]
    read: "Callable[[Api, Asked], Awaitable[Found]]"
    drawn: str = "bar"
    drawn_of: int = 1
    named: int = 0
    timed: bool = True
    grouped: bool = False
    by_size: bool = True
    """The chart shows the largest first; else the rows are in an order of their own."""
