"""List of the courses, and the one that is open: its form, its outline, its pictures."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.courses.actions import CourseActions, course_actions
from funneldesk.desktop.parts.courses.outline.tab import OutlineTab
from funneldesk.desktop.parts.courses.pictures_tab import PicturesTab
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.workspace.workspace import Workspace


class CoursesPanel(EditedPanel):
    """The panel of the courses of a brand. ``asked_for_learners`` carries a course's number."""

    asked_for_learners = Signal(int)

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        super().__init__(workspace, declared)
        self.split.setSizes([620, 520])
        self.learners = Button(
            _("Learners and progress"), kind="link", icon_name="users", on_click=self._open_learners
        )
        self.detail.above.addLayout(row(self.learners, None, margins=(10, 0, 10, 0)))
        self.learners.hide()

    def own_tabs(self) -> Sequence[OwnTab]:
        form = super().own_tabs()
        self.outline = OutlineTab(self.workspace)
        self.pictures = PicturesTab(self)
        return (
            *form,
            OwnTab("outline", _("Outline"), self.outline),
            OwnTab("pictures", _("Pictures"), self.pictures),
        )

    def about_many(self) -> Sequence[Action]:
        if self.staging is None:
            raise ValueError("courses are edited in the table")
        self.course_actions = CourseActions(self, self.source.library, self.staging.runs)
        return course_actions(self.course_actions, self, self.show_learners)

    def first_values(self) -> dict[str, Any]:
        return {
            "status": "draft",
            "delivery_type": "embedded",
            "language_code": "en",
            "show_module_titles": True,
        }

    def show_beside(self, body: Mapping[str, Any]) -> None:
        self.learners.setVisible(bool(self.open_id) and not is_new_id(self.open_id))

    def show_learners(self, course_id: str) -> None:
        """Ask for the learners of a course."""
        if course_id.isdecimal():
            self.asked_for_learners.emit(int(course_id))

    def _open_learners(self) -> None:
        self.show_learners(self.open_id)
