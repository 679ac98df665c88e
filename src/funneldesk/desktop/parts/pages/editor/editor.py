"""The page that is open: its sources, settings and split tests, and the problems in them."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QSplitter, QStackedWidget, QWidget

from funneldesk.contract.markup import Block, Edit, every_block
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.settings.settings import PageSettings
from funneldesk.desktop.parts.pages.split_tests.panel import TestsPanel, placed
from funneldesk.desktop.parts.pages.split_tests.work import TestsWork
from funneldesk.desktop.records.problems.rules.analysis import Analysis, analyse
from funneldesk.desktop.records.problems.rules.problem import Problem

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor
    from funneldesk.desktop.kit.web.editor.documents import Problem as Mark

SOURCES = tuple((field.name, field.tab, field.language) for field in FIELDS if field.language)
Judge = Callable[[Mapping[str, Any]], Awaitable[Sequence[tuple[str, Problem]]]]
"""Gives problems of a page, each with its field."""
SETTINGS = "settings"
TYPING_PAUSE = 0.15
MOST_AT_EDITOR = 200
SETTLING_SECONDS = 1.0


class PageEditor(QWidget):
    """Edits one draft. ``edited`` tells that a field changed by the user's hand."""

    edited = Signal(str)
    analysed = Signal()
    code_made = Signal(object)
    """The code editor is there, before anything is open in it."""
    source_menu = Signal(QMenu)
    """The source's menu is about to be shown."""
    asked_to_show_variant = Signal(object, int)
    """The place of a split test, as the preview knows it, and the number of the variant."""

    def __init__(self, base: Callable[[], str] = str) -> None:
        """``base``: where the brand's pages live, as far as it is known."""
        super().__init__()
        self._base = base
        self.tasks = TaskScope(self)
        self.draft: LocalPageDraft | None = None
        self.analysis = Analysis()
        self.judge: Judge | None = None
        """Gives problems of the page beside those that its sources tell by themselves."""
        self._field = ""
        """The setting to which the last problem led."""
        self.code: CodeEditor | None = None
        self.wraps = False
        self._loading = False
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("surface", self)
        self.tabs = Segments("tab", 0)
        self.tabs.set_choices(
            [(name, title, "") for name, title, _unused in SOURCES]
            + [(SETTINGS, _("Settings"), "")]
        )
        head = surface("top")
        bar = row(self.tabs, None, margins=(6, 0, 6, 0))
        head.setLayout(bar)
        head.setFixedHeight(36)
        self.settings = PageSettings()
        self.code_place = QWidget()
        self.code_place.setLayout(column(spacing=0))
        self.views = QStackedWidget()
        self.views.addWidget(self.code_place)
        self.views.addWidget(self.settings)
        self.tests = TestsPanel()
        self.tests_work = TestsWork(self, self)
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.views)
        self.split.addWidget(self.tests)
        self.split.setStretchFactor(0, 1)
        self.split.setStretchFactor(1, 0)
        self.problem_button = Button("", kind="link", tip=_("Go to the next problem (F8)"))
        self.problem_text = ElidedLabel("", size="small", tone="muted")
        self.kept = Label("", size="small", tone="muted")
        foot = surface("foot")
        foot.setFixedHeight(30)
        line = row(self.problem_button, spacing=8, margins=(10, 0, 16, 0))
        line.addWidget(self.problem_text, 1)
        line.addWidget(self.kept)
        foot.setLayout(line)
        self.setLayout(column(head, self.split, foot, spacing=0))

    def _wire(self) -> None:
        self.tabs.chosen.connect(self.show_tab)
        self.settings.edited.connect(self._edited)
        self.tests.acted.connect(self._act_on_test)
        self.tests.undo_wanted.connect(lambda: self._code().undo())
        self.tests.redo_wanted.connect(lambda: self._code().redo())
        self.problem_button.clicked.connect(self.next_problem)

    def open(self, draft: LocalPageDraft) -> None:
        """Edit another page; what was typed in the one before is in its draft."""
        self._loading = True
        self.draft = draft
        code = self._code()
        for name, _unused, language in SOURCES:
            text = str(draft.value(name) or "")
            if name in code.document_names():
                code.close_document(name)
            code.open_document(name, text, "css" if language == "css" else "html")
        self.settings.open(draft, self._base())
        self._loading = False
        self.show_tab(self.tabs.current() or "html")
        self.show_changed()
        self.analyse_soon(0)

    def show_tab(self, name: str) -> None:
        """Show a source or the settings."""
        self.tabs.choose(name)
        self.tests.set_wanted(name == "html")
        if name == SETTINGS:
            self.views.setCurrentWidget(self.settings)
            return
        self.views.setCurrentWidget(self.code_place)
        code = self._code()
        if name in code.document_names():
            code.show_document(name)

    def source(self, name: str) -> str:
        """A source as it is typed now."""
        return self.code.text(name) if self.code is not None else ""

    def set_source(self, name: str, text: str) -> None:
        """Replace a source by one change that can be undone."""
        self._code().set_text(name, text)

    def wrap(self, on: bool) -> None:
        """Whether long lines are broken at the edge of the view."""
        self.wraps = on
        if self.code is not None:
            self.code.set_wrap(on)

    def focus_source(self) -> None:
        """Put the cursor into the source."""
        if self.code is not None:
            self.code.focus()

    def swap(self, draft: LocalPageDraft, fields: Iterable[str]) -> None:
        """Go on with another draft of the page, which differs in these fields."""
        self.draft = draft
        self.take(fields)

    def take(self, fields: Iterable[str]) -> None:
        """Show what came from elsewhere into these fields while they were open."""
        draft, code = self.draft, self.code
        if draft is None:
            return
        self._loading = True
        for name in fields:
            if code is not None and name in code.document_names():
                code.set_text(name, draft.text(name))
                self.analyse_soon()
        self._loading = False
        self.refresh()

    def refresh(self) -> None:
        """The draft was saved: show what it holds now beside the sources."""
        if self.draft is not None:
            self.settings.open(self.draft, self._base())
            self.show_changed()

    async def settled(self) -> None:
        """Wait until the last keystrokes are in the draft."""
        await self.tests_work.settled()
        if self.code is not None:
            # A view that has ended answers nothing; what it had sent is in the draft.
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.code.settled(), SETTLING_SECONDS)

    def seek(self) -> None:
        """Search and replace in the shown source."""
        if self.views.currentWidget() is self.settings:
            self.show_tab("html")
        self._code().open_search()

    def set_read_only(self, reason: str) -> None:
        """No typing, with a reason; "" allows it."""
        self._code().set_read_only(bool(reason))
        self.settings.set_read_only(reason)
        self.tests.setEnabled(not reason)

    def show_errors(self, errors: dict[str, list[str]]) -> list[str]:
        """Put the platform's messages at their fields; gives those that have none here."""
        rest: list[str] = []
        for name, title, _unused in SOURCES:
            said = errors.get(name)
            if said:
                self.show_tab(name)
                rest += [f"{title}: {text}" for text in said]
        other = {k: v for k, v in errors.items() if k not in {name for name, *_rest in SOURCES}}
        if other:
            self.show_tab(SETTINGS)
            rest += self.settings.show_errors(other)
        return rest

    def show_changed(self) -> None:
        """Mark the fields that are unsaved."""
        if self.draft is not None:
            names = frozenset(self.draft.changed_fields())
            self.settings.show_changed()
            for name, title, _unused in SOURCES:
                button = self.tabs.button(name)
                if button is not None:
                    button.setText(f"{title} •" if name in names else title)

    def say_kept(self, text: str) -> None:
        """The line that tells when unsaved work was last made durable."""
        self.kept.setText(text)

    # Split tests

    @property
    def blocks(self) -> Sequence[Block]:
        """The split tests of the source, as they were found last."""
        return self.analysis.blocks

    def apply_edits(self, edits: Sequence[Edit]) -> None:
        """Change the html in several places, as one step back."""
        changes = [(edit.start, edit.end, edit.text) for edit in edits]
        self._code().replace_all("html", changes)

    def take_blocks(self, blocks: Sequence[Block]) -> None:
        """Show the split tests of the html as it is now; problems follow once the typing pauses."""
        self.analysis = replace(self.analysis, blocks=tuple(blocks))
        self.tests.show_blocks(self.analysis.blocks)

    def show_block(self, number: int) -> None:
        """Go to a split test in the source; nested ones count after the one that holds them."""
        blocks = list(every_block(self.analysis.blocks))
        if number < len(blocks):
            self.show_tab("html")
            self._code().select("html", blocks[number].start, blocks[number].open_end)

    def _act_on_test(self, number: int, what: str, value: Any) -> None:
        if what == "source":
            self.show_block(number)
        elif what == "show":
            self._show_variant(number, value)
        else:
            self.tests_work.act(number, what, value)

    def _show_variant(self, number: int, variant: int) -> None:
        place, block = list(placed(self.analysis.blocks))[number]
        chosen = block.variants[variant]
        self.show_tab("html")
        self._code().highlight("html", chosen.start, chosen.end)
        self._code().select("html", chosen.start, chosen.start)
        self.asked_to_show_variant.emit(place, variant)

    # Problems

    def analyse_soon(self, pause: float = TYPING_PAUSE) -> None:
        """Look for blocks and problems once the typing pauses."""
        self.tasks.debounce("analyse", pause, self._analyse)

    async def _analyse(self) -> None:
        draft, texts = self.draft, {name: self.source(name) for name, *_rest in SOURCES}
        analysis = await in_thread(analyse, texts)
        found = {name: list(problems) for name, problems in analysis.problems.items()}
        if draft is not None and self.judge is not None:
            named = {"id": draft.id, "name": draft.text("title")}
            page = {**named, "seo_title": draft.text("seo_title"), **texts}
            for source, problem in await self.judge(page):
                found.setdefault(source, []).append(problem)
        ordered = {name: sorted(each, key=lambda p: p.start) for name, each in found.items()}
        self.analysis = replace(analysis, problems=ordered)
        code = self._code()
        for name, *_rest in SOURCES:
            if texts[name] == self.source(name):
                shown = ordered.get(name, [])
                code.set_problems(name, [_marked(p) for p in shown[:MOST_AT_EDITOR]])
        self.tests.show_blocks(self.analysis.blocks)
        self._say_problems()
        self.analysed.emit()

    def judge_again(self) -> None:
        """Look for problems again: what the page is held against has changed."""
        if self.draft is not None:
            self.analyse_soon()

    def _say_problems(self) -> None:
        count = self.analysis.count
        self.problem_button.setVisible(bool(count))
        told = ngettext("{count} problem", "{count} problems", count).format(count=count)
        self.problem_button.setText(told)
        first = self.analysis.first
        self.problem_text.setText(first[1].message if first else _("No problems found"))

    def next_problem(self) -> None:
        """Go to the first problem behind the cursor, round and round."""
        code = self._code()
        if self.draft is None:
            return
        shown, here = self._field, 0
        if not (shown and self.tabs.current() == SETTINGS):
            shown = code.shown_document or "html"
            here = code.cursor_offset(shown)
        found = self.analysis.after(shown, here)
        if found is not None:
            name, problem = found
            self._field = "" if name in code.document_names() else name
            if self._field:
                self.show_tab(SETTINGS)
                self.settings.form.reveal(name)
            else:
                self.show_tab(name)
                code.select(name, problem.start, problem.end)
            self.problem_text.setText(problem.message)

    # Wiring

    def _code(self) -> "CodeEditor":
        if self.code is None:
            from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor

            self.code = CodeEditor()
            self.code.setAccessibleName(_("Source"))
            self.code.set_wrap(self.wraps)
            self.code.changed.connect(self._source_edited)
            self.code.menu_opened.connect(self.source_menu)
            self.code_made.emit(self.code)
            layout = self.code_place.layout()
            if layout is not None:
                layout.addWidget(self.code)
        return self.code

    def _source_edited(self, name: str) -> None:
        if self._loading or self.draft is None:
            return
        if self.draft.set(name, self.source(name)):
            self._edited(name)
        self.analyse_soon()

    def _edited(self, name: str) -> None:
        if name in ("title", "seo_title"):
            self.judge_again()
        self.show_changed()
        self.edited.emit(name)


def _marked(problem: Problem) -> "Mark":
    """A problem as the code editor marks it."""
    from funneldesk.desktop.kit.web.editor.documents import Fix
    from funneldesk.desktop.kit.web.editor.documents import Problem as Mark

    fixes = tuple(Fix(f.label, problem.start, problem.end, f.text) for f in problem.fixes)
    return Mark(problem.start, problem.end, problem.severity, problem.message, fixes)
