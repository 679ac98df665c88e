"""The user's decisions about chosen files; each change gives a new set."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from funneldesk.desktop.assets.transfers.uploads.order import Conversion

Clash = Literal["replace", "both"]
_NONE: Mapping[Any, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Decisions:
    """Files are named by their numbers, folders by their places in what was chosen.

    ``conversions``: images that are converted. ``clashes``: what happens where a file is there
    already. ``names`` and ``folders``: names that the user gave.
    """

    left_out: frozenset[int] = frozenset()
    conversions: Mapping[int, Conversion] = field(default_factory=lambda: _NONE)
    clashes: Mapping[int, Clash] = field(default_factory=lambda: _NONE)
    names: Mapping[int, str] = field(default_factory=lambda: _NONE)
    folders: Mapping[str, str] = field(default_factory=lambda: _NONE)

    def touch(self, numbers: Iterable[int]) -> bool:
        """Whether something was decided about one of these."""
        decided = (self.left_out, self.conversions, self.clashes, self.names)
        return any(number in kept for number in numbers for kept in decided)

    def leave_out(self, numbers: Iterable[int]) -> "Decisions":
        """These do not go."""
        return replace(self, left_out=self.left_out | frozenset(numbers))

    def conversion(self, numbers: Iterable[int], conversion: Conversion | None) -> "Decisions":
        """These are converted so, or with None go as they are."""
        chosen = frozenset(numbers)
        conversions = {each: how for each, how in self.conversions.items() if each not in chosen}
        conversions |= dict.fromkeys(chosen, conversion) if conversion is not None else {}
        return replace(self, conversions=conversions, left_out=self.left_out - chosen)

    def clash(self, numbers: Iterable[int], clash: Clash) -> "Decisions":
        """Where a file is there already, these replace it, or stand beside it."""
        chosen = frozenset(numbers)
        clashes = {**self.clashes, **dict.fromkeys(chosen, clash)}
        return replace(self, clashes=clashes, left_out=self.left_out - chosen)

    def name(self, number: int, name: str) -> "Decisions":
        """This one is called so."""
        left = self.left_out - {number}
        return replace(self, names={**self.names, number: name}, left_out=left)

    def folder(self, place: str, name: str) -> "Decisions":
        """This folder is called so."""
        return replace(self, folders={**self.folders, place: name})

    def take_back(self, numbers: Iterable[int]) -> "Decisions":
        """Nothing is decided about these any more; names of folders stay."""
        gone = frozenset(numbers)
        return replace(
            self,
            left_out=self.left_out - gone,
            conversions={each: how for each, how in self.conversions.items() if each not in gone},
            clashes={each: how for each, how in self.clashes.items() if each not in gone},
            names={each: name for each, name in self.names.items() if each not in gone},
        )
