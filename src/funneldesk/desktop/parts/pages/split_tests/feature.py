"""Split tests of the open page: made from a selection, compared with what the platform runs."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.contract.markup import Block, every_block, scan
from funneldesk.contract.markup_edits import CannotEdit
from funneldesk.contract.markup_records import held_records
from funneldesk.contract.split_tests import SplitTestPatch
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.shortcuts import in_menu
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.save.questions import (
    KEEP,
    PAUSE,
    ask_to_continue,
    ask_to_keep,
    ask_to_pause,
)
from funneldesk.desktop.parts.pages.save.review import TEST_KINDS
from funneldesk.desktop.parts.pages.split_tests.changes import blocks_of
from funneldesk.desktop.parts.pages.split_tests.keeping import records_of_page
from funneldesk.desktop.parts.pages.split_tests.new_test import (
    NewTestDialog,
    excerpt_of,
    find_part,
    suggested_name,
    wrap_in,
)
from funneldesk.desktop.parts.pages.split_tests.state import (
    Record,
    Stored,
    keep_all,
    names_of,
    to_continue,
    to_keep,
)
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.save.plan import SaveWarning
from funneldesk.desktop.records.save.questions import CHANGED, GO, ask_about
from funneldesk.desktop.records.split_test_states import RUNNING
from funneldesk.desktop.sections.actions import Action, Place, Takes
from funneldesk.desktop.sections.operations import operation, optional

if TYPE_CHECKING:
    from funneldesk.client import Api

KEYS, TEST_ID = "Ctrl+Shift+T", "pages.test-selection"
TEST_SELECTION = _("Create split test from selection…")
NEAR_LINES = 12
NOTICE = "pages/tests"


class SplitTests(PageFeature):
    """Wraps the selection, and tells the panel below the source how each test stands."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        self._stored_html: str | None = None
        self._stored_blocks: tuple[Block, ...] = ()
        self._records: dict[int, Record] | None = None
        self._asked = False
        self._pausing: dict[int, str] = {}
        self.tasks = TaskScope(context.section)
        context.editor.analysed.connect(self._show_outcome)
        context.editor.tests_work.reported.connect(self._tell)
        context.editor.source_menu.connect(self._fill_source_menu)
        context.editor.tests.asked_for_results.connect(
            lambda number: context.workspace.go("split_tests", str(number))
        )
        context.session.opened.connect(self._opened)
        context.session.changed.connect(self._changed)

    def declare(self) -> Sequence[Action]:
        return (
            Action(
                TEST_ID,
                TEST_SELECTION,
                lambda _: self.test_selection(),
                "flask-conical",
                KEYS,
                Place.PALETTE | Place.RECORD_MENU,
                takes=Takes.OPEN,
            ),
            Action(
                "pages.go-to-tests",
                _("Go to the split tests"),
                lambda _: self._go_to_tests(),
                "flask-conical",
                takes=Takes.OPEN,
                offered=lambda *_: bool(self.context.editor.tests.boxes),
            ),
        )

    def _fill_source_menu(self, menu: QMenu) -> None:
        editor = self.context.editor
        if editor.code is not None and editor.tabs.current() == "html":
            menu.addSeparator()
            action = menu.addAction(in_menu(TEST_SELECTION, KEYS, TEST_ID), self.test_selection)
            start, end = editor.code.selection("html")
            action.setEnabled(start < end and editor.tests.isEnabled())

    # A new test

    def test_selection(self) -> None:
        """Put what is selected in the html into a new split test."""
        if self.context.session.draft is not None and self.context.editor.tests.isEnabled():
            self.tasks.latest("wrap", self._wrap())

    async def _wrap(self) -> None:
        editor = self.context.editor
        code = editor.code
        if code is None:
            return
        await editor.settled()
        if editor.tabs.current() != "html":
            self._tell(
                "warning", _("Select a part of the HTML first."), _("Then create the split test.")
            )
            return
        html, selection = editor.source("html"), code.selection("html")
        try:
            part, taken = await in_thread(find_part, html, *selection)
        except CannotEdit as refused:
            self._tell(
                "warning", _("A split test can't be created from this selection."), str(refused)
            )
            return
        inner = html[part.start : part.end]
        name = suggested_name(inner, taken)
        dialog = NewTestDialog(self.context.section, excerpt_of(inner, part.widened), name, taken)
        code.highlight("html", part.start, part.end)
        answer = await dialog.ask()
        code.clear_highlight("html")
        made = answer == "make" and await editor.tests_work.change(
            partial(wrap_in, html, part, dialog.name)
        )
        if made:
            self._go_to_copy(part.start)

    def _go_to_copy(self, start: int) -> None:
        """Select what is to be changed next: the second variant of the test that starts there.

        Where it is far below, the view stays at the first one, which was selected before.
        """
        editor = self.context.editor
        block = next((b for b in every_block(editor.analysis.blocks) if b.start == start), None)
        if block is not None and editor.code is not None:
            html = editor.source("html")
            is_near = html.count("\n", block.start, block.variants[1].inner_start) <= NEAR_LINES
            shown = block.variants[1 if is_near else 0]
            held = html[shown.inner_start : shown.inner_end]
            first = shown.inner_start + len(held) - len(held.lstrip())
            editor.code.select("html", first, first + len(held.strip()))
            editor.code.focus()

    def _go_to_tests(self) -> None:
        self.context.editor.show_tab("html")
        self.context.editor.tests.focus_test(0)

    # Before a save

    async def ask_about(self, panel: QWidget, warning: SaveWarning) -> str:
        """Put a warning to the user before a save, with the offer to keep what is there."""
        draft = self.context.session.draft
        records = self._records or {}
        if draft is None or warning.kind not in TEST_KINDS:
            return await ask_about(panel, warning)
        html, before = draft.text("html"), str(draft.base_value("html") or "")
        if warning.kind == "tests_removed":
            self._pausing = {}
            lost = await in_thread(_left_running, html, before, records)
            if not lost or not self.context.workspace.may_write("split_tests"):
                return await ask_about(panel, warning)
            answer = await ask_to_pause(panel, warning, len(lost))
            self._pausing = lost if answer == PAUSE else {}
            return GO if answer == PAUSE else answer
        again = warning.kind == "tests_sent_again"
        places = await in_thread(to_keep if again else to_continue, html, before, records)
        if not places:
            return await ask_about(panel, warning)
        ask = ask_to_keep if again else ask_to_continue
        answer = await ask(panel, warning, len(places))
        if answer != KEEP:
            return answer
        done = await self.context.editor.tests_work.change(partial(keep_all, places))
        return CHANGED if done else ""

    async def saved(self, draft: RecordDraft) -> None:
        """Pause the tests whose blocks the saved page has no more, where the user wants it."""
        wanted, self._pausing = self._pausing, {}
        stored = str(draft.base_value("html") or "")
        held = await in_thread(_held, stored, self._records or {})
        names = {number: name for number, name in wanted.items() if number not in held}
        if names:
            await self._set_status(names, "paused")

    async def _set_status(self, names: Mapping[int, str], status: str) -> None:
        workspace, paused = self.context.workspace, status == "paused"
        doing = _("Pausing the split test") if paused else _("Resuming the split test")
        patch = SplitTestPatch(status=status)

        async def send(api: "Api") -> None:
            for number in names:
                await api.split_tests.update(number, patch)

        with operation(workspace, doing, f"{NOTICE}/{status}") as asked:
            await workspace.run(send)
        workspace.announce("split_tests", *map(str, names), source=None)
        self._asked = False
        self._show_outcome()
        if asked.failed:
            return
        listed = ", ".join(f"“{name}”" for name in names.values())
        if not paused:
            self._tell("success", _("{names} resumed").format(names=listed), "")
            return
        back = NoticeAction(_("Undo"), lambda: self.tasks.start(self._set_status(names, "running")))
        text = _("No page shows it any more. You can resume it in Split tests.")
        what = _("{names} paused").format(names=listed)
        workspace.notifications.post(Notice(what, text, "success", key=NOTICE, action=back))

    # What the platform has

    def _opened(self, _record_id: str) -> None:
        self._records = None
        self._stored_html = None
        self._asked = False

    def _changed(self) -> None:
        draft = self.context.session.draft
        if draft is None or self._stored_html is None:
            return
        if str(draft.base_value("html") or "") != self._stored_html:
            # The html went to the platform, or came from it: tests may have been started.
            self._asked = False
            self._show_outcome()

    def _show_outcome(self) -> None:
        self.tasks.latest("standing", self._find_outcome())

    async def _find_outcome(self) -> None:
        draft = self.context.session.draft
        if draft is None:
            return
        stored = str(draft.base_value("html") or "")
        if stored != self._stored_html:
            self._stored_blocks = await in_thread(blocks_of, stored)
            self._stored_html = stored
        changed = str(draft.value("html") or "") != stored
        tests = self.context.editor.tests
        tests.show_stored(Stored(self._stored_blocks, self._records, changed))
        if (tests.boxes or self._stored_blocks) and not self._asked:
            self._asked = True
            self.tasks.latest("records", self._fetch_records())

    async def _fetch_records(self) -> None:
        """Without the platform's word nothing is missing but the offer to keep a running test."""
        draft = self.context.session.draft
        if draft is None or draft.id is None:
            return
        page_id = draft.id
        with optional() as asked:
            records = await self.context.workspace.run(lambda api: records_of_page(api, page_id))
        if asked.failed:
            return
        if draft is self.context.session.draft:
            self._records = records
            draft.test_ids = None if records is None else frozenset(records)
            self._show_outcome()

    def _tell(self, tone: str, what: str, text: str) -> None:
        self.context.workspace.notifications.post(Notice(what, text, tone, key=NOTICE))


def _held(html: str, records: Mapping[int, Record]) -> frozenset[int]:
    return held_records(scan(html), names_of(records))


def _left_running(html: str, before: str, records: Mapping[int, Record]) -> dict[int, str]:
    """The running tests of the stored html ``before`` that ``html`` no longer holds, by name."""
    lost = _held(before, records) - _held(html, records)
    running = (number for number in sorted(lost) if records[number].status == RUNNING)
    return {number: records[number].name for number in running}
