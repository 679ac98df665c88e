"""The window of search and replace: what is sought, what was found, what it would become."""

from collections.abc import Collection

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QDialog, QSplitter, QStackedWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.dialogs.front_window import first_size
from funneldesk.desktop.kit.dialogs.tab_order import step
from funneldesk.desktop.kit.diff.field_changes import FieldChanges
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.workers.handle import JobFailed
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.bulk.progress import BulkBar
from funneldesk.desktop.records.bulk.run import BulkRun
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.search_replace.head import (
    LISTED,
    SELECTED,
    SearchReplaceHead,
)
from funneldesk.desktop.records.search_replace.hits import Snippet, replaced
from funneldesk.desktop.records.search_replace.labels import scope_choices, why_empty
from funneldesk.desktop.records.search_replace.results import Entry, Heading, Results
from funneldesk.desktop.records.search_replace.results_view import ResultsView
from funneldesk.desktop.records.search_replace.search import Found, RecordSearch, TooSlowError
from funneldesk.desktop.records.search_replace.searched import Searched
from funneldesk.desktop.records.search_replace.work import SearchReplaceWork, local_texts

SIZE = QSize(1180, 760)
TYPING_PAUSE = 0.05
SHOW_EVERY_MS, SHOW_MANY_EVERY_MS, MANY = 40, 250, 200
AT_ONCE = 100
"""Records that are added to the tree before the window has its turn."""
MOST_OPEN = 25
"""Records whose hits are unfolded by themselves."""


