"""Uses of the selected files, in the pane on the right; a click opens the record."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.index import STILL_LOOKING, ReferenceIndex
from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.references.broken import BrokenReferences
from funneldesk.desktop.parts.files.references.unused import UnusedFiles
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.workspace.workspace import Mention

MOST_SHOWN = 8
MOST_SELECTED = 500
MOST_MAKERS = 3
TITLE_WIDTH = 150
SELECT_PAUSE = 0.08
BEGIN_PAUSE = 3.0
OPENED = frozenset({"pages"})
"""Parts that have a section in the window."""
STYLES = "styles"
PART_WORDS = {"components": _("Component"), "blogs": _("Blog"), "styles": _("Style sheet")}
FIELD_WORDS = {"html": "HTML", "css": "CSS", "custom_javascript": "JavaScript"} | {
    "custom_header_code": _("Header"),
    "config": _("Builder"),
    "text": "",
}


class WhereUsed(FilesFeature):
    """The group "Used in", and the views of unused files and of broken references."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self.index = panel.workspace.shared(ReferenceIndex)
        self.tasks = TaskScope(panel)
        self.uses = UsesList(self._open)
        self.group = panel.context.add("uses", _("Used in"), self.uses)
        self.group.hide()
        self._unused: UnusedFiles | None = None
        self._broken: BrokenReferences | None = None
        self._rows: tuple[AssetRow, ...] = ()
        self.index.updated.connect(self._ask_soon)
        self.tasks.debounce("begin", BEGIN_PAUSE, self._begin)

    async def _begin(self) -> None:
        """Before anybody asks: reading a whole brand takes its time."""
        self.index.begin()

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.unused",
            _("Unused files…"),
            lambda _ids: self.show_unused(),
            icon="search",
            places=Place.PALETTE | Place.SECTION_MENU,
        )
        yield Action(
            "files.broken-references",
            _("Broken references to files…"),
            lambda _ids: self.show_broken(),
            icon="link",
            places=Place.PALETTE | Place.SECTION_MENU,
        )

    def selection_changed(self, rows: Sequence[AssetRow]) -> None:
        self._rows = tuple(rows[:MOST_SELECTED])
        self.group.setVisible(bool(rows))
        if rows:
            self._ask_soon()
        else:
            self.tasks.cancel("ask")

    def show_unused(self) -> None:
        """Files that nobody refers to."""
        if self._unused is None:
            self._unused = UnusedFiles(self.panel, self.index)
        self._unused.begin()

    def show_broken(self) -> None:
        """References to files that are not there."""
        if self._broken is None:
            self._broken = BrokenReferences(self.panel, self.index)
        self._broken.begin()

    def _ask_soon(self) -> None:
        if self._rows:
            self.tasks.debounce("ask", SELECT_PAUSE, self._ask)

    async def _ask(self) -> None:
        rows = self._rows
        found = await self.index.uses_of([row.path for row in rows])
        uses = [use for row in rows for use in found.get(row.path, ())]
        note = self._note(rows, uses) or await self._guess(rows, uses)
        if rows == self._rows:
            self.uses.show_uses(uses, note)

    def _note(self, rows: Sequence[AssetRow], uses: Sequence[Use]) -> str:
        """Sentence about what is not known."""
        if self.index.failure:
            return self.index.failure
        known = self.index.covered_words
        if known == STILL_LOOKING:
            return f"{known}…"
        return f"{known}." if known else ""

    async def _guess(self, rows: Sequence[AssetRow], uses: Sequence[Use]) -> str:
        """Sentence for files without known uses."""
        if uses:
            return ""
        begun = {
            use.title
            for path, use in await self.index.guesses()
            if any(row.path.startswith(path) for row in rows)
        }
        if begun:
            names = ", ".join(f"“{title}”" for title in sorted(begun)[:MOST_MAKERS])
            return _("Nothing names it, but {names} may use it by a name made in a script.").format(
                names=names
            )
        if len(rows) > 1:
            return _("No page, component, blog or style sheet refers to any of these.")
        if rows[0].is_folder:
            return _("No page, component, blog or style sheet refers to anything in this folder.")
        return _("No page, component, blog or style sheet refers to this file.")

    def _open(self, use: Use) -> None:
        if use.part == STYLES:
            self.panel.open_record(use.id)
        else:
            paths = tuple(row.path for row in self._rows)
            self.panel.workspace.go(use.part, use.id, Mention(use.field, paths))


class UsesList(QWidget):
    """Some records by name, how each refers, and a note below."""

    def __init__(self, on_open: Callable[[Use], None]) -> None:
        super().__init__()
        self._on_open = on_open
        self.summary = Label("", wrap=True)
        self.note = Label("", size="small", tone="muted", wrap=True)
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        self._lines.setContentsMargins(0, 0, 0, 0)
        whole = column(spacing=6)
        whole.addWidget(self.summary)
        whole.addLayout(self._lines)
        whole.addWidget(self.note)
        self.setLayout(whole)
        self.buttons: list[Button] = []

    def show_uses(self, uses: Sequence[Use], note: str) -> None:
        """Show these; the same record once, with all its fields."""
        by_record: dict[tuple[str, str], list[Use]] = {}
        for use in uses:
            by_record.setdefault(use.record, []).append(use)
        while (item := self._lines.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self.buttons = []
        for found in list(by_record.values())[:MOST_SHOWN]:
            self._lines.addWidget(self._line(found))
        left = len(by_record) - MOST_SHOWN
        self.summary.setText(counted(uses).capitalize() if len(by_record) > 1 else "")
        self.summary.setVisible(len(by_record) > 1)
        more = [_("And {left:,} more.").format(left=left)] if left > 0 else []
        self.note.setText(" ".join([*more, *([note] if note else [])]))
        self.note.setVisible(bool(self.note.text()))

    def _line(self, uses: Sequence[Use]) -> QWidget:
        use, how = uses[0], how_used(uses)
        words = ElidedLabel(how, size="small", tone="muted")
        words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        line = QWidget()
        if use.part not in (*OPENED, STYLES):
            said = row(spacing=8, margins=(5, 5, 0, 5))
            said.addWidget(ElidedLabel(use.title), 1)
            said.addWidget(words, 1)
            line.setLayout(said)
            return line
        title = QFontMetrics(self.font()).elidedText(
            use.title, Qt.TextElideMode.ElideRight, TITLE_WIDTH
        )
        button = Button(
            title.replace("&", "&&"),
            kind="link",
            name=f"{use.title}, {how}",
            on_click=lambda: self._on_open(use),
        )
        set_tip(button, use.title)
        self.buttons.append(button)
        whole = row(button, spacing=8)
        whole.addWidget(words, 1)
        line.setLayout(whole)
        return line


def how_used(uses: Sequence[Use]) -> str:
    """References of one record: "HTML 2×, CSS · unsaved here"."""
    said = []
    for use in uses:
        field = FIELD_WORDS.get(use.field, use.field.replace("_", " ").capitalize())
        count = f"{use.count:,}×" if use.count > 1 else ""
        said.append(" ".join(filter(None, (field, count, _("(unsaved)") if use.is_draft else ""))))
    parts = [PART_WORDS.get(uses[0].part, ""), ", ".join(dict.fromkeys(filter(None, said)))]
    return " · ".join(filter(None, parts))
