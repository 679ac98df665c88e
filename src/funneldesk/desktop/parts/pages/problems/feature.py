"""The problems of all pages of the brand, in a window over the section."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.shortcuts import bind
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.sections.panel import Command

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.problems.window import ProblemsWindow

KEYS = "Shift+F8"


class AllProblems(PageFeature):
    """Opens the window, and keeps it with what was found."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        self.window: ProblemsWindow | None = None
        bind(context.section, KEYS, self.show)

    def show(self) -> "ProblemsWindow":
        """Bring the window up, and look at what changed."""
        if self.window is None:
            from funneldesk.desktop.parts.pages.problems.window import ProblemsWindow

            self.window = ProblemsWindow(self.context)
        self.window.begin()
        return self.window

    def commands(self) -> Iterable[Command]:
        yield Command("Problems of all pages…", self.show, KEYS, "triangle-alert")

    def fill_section_menu(self, menu: QMenu) -> None:
        menu.addAction("Problems of all pages…", self.show)
