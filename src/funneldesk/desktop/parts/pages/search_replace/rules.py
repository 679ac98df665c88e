"""What pages add to a replacement: their split tests, and what no replacement may do to them."""

from collections.abc import Sequence
from typing import Any

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.split_tests.choice import TestChoiceField
from funneldesk.desktop.parts.pages.split_tests.keeping import (
    NOT_FOUND,
    TestChoice,
    tests_in,
    with_ids,
)
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.search_replace.results import Entry
from funneldesk.desktop.records.search_replace.searched import Kept, ReplaceRules
from funneldesk.desktop.workspace.workspace import Workspace

REFUSED = {
    "html_emptied": _("Nothing would be left of its HTML, so it was left alone."),
    "visitor_wrapper": (
        _(
            "Its HTML would hold what the server makes for one visitor (data-sid, data-cid), so it "
            "was left alone."
        )
    ),
    "tests_added": _("It would start a new split test, so it was left alone."),
    "tests_sent_again": _("Its split tests would restart, so it was skipped."),
    "tests_removed": _("It would remove a split test, so it was left alone."),
}
ACCEPTED_ALREADY = frozenset({"visitor_wrapper"})
"""What a page may have had before; a replacement need not mend it."""


class PageReplaceRules(ReplaceRules):
    """Split tests are kept, skipped or restarted, as the user chose for the run."""

    choice: TestChoiceField | None = None

    def __init__(self, workspace: Workspace, library: PageLibrary) -> None:
        self._workspace, self._library = workspace, library
        self.tests: TestChoice = "keep"

    def begin(self, entries: Sequence[Entry]) -> None:
        rows = self._library.rows
        tested = sum(
            bool(rows[entry.found.id].tests)
            for entry in entries
            if entry.found.id in rows and entry.found.counts.get("html")
        )
        self.choice = TestChoiceField(tested) if tested else None

    def decide(self) -> None:
        self.tests = self.choice.choice if self.choice is not None else "keep"

    async def prepare(self, record_id: str, draft: RecordDraft, plan: SavePlan) -> Kept | str:
        choice = self.tests
        if "html" not in plan.sends or choice == "skip":
            return {}
        was = str(draft.base_value("html") or "")
        kept = await tests_in(self._workspace, int(record_id), was, choice)
        if kept is None:
            return NOT_FOUND
        if choice == "keep":
            draft.set("html", await in_thread(with_ids, draft.text("html"), was, kept))
        return {"tests": [[place, number] for place, number in kept.items()]} if kept else {}

    def refusal(self, plan: SavePlan) -> str:
        choice = self.tests
        for warning in plan.warnings:
            again = warning.kind == "tests_sent_again"
            if again and choice == "keep":
                return NOT_FOUND
            accepted = warning.kind in ACCEPTED_ALREADY or (again and choice == "restart")
            if not accepted:
                return REFUSED[warning.kind]
        return ""

    async def put_back(self, texts: dict[str, Any], kept: Kept) -> str:
        tests = dict(kept.get("tests") or ())
        if not tests or "html" not in texts:
            return ""
        texts["html"] = await in_thread(with_ids, texts["html"], texts["html"], tests)
        return _("Its split tests go on with their numbers.")
