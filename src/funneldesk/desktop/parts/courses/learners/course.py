"""What is known of one course beside its learners: its lessons, and when learners got on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.courses import CourseModule
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.parts.courses.kind import PART
from funneldesk.desktop.parts.courses.learners.history import LastStep, ProgressHistory, today
from funneldesk.desktop.parts.courses.outline.lines import Lesson, in_order, lessons_of
from funneldesk.desktop.workspace.workspace import Workspace

PAUSE = 0.4


def part_of(course_id: int) -> str:
    """Where the learners of a course are kept on this computer."""
    return f"{PART}/{course_id}"


class CourseFacts(QObject):
    """One for each course (``workspace.shared``). ``changed``: something else is known now."""

    changed = Signal()

    def __init__(self, workspace: Workspace, course_id: int) -> None:
        super().__init__()
        self.course_id = course_id
        self.title = ""
        self.modules: Sequence[CourseModule] = ()
        self.lessons: Sequence[Lesson] = ()
        self.history = ProgressHistory()
        self._places: Mapping[int, Lesson] = {}
        self._workspace = workspace
        self._name = f"{part_of(course_id)}.progress"
        self._known = False
        self._tasks = TaskScope(self)

    async def recall(self) -> None:
        """What was known the last time."""
        if self._known:
            return
        self._known = True
        kept = await self._workspace.store.value(self._name, {})
        found = kept if isinstance(kept, dict) else {}
        modules = [CourseModule.model_validate(each) for each in found.get("modules") or ()]
        if not self.modules:
            self._take(modules)
        self.history = ProgressHistory(found.get("steps"))
        self.title = self.title or str(found.get("title") or "")
        self.changed.emit()

    async def learn(self) -> None:
        """Read the course and its modules. Raises ``ApiError``."""
        number, run = self.course_id, self._workspace.run
        course = await run(lambda api: api.courses.get(number))
        modules = await run(lambda api: api.courses.list_modules(number))
        self.title = course.title
        self._take(modules)
        self._keep_soon()
        self.changed.emit()

    def lesson(self, content_id: object) -> Lesson | None:
        """A lesson by its number; None for one that is not known."""
        return self._places.get(content_id) if isinstance(content_id, int) else None

    def last(self, enrollment_id: str) -> LastStep | None:
        """When a learner got on last."""
        return self.history.last(enrollment_id)

    def stalled_days(self, row: Mapping[str, Any], now: date | None = None) -> int | None:
        """Whole days without progress; None for who is through, and for who is not known."""
        last = self.last(str(row.get("id") or ""))
        if last is None or (row.get("progress_percent") or 0) >= 100:
            return None
        return max(0, ((now or today()) - last.day).days)

    def note(self, rows: Iterable[Mapping[str, Any]]) -> None:
        """The list of learners was read."""
        if self.history.note(rows, today()):
            self._keep_soon()
            self.changed.emit()

    def done_by(self, rows: Iterable[Mapping[str, Any]]) -> Mapping[int, int]:
        """How many learners are done with each lesson."""
        counts = Counter(i for row in rows for i in row.get("completed_content_ids") or ())
        return {each.id: counts[each.id] for each in self.lessons}

    def _take(self, modules: Sequence[CourseModule]) -> None:
        self.modules = in_order(modules)
        self.lessons = lessons_of(self.modules)
        self._places = {each.id: each for each in self.lessons}

    def _keep_soon(self) -> None:
        self._tasks.steadily("keep", PAUSE, self.settle)

    async def settle(self) -> None:
        """Keep it on this computer."""
        modules = [each.model_dump(mode="json") for each in self.modules]
        steps = await in_thread(self.history.kept)
        body = {"title": self.title, "modules": modules, "steps": steps}
        await self._workspace.store.put_value(self._name, body)
