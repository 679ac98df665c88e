"""Scenes of every section, drawn light and dark from the running program."""

import argparse
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QApplication, QWidget

from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.app.run import end_whole
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import COMFORTABLE, COMPACT
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.local.files.folders import Folders
from funneldesk.desktop.local.settings import Settings
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.shell.windows.main_window import MainWindow
from screenshots.analytics import analytics_states
from screenshots.automations import automation_states
from screenshots.calm import calm, until
from screenshots.charts import chart_states
from screenshots.collections import collection_states
from screenshots.content import content_states
from screenshots.courses import course_states
from screenshots.crm import crm_states
from screenshots.crm_board import board_states
from screenshots.crm_setup import crm_setup_states
from screenshots.declared import declared_states
from screenshots.domains import domain_states
from screenshots.files_browse import FilesScenes
from screenshots.files_jobs import tray_states
from screenshots.files_organise import OrganiseScenes
from screenshots.files_quick_look import LookScenes
from screenshots.files_references import uses_states
from screenshots.files_upload_review import preflight_states
from screenshots.funnels import FunnelScenes
from screenshots.importing import ImportScenes
from screenshots.options import THEMES, WIDTH, add_options, is_asked_for
from screenshots.pages_bulk import BulkScenes
from screenshots.pages_guard import guard_states
from screenshots.pages_history import history_states
from screenshots.pages_preview import preview_states
from screenshots.pages_search_replace import search_replace_states
from screenshots.pages_split_tests import tests_states
from screenshots.pages_windows import window_states
from screenshots.quizzes import quiz_states
from screenshots.selling import selling_states
from screenshots.split_tests import split_tests_states
from screenshots.still import still_picture
from screenshots.subscriptions import subscription_states
from screenshots.tickets_answering import answering_states
from screenshots.tickets_caring import caring_states
from screenshots.tracking import tracking_states

Lead = Callable[[], Awaitable[None]]
Scenes = list[tuple[str, Lead]]

SIZE = QSize(WIDTH, 900)
QUIET_SECONDS, OPEN_SECONDS = 0.6, 2.0
LED_ANEW = ("sheet-preferences",)
"""Scenes that show which theme is chosen: led to again for each."""


def main() -> int:
    """Draw what no other process has claimed into ``--out``. Gives the exit status."""
    parser = argparse.ArgumentParser(prog="screenshots")
    add_options(parser)
    parser.add_argument("--claims", type=Path, required=True, help="folder of scenes being drawn")
    options = parser.parse_args()
    app = make_application([])
    app.setCursorFlashTime(0)
    theme.install(app, "light")
    theme.install_rest()
    folders = Folders.find()
    settings = Settings.load(folders.settings_file)
    notifications = NotificationCenter()
    window = MainWindow(notifications)
    SIZE.setWidth(options.width)
    window.resize(SIZE)
    window.show()
    loop = make_loop(app)
    painter = Painter(Session(folders, settings, notifications, window), options.out, options.only)
    painter.claims, painter.density = options.claims, options.density
    painter.modes = (options.theme,) if options.theme else THEMES
    try:
        loop.run_until_complete(painter.run())
    finally:
        loop.close()
    sys.stdout.write(f"{painter.count} screenshots\n")
    return 0


