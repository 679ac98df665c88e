"""Writer of fields of many pages: split tests are kept where html is written."""

from collections.abc import Mapping

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.split_tests.keeping import (
    NOT_FOUND,
    Kept,
    TestChoice,
    tests_in,
    with_ids,
)
from funneldesk.desktop.records.bulk.field_writer import RecordFieldWriter
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.fields import Names, Value
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.workspace.workspace import Workspace


class FieldWriter(RecordFieldWriter):
    """``tests``: what becomes of split tests where html is written; taking back keeps those that
    were there before."""

    def __init__(
        self,
        workspace: Workspace,
        library: PageLibrary,
        wanted: Mapping[str, Mapping[str, Value]],
        known: Mapping[str, Mapping[str, Value]],
        names: Names | None = None,
        about: str = "",
        tests: TestChoice = "restart",
    ) -> None:
        super().__init__(PAGES, workspace, library, wanted, known, names, about)
        self.tests = tests
        self._kept: dict[str, Kept] = {}

    async def prepare(
        self, item: BulkItem, before: Mapping[str, Value], todo: dict[str, Value]
    ) -> str:
        if "html" not in before:
            return ""
        was = str(before["html"] or "")
        kept = await tests_in(self.workspace, int(item.id), was, self.tests)
        if kept is None:
            return NOT_FOUND
        if kept and self.tests == "keep":
            todo["html"] = await in_thread(with_ids, str(todo["html"]), was, kept)
        self._kept[item.id] = kept
        return ""

    async def prepare_to_take_back(self, item: BulkItem, todo: dict[str, Value]) -> None:
        kept = self._kept.get(item.id)
        if kept and "html" in todo:
            html = str(todo["html"])
            todo["html"] = await in_thread(with_ids, html, html, kept)

    def refusal(self, plan: SavePlan, todo: Mapping[str, Value]) -> str:
        again = any(warning.kind == "tests_sent_again" for warning in plan.warnings)
        return NOT_FOUND if "html" in todo and again and self.tests == "keep" else ""
