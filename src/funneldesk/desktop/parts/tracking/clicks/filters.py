"""Dialog of all filters that the server's click log takes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.tracking import DAYS, HIDDEN, NUMBERS, PART, TEXTS
from funneldesk.desktop.records.query import Choice, Query
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.workspace.workspace import Workspace

LONGEST = 255


class FiltersDialog(FormDialog):
    """Answers "done"; ``query`` is then what the list is to show."""

    def __init__(self, parent: QWidget, workspace: Workspace, query: Query) -> None:
        self.query = query
        super().__init__(
            parent,
            workspace,
            _("Filter clicks"),
            (GroupSpec("", _("All that is filled in has to fit."), _FIELDS),),
            values=values_of(query),
            memory=f"{PART}.filters",
            action=_("Show clicks"),
            send=self._take,
            height=420,
        )

    async def _take(self, values: Mapping[str, Any]) -> None:
        choices: dict[str, Choice] = {
            name: str(values.get(name) or "").strip()
            for name in (*TEXTS, "start", "bots")
            if str(values.get(name) or "").strip()
        }
        for name in NUMBERS:
            if isinstance(values.get(name), int):
                choices[name] = values[name]
        self.query = replace(self.query, choices=choices)


def values_of(query: Query) -> dict[str, Any]:
    """A query as the form has it."""
    found: dict[str, Any] = {name: str(query.choices.get(name) or "") for name in TEXTS}
    found |= {"start": str(query.choices.get("start") or "")}
    found |= {"bots": str(query.choices.get("bots") or "")}
    for name in NUMBERS:
        value = query.choices.get(name)
        known = value if isinstance(value, int) else None
        if isinstance(value, str) and value.isdecimal():
            known = int(value)
        found[name] = known
    return found


_FIELDS = (
    FieldSpec("bots", _("Bots"), "choice", choices=(("", _("Shown, marked")), ("hidden", HIDDEN))),
    FieldSpec(
        "start",
        _("Since"),
        "choice",
        choices=(("", _("Any time")), *DAYS.items()),
        hint=_("The server has no end for it."),
    ),
    *(FieldSpec(name, title, max_length=LONGEST) for name, title in TEXTS.items()),
    *(FieldSpec(name, title, "integer") for name, title in NUMBERS.items()),
)
