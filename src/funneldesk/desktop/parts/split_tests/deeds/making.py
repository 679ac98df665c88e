"""A new test: from nothing, from components, or by way of a part of a page (quirks 27 and 41)."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.split_tests import SplitTest, SplitTestDraft
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.deeds.variant_rows import Choice, VariantRows
from funneldesk.desktop.parts.split_tests.deeds.winner import DONE, PART
from funneldesk.desktop.parts.split_tests.labels import METHOD_WORDS, METRIC_WORDS
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import confirmed, journaled, may_write, optional
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PLAIN, COMPONENTS = "split_test", "component_split_test"
MOST_COMPONENTS = 100
LONGEST_NAME = 255
ON_PAGE = _(
    "To test a part of a page, select it in the page's source and press Ctrl+Shift+T: the test "
    "starts with the next save."
)


class NewTestDialog(FormDialog):
    """Asks for the name, the variants and how they are judged; ``made`` is the new test."""

    def __init__(self, parent: QWidget, workspace: Workspace, components: Sequence[Choice]) -> None:
        self.made: SplitTest | None = None
        self.rows = VariantRows(components)
        super().__init__(
            parent,
            workspace,
            _("New split test"),
            (GroupSpec("", "", _fields(with_components=len(components) > 1)),),
            values={
                "name": "",
                "type": PLAIN,
                "primary_metric": "conversion_rate",
                "statistical_method": "frequentist",
            },
            memory=f"{PART}/new",
            action=_("Start test"),
            send=self._create,
            height=300,
        )
        self.wrong = Label("", size="small", tone="danger", wrap=True)
        self.wrong.hide()
        self.body.addWidget(Label(_("Variants"), size="label"))
        self.body.addWidget(self.rows)
        self.body.addWidget(self.wrong)
        self.body.addWidget(Label(ON_PAGE, size="small", tone="muted", wrap=True))

    def follow(self, name: str) -> None:
        """Components are chosen, other variants are named."""
        if name == "type":
            self.rows.by_component(self.form.value("type") == COMPONENTS)

    def go(self) -> None:
        """Start it, unless its variants are wrong."""
        problem = self.rows.problem()
        self.wrong.setText(problem)
        self.wrong.setVisible(bool(problem))
        if not problem:
            super().go()

    async def _create(self, values: Mapping[str, Any]) -> None:
        draft = SplitTestDraft(
            **{**values, "name": str(values["name"]).strip()}, config={"items": self.rows.items()}
        )
        run = self.workspace.run
        known = {t.id for t in (await run(lambda api: api.split_tests.list())).rows}

        async def look(api: "Api") -> SplitTest | None:
            listed = (await api.split_tests.list()).rows
            fresh = [t for t in listed if t.id not in known and t.name == draft.name]
            return await api.split_tests.get(fresh[0].id) if len(fresh) == 1 else None

        async with journaled(self.workspace, PART, draft.name, _("Starting the test")):
            call = run(lambda api: api.split_tests.create(draft))
            self.made = await confirmed(call, lambda: run(look))


class NewTests:
    """Starts tests for the section's panel."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel

    async def begin(self) -> None:
        """Ask, start, and open the new test."""
        workspace = self._panel.workspace
        if not may_write(workspace, PART, _("split tests")):
            return
        components: list[Choice] = []
        with optional():
            listed = await workspace.run(lambda api: api.components.list(1, MOST_COMPONENTS))
            components = [(each.id, each.name or each.code) for each in listed.rows]
        dialog = NewTestDialog(self._panel.window(), workspace, components)
        if await dialog.ask() == DONE and dialog.made is not None:
            workspace.announce(PART, str(dialog.made.id))
            self._panel.open_record(str(dialog.made.id))


def _fields(*, with_components: bool) -> tuple[FieldSpec, ...]:
    kinds = [(PLAIN, _("Variants by name"))]
    if with_components:
        kinds.append((COMPONENTS, _("Components")))
    return (
        FieldSpec("name", _("Name"), max_length=LONGEST_NAME, check=name_problem),
        FieldSpec("type", _("What is compared"), "choice", choices=tuple(kinds)),
        FieldSpec("primary_metric", _("Metric"), "choice", choices=tuple(METRIC_WORDS.items())),
        FieldSpec("statistical_method", _("Method"), "choice", choices=tuple(METHOD_WORDS.items())),
    )


def name_problem(value: Any, _values: Mapping[str, Any]) -> str | None:
    """What is wrong with a test's name."""
    return None if str(value or "").strip() else _("A test needs a name.")
