"""States of the courses for the screenshots: the list, an outline, learners as table and grid."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from funneldesk.desktop.parts.courses.frame import CoursesFrame
from funneldesk.desktop.parts.courses.learners.panel import GRID, TABLE, TIME, LearnersPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.2
State = tuple[str, Callable[[], Awaitable[None]]]


def course_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = CourseScenes(session, first_page)
    return [
        ("courses", scenes.first),
        ("courses-outline", scenes.outline),
        ("courses-pictures", scenes.pictures),
        ("courses-copy", scenes.copy),
        ("courses-learners", scenes.table),
        ("courses-grid", scenes.grid),
        ("courses-time", scenes.over_time),
        ("courses-enroll", scenes.enroll),
        ("courses-stalled", scenes.stalled),
    ]


class CourseScenes:
    """Leads the window through the states of the courses."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def frame(self) -> CoursesFrame:
        """The section, read."""
        await self._first_page()
        self._session.window.show_section("courses")
        frame = self._session.window.panel()
        if not isinstance(frame, CoursesFrame):
            raise RuntimeError("The courses are not shown.")
        frame.show_courses()
        await self.quiet(frame)
        return frame

    async def quiet(self, frame: CoursesFrame) -> None:
        """Wait until nothing is read."""
        await until(lambda: frame.is_quiet)
        await calm(DRAWN_SECONDS)

    async def first(self) -> None:
        """The list, with a course open."""
        await self._open("edit")

    async def outline(self) -> None:
        """The modules and lessons of a course."""
        await self._open("outline")

    async def pictures(self) -> None:
        """Cover, logo and photo."""
        await self._open("pictures")

    async def copy(self) -> None:
        """Into which brand a course is copied."""
        await self._open("edit")
        frame = await self.frame()
        page = frame.courses
        action = page.declared_actions["courses.copy-course"]
        page.declared_actions.carry_out(action, (page.open_id,))
        await calm(2 * DRAWN_SECONDS)

    async def _open(self, tab: str) -> None:
        frame = await self.frame()
        page = frame.courses
        page.list.table.select(self._largest(frame))
        page.open_record(self._largest(frame))
        await self.quiet(frame)
        button = page.detail.tabs.button(tab)
        if button is not None:
            button.click()
        await calm(DRAWN_SECONDS)

    def _largest(self, frame: CoursesFrame) -> str:
        """The course with the most learners."""
        rows = frame.courses.list.rows
        return max(rows, key=lambda each: int(rows[each].get("enrollments_count") or 0))

    async def table(self) -> None:
        """The learners of a course."""
        await self._learners(TABLE)

    async def grid(self) -> None:
        """The same as a grid."""
        await self._learners(GRID)

    async def over_time(self) -> None:
        """What they did over time."""
        await self._learners(TIME)
        await calm(2 * DRAWN_SECONDS)

    async def enroll(self) -> None:
        """Customers on their way to be learners."""
        page = await self._learners(TABLE)
        page.declared_actions.run(page.declared_actions["courses.enroll-customers"])
        await calm(DRAWN_SECONDS)

    async def stalled(self) -> None:
        """Those who stall, and the question through which form they become tickets."""
        page = await self._learners(TABLE)
        page.list.choose("stalled", 14)
        await calm(DRAWN_SECONDS)
        page.list.table.selectAll()
        page.declared_actions.run(page.declared_actions["courses.learners-to-tickets"])
        await calm(2 * DRAWN_SECONDS)

    async def _learners(self, shown_as: str) -> LearnersPanel:
        frame = await self.frame()
        frame.show_learners(int(self._largest(frame)))
        await self.quiet(frame)
        page = frame.page
        if not isinstance(page, LearnersPanel):
            raise RuntimeError("The learners are not shown.")
        frame.switch.choose(shown_as)
        page.show_as(shown_as)
        page.list.table.selectRow(2)
        await self.quiet(frame)
        return page
