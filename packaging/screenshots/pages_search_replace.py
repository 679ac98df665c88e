"""The states of search and replace, and of all problems, that screenshots are made of."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from screenshots.calm import calm

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.feature import PageFeature
    from funneldesk.desktop.parts.pages.panel import PagesPanel
    from funneldesk.desktop.records.search_replace.window import SearchReplaceWindow

FOUND_SECONDS = 1.5
LOOKED_SECONDS = 2.5
States = list[tuple[str, Callable[[], Awaitable[None]]]]
Feature = TypeVar("Feature", bound="PageFeature")


def search_replace_states(
    first_page: Callable[[], Awaitable[None]], panel: "Callable[[], PagesPanel]"
) -> States:
    """(Name, way there) of each; ``first_page`` opens the page that they start from."""
    states = _States(first_page, panel)
    return [
        ("across-find", states.find),
        ("across-replace", states.replace),
        ("across-bad-pattern", states.bad_pattern),
        ("across-question", states.question),
        ("problems-by-kind", lambda: states.problems("kind")),
        ("problems-by-page", lambda: states.problems("page")),
    ]


class _States:
    """Leads the two windows from state to state."""

    def __init__(
        self, first_page: Callable[[], Awaitable[None]], panel: "Callable[[], PagesPanel]"
    ) -> None:
        self._first_page = first_page
        self._panel = panel

    async def find(self) -> None:
        await self._search_replace("find", "guarantee")

    async def replace(self) -> None:
        window = await self._search_replace("replace", "guarantee")
        window.results.toggle(window.results.index(1, 0))
        await calm(FOUND_SECONDS)

    async def bad_pattern(self) -> None:
        window = await self._search_replace("find", "")
        window.head.regex.setChecked(True)
        window.head.sought_text.setText("(guarantee")
        await calm(FOUND_SECONDS)

    async def question(self) -> None:
        window = await self._search_replace("replace", "coffee")
        window.apply_button.click()

    async def problems(self, grouping: str) -> None:
        from funneldesk.desktop.parts.pages.problems.feature import AllProblems

        await self._first_page()
        window = self._feature(AllProblems).show()
        window.setGeometry(self._panel().window().geometry().adjusted(240, 100, -240, -100))
        button = window.grouping.button(grouping)
        if button is not None:
            button.click()
        await calm(LOOKED_SECONDS)

    async def _search_replace(self, mode: str, words: str) -> "SearchReplaceWindow":
        from funneldesk.desktop.parts.pages.search_replace.feature import SearchReplace

        await self._first_page()
        window = self._feature(SearchReplace).show(mode)
        window.setGeometry(self._panel().window().geometry().adjusted(120, 60, -120, -60))
        window.head.regex.setChecked(False)
        window.head.replacement.setText("promise")
        window.head.sought_text.setText(words)
        await calm(FOUND_SECONDS)
        return window

    def _feature(self, kind: type[Feature]) -> Feature:
        return next(f for f in self._panel().features if isinstance(f, kind))
