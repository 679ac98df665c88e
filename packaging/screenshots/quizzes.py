"""States of Quizzes for the screenshots: screens, results, and the flow with visitors on it."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.quizzes.flow.page import FlowPage
from funneldesk.desktop.parts.quizzes.flow.simulator import SimulatorDialog
from funneldesk.desktop.parts.quizzes.panel import QuizzesPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
State = tuple[str, Callable[[], Awaitable[None]]]


def quiz_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = QuizScenes(session, first_page)
    return [
        ("quizzes-screens", scenes.screens),
        ("quizzes-form", scenes.form),
        ("quizzes-results", scenes.results),
        ("quizzes-flow", scenes.flow),
        ("quizzes-try", scenes.try_it),
    ]


class QuizScenes:
    """Leads the window through what Quizzes has beside its list."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _opened(self, tab: str) -> QuizzesPanel:
        await self._first_page()
        self._session.window.show_section("quizzes")
        panel = self._session.window.panel()
        if not isinstance(panel, QuizzesPanel):
            raise RuntimeError("Quizzes are not shown.")
        panel.show_list()
        await until(lambda: panel.is_quiet)
        rows = panel.source.library.rows
        panel.open_record(max(rows, key=lambda each: rows[each].get("total_entries") or 0))
        await until(lambda: panel.quiz.screens)
        panel.detail.tabs.choose(tab)
        panel.detail.tabs.chosen.emit(tab)
        await calm(DRAWN_SECONDS)
        return panel

    async def screens(self) -> None:
        """The screens of a quiz, one of them as visitors see it."""
        await self._opened("screens")

    async def form(self) -> None:
        """The form of a screen."""
        (await self._opened("screens")).screens.edit_screen()
        await calm(DRAWN_SECONDS)

    async def results(self) -> None:
        """What visitors did."""
        await self._opened("results")

    async def _flow(self) -> FlowPage:
        panel = await self._opened("screens")
        panel.show_flow()
        page = panel.flow
        if page is None:
            raise RuntimeError("There is no flow.")
        await until(lambda: page.found is not None)
        await calm(DRAWN_SECONDS)
        return page

    async def flow(self) -> None:
        """The flow, with visitors on it."""
        await self._flow()

    async def try_it(self) -> None:
        """A visitor's walk, and its way on the graph."""
        page = await self._flow()
        page.simulate()
        await calm(DRAWN_SECONDS)
        for dialog in page.window().findChildren(Dialog):
            if isinstance(dialog, SimulatorDialog):
                dialog.choose(None)
        await calm(DRAWN_SECONDS)
