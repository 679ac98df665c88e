"""Dry run: an example record walked through the graph in the window, without the server."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPlainTextEdit, QSplitter, QWidget

from funneldesk.contract.automation_flow.conditions import fields_in
from funneldesk.contract.automation_flow.dry_run import DryStep, dry_run
from funneldesk.contract.automation_flow.graph import graph_of
from funneldesk.contract.automation_flow.subject import as_text, found
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.theme import code_font
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.builder.kinds import KINDS
from funneldesk.desktop.parts.automations.labels import RUN_ENDS
from funneldesk.desktop.parts.automations.runs.steps_view import ShownStep, StepsView

_PERSON = {"email": "ana@example.com", "name": "ana"}
EXAMPLES: Mapping[str, Mapping[str, Any]] = {
    "form_submission": {**_PERSON, "collection_code": "", "values": {"first_name": "ana"}},
    "purchase": {**_PERSON, "total": "59.00", "currency": "EUR", "order_code": "1001"},
    "tag_added": {**_PERSON, "tag": "reader"},
}


class TrialView(QWidget):
    """``walked`` carries the dry run that is shown, None for none."""

    walked = Signal(object)

    def __init__(self, facts: Callable[[], tuple[Mapping[str, Any], str, str | None]]) -> None:
        """``facts``: the document as it stands, its trigger, and the entry that is named."""
        super().__init__()
        self._facts = facts
        self._example_of = ""
        self.record = QPlainTextEdit()
        self.problem = Label(size="small", tone="danger", wrap=True)
        self.go = Button(_("Walk through"), kind="primary", icon_name="play", on_click=self.walk)
        self.steps = StepsView()
        self._build()

    def _build(self) -> None:
        self.record.setAccessibleName(_("Example record"))
        self.record.setFont(code_font())
        self.problem.hide()
        left = QWidget()
        said = Label(_("Example record (JSON)"), size="label")
        inner = column(said, self.record, self.problem, spacing=4)
        inner.addLayout(row(self.go, None))
        left.setLayout(inner)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.addWidget(left)
        split.addWidget(self.steps)
        split.setSizes([300, 600])
        self.setLayout(column(split, margins=(12, 8, 12, 8)))
        self.steps.show_steps((), _("Nothing is sent and nothing changes."))

    def show_example(self) -> None:
        """Offer a record that fits the trigger, unless one was typed for it."""
        trigger = self._facts()[1]
        if trigger != self._example_of:
            self._example_of = trigger
            example = EXAMPLES.get(trigger, _PERSON)
            self.record.setPlainText(json.dumps(example, ensure_ascii=False, indent=2))

    def forget(self) -> None:
        """Show no run: the graph is another."""
        self.steps.show_steps((), _("Nothing is sent and nothing changes."))

    def walk(self) -> None:
        """Walk the record through the graph as it stands."""
        subject = self._subject()
        if subject is None:
            return
        document, trigger, entry = self._facts()
        run = dry_run(graph_of(document), subject, trigger, entry)
        self.walked.emit(run)
        self.steps.show_steps([_shown(step, document) for step in run.steps], RUN_ENDS[run.status])

    def _subject(self) -> Mapping[str, Any] | None:
        try:
            given = json.loads(self.record.toPlainText() or "{}")
        except (ValueError, RecursionError) as error:
            line = getattr(error, "lineno", 1)
            self._say(_("Line {line} of the record isn't valid JSON.").format(line=line))
            return None
        if not isinstance(given, dict):
            self._say(_("The record must be an object in braces."))
            return None
        self._say("")
        return given

    def _say(self, text: str) -> None:
        self.problem.setText(text)
        self.problem.setVisible(bool(text))


def _shown(step: DryStep, document: Mapping[str, Any]) -> ShownStep:
    """A step in words; of a condition with the values that it looked at."""
    node = graph_of(document).nodes[step.code]
    message = step.message
    if step.type == "condition":
        values = ", ".join(
            f"{name} = {as_text(found(step.subject, name)) or '∅'}"
            for name in _looked_at(node.data)
        )
        message = f"{message} ({values})" if values else message
    when = f"+{step.after}" if step.after else ""
    return ShownStep(
        step.code, KINDS.of(step.type).title, step.status, message, when, dict(step.subject)
    )


def _looked_at(data: Mapping[str, Any]) -> list[str]:
    expression, name = data.get("expression"), data.get("field")
    if isinstance(expression, str) and expression.strip():
        return fields_in(expression)
    return [name] if isinstance(name, str) and name else []