class Painter:
    """Leads the program from state to state and keeps what the window shows."""

    modes: tuple[str, ...] = THEMES
    density = COMFORTABLE.name
    claims: Path | None = None
    """Where the processes that share the work mark the families of scenes that they draw."""

    def __init__(self, session: Session, out: Path, only: str = "") -> None:
        self.session = session
        self.only = only
        self.window = session.window
        self.out = out
        self.count = 0

    async def run(self) -> None:
        """Each scene, in every theme."""
        self.session.platform.answers_early = False  # nothing shall change while it is drawn
        self.session.begin()
        try:
            await self._until_shown()
            for family in self._families():
                scenes = [scene for scene in family if is_asked_for(scene[0], self.only)]
                if scenes and self._is_mine(scenes[0][0]):
                    for scene in scenes:
                        await self._draw(*scene)
        finally:
            await end_whole(self.session, 2)

    async def _draw(self, name: str, lead: Lead) -> None:
        # Each begins in the theme that is there: a change of it costs more than most scenes.
        first, *others = sorted(self.modes, key=lambda mode: mode != theme.mode)
        self.session.set_theme(first)
        started = time.monotonic()
        await lead()
        await calm(OPEN_SECONDS)
        led = time.monotonic()
        await self._keep(f"{name}-{first}")
        for mode in others:
            self.session.set_theme(mode)
            if name in LED_ANEW:
                await lead()
                await calm(OPEN_SECONDS)
            await self._keep(f"{name}-{mode}")
        self.window.say("")
        drawn = time.monotonic()
        sys.stderr.write(f"{name}: {led - started:.1f} s to get there, {drawn - led:.1f} s drawn\n")

    def _is_mine(self, name: str) -> bool:
        if self.claims is None:
            return True
        try:
            (self.claims / name).touch(exist_ok=False)
        except FileExistsError:
            return False
        return True

    def _families(self) -> list[Scenes]:
        """What is drawn one after the other in one process: what takes long begins early."""
        first, pages, session = self._first_page, self._pages_panel, self.session
        anywhere = self._anywhere
        return [
            self._own_scenes(),
            search_replace_states(first, pages),
            tests_states(first, pages),
            answering_states(session, anywhere),
            caring_states(session, anywhere),
            collection_states(session, anywhere),
            analytics_states(session, anywhere),
            preflight_states(session, anywhere),
            OrganiseScenes(session, anywhere).states(),
            BulkScenes(first, pages).states(),
            FilesScenes(session, anywhere).states(),
            uses_states(session, first, pages),
            history_states(first, pages),
            preview_states(first, pages),
            guard_states(first, pages),
            tray_states(session, first),
            window_states(session, first, pages),
            *declared_states(session, anywhere),
            content_states(session, anywhere),
            domain_states(session, anywhere),
            selling_states(session, anywhere),
            FunnelScenes(session, anywhere).states(),
            quiz_states(session, anywhere),
            automation_states(session, anywhere),
            subscription_states(session, anywhere),
            course_states(session, anywhere),
            crm_states(session, anywhere),
            chart_states(session, anywhere),
            split_tests_states(session, anywhere),
            board_states(session, anywhere),
            crm_setup_states(session, anywhere),
            tracking_states(session, anywhere),
            ImportScenes(session, first).states(),
            LookScenes(FilesScenes(session, anywhere).first_folder).states(),
        ]

    def _own_scenes(self) -> Scenes:
        return [
            ("pages", self._pages),
            ("pages-desktop-width", self._desktop_width),
            ("pages-css", lambda: self._tab("css")),
            ("pages-settings", lambda: self._tab("settings")),
            ("pages-seo", self._seo),
            ("pages-search", self._search),
            ("pages-unsaved", self._unsaved),
            ("pages-narrow", self._narrow),
            ("pages-compact", self._compact),
            ("pages-second-brand", self._second_brand),
            ("brand-settings", self._brand_settings),
            ("brand-switcher", self._switcher),
            ("sheet-new-page", self._new_page),
            ("sheet-add-brand", self._add_brand),
            ("sheet-preferences", self._preferences),
            ("sheet-shortcuts", self._shortcuts),
            ("palette", self._palette),
            ("notices", self._notices),
            ("offline", self._offline),
        ]

    # Getting there

    def _pages_panel(self) -> PagesPanel:
        panel = self.window.panel()
        if not isinstance(panel, PagesPanel):
            raise RuntimeError("The pages are not shown.")
        return panel

    async def _until_shown(self) -> None:
        await until(lambda: isinstance(self.window.panel(), PagesPanel))
        panel = self._pages_panel()
        await until(lambda: panel.session.draft and panel.preview.stage)
        await calm(4)

    async def _anywhere(self) -> None:
        """The first brand in a window of its size, with nothing above it."""
        for dialog in self._dialogs():
            dialog.close()
        for card in self.window.toasts.cards():
            card.close_card()
        self.window.resize(SIZE)
        self.session.set_density(self.density)
        await self.session.brands.show("sample-1")

    async def _first_page(self) -> None:
        await self._anywhere()
        self.window.show_section("pages")
        panel = self._pages_panel()
        panel.list.show_everything()
        first = panel.list.list.rows.at(0).id
        panel.open_record(first)
        panel.preview.widths.choose("phone")
        panel.preview.draw_soon()
        await self._tab("html")
        await calm(QUIET_SECONDS)

    def _dialogs(self) -> list[QWidget]:
        unseen = Qt.WidgetAttribute.WA_DontShowOnScreen  # what takes a picture of a page
        above = [w for w in QApplication.topLevelWidgets() if w is not self.window]
        return [w for w in above if w.isVisible() and not w.testAttribute(unseen)]

    async def _pages(self) -> None:
        await self._first_page()
        self._pages_panel().editor.show_block(0)

    async def _desktop_width(self) -> None:
        await self._first_page()
        panel = self._pages_panel()
        panel.preview.widths.choose("desktop")
        panel.preview.draw_soon()

    async def _tab(self, name: str) -> None:
        self._pages_panel().editor.show_tab(name)

    async def _seo(self) -> None:
        await self._tab("settings")
        self._pages_panel().editor.settings.form.reveal("seo_description")

    async def _search(self) -> None:
        await self._first_page()
        self._pages_panel().list.search.setText("guarantee")
        self._pages_panel().list.choose("status", "published")

    async def _unsaved(self) -> None:
        await self._first_page()
        self._weigh(60)
        await calm(QUIET_SECONDS)

    def _weigh(self, percent: int) -> None:
        share = self._pages_panel().editor.tests.boxes[0].lines[0].share
        share.moved.emit(percent)
        share.let_go.emit()

    async def _narrow(self) -> None:
        panel = self._pages_panel()
        document = panel.session.draft
        if document is not None and document.is_dirty:
            self._weigh(70)
        self.window.resize(1000, 700)

    async def _compact(self) -> None:
        await self._first_page()
        self.session.set_density(COMPACT.name)

    async def _second_brand(self) -> None:
        await self._first_page()
        await self.session.brands.show("sample-2")
        await calm(3)

    async def _brand_settings(self) -> None:
        await self._first_page()
        self.window.show_section("brands")

    async def _switcher(self) -> None:
        await self._first_page()
        self.session.brand_menu.popup()

    async def _new_page(self) -> None:
        await self._first_page()
        self._pages_panel().new()

    async def _add_brand(self) -> None:
        await self._first_page()
        self.session.tasks.start(self.session.brand_menu.add_brand())

    async def _preferences(self) -> None:
        await self._first_page()
        self.session.open_preferences()

    async def _shortcuts(self) -> None:
        await self._first_page()
        self.session.show_shortcuts(self.window)

    async def _palette(self) -> None:
        await self._first_page()
        self.session.open_palette()

    async def _notices(self) -> None:
        await self._first_page()
        post = self.session.notifications.post
        post(Notice("Published: Summer advertorial", "", "success"))
        post(Notice("Saved by somebody else", "Their changes were taken in.", "info"))
        self.session.open_notices()

    async def _offline(self) -> None:
        from funneldesk.client.errors import Unreachable
        from funneldesk.desktop.kit.explain import explain

        await self._first_page()
        self.window.say("The server cannot be reached.")
        error = Unreachable("connection refused", method="GET", path="/api/brands/1/pages/all")
        self.session.notifications.post(explain(error, "Reading the pages").notice("screenshot"))

    # Keeping

    async def _keep(self, name: str) -> None:
        image = await still_picture(self.window, self._dialogs)
        image.save(str(self.out / f"{name}.png"))
        self.count += 1


if __name__ == "__main__":
    sys.exit(main())
