"""The problems of all pages of the brand, in a window over the section."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.problems.brand_problems import BrandProblems
from funneldesk.desktop.parts.pages.problems.brand_rules import problems_of
from funneldesk.desktop.parts.pages.problems.brand_scan import look_beyond
from funneldesk.desktop.records.problems.rules.problem import Problem
from funneldesk.desktop.sections.actions import Action, Place

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.problems.window import ProblemsWindow

KEYS = "Shift+F8"


class AllProblems(PageFeature):
    """Opens the window, and keeps it with what was found."""

    def __init__(self, context: PagesContext) -> None:
        super().__init__(context)
        self.window: ProblemsWindow | None = None
        self.problems = BrandProblems(context.section, context.workspace, context.library)
        context.editor.judge = self.judge
        self.problems.updated.connect(self._judge_again)

    async def judge(self, page: Mapping[str, Any]) -> list[tuple[str, Problem]]:
        """The problems of a page as it is typed that its sources don't tell by themselves, each
        with its field: those of the list of all pages, so that both count alike."""
        around = await self.problems.surroundings()
        look = await in_thread(look_beyond, page)
        return [
            (each.source, Problem(each.start, each.end, each.severity, each.message, each.kind))
            for each in problems_of(str(page.get("id") or ""), look, around)
        ]

    def _judge_again(self) -> None:
        if not self.problems.busy:  # While it looks, what the page is held against stays.
            self.context.editor.judge_again()

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

            self.window = ProblemsWindow(self.context, self.problems)
        self.window.begin()
        return self.window
