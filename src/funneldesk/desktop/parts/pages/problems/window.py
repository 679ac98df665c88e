"""The window of all problems of a brand's pages: by kind or by page, narrowed, opened, exported."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import (
    Button,
    SearchField,
    Segments,
    column,
    row,
    surface,
)
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.lists.grouped_list import Group, GroupedView
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.library.place import open_at
from funneldesk.desktop.parts.pages.problems.brand_problems import BrandProblems
from funneldesk.desktop.parts.pages.problems.brand_rules import BrandProblem
from funneldesk.desktop.parts.pages.problems.rows import (
    BY_KIND,
    BY_PAGE,
    LOOKS,
    SEVERITIES,
    SOURCE_WORDS,
    ProblemRows,
    by_kind,
    by_page,
    kind_title,
    sorted_out,
)

SIZE = QSize(900, 680)
TYPING_PAUSE = 0.08
CHANGED_PAUSE = 0.8


class ProblemsWindow(QDialog):
    """Keeps itself up to date while it is shown; a page opens behind it, at the place."""

    def __init__(self, context: PagesContext, problems: BrandProblems) -> None:
        super().__init__(context.section)
        self.context = context
        self.library = context.library
        self.tasks = TaskScope(self)
        self.problems = problems
        self.shown: list[BrandProblem] = []
        self.setWindowTitle(_("Problems of all pages"))
        self.resize(first_size(SIZE))
        self._build()
        self._wire()
        self._fill_soon()

    def _build(self) -> None:
        surface("surface", self)
        self.search = SearchField(_("Page, file or words"))
        self.grouping = Segments()
        self.grouping.set_choices([(BY_KIND, _("By kind"), ""), (BY_PAGE, _("By page"), "")])
        self.severity_buttons = {
            key: Button(words, kind="chip", checkable=True) for key, words in SEVERITIES
        }
        chips = row(self.grouping, None, spacing=8)
        for button in self.severity_buttons.values():
            button.setChecked(True)
            chips.addWidget(button)
        head = column(spacing=8, margins=(16, 12, 16, 10))
        head.addWidget(self.search)
        head.addLayout(chips)
        self.progress = ProgressLine()
        self.list = GroupedView(_("Problems"))
        self.empty = EmptyState("list-checks", "", "")
        self.views = QStackedWidget()
        self.views.addWidget(self.empty)
        self.views.addWidget(self.list)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.progress)
        whole.addWidget(self.views, 1)
        whole.addWidget(self._foot())
        self.setLayout(whole)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def _foot(self) -> QWidget:
        self.coverage = ElidedLabel("", size="small", tone="muted")
        self.again_button = Button(_("Check again"), kind="plain", icon_name="refresh-cw")
        self.export_button = Button(_("Export CSV…"), kind="plain", icon_name="download")
        self.close_button = Button(_("Close"), on_click=self.hide)
        foot = surface("foot")
        line = row(spacing=8, margins=(16, 8, 16, 8))
        line.addWidget(self.coverage, 1)
        for button in (self.again_button, self.export_button, self.close_button):
            line.addWidget(button)
        foot.setLayout(line)
        return foot

    def _wire(self) -> None:
        self.problems.updated.connect(self._fill_soon)
        self.problems.progressed.connect(self._say_progress)
        self.search.textChanged.connect(self._fill_soon)
        self.search.left_downwards.connect(
            lambda: self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        )
        self.grouping.chosen.connect(self._fill_soon)
        for button in self.severity_buttons.values():
            button.clicked.connect(self._fill_soon)
        self.list.opened.connect(self._open)
        self.again_button.clicked.connect(self.problems.read_surroundings)
        self.export_button.clicked.connect(lambda: self.tasks.latest("export", self._export()))
        for changed in (self.library.updated, self.library.covered):
            changed.connect(self._changed)

    def begin(self) -> None:
        """Come up, and look."""
        self.show()
        self.raise_()
        self.activateWindow()
        self.list.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.problems.read_surroundings()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.problems.stop()

    def _changed(self) -> None:
        if self.isVisible():
            self.problems.refresh(CHANGED_PAUSE)

    # Showing

    def _fill_soon(self) -> None:
        self.tasks.debounce("fill", TYPING_PAUSE, self._fill)

    async def _fill(self) -> None:
        """Sort what was found in a thread: there may be very much of it."""
        every = list(self.problems.found.values())
        wanted = {key for key, button in self.severity_buttons.items() if button.isChecked()}
        words = self.search.text()
        is_by_kind = self.grouping.current() == BY_KIND
        pages = self.library.rows
        counts, kept = await in_thread(sorted_out, every, pages, wanted, words)
        arranged = await in_thread(by_kind if is_by_kind else by_page, kept, pages)
        self.shown = kept
        groups = [self._group(key, found, is_by_kind) for key, found in arranged]
        self.list.set_groups(groups)
        for key, said in SEVERITIES:
            self.severity_buttons[key].setText(f"{said} {counts.get(key, 0):,}")
        self.export_button.setEnabled(bool(kept))
        self._say_empty(any(every), bool(kept))
        self._say_progress()

    def _group(self, key: str, found: list[BrandProblem], is_by_kind: bool) -> Group:
        if is_by_kind:
            rows = ProblemRows(found, self.library.rows)
            return Group(key, kind_title(key), rows, count=len(found))
        page = self.library.rows[key]
        title = page.name or _("Untitled page")
        return Group(key, title, ProblemRows(found, None), f"/{page.slug}", len(found))

    def _say_empty(self, is_any: bool, is_kept: bool) -> None:
        if is_kept:
            self.views.setCurrentWidget(self.list)
            return
        self.views.setCurrentWidget(self.empty)
        if is_any:
            self.empty.say(_("Nothing fits"), _("Change the words, or show more kinds."))
        elif self.problems.busy:
            self.empty.say(_("Looking at the pages"), _("Findings show as soon as there are some."))
        elif self.problems.failure:
            self.empty.say(_("The pages could not be looked at"), self.problems.failure)
        else:
            self.empty.say(_("No problems found"), _("Pages are checked as they change."))

    def _say_progress(self) -> None:
        found = self.problems
        self.progress.set_on(found.busy)
        said = [_("{whole:,} of {of:,} pages looked at").format(whole=found.whole, of=found.of)]
        if found.missing and not found.busy:
            said.append(_("the rest is not on this computer yet"))
        said += [sentence for sentence in (found.unlisted, found.failure) if sentence]
        self.coverage.setText(" · ".join(said))

    # Acting

    def _open(self, key: str) -> None:
        page_id, source, start, end = key.split("\n")
        place = (source, int(start), int(end))
        self.context.tasks.latest("open", open_at(self.context.session, page_id, *place))

    def table(self) -> Table:
        """What is shown, for a file."""
        rows = self.library.rows
        titles = (_("Severity"), _("Kind"), _("Page"), _("Slug"), _("Where"), _("Line"), _("What"))
        cells = [
            (
                LOOKS[p.severity][2],
                kind_title(p.kind),
                rows[p.page_id].name,
                rows[p.page_id].slug,
                SOURCE_WORDS.get(p.source, _("Settings")),
                p.line,
                p.message,
            )
            for p in self.shown
            if p.page_id in rows
        ]
        return Table(_("Problems"), titles, cells)

    async def _export(self) -> None:
        path = await ask_save_path(self, _("Export the problems"), "problems.csv", "csv")
        if path is not None:
            notice = await write_table(path, self.table())
            self.context.workspace.notifications.post(notice)
