"""View of one record by its declared detail: figures, facts, related records, JSON."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.folding_choices import OverflowTabs
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.detail.declaration import Body, Detail, FactGroup, Related
from funneldesk.desktop.records.detail.json_view import JsonView
from funneldesk.desktop.records.detail.timeline import TimelineView
from funneldesk.desktop.records.rows import SummaryRow

Selectable = Qt.TextInteractionFlag.TextSelectableByMouse
FACTS, TIMELINE, JSON = "facts", "timeline", "json"
FIGURES_IN_A_ROW, FIGURES_BESIDE = 3, 2
TITLE_WIDTH = 96


class RecordView(QWidget):
    """A view of a record that a section brings."""

    def show_record(self, body: Body) -> None:
        """Show a record as far as it is known; empty for none."""


@dataclass(frozen=True, slots=True)
class OwnTab:
    """A tab of a section's own."""

    key: str
    title: str
    view: RecordView


class DetailView(QWidget):
    """Shows ``record``. ``asked_to_open`` carries (part, id) of a related record."""

    asked_to_open = Signal(str, str)
    asked_again = Signal()

    def __init__(
        self,
        declared: Detail,
        formats: Callable[[], Formats],
        own: Sequence[OwnTab] = (),
        *,
        beside: bool = False,
    ) -> None:
        """``own`` are tabs of the section, before those that every record has. ``beside``: it
        stands narrow beside another record, with what matters there."""
        super().__init__()
        self.declared = declared
        self._own = tuple(own)
        self._beside = beside
        self.body: Body = {}
        self._formats = formats
        self._related: dict[str, _RelatedView] = {}
        self._due: set[str] = set()
        self._build()
        self.clear()

    def _build(self) -> None:
        surface("surface", self)
        self.title = ElidedLabel("", size="title")
        self.subtitle = ElidedLabel("", size="small", tone="muted")
        self.back_button = Button(kind="icon", icon_name="arrow-left", tip=_("Back to the list"))
        self.back_button.hide()
        self.progress = ProgressLine()
        self.failure = Banner(_("Try again"), closable=False)
        self.failure.pressed.connect(self.asked_again)
        self.tabs = OverflowTabs(_("More tabs"))
        self.tabs.chosen.connect(self._show_tab)
        self.facts = QScrollArea()
        self.facts.setWidgetResizable(True)
        self.facts.setFrameShape(QScrollArea.Shape.NoFrame)
        self.facts.setAccessibleName(_("Details"))
        self.pages = QStackedWidget()
        self._add_pages()
        head = row(self.back_button, spacing=4, margins=(16, 12, 16, 8))
        head.addLayout(column(self.title, self.subtitle, spacing=2), 1)
        tabs = row(self.tabs, None, margins=(8, 0, 8, 0))
        self.above = column(spacing=0)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.progress)
        whole.addWidget(self.failure)
        whole.addLayout(self.above)
        whole.addLayout(tabs)
        whole.addWidget(self.pages, 1)
        self.setLayout(whole)

    def _add_pages(self) -> None:
        for tab in self._own:
            self.pages.addWidget(tab.view)
        self.pages.addWidget(self.facts)
        for related in self.declared.related:
            view = _RelatedView(related, self._formats)
            view.opened.connect(lambda i, part=related.opens: self.asked_to_open.emit(part, i))
            self._related[related.key] = view
            self.pages.addWidget(view)
        self.pages.currentChanged.connect(self._fill_shown)

    @cached_property
    def timeline(self) -> TimelineView:
        """Made once somebody looks at it."""
        made = TimelineView(self.declared, self._formats)
        self.pages.addWidget(made)
        return made

    @cached_property
    def json(self) -> JsonView:
        """Made once somebody looks at it."""
        made = JsonView()
        self.pages.addWidget(made)
        return made

    def clear(self) -> None:
        """Nothing is open."""
        self.show_record({})

    def show_loading(self, on: bool) -> None:
        """The thin line; what is shown stays."""
        self.progress.set_on(on)

    def show_problem(self, told: Explanation | None) -> None:
        """Why the record could not be read, above what is known of it; None takes it away."""
        if told is None:
            self.failure.clear()
        else:
            self.failure.say(told.what, f"{told.so_what} {told.now_what}".strip(), told.tone)

    def show_record(self, body: Body) -> None:
        """Show a record as it was read, whole or as far as its row goes."""
        self._tell_heading(body)
        for tab in self._own:
            tab.view.show_record(body)
        for view in self._related.values():
            view.show_record(body)
        self._name_tabs()
        self._tell_rest()

    def tell_again(self, body: Body) -> None:
        """The same record with other values: its heading, facts and JSON follow; tabs of a section
        follow by themselves what is done in them."""
        self._tell_heading(body)
        self._tell_rest()

    def _tell_heading(self, body: Body) -> None:
        self.body = body
        self.title.setText(self.declared.title(body) if body else "")
        self.subtitle.setText(self.declared.subtitle(body) if body else "")

    def _tell_rest(self) -> None:
        self._due = {FACTS, TIMELINE, JSON}
        self._fill_shown()

    def _fill_shown(self) -> None:
        """Make what a tab shows once it is before the user's eyes: one goes through many records
        without a look at it."""
        page, made = self.pages.currentWidget(), vars(self)
        if page is self.facts and self._takes(FACTS):
            self._fill_facts()
        elif page is made.get(TIMELINE) and self._takes(TIMELINE):
            self.timeline.show_record(self.body)
        elif page is made.get(JSON) and self._takes(JSON):
            self.json.show_json(self.declared.as_sent(self.body))

    def _takes(self, key: str) -> bool:
        """Whether a tab does not show the record yet; it does from now on."""
        due = key in self._due
        self._due.discard(key)
        return due

    def again(self) -> None:
        """The formats are others than before."""
        self.show_record(self.body)

    def _name_tabs(self) -> None:
        chosen = self.tabs.current()
        related = [(key, view.words(), "") for key, view in self._related.items()]
        rest = [] if self._beside else [(TIMELINE, _("Timeline"), ""), (JSON, "JSON", "")]
        own = [(tab.key, tab.title, "") for tab in self._own]
        # A section may have a timeline of its own.
        rest = [each for each in rest if each[0] not in {key for key, _title, _icon in own}]
        told, groups = (
            self.declared.figures or self.declared.groups or not own,
            self.declared.groups,
        )
        # A form is called details: what is only told beside it is called what it is about.
        title = groups[0].title if own and len(groups) == 1 else _("Details")
        facts = [(FACTS, title, "")] if told else []
        self.tabs.set_choices([*own, *facts, *related, *rest])
        self.tabs.choose(chosen or (self._own[0].key if self._own else FACTS))

    def open_tab(self, key: str) -> None:
        """Show a tab of the section's own, where it has this one."""
        if any(tab.key == key for tab in self._own):
            self.tabs.choose(key)
            self._show_tab(key)

    def _show_tab(self, key: str) -> None:
        own: dict[str, QWidget] = {tab.key: tab.view for tab in self._own}
        own |= self._related
        if key not in own and key in (TIMELINE, JSON):
            own[key] = self.timeline if key == TIMELINE else self.json
        self.pages.setCurrentWidget(own.get(key, self.facts))

    def _fill_facts(self) -> None:
        record = SummaryRow("", self.body)
        inner = QWidget()
        surface("surface", inner)
        whole = column(spacing=16, margins=(16, 12, 16, 16))
        figures = [_Figure(f, f.text(record, self._formats())) for f in self.declared.figures]
        if self.body and figures:
            in_a_row = FIGURES_BESIDE if self._beside else FIGURES_IN_A_ROW
            whole.addLayout(_grid(figures, in_a_row))
        for group in self.declared.groups:
            facts = self._facts_of(group, record)
            if facts is not None:
                whole.addWidget(facts)
        whole.addStretch(1)
        inner.setLayout(whole)
        self.facts.setWidget(inner)

    def _facts_of(self, group: FactGroup, record: SummaryRow) -> QWidget | None:
        known = [(f.title, f.text(record, self._formats())) for f in group.facts]
        told = (self.title.text(), self.subtitle.text()) if self._beside else ()
        known = [(title, text) for title, text in known if text and text not in told]
        if not known:
            return None
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(6)
        grid.setColumnMinimumWidth(0, TITLE_WIDTH)
        grid.setColumnStretch(1, 1)
        for place, (title, text) in enumerate(known):
            value = Label(text, wrap=True)
            value.setTextInteractionFlags(Selectable)
            value.setAccessibleName(f"{title}: {text}")
            name = Label(title, size="small", tone="muted")
            grid.addWidget(name, place, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(value, place, 1)
        holder = QWidget()
        built = column(Label(group.title, size="strong"), spacing=8)
        built.addLayout(grid)
        holder.setLayout(built)
        return holder


class _Figure(QWidget):
    """A number that matters, on a card of its own."""

    def __init__(self, declared: RecordColumn[SummaryRow], text: str) -> None:
        super().__init__()
        surface("card", self)
        shown = text or "–"
        value = ElidedLabel(shown, size="title")
        value.setAccessibleName(f"{declared.title}: {shown}")
        name = ElidedLabel(declared.title, size="small", tone="muted")
        self.setLayout(column(name, value, spacing=2, margins=(12, 8, 12, 8)))


class _RelatedView(QStackedWidget):
    """The records of a tab, or a sentence that there are none. ``opened`` carries an id."""

    opened = Signal(str)

    def __init__(self, declared: Related, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self.declared = declared
        self._rows: dict[str, SummaryRow] = {}
        columns = [each.shown(formats) for each in declared.columns]
        self.table = TableView(declared.title, columns, self._rows.get)
        self.empty = EmptyState("inbox", declared.empty, "")
        self.addWidget(self.table)
        self.addWidget(self.empty)
        for at, each in enumerate(columns):
            self.table.horizontalHeader().resizeSection(at, each.width)
        if declared.opens:
            self.table.opened.connect(self._open)

    def words(self) -> str:
        """The title of the tab, with how many there are."""
        return f"{self.declared.title} {len(self._rows):,}" if self._rows else self.declared.title

    def show_record(self, body: Body) -> None:
        """Show what belongs to a record."""
        rows = {entry.id: entry for entry in self.declared.rows_of(body)}
        self._rows.clear()
        self._rows.update(rows)
        self.table.arrange(list(rows))
        self.table.rows.tell_changed()
        self.setCurrentWidget(self.table if rows else self.empty)

    def _open(self, row_id: str) -> None:
        entry = self._rows.get(row_id)
        if entry is not None:
            self.opened.emit(str(entry.get(self.declared.identity) or ""))


def _grid(figures: list[_Figure], in_a_row: int) -> QGridLayout:
    grid = QGridLayout()
    grid.setSpacing(8)
    for place, figure in enumerate(figures):
        grid.addWidget(figure, place // in_a_row, place % in_a_row)
    for at in range(min(len(figures), in_a_row)):
        grid.setColumnStretch(at, 1)
    return grid
