"""The window of all problems of a brand's pages: by kind or by page, narrowed, opened, exported."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QDialog, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls import Button, SearchField, Segments, column, row, surface
from funneldesk.desktop.kit.empty import EmptyState
from funneldesk.desktop.kit.export.ask_file import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.grouped import Group, GroupedView, GroupRow
from funneldesk.desktop.kit.table_progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.text import ElidedLabel
from funneldesk.desktop.parts.pages.brand_problems import BrandProblems
from funneldesk.desktop.parts.pages.brand_rules import KIND_TITLES, BrandProblem
from funneldesk.desktop.parts.pages.place import open_at

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.panel import PagesPanel

SIZE = QSize(900, 680)
BY_KIND, BY_PAGE = "kind", "page"
SEVERITIES = (("error", "Errors"), ("warning", "Warnings"), ("info", "Hints"))
LOOKS = {
    "error": ("circle-alert", "danger", "Error"),
    "warning": ("triangle-alert", "warning", "Warning"),
    "info": ("info", "info", "Hint"),
}
SOURCE_WORDS = {
    "html": "HTML",
    "css": "CSS",
    "custom_javascript": "JavaScript",
    "custom_header_code": "Header",
}
TYPING_PAUSE = 0.08
CHANGED_PAUSE = 0.8


class ProblemsWindow(QDialog):
    """Keeps itself up to date while it is shown; a page opens behind it, at the place."""

    def __init__(self, panel: "PagesPanel") -> None:
        super().__init__(panel)
        self.panel = panel
        self.library = panel.library
        self.tasks = TaskScope(self)
        self.problems = BrandProblems(self, panel.workspace, panel.library)
        self.shown: dict[str, BrandProblem] = {}
        self.setWindowTitle("Problems of all pages")
        self.resize(SIZE)
        self._build()
        self._wire()
        self._fill()

    def _build(self) -> None:
        surface("surface", self)
        self.search = SearchField("Page, file or words")
        self.grouping = Segments()
        self.grouping.set_choices([(BY_KIND, "By kind", ""), (BY_PAGE, "By page", "")])
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
        self.list = GroupedView("Problems")
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

    def _foot(self) -> QWidget:
        self.coverage = ElidedLabel("", size="small", tone="muted")
        self.again_button = Button("Check again", kind="plain", icon_name="refresh-cw")
        self.export_button = Button("Export CSV…", kind="plain", icon_name="download")
        self.close_button = Button("Close", on_click=self.hide)
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
        self.grouping.chosen.connect(self._fill)
        for button in self.severity_buttons.values():
            button.clicked.connect(self._fill)
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
        async def now() -> None:
            self._fill()

        self.tasks.debounce("fill", TYPING_PAUSE, now)

    def _fill(self) -> None:
        every = [p for found in self.problems.found.values() for p in found]
        kept = self._narrowed(every)
        self.shown = {}
        grouped = self._by_kind(kept) if self.grouping.current() == BY_KIND else self._by_page(kept)
        self.list.set_groups(grouped)
        for key, words in SEVERITIES:
            count = sum(problem.severity == key for problem in every)
            self.severity_buttons[key].setText(f"{words} {count:,}")
        self.export_button.setEnabled(bool(kept))
        self._say_empty(bool(every), bool(kept))
        self._say_progress()

    def _narrowed(self, problems: Iterable[BrandProblem]) -> list[BrandProblem]:
        wanted = {key for key, button in self.severity_buttons.items() if button.isChecked()}
        words = self.search.text().strip().casefold()
        rows = self.library.rows
        return [
            problem
            for problem in problems
            if problem.severity in wanted
            and problem.page_id in rows
            and (
                not words
                or words in problem.message.casefold()
                or words in rows[problem.page_id].sought
            )
        ]

    def _by_kind(self, problems: Iterable[BrandProblem]) -> list[Group]:
        kinds: dict[str, list[BrandProblem]] = {}
        for problem in problems:
            kinds.setdefault(problem.kind, []).append(problem)
        grave = {key: place for place, (key, _) in enumerate(SEVERITIES)}
        order = sorted(kinds, key=lambda kind: (grave[kinds[kind][0].severity], kind_title(kind)))
        return [
            Group(kind, kind_title(kind), [self._row(p, with_page=True) for p in kinds[kind]])
            for kind in order
        ]

    def _by_page(self, problems: Iterable[BrandProblem]) -> list[Group]:
        pages: dict[str, list[BrandProblem]] = {}
        for problem in problems:
            pages.setdefault(problem.page_id, []).append(problem)
        rows = self.library.rows
        order = sorted(pages, key=lambda id: (rows[id].name.casefold(), id))
        return [
            Group(
                id,
                rows[id].name or "Untitled page",
                [self._row(p, with_page=False) for p in pages[id]],
                f"/{rows[id].slug}",
            )
            for id in order
        ]

    def _row(self, problem: BrandProblem, *, with_page: bool) -> GroupRow:
        icon, tone, word = LOOKS[problem.severity]
        key = str(len(self.shown))
        self.shown[key] = problem
        source = SOURCE_WORDS.get(problem.source)
        where = f"{source} {problem.line:,}" if source else "Settings"
        title = self.library.rows[problem.page_id].name or "Untitled page"
        words = (title, problem.message) if with_page else (problem.message, "")
        return GroupRow(key, *words, where, icon, tone, word)

    def _say_empty(self, is_any: bool, is_kept: bool) -> None:
        if is_kept:
            self.views.setCurrentWidget(self.list)
            return
        self.views.setCurrentWidget(self.empty)
        if is_any:
            self.empty.say("Nothing fits", "Change the words, or show more kinds.")
        elif self.problems.busy:
            self.empty.say("Looking at the pages", "Findings show as soon as there are some.")
        elif self.problems.failure:
            self.empty.say("The pages could not be looked at", self.problems.failure)
        else:
            self.empty.say("No problems found", "Pages are checked as they change.")

    def _say_progress(self) -> None:
        found = self.problems
        self.progress.set_on(found.busy)
        said = [f"{found.whole:,} of {found.of:,} pages looked at"]
        if found.missing and not found.busy:
            said.append("the rest is not on this computer yet")
        said += [sentence for sentence in (found.unlisted, found.failure) if sentence]
        self.coverage.setText(" · ".join(said))

    # Acting

    def _open(self, key: str) -> None:
        problem = self.shown.get(key)
        if problem is not None:
            place = (problem.source, problem.start, problem.end)
            self.panel.tasks.latest("open", open_at(self.panel, problem.page_id, *place))

    def table(self) -> Table:
        """What is shown, for a file."""
        rows = self.library.rows
        titles = ("Severity", "Kind", "Page", "Slug", "Where", "Line", "What")
        cells = [
            (
                LOOKS[p.severity][2],
                kind_title(p.kind),
                rows[p.page_id].name,
                rows[p.page_id].slug,
                SOURCE_WORDS.get(p.source, "Settings"),
                p.line,
                p.message,
            )
            for p in self.shown.values()
            if p.page_id in rows
        ]
        return Table("Problems", titles, cells)

    async def _export(self) -> None:
        path = await ask_save_path(self, "Export the problems", "problems.csv", "csv")
        if path is not None:
            told = await write_table(path, self.table())
            self.panel.tell(told)


def kind_title(kind: str) -> str:
    """What a kind of problem is called over its group."""
    return KIND_TITLES.get(kind) or kind.replace("-", " ").capitalize()
