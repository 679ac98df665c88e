"""The problems of all pages of the brand, in a window over the section."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.sections.actions import Action, Place

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.problems.window import ProblemsWindow

KEYS = "Shift+F8"


class AllProblems(PageFeature):
    """Opens the window, and keeps it with what was found."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        self.window: ProblemsWindow | None = None

    def declare(self) -> Sequence[Action]:
        return (
            Action(
                "pages.problems",
                _("Problems of all pages…"),
                lambda _: self.show(),
                "triangle-alert",
                KEYS,
                Place.PALETTE | Place.SECTION_MENU,
            ),
        )

    def show(self) -> "ProblemsWindow":
        """Bring the window up, and look at what changed."""
        if self.window is None:
            from funneldesk.desktop.parts.pages.problems.window import ProblemsWindow

            self.window = ProblemsWindow(self.context)
        self.window.begin()
        return self.window
