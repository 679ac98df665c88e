"""The fields of a record, as a part describes them to the guard."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from funneldesk.desktop.local.texts import _

FieldKind = Literal["source", "text", "flag", "choice", "secret"]


@dataclass(frozen=True, slots=True)
class GuardedField:
    """A field as a part describes it. A ``source`` is merged line by line; any other kind of
    value is taken whole. A ``secret`` is never shown. ``choices`` are (value, words) for values
    that say nothing themselves; ``told`` gives the words of values that have a kind of their own.
    """

    name: str
    label: str
    kind: FieldKind = "text"
    language: Literal["html", "css", "javascript", "json", "text"] = "text"
    choices: tuple[tuple[object, str], ...] = ()
    told: Callable[[Any], str] | None = None

    def words(self, value: object) -> str:
        """A value as it is shown."""
        if self.told is not None:
            return self.told(value)
        told = next((words for known, words in self.choices if known == value), None)
        if told is not None:
            return told
        if self.kind == "secret" and value:
            return _("Hidden, {count} characters").format(count=len(str(value)))
        if isinstance(value, bool):
            return _("On") if value else _("Off")
        return "" if value is None else str(value)
