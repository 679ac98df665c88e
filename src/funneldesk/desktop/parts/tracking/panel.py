"""The Tracking section: the click log, sessions and their recordings."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.clicks.export import ExportDialog
from funneldesk.desktop.parts.tracking.clicks.filters import FiltersDialog
from funneldesk.desktop.parts.tracking.film.view import SessionsFilm
from funneldesk.desktop.parts.tracking.heatmaps.page import HeatPage
from funneldesk.desktop.parts.tracking.links.page import LinksPage
from funneldesk.desktop.parts.tracking.replay.player import KEYS, NONE, ReplayPlayer
from funneldesk.desktop.parts.tracking.session.page import SessionPage
from funneldesk.desktop.parts.tracking.session.reading import views_left_quickly
from funneldesk.desktop.parts.tracking.tracking import CLICKS, PART
from funneldesk.desktop.records.detail.detail_view import OwnTab, RecordView
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Place, Takes
from funneldesk.desktop.sections.panel import KeysLine
from funneldesk.desktop.workspace.workspace import Workspace

SESSION, REPLAY = "session", "replay"
NOT_LISTED = _("The recordings of this session can't be listed now")


class RecordingsTab(RecordView):
    """The player, for the session that is open."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.player = ReplayPlayer(workspace)
        self.setLayout(column(self.player, spacing=0))
        self._due: Sequence[Mapping[str, Any]] | None = None
        self._backs: frozenset[int] = frozenset()
        self._none = ""

    def show_record(self, body: Mapping[str, Any]) -> None:
        """Take the recordings; they are read once somebody looks."""
        self._backs = views_left_quickly(body)
        found = body.get("replays")
        self._due = found if isinstance(found, list) else ()
        self._none = NONE if "replays" in body else ""
        if found is None and self._none:
            self._none = NOT_LISTED
        if self.isVisible():
            self._take()

    def showEvent(self, event: Any) -> None:
        super().showEvent(event)
        self._take()

    def _take(self) -> None:
        if self._due is not None:
            self.player.show_session(self._due, self._backs, self._none)
            self._due = None


