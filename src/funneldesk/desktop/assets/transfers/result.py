"""Result of one file of a transfer, and its record while it is under way."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

ResultState = Literal["waiting", "done", "failed", "unknown", "left_out", "cancelled"]
"""``unknown``: nobody can tell whether it was carried out, and the words say why."""

ENDINGS: frozenset[str] = frozenset({"done", "failed", "unknown", "left_out", "cancelled"})
TROUBLE: frozenset[str] = frozenset({"failed", "unknown"})

SENDING = "sending"
"""The kept state of an item that has left and has no answer yet: after a crash it is in doubt."""


@dataclass(frozen=True, slots=True)
class ItemResult:
    """``shown`` is what the user calls the file, ``path`` where it lies on the server; ``words``
    a sentence, empty where all went well; ``size`` in bytes, sides in pixels (0: not known).

    ``replaced``: a file that was there had to go. ``taken``: it failed because meanwhile another
    file has its name, so that it can be decided again.
    """

    shown: str
    path: str
    state: ResultState = "waiting"
    words: str = ""
    src: str = ""
    size: int = 0
    width: int = 0
    height: int = 0
    replaced: bool = False
    taken: bool = False

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> "ItemResult":
        """As it was kept by ``dump``."""
        return cls(**{name: kept[name] for name in cls.__dataclass_fields__ if name in kept})

    def dump(self) -> dict[str, Any]:
        """A JSON object of it."""
        return asdict(self)


@dataclass(slots=True)
class TransferItem:
    """``task`` is what its kind has to do (``UploadItem``), None for what was left out. ``tries``
    counts the attempts; ``note`` is kept with it and has what must be known after a crash;
    ``doubtful``: it left, and no answer told how it went. ``waited``: how often this run waited
    for an answer in vain."""

    number: int
    task: Any
    result: ItemResult
    tries: int = 0
    note: dict[str, Any] = field(default_factory=dict)
    doubtful: bool = False
    waited: int = 0

    @property
    def is_ended(self) -> bool:
        """Whether nothing more happens to it by itself."""
        return self.result.state in ENDINGS


@dataclass(slots=True)
class Moving:
    """A file that is under way right now; ``size`` and ``moved`` are bytes."""

    shown: str
    size: int
    moved: int = 0
