"""An existing test changed: its name, its days, and its shares where no page holds them.

The block of a page is the source of its test's name and shares (quirk 27): both are changed there.
What visitors get no more of, a decided test's shares, stands still.
"""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.split_tests import SplitTest, SplitTestPatch, SplitTestSummary
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.deeds.making import LONGEST_NAME, name_problem
from funneldesk.desktop.parts.split_tests.deeds.runs import FIXED
from funneldesk.desktop.parts.split_tests.deeds.variant_rows import WeightRows
from funneldesk.desktop.parts.split_tests.deeds.winner import DONE, PART
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.operations import confirmed, journaled, may_write, operation
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

IN_BLOCK = _("The block on the page has its name and shares: change them there.")
DECIDED = _("It is decided: visitors get the winner alone.")
MOVED = _(
    "Shares that change while a test runs make its split look broken, and mix days that are not "
    "alike. A new test is the safer way."
)


class EditTestDialog(FormDialog):
    """Asks for what may be changed in the state that the test is in."""

    def __init__(self, parent: QWidget, workspace: Workspace, test: SplitTest) -> None:
        self.test = test
        self.rows: WeightRows | None = None
        super().__init__(
            parent,
            workspace,
            _("Edit “{test}”").format(test=test.name),
            (GroupSpec("", "", _fields(test)),),
            values=_values(test),
            memory=f"{PART}/edit/{test.id}",
            action=_("Save test"),
            send=self._save,
            height=230,
        )
        if _has_shares(test) and test.config is not None:
            self.rows = WeightRows([(i.name, i.weight) for i in test.config.items])
            self.body.addWidget(Label(_("Shares"), size="label"))
            self.body.addWidget(self.rows)
        told = IN_BLOCK if test.page_id else DECIDED if test.status in FIXED else MOVED
        self.body.addWidget(Label(told, size="small", tone="muted", wrap=True))

    def patch(self, values: Mapping[str, Any]) -> SplitTestPatch:
        """What differs from the test as it was read."""
        before = _values(self.test)
        changed: dict[str, Any] = {
            name: value or None for name, value in values.items() if value != before[name]
        }
        if "name" in changed:
            changed["name"] = str(values["name"]).strip()
        if self.rows is not None and self.rows.is_changed and self.test.config is not None:
            pairs = zip(self.test.config.items, self.rows.shares, strict=True)
            items = [{**item.model_dump(), "weight": float(share)} for item, share in pairs]
            changed["config"] = {"items": items}
        return SplitTestPatch(**changed)

    async def _save(self, values: Mapping[str, Any]) -> None:
        patch, number, run = self.patch(values), self.test.id, self.workspace.run
        if not patch.body()["split_test"]:
            return

        async def look(api: "Api") -> SplitTestSummary | None:
            return _as_wanted(await api.split_tests.get(number), patch)

        async with journaled(
            self.workspace, PART, self.test.name, _("Saving the test"), str(number)
        ):
            call = run(lambda api: api.split_tests.update(number, patch))
            await confirmed(call, lambda: run(look))


async def edit_test(panel: Panel, test_id: str) -> None:
    """Read the test as it is now, and ask what is to be changed."""
    workspace = panel.workspace
    if not may_write(workspace, PART, _("split tests")):
        return
    with operation(workspace, _("Editing a split test"), "split_tests/edit"):
        test = await workspace.run(lambda api: api.split_tests.get(int(test_id)))
        if await EditTestDialog(panel.window(), workspace, test).ask() == DONE:
            workspace.announce(PART, test_id)


def _has_shares(test: SplitTest) -> bool:
    return not test.page_id and test.status not in FIXED


def _as_wanted(test: SplitTest, patch: SplitTestPatch) -> SplitTest | None:
    """The test where it stands as it was to be."""
    wanted, found = patch.body()["split_test"], test.model_dump(mode="json")
    items = wanted.pop("config", {}).get("items", [])
    weights = [item.weight for item in test.config.items] if test.config is not None else []
    alike = all(str(found.get(n) or "")[:10] == str(v or "")[:10] for n, v in wanted.items())
    if "name" in wanted:
        alike = alike and test.name == wanted["name"]
    return test if alike and (not items or weights == [i["weight"] for i in items]) else None


def _values(test: SplitTest) -> dict[str, Any]:
    return {
        "name": test.name,
        "start_date": _day(test.start_date),
        "end_date": _day(test.end_date),
    }


def _day(value: date | None) -> str:
    return "" if value is None else value.isoformat()[:10]


def _fields(test: SplitTest) -> tuple[FieldSpec, ...]:
    fixed = test.status in FIXED
    return (
        FieldSpec(
            "name",
            _("Name"),
            max_length=LONGEST_NAME,
            read_only=bool(test.page_id),
            check=name_problem,
        ),
        FieldSpec("start_date", _("First day"), "date", read_only=fixed),
        FieldSpec(
            "end_date",
            _("Last day"),
            "date",
            read_only=fixed,
            hint=_("Without one it runs until it is paused or decided."),
            check=_last_day_problem,
        ),
    )


def _last_day_problem(value: Any, values: Mapping[str, Any]) -> str | None:
    first = str(values.get("start_date") or "")
    wrong = bool(value and first and str(value) < first)
    return _("The last day can't be before the first.") if wrong else None
