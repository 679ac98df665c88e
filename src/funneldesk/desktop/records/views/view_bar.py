"""Bar of the views of a list: one is shown; own ones are saved, renamed and deleted here."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.folding_choices import FoldingSegments
from funneldesk.desktop.kit.controls.menus import pop_up_below
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, apart
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import SavedViews, View
from funneldesk.desktop.records.views.view_links import link_of

MOST_SIDE_BY_SIDE = 12
Now = Callable[[], tuple[Query, Mapping[str, Any]]]


class ViewBar(QWidget):
    """``chosen`` carries a ``View``. ``now`` gives the query and the columns that are shown."""

    chosen = Signal(object)
    shown = Signal()
    """Other views, other counts, or another one of them is marked."""

    def __init__(self, views: SavedViews, now: Now) -> None:
        super().__init__()
        self.views = views
        self._now = now
        self.counts: Mapping[str, int] = {}
        """How many records the views have, by their keys."""
        self.tasks = TaskScope(self)
        surface("surface", self)
        self.segments = FoldingSegments(_("View"), most=MOST_SIDE_BY_SIDE)
        self.more = Button(kind="icon", icon_name="star", tip=_("Save, share or rename a view"))
        self._row = row(self.segments, None, self.more, spacing=4, margins=(10, 6, 6, 2))
        self.setLayout(self._row)
        self.segments.chosen.connect(self.choose)
        self.more.clicked.connect(lambda: self.open_menu(self.more))
        views.changed.connect(self._show)
        self._show()

    def add(self, button: Button) -> None:
        """Put a button of the section before the one that saves views."""
        self._row.insertWidget(self._row.count() - 1, button)

    @property
    def current(self) -> View | None:
        """The view that was chosen last; the list may have been narrowed further since."""
        return self.views.get(self.segments.current())

    def nothing_in(self, query: Query, declared: RecordSection) -> tuple[str, str, str]:
        """What is said where a query has no record: a title, a sentence and an icon."""
        view = self.current
        if view is not None and view.empty is not None and view.is_all_of(query):
            return (*view.empty, declared.icon)
        what = _("No {units} match").format(units=noun(declared.units))
        return what, _("Change the search or remove a filter."), "search"

    def show_counts(self, counts: Mapping[str, int]) -> None:
        """How many records the views have, by their keys."""
        if counts != self.counts:
            self.counts = counts
            self._show()

    def choose(self, key: str) -> None:
        """Show a view: mark it, and take its query."""
        view = self.views.get(key)
        if view is not None:
            self.show_view(key)
            self.chosen.emit(view)

    def show_view(self, key: str) -> None:
        """Mark a view without taking its query: it is shown already."""
        self.segments.choose(key)
        self.shown.emit()

    def show_whole(self) -> None:
        """Mark the view that leaves nothing out, where there is one."""
        whole = next((v for v in self.views if not (v.is_own or v.query.narrows)), None)
        if whole is not None:
            self.show_view(whole.key)

    def open_menu(self, below: QWidget) -> None:
        """What can be done with the views."""
        menu, view = QMenu(self), self.current
        menu.aboutToHide.connect(menu.deleteLater)
        menu.addAction(_("Save as a new view…"), lambda: self.tasks.latest("view", self.save_as()))
        menu.addAction(_("Copy link to this view"), self.copy_link)
        if view is not None and view.is_own:
            title = apart(view.title).replace("&", "&&")
            menu.addSeparator()
            menu.addAction(
                _("Update “{title}”").format(title=title),
                lambda: self._start(self.update_view(view)),
            )
            menu.addAction(
                _("Rename “{title}”…").format(title=title), lambda: self._start(self.rename(view))
            )
            menu.addAction(
                _("Delete “{title}”").format(title=title),
                lambda: self._start(self.views.remove(view.key)),
            )
        pop_up_below(menu, below)

    def copy_link(self) -> None:
        """Put a link to what is shown on the clipboard; the palette opens it, here or elsewhere."""
        query, columns = self._now()
        title = self.current.title if self.current is not None else ""
        view = View("", title, query, columns)
        QGuiApplication.clipboard().setText(link_of(self.views.part, view))

    async def save_as(self) -> None:
        """Ask for a name, and keep what is shown under it."""
        query, columns = self._now()
        title = await self._ask_name(_("Save view"), "", action=_("Save view"))
        if title is not None:
            view = await self.views.save(title, query, columns)
            self.show_view(view.key)

    async def update_view(self, view: View) -> None:
        """Keep what is shown as this view."""
        query, columns = self._now()
        await self.views.update(view.key, query=query, columns=columns)

    async def rename(self, view: View) -> None:
        """Ask for another name."""
        title = await self._ask_name(_("Rename view"), view.title, action=_("Rename"), but=view.key)
        if title is not None:
            await self.views.update(view.key, title=title)

    async def _ask_name(self, what: str, value: str, *, action: str, but: str = "") -> str | None:
        said = _("A view keeps the search, the filters, the order, the groups and the columns.")
        while (name := await ask_text(self, what, said, value=value, action=action)) is not None:
            said, value = self.views.problem(name, but), name
            if not said:
                return name.strip()
        return None

    def _start(self, work: Any) -> None:
        self.tasks.latest("view", work)

    def _show(self) -> None:
        shown = self.segments.current()
        self.segments.set_choices([(v.key, self._words(v), "") for v in self.views])
        self.show_view(shown)

    def _words(self, view: View) -> str:
        count = self.counts.get(view.key)
        return view.title if count is None else f"{apart(view.title)} {count:,}"
