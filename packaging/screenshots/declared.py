"""States of every declared section for the screenshots: its table, a record, a narrow window."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.records.detail.detail_view import TIMELINE
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.shell.sections import SECTIONS
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.0
NARROW = (860, 640)
State = tuple[str, Callable[[], Awaitable[None]]]
DECLARED = (
    "automations",
    "components",
    "blogs",
    "funnels",
    "products",
    "quizzes",
    "customers",
    "subscriptions",
    "tickets",
    "split_tests",
    "conversions",
    "domains",
    "tracking",
)


def declared_states(
    session: "Session", first_page: Callable[[], Awaitable[None]]
) -> list[list[State]]:
    """For each section its states, each with the name of its screenshot."""
    return [
        DeclaredScenes(session, first_page, section.name).states()
        for section in SECTIONS
        if section.name in DECLARED
    ]


class DeclaredScenes:
    """Leads the window through the states of one section."""

    def __init__(
        self, session: "Session", first_page: Callable[[], Awaitable[None]], part: str
    ) -> None:
        self._session = session
        self._first_page = first_page
        self._part = part

    def states(self) -> list[State]:
        """Each with the name of its screenshot."""
        return [
            (self._part, self._first),
            (f"{self._part}-open", self._open),
            (f"{self._part}-timeline", self._timeline),
            (f"{self._part}-search", self._search),
            (f"{self._part}-narrow", self._narrow),
        ]

    async def _panel(self) -> RecordsPanel:
        await self._first_page()
        self._session.window.show_section(self._part)
        panel = self._session.window.panel()
        if not isinstance(panel, RecordsPanel):
            raise RuntimeError(f"{self._part} is not shown.")
        await _quiet(panel)
        panel.list.show_everything()
        panel.open_record("")
        await calm(DRAWN_SECONDS)
        return panel

    async def _first(self) -> None:
        await self._panel()

    async def _open(self) -> None:
        panel = await self._panel()
        panel.list.table.selectRow(1)
        panel.open_record(panel.list.table.rows.ids[1])
        await _quiet(panel)

    async def _timeline(self) -> None:
        await self._open()
        panel = self._session.window.panel()
        if isinstance(panel, RecordsPanel) and (tab := panel.detail.tabs.button(TIMELINE)):
            tab.click()

    async def _search(self) -> None:
        panel = await self._panel()
        panel.list.search.setText("ana")
        panel.list.choose(*_first_filter(panel))
        await _quiet(panel)

    async def _narrow(self) -> None:
        await self._open()
        self._session.window.resize(*NARROW)
        await calm(DRAWN_SECONDS)


def _first_filter(panel: RecordsPanel) -> tuple[str, Any]:
    spec = panel.declared.filters[0]
    value, _ = spec.choices(panel.list.rows.values())[0]
    return spec.name, value


async def _quiet(panel: RecordsPanel) -> None:
    await until(lambda: panel.is_quiet)
    await calm(DRAWN_SECONDS)
