"""What waits in a section for somebody."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Arrival:
    """A record that waits and that nobody has looked at: who it is from, and what it says, in
    plain words."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Waiting:
    """``count`` of all that waits, and the ``newest`` of it."""

    count: int
    newest: tuple[Arrival, ...] = ()
