"""What the guard asks: three versions of a record, and how far the answer has come."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from funneldesk.desktop.kit.diff.resolution import Resolution
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.guard.fields import GuardedField
from funneldesk.desktop.records.guard.reconcile import Reconciled


@dataclass(slots=True)
class GuardQuestion:
    """``noun`` is what the record is called ("page"), ``subject`` its name. ``titles`` name the
    columns: theirs, before, mine, with who and when.

    ``resolutions`` (by source) and ``chosen`` ("theirs" or "mine" by any other field) hold what
    is decided already: a question that is put off can be taken up where it was left.
    """

    noun: str
    subject: str
    fields: Sequence[GuardedField]
    base: Mapping[str, Any]
    mine: Mapping[str, Any]
    theirs: Mapping[str, Any]
    found: Reconciled
    titles: tuple[str, str, str] = (_("Theirs"), _("Before"), _("Mine"))
    resolutions: dict[str, Resolution] = field(default_factory=dict)
    chosen: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, merged in self.found.merges.items():
            self.resolutions.setdefault(name, Resolution(merged))

    def sources(self) -> list[GuardedField]:
        """The sources that both changed."""
        return [each for each in self.fields if each.name in self.resolutions]

    def values(self) -> list[GuardedField]:
        """The other fields that both changed."""
        known = {each.name: each for each in self.fields}
        return [
            known.get(name) or GuardedField(name, name.replace("_", " ").capitalize())
            for name in self.found.conflicts
            if name not in self.resolutions
        ]

    def answer(self) -> dict[str, Any]:
        """Every field of the result; what is still undecided is mine."""
        result = dict(self.found.values)
        for name, resolution in self.resolutions.items():
            result[name] = resolution.text
        for name, side in self.chosen.items():
            result[name] = (self.theirs if side == "theirs" else self.mine).get(name)
        return result
