"""Frame of the courses: their list, or in its place the learners of one of them."""

from typing import Any

from PySide6.QtWidgets import QStackedWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.tasks import end_under, once_done
from funneldesk.desktop.local.texts import _, joined
from funneldesk.desktop.parts.courses.courses import COURSES
from funneldesk.desktop.parts.courses.kind import PART
from funneldesk.desktop.parts.courses.learners.panel import VIEWS, LearnersPanel
from funneldesk.desktop.parts.courses.panel import CoursesPanel
from funneldesk.desktop.records.entities.hosted import HostedPanel
from funneldesk.desktop.records.views.view_links import view_of
from funneldesk.desktop.sections.actions import Action, Actions, Place
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace


class CoursesFrame(HostedPanel):
    """One course's learners at a time; ``course_id`` is 0 while the list is shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.course_id = 0
        self.courses = CoursesPanel(workspace, COURSES)
        self.learners: LearnersPanel | None = None
        self._states: dict[str, Any] = {}
        self._build()
        back = Action(
            f"{PART}.back-to-list",
            _("Back to the courses"),
            lambda _ids: self.show_courses(),
            "arrow-left",
            places=Place.PALETTE,
            offered=lambda *_: bool(self.course_id),
        )
        self.declared_actions = Actions(workspace, (back,), tuple)
        self.declared_actions.bind(self)
        self._follow(self.courses)
        self.courses.asked_for_learners.connect(self.show_learners)
        self.courses.refresh()

    def _build(self) -> None:
        self.head = surface("surface")
        leave = Button(_("Courses"), kind="plain", icon_name="arrow-left")
        leave.clicked.connect(self.show_courses)
        self.title = ElidedLabel("", size="title")
        self.switch = Segments("tab", spacing=0)
        self.switch.set_choices([(key, words, "") for key, words in VIEWS.items()])
        self.switch.chosen.connect(self._show_as)
        inner = row(leave, self.title, self.switch, spacing=12, margins=(6, 6, 10, 0))
        inner.setStretch(1, 1)
        self.head.setLayout(inner)
        self.head.hide()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.courses)
        self.setLayout(column(self.head, self.stack, spacing=0))

    def _follow(self, page: Panel) -> None:
        page.titled.connect(lambda crumb: self._titled(page, crumb))
        page.asked_forward.connect(self.asked_forward)

    # What is shown

    @property
    def page(self) -> Panel:
        return self.learners if self.learners is not None and self.course_id else self.courses

    def hosted(self) -> tuple[Panel, ...]:
        return (self.courses,) if self.learners is None else (self.courses, self.learners)

    def show_courses(self) -> None:
        """Show the list again."""
        self.course_id = 0
        self.head.hide()
        self.stack.setCurrentWidget(self.courses)
        self._titled(self.courses, "")

    def show_learners(self, course_id: int) -> None:
        """Show the learners of a course."""
        self.course_id = course_id
        if self.learners is None or self.learners.facts.course_id != course_id:
            self._drop()
            self.learners = page = LearnersPanel(self.workspace, course_id)
            self._follow(page)
            self.stack.addWidget(page)
            page.facts.changed.connect(self._learners_named)
            page.source.library.updated.connect(self._learners_read)
            state = self._states.get(str(course_id))
            if known := self.courses.list.rows.get(str(course_id)):
                page.facts.title = page.facts.title or str(known.get("title") or "")
            page.restore(state if isinstance(state, dict) else {})
            page.refresh()
        self.switch.choose(self.learners.shown_as)
        self.head.show()
        self.stack.setCurrentWidget(self.learners)
        self._named(self.learners)

    def _drop(self) -> None:
        page, self.learners = self.learners, None
        if page is not None:
            self._states[str(page.facts.course_id)] = page.state()
            self.stack.removeWidget(page)
            page.leave()
            page.hide()
            once_done(end_under(page), page.deleteLater)

    def _show_as(self, key: str) -> None:
        if self.learners is not None:
            self.learners.show_as(key)

    def _learners_named(self) -> None:
        if self.learners is not None:
            self._named(self.learners)

    def _learners_read(self) -> None:
        if self.learners is not None:
            self._tell_done(self.learners)

    def _named(self, page: LearnersPanel) -> None:
        if page is self.learners:
            self.title.setText(page.facts.title)
            self._titled(page, "")
            self._tell_done(page)

    def _tell_done(self, page: LearnersPanel) -> None:
        rows = [row.summary for row in page.source.library.rows.values()]
        if rows:
            self.courses.outline.show_done(page.facts.course_id, page.facts.done_by(rows))

    def _titled(self, page: Panel, crumb: str) -> None:
        if page is self.page:
            title = page.facts.title if isinstance(page, LearnersPanel) else ""
            self.titled.emit(joined((title, crumb)))

    # The frame

    async def load(self) -> None:
        await self.page.load()

    def open_record(self, record_id: str) -> None:
        self.show_courses()
        self.courses.open_record(record_id)

    def open_view(self, link: str) -> None:
        found = view_of(link)
        course = found[0].partition("/")[2] if found is not None else ""
        if course.isdecimal():
            self.show_learners(int(course))
        else:
            self.show_courses()
        self.page.open_view(link)

    def back(self) -> None:
        if self.course_id and not self.page.state().get("open"):
            self.show_courses()
        else:
            super().back()

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read, here and in the page."""
        page = self.page
        return (
            not self.tasks.is_busy
            and isinstance(page, CoursesPanel | LearnersPanel)
            and page.is_quiet
        )

    def state(self) -> dict[str, Any]:
        states = dict(self._states)
        if self.learners is not None:
            states[str(self.learners.facts.course_id)] = self.learners.state()
        courses = self.courses.state()
        return {
            "course": self.course_id,
            "courses": courses,
            "learners": states,
            "open": courses.get("open", ""),
        }

    def restore(self, state: dict[str, Any]) -> None:
        courses, learners, course = state.get("courses"), state.get("learners"), state.get("course")
        self.courses.restore(courses if isinstance(courses, dict) else {})
        self._states = dict(learners) if isinstance(learners, dict) else {}
        if isinstance(course, int) and course > 0:
            self.show_learners(course)
