"""Messages to the user: a toast now, and a place where they can be read again."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime


@dataclass(frozen=True, slots=True)
class NoticeAction:
    """A button on a notice."""

    label: str
    run: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Notice:
    """A message: what happened, what it means and what to do, with details to unfold and copy.

    ``tone``: info, success, warning or danger. ``key``: a later notice of the same key
    replaces the earlier one.
    """

    title: str
    text: str = ""
    tone: str = "info"
    details: str = ""
    key: str = ""
    action: NoticeAction | None = None
    more: NoticeAction | None = None
    """A second way on, beside ``action``."""
    lasting: bool = False
    away: bool = False
    """The system tells it as well while no window of the program is in front."""
    at: datetime = field(default_factory=datetime.now)