class TrackingPanel(RecordsPanel):
    """The click log with the open session beside it."""

    def __init__(self, workspace: Workspace, declared: RecordSection = CLICKS) -> None:
        super().__init__(workspace, declared)
        self.shows_film = False
        self.links: LinksPage | None = None
        self.heat: HeatPage | None = None
        self.split.setSizes([520, 640])
        self._add_film()
        self.links_button = Button(_("Short links"), icon_name="link")
        self.heat_button = Button(_("Heat maps"), icon_name="layers")
        self.declared_actions.show_on(self.links_button, f"{PART}.links")
        self.declared_actions.show_on(self.heat_button, f"{PART}.heat-maps")
        self.buttons = QWidget()
        self.buttons.setLayout(
            row(self.film_button, self.heat_button, self.links_button, spacing=8)
        )

    def _add_film(self) -> None:
        """The filmstrip stands below list and session, over the whole width."""
        rows = self.list
        self.film = SessionsFilm(self.workspace, rows.table, rows.row, lambda: self.brand.formats)
        self.film.hide()
        self.film.opened.connect(self.play_of)
        self.across.removeWidget(self.split)
        beside = column(self.split, self.film, spacing=0)
        beside.setStretch(0, 1)
        self.across.addLayout(beside)
        self.film_button = Button(_("Filmstrip"), icon_name="film", checkable=True)
        self.declared_actions.show_on(self.film_button, f"{PART}.filmstrip")

    def own_tabs(self) -> Sequence[OwnTab]:
        self.session = SessionPage(lambda: self.brand.formats)
        self.recordings = RecordingsTab(self.workspace)
        self.session.asked_to_play.connect(self.play)
        self.session.asked_for_customer.connect(lambda who: self.workspace.go("customers", who))
        return (
            OwnTab(SESSION, _("Session"), self.session),
            OwnTab(REPLAY, _("Recordings"), self.recordings),
        )

    def declare(self) -> Sequence[Action]:
        anywhere = Place.PALETTE | Place.SECTION_MENU
        filters = Action(
            f"{PART}.filter",
            _("Filter clicks by values…"),
            lambda _: self.filter(),
            "filter",
            "Ctrl+Shift+F",
            anywhere,
        )
        export = Action(
            f"{PART}.server-export",
            _("Have the server export clicks…"),
            lambda ids: self.have_exported(ids),
            "send",
            places=anywhere | Place.LIST_MENU,
            takes=Takes.NOTHING,
            needs_connection=True,
        )
        play = Action(
            f"{PART}.play",
            _("Play its recordings"),
            lambda ids: self.play_of(ids[0]),
            "play",
            places=Place.PALETTE | Place.LIST_MENU,
            takes=Takes.ONE,
        )
        film = Action(
            f"{PART}.filmstrip",
            _("Filmstrip"),
            lambda _: self.toggle_film(),
            "film",
            "Ctrl+Shift+L",
            anywhere,
            checked=lambda: self.shows_film,
            tip=_("Sessions as pictures, with their length and trouble"),
        )
        return (*super().declare(), play, film, filters, export, *self._places())

    def _places(self) -> Sequence[Action]:
        """What takes the place of the clicks."""
        anywhere = Place.PALETTE | Place.SECTION_MENU
        links = Action(
            f"{PART}.links",
            _("Short links"),
            lambda _: self.show_links(),
            "link",
            places=anywhere,
        )
        heat = Action(
            f"{PART}.heat-maps",
            _("Heat maps"),
            lambda _: self.show_heat_maps(),
            "layers",
            places=anywhere,
        )
        return links, heat

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return (
            *super().shortcuts(),
            ("←", _("Filmstrip: the session before; recording: five seconds back")),
            ("→", _("Filmstrip: the next session; recording: five seconds on")),
            *KEYS,
        )

    # The filmstrip

    def show_film(self, on: bool) -> None:
        """Show the sessions of the list as a filmstrip, or no more."""
        self.shows_film = on
        self.film.setVisible(on and not self.split.isHidden())
        self.film_button.setChecked(on)

    def toggle_film(self) -> None:
        """Show the filmstrip and go there, or hide it and go back to the list."""
        self.show_film(not self.shows_film)
        if self.film.isVisible():
            self.film.setFocus()
        elif not self.split.isHidden():
            self.list.enter_table()

    def state(self) -> dict[str, Any]:
        return {**super().state(), "film": self.shows_film}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.show_film(state.get("film") is True)

    # What takes the place of the clicks

    def show_links(self) -> None:
        """Show the short links of this computer."""
        if self.links is None:
            self.links = LinksPage(self.workspace, lambda: self.brand.formats)
            self.links.left.connect(self.show_clicks)
            self.across.addWidget(self.links)
        self._show_instead(self.links, _("Short links"))
        self.links.tasks.latest("load", self.links.load())

    def show_heat_maps(self) -> None:
        """Show heat maps of the brand's pages."""
        if self.heat is None:
            self.heat = HeatPage(self.workspace, lambda: self.brand.formats)
            self.heat.left.connect(self.show_clicks)
            self.across.addWidget(self.heat)
        self._show_instead(self.heat, _("Heat maps"))
        self.heat.tasks.latest("read", self.heat.load())

    def show_clicks(self) -> None:
        """Back to the click log."""
        for page in (self.links, self.heat):
            if page is not None:
                page.hide()
        self.split.show()
        self.film.setVisible(self.shows_film)
        self.titled.emit("")
        self.list.enter_table()

    def _show_instead(self, page: QWidget, title: str) -> None:
        self.show_clicks()
        self.split.hide()
        self.film.hide()
        page.show()
        self.titled.emit(title)

    def open_record(self, record_id: str) -> None:
        if record_id and self.split.isHidden():
            self.show_clicks()
        super().open_record(record_id)

    # The open session

    def play(self) -> None:
        """Show the player of the open session, and play."""
        self.detail.tabs.choose(REPLAY)
        self.detail.pages.setCurrentWidget(self.recordings)
        self.recordings.player.setFocus()

    def play_of(self, session_id: str) -> None:
        """Open a session with its player."""
        if session_id != self.open_id:
            self.open_record(session_id)
        self.play()

    def filter(self) -> None:
        """Ask for any of the server's filters."""
        self.tasks.latest("filter", self._filter())

    async def _filter(self) -> None:
        dialog = FiltersDialog(self.window(), self.workspace, self.list.query)
        if await dialog.ask() == "done":
            self.list.ask(dialog.query)

    def have_exported(self, ids: Sequence[str]) -> None:
        """Have the server send the clicks by email."""
        codes = [
            str(self.list.rows[each].get("code") or each) for each in ids if each in self.list.rows
        ]
        dialog = ExportDialog(self.window(), self.workspace, self.list.query, codes)
        self.tasks.latest("export", dialog.ask())

    @property
    def is_quiet(self) -> bool:
        pages = (self.links, self.heat)
        busy = any(page is not None and page.tasks.is_busy for page in pages)
        busy = busy or self.film.frames.tasks.is_busy
        return super().is_quiet and not busy and not self.recordings.player.tasks.is_busy
