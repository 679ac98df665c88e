"""Plan of a save: the calls it takes, and what the user should know before it is sent."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class SaveWarning:
    """Something to confirm before a save. ``action_label`` is the button that goes on; ``once``:
    who has confirmed it for a record is not asked again."""

    kind: str
    title: str
    sentence: str
    action_label: str
    once: bool = False


@dataclass(frozen=True, slots=True)
class Blocker:
    """Why a save would be refused; ``sentence`` stands at ``field``."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Review:
    """What a part has to say of a save before it is sent."""

    warnings: tuple[SaveWarning, ...] = ()
    blockers: tuple[Blocker, ...] = ()


@dataclass(frozen=True, slots=True)
class SavePlan:
    """The calls of a save, in order: ``create`` (a Draft of the part) creates the record,
    ``patch`` (a Patch) updates it.

    A record that exists takes a patch only. A new one takes a draft and, when fields were set that
    a create does not take, a patch after it, to the id that the create answered. Both are None
    when nothing differs, or when a text cannot be sent at all: then a blocker tells. ``sends`` are
    the fields that differ. After each call ``RecordDraft.accept`` gets the answer and that call's
    ``body()``.
    """

    create: Any
    patch: Any
    sends: tuple[str, ...]
    warnings: tuple[SaveWarning, ...]
    blockers: tuple[Blocker, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.sends and self.create is None