class SearchReplaceWindow(QDialog):
    """Over the section and beside it: a record can be opened while the window stays."""

    def __init__(self, searched: Searched) -> None:
        super().__init__(searched.panel)
        self.searched = searched
        self.workspace = searched.panel.workspace
        self.library = searched.session.library
        self.tasks = TaskScope(self)
        self.search = RecordSearch(self, str(self.workspace.store.path), searched.part)
        self.results = Results(self._heading, searched.titles)
        self.head = SearchReplaceHead(searched.titles, searched.unit)
        self.work = SearchReplaceWork(self, searched, self.head, self.search, self.results)
        self._waiting: list[Found] = []
        self._is_fresh = False
        self._covered = ""
        self.setWindowTitle(_("Search all {units}").format(units=noun(searched.units)))
        self.resize(first_size(SIZE))
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("surface", self)
        self.list = ResultsView(self.results, _("Results"))
        self.empty = EmptyState("search", "", "")
        self.left = QStackedWidget()
        self.left.addWidget(self.empty)
        self.left.addWidget(self.list)
        self.dry_run = FieldChanges(
            _("Dry run"), _("Choose a {unit} on the left.").format(unit=noun(self.searched.unit))
        )
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.split.addWidget(self.left)
        self.split.addWidget(self.dry_run)
        self.split.setSizes([500, 680])
        self.coverage = ElidedLabel("", size="small", tone="muted")
        self.fetch_button = Button(_("Fetch the rest"), kind="link")
        self.fetch_button.hide()
        self.count = Label("", size="small", tone="muted")
        cover = row(self.count, 8, spacing=4, margins=(16, 4, 12, 4))
        cover.addWidget(self.coverage, 1)
        cover.addWidget(self.fetch_button)
        line = surface("top")
        line.setLayout(cover)
        line.setFixedHeight(34)
        whole = column(self.head, line, spacing=0)
        whole.addWidget(self.split, 1)
        whole.addWidget(self._foot())
        self.setLayout(whole)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return step(self, forward)

    def _foot(self) -> BulkBar | QStackedWidget:
        self.bar = BulkBar()
        words = _("Enter opens the {unit} at the match.").format(unit=noun(self.searched.unit))
        self.hint = Label(words, size="small", tone="muted")
        self.all_button = Button(_("Select all"), kind="plain")
        self.none_button = Button(_("Select none"), kind="plain")
        self.back_button = Button(_("Undo last replacement…"), kind="plain", icon_name="undo-2")
        self.close_button = Button(_("Close"), on_click=self.hide)
        self.apply_button = Button(_("Replace"), kind="primary")
        self.foot = surface("foot")
        self.foot.setLayout(
            row(
                self.hint,
                self.all_button,
                self.none_button,
                None,
                self.back_button,
                self.close_button,
                self.apply_button,
                margins=(12, 8, 16, 8),
            )
        )
        both = QStackedWidget()
        both.addWidget(self.foot)
        both.addWidget(self.bar)
        both.setFixedHeight(48)
        self._feet = both
        return both

    def _wire(self) -> None:
        head, search = self.head, self.search
        head.sought.connect(self._seek_soon)
        head.mode_changed.connect(self._show_mode)
        head.replacement_changed.connect(self._preview_soon)
        head.sought_text.left_downwards.connect(self._enter_list)
        search.began.connect(self._began)
        search.found.connect(self._found)
        search.progressed.connect(self._count_soon)
        search.ended.connect(self._ended)
        self.list.opened.connect(self._open)
        self.list.chosen.connect(self._preview_soon)
        self.results.ticked.connect(self._ticked)
        self.all_button.clicked.connect(lambda: self.results.tick_all(True))
        self.none_button.clicked.connect(lambda: self.results.tick_all(False))
        self.apply_button.clicked.connect(self.work.replace)
        self.back_button.clicked.connect(self.work.take_back)
        self.fetch_button.clicked.connect(self.work.fetch_missing)
        self.work.run_changed.connect(self._show_run)
        self.work.ended.connect(self.seek)
        self.library.covered.connect(self._cover_soon)
        self._flush = QTimer(self, singleShot=True, interval=SHOW_EVERY_MS)
        self._flush.timeout.connect(self._show_found)
        self._show_mode()
        self._ended()

    def _cover_soon(self) -> None:
        self.tasks.latest("cover", self._cover())

    def begin(self, mode: str, scope: str) -> None:
        """Come up, ready to be typed into."""
        self.search.warm()
        self.head.set_scopes(scope_choices(self.searched, len(self.library.rows)))
        self.head.choose_scope(scope)
        self.head.set_mode(mode)
        if self.work.run is None:
            # Records and the selection may be others than when the window was last up.
            self._seek_soon()
        self.tasks.latest("cover", self._cover())
        self.show()
        self.raise_()
        self.activateWindow()
        self.head.begin()

    # Searching

    def _listed(self) -> list[str]:
        return list(self.searched.pane.list.rows.ids)

    def _only(self) -> Collection[str] | None:
        scope = self.head.chosen_scope
        if scope == LISTED:
            return self._listed()
        return self.searched.pane.list.selected_ids() if scope == SELECTED else None

    def seek(self) -> None:
        """Search now."""
        self.search.start(self.head.query, self.head.fields, self._only())

    def _seek_soon(self) -> None:
        async def now() -> None:
            self.seek()

        self.tasks.debounce("seek", TYPING_PAUSE, now)

    def _began(self) -> None:
        # What was found before stays until there is something to show in its place.
        self._waiting = []
        self._is_fresh = False
        self._show_count()

    def _found(self, found: Found) -> None:
        self._waiting.append(found)
        if not self._is_fresh:
            self._show_found()
        elif not self._flush.isActive():
            is_long = len(self.results.entries) > MANY
            self._flush.start(SHOW_MANY_EVERY_MS if is_long else SHOW_EVERY_MS)

    def _show_found(self) -> None:
        if not self._is_fresh:
            self._is_fresh = True
            self.results.clear()
        waiting, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
        known = [found for found in waiting if found.id in self.library.rows]
        if known:
            start = len(self.results.entries)
            self.results.add(known)
            for place in range(start, min(start + len(known), MOST_OPEN)):
                self.list.expand(self.results.index(place, 0))
            if start == 0:
                self.list.setCurrentIndex(self.results.index(0, 0))
        if self._waiting:
            self._flush.start(SHOW_EVERY_MS)
        self._show_count()

    def _ended(self) -> None:
        self._show_found()
        self._preview_soon()

    def _count_soon(self) -> None:
        if self._is_fresh and not self._flush.isActive():
            self._flush.start()

    def _heading(self, record_id: str) -> Heading:
        note = _("Unsaved changes: skipped") if self.work.has_unsaved(record_id) else ""
        return Heading(*self.searched.heading(self.library.rows[record_id]), note)

    # Showing

    def _show_mode(self) -> None:
        replaces = self.head.replaces
        may = self.workspace.may_write(self.searched.part)
        self.results.set_may_tick(replaces)
        self.dry_run.setVisible(replaces)
        self.hint.setHidden(replaces)
        for button in (self.all_button, self.none_button, self.apply_button):
            button.setVisible(replaces)
        self.tasks.latest("back", self._offer_back())
        units = noun(self.searched.units)
        title = _("Replace in all {units}") if replaces else _("Search all {units}")
        self.setWindowTitle(title.format(units=units))
        said = _("{title} are read only with this key.").format(title=units.capitalize())
        set_tip(self.apply_button, "" if may else said)
        self._show_count()
        self._preview_soon()

    def _show_count(self) -> None:
        search, results = self.search, self.results
        records, hits = len(results.entries), results.hits
        words = ngettext("{hits:,} match in {records}", "{hits:,} matches in {records}", hits)
        words = words.format(hits=hits, records=self.searched.counted(records))
        if search.busy and search.of > search.looked:
            words += _(" · {looked:,} of {of:,} looked at").format(
                looked=search.looked, of=search.of
            )
        self.count.setText(words if hits or search.busy else "")
        self._say_empty()
        count = results.chosen_entries
        said = _("Replace in {records}…").format(records=self.searched.counted(count))
        self.apply_button.setText(said)
        may = self.workspace.may_write(self.searched.part)
        is_all = not search.busy and not self._waiting
        self.apply_button.setEnabled(bool(count) and may and is_all)
        for button in (self.all_button, self.none_button):
            button.setEnabled(bool(records))
        self._say_cover()

    def _say_empty(self) -> None:
        if self.results.entries:
            self.left.setCurrentWidget(self.list)
            return
        self.empty.say(*why_empty(self.search, self.head, self.searched))
        self.left.setCurrentWidget(self.empty)

    async def _cover(self) -> None:
        covered = await self.library.coverage()
        missing = covered.total - covered.whole
        self._covered = (
            _(
                "{whole:,} of {records} are on this computer; only the titles of the rest are "
                "searched"
            ).format(whole=covered.whole, records=self.searched.counted(covered.total))
            if missing > 0
            else ""
        )
        self.fetch_button.setVisible(missing > 0)
        self._say_cover()

    def _say_cover(self) -> None:
        rows, heading = self.library.rows, self.searched.heading
        slow = [heading(rows[id])[0] for id in self.search.slow if id in rows]
        said = [self._covered] if self._covered else []
        if self.search.problem and self.results.entries:
            said.append(self.search.problem)
        elif slow:
            told = _("Skipped, because the pattern took too long there: {titles}")
            said.append(told.format(titles=", ".join(slow)))
        self.coverage.setText(" · ".join(said))

    async def _offer_back(self) -> None:
        """A run of an earlier day can be taken back as well."""
        if self.work.run is None:
            await self.work.log.read()
        is_any = bool(self.work.log.rows) and self.workspace.may_write(self.searched.part)
        self.back_button.setVisible(self.head.replaces and is_any)

    def _show_run(self, run: BulkRun | None) -> None:
        """Follow a bulk run in place of the buttons; None ends it."""
        self.head.set_busy(run is not None)
        self.list.setEnabled(run is None)
        if run is None:
            self._feet.setCurrentWidget(self.foot)
            self.tasks.latest("cover", self._cover())
            self.tasks.latest("back", self._offer_back())
            return
        self.bar.show_run(run)
        self._feet.setCurrentWidget(self.bar)

    # The dry run

    def _ticked(self) -> None:
        self._show_count()
        self._preview_soon()

    def _preview_soon(self) -> None:
        if self.head.replaces:
            self.tasks.debounce("preview", TYPING_PAUSE, self._preview)

    async def _preview(self) -> None:
        entry = self.list.current_entry()
        if entry is None:
            self.dry_run.say(
                _("Dry run"),
                _("What would change on a {unit} shows here.").format(
                    unit=noun(self.searched.unit)
                ),
            )
            return
        body = await self.library.record(entry.found.id)
        query, fields = self.search.query, self.search.fields
        texts = local_texts(body or {next(iter(self.searched.wire)): entry.heading.title}, fields)
        try:
            found = await self.search.changes(query, self.head.replacement.text(), texts)
        except JobFailed as failure:
            self.dry_run.say(_("This cannot be replaced"), str(failure))
            return
        except TooSlowError:
            self.dry_run.say(
                _("Too slow on this {unit}").format(unit=noun(self.searched.unit)),
                _("The pattern takes too long here."),
            )
            return
        self._show_dry_run(entry, texts, found)

    def _show_dry_run(self, entry: Entry, texts: dict[str, str], found: dict[str, list]) -> None:  # type: ignore[type-arg]
        shown: dict[str, tuple[str, str]] = {}
        place = 0
        for field in self.search.fields:
            changes = found.get(field, [])
            left = {n - place for n in entry.left_out}
            place += len(changes)
            if changes:
                shown[field] = (texts[field], replaced(texts[field], changes, left))
        if shown:
            self.dry_run.show_texts(entry.heading.title, shown)
        else:
            self.dry_run.say(
                _("Nothing to replace"),
                _("The {unit} changed since it was searched.").format(
                    unit=noun(self.searched.unit)
                ),
            )

    def _enter_list(self) -> None:
        self.list.setFocus(Qt.FocusReason.OtherFocusReason)
        if not self.list.currentIndex().isValid() and self.results.entries:
            self.list.setCurrentIndex(self.results.index(0, 0))

    def _open(self, record_id: str, snippet: Snippet | None) -> None:
        self.tasks.latest("open", self.work.open_at(record_id, snippet))
