"""What becomes of a record that two people changed, field by field, without asking anybody."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from funneldesk.desktop.kit.diff.merge import Merge, merge
from funneldesk.desktop.records.guard.fields import GuardedField


@dataclass(frozen=True, slots=True)
class Reconciled:
    """``values``: every field with what is right as far as it can be known; where both changed a
    field in ways that collide, mine.

    ``taken``: only they changed these. ``kept``: only I did. ``merged``: sources that both
    changed, in different lines; ``values`` holds both changes. ``conflicts``: somebody has to
    decide. ``merges`` has the chunks of the sources in ``merged`` and ``conflicts``.
    """

    values: dict[str, Any]
    taken: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    merged: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    merges: dict[str, Merge] = field(default_factory=dict)

    @property
    def both(self) -> tuple[str, ...]:
        """The fields that both changed, and not to the same."""
        return tuple(name for name in self.values if name in (*self.merged, *self.conflicts))


def reconcile(
    base: Mapping[str, Any],
    mine: Mapping[str, Any],
    theirs: Mapping[str, Any],
    fields: Iterable[GuardedField] = (),
) -> Reconciled:
    """Compares the three by field. A field that ``fields`` does not tell of is no source; one
    that a side leaves out was not changed by it.

    Sources that both changed are merged, which takes up to a second for pages of 1 MB: not for
    the window's thread.
    """
    sources = {each.name for each in fields if each.kind == "source"}
    found = Reconciled({})
    told: dict[str, list[str]] = {"taken": [], "kept": [], "merged": [], "conflicts": []}
    for name in dict.fromkeys((*base, *mine, *theirs)):
        before = base.get(name)
        ours, others = mine.get(name, before), theirs.get(name, before)
        found.values[name] = ours
        if ours == others:
            continue
        if ours == before:
            found.values[name] = others
            told["taken"].append(name)
        elif others == before:
            told["kept"].append(name)
        elif name in sources:
            told[_merge_source(found, name, (before, ours, others))].append(name)
        else:
            told["conflicts"].append(name)
    groups = {group: tuple(names) for group, names in told.items()}
    return Reconciled(found.values, **groups, merges=found.merges)


def _merge_source(found: Reconciled, name: str, texts: tuple[Any, Any, Any]) -> str:
    merged = merge(*("" if text is None else str(text) for text in texts))
    found.merges[name] = merged
    if merged.conflicts:
        return "conflicts"
    found.values[name] = merged.text()
    return "merged"
