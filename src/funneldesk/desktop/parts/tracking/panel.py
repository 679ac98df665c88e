"""The Tracking section: the click log, sessions and their recordings."""

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.tab import RecordingsTab
from funneldesk.desktop.parts.tracking.session.page import SessionPage
from funneldesk.desktop.parts.tracking.tracking import CLICKS, PART
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Place, Takes
from funneldesk.desktop.sections.panel import KeysLine
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.parts.tracking.film.view import SessionsFilm
    from funneldesk.desktop.parts.tracking.heatmaps.page import HeatPage
    from funneldesk.desktop.parts.tracking.links.page import LinksPage

SESSION, REPLAY = "session", "replay"
FILM, RECORDINGS = "film", "recordings"
"""Names of what is made later."""


class TrackingPanel(RecordsPanel):
    """The click log with the open session beside it."""

    detail_can_wait = True

    def __init__(self, workspace: Workspace, declared: RecordSection = CLICKS) -> None:
        super().__init__(workspace, declared)
        self.shows_film = False
        self.links: LinksPage | None = None
        self.heat: HeatPage | None = None
        self.split.setSizes([520, 640])
        self.film_button = Button(_("Filmstrip"), icon_name="film", checkable=True)
        self.links_button = Button(_("Short links"), icon_name="link")
        self.heat_button = Button(_("Heat maps"), icon_name="layers")
        self.declared_actions.show_on(self.film_button, f"{PART}.filmstrip")
        self.declared_actions.show_on(self.links_button, f"{PART}.links")
        self.declared_actions.show_on(self.heat_button, f"{PART}.heat-maps")
        self.buttons = QWidget()
        self.buttons.setLayout(
            row(self.film_button, self.heat_button, self.links_button, spacing=8)
        )

    @cached_property
    def film(self) -> "SessionsFilm":
        """The filmstrip, below list and session over the whole width; made with the first wish."""
        from funneldesk.desktop.parts.tracking.film.view import SessionsFilm

        rows = self.list
        made = SessionsFilm(self.workspace, rows.table, rows.row, lambda: self.brand.formats)
        made.hide()
        made.opened.connect(self.play_of)
        self.across.removeWidget(self.split)
        beside = column(self.split, made, spacing=0)
        beside.setStretch(0, 1)
        self.across.insertLayout(0, beside)
        return made

    @cached_property
    def session(self) -> SessionPage:
        """The story of the open session."""
        made = SessionPage(lambda: self.brand.formats)
        made.asked_to_play.connect(self.play)
        made.asked_for_customer.connect(lambda who: self.workspace.go("customers", who))
        return made

    @cached_property
    def recordings(self) -> RecordingsTab:
        """Its recordings."""
        return RecordingsTab(self.workspace)

    def own_tabs(self) -> Sequence[OwnTab]:
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
        from funneldesk.desktop.parts.tracking.replay.keys import KEYS

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
        self.film_button.setChecked(on)
        self._arrange_film()

    def _arrange_film(self) -> None:
        if self.shows_film or FILM in vars(self):
            self.film.setVisible(self.shows_film and not self.split.isHidden())

    def toggle_film(self) -> None:
        """Show the filmstrip and go there, or hide it and go back to the list."""
        self.show_film(not self.shows_film)
        if self.shows_film and not self.split.isHidden():
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
            from funneldesk.desktop.parts.tracking.links.page import LinksPage

            self.links = LinksPage(self.workspace, lambda: self.brand.formats)
            self.links.left.connect(self.show_clicks)
            self.across.addWidget(self.links)
        self._show_instead(self.links, _("Short links"))
        self.links.tasks.latest("load", self.links.load())

    def show_heat_maps(self) -> None:
        """Show heat maps of the brand's pages."""
        if self.heat is None:
            from funneldesk.desktop.parts.tracking.heatmaps.page import HeatPage

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
        self._arrange_film()
        self.titled.emit("")
        self.list.enter_table()

    def _show_instead(self, page: QWidget, title: str) -> None:
        self.show_clicks()
        self.split.hide()
        self._arrange_film()
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
        from funneldesk.desktop.parts.tracking.clicks.filters import FiltersDialog

        dialog = FiltersDialog(self.window(), self.workspace, self.list.query)
        if await dialog.ask() == "done":
            self.list.ask(dialog.query)

    def have_exported(self, ids: Sequence[str]) -> None:
        """Have the server send the clicks by email."""
        from funneldesk.desktop.parts.tracking.clicks.export import ExportDialog

        codes = [
            str(self.list.rows[each].get("code") or each) for each in ids if each in self.list.rows
        ]
        dialog = ExportDialog(self.window(), self.workspace, self.list.query, codes)
        self.tasks.latest("export", dialog.ask())

    @property
    def is_quiet(self) -> bool:
        pages = (self.links, self.heat)
        busy = any(page is not None and page.tasks.is_busy for page in pages)
        busy = busy or (FILM in vars(self) and self.film.frames.tasks.is_busy)
        return (
            super().is_quiet
            and not busy
            and not (RECORDINGS in vars(self) and self.recordings.is_busy)
        )
