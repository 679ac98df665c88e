"""Tab of a course's outline: modules are dragged, added, renamed and deleted; lessons are shown."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.contract.courses import CourseModule, ModuleDraft, ModulePatch
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.lists.ordered_list import OrderedList
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.courses.kind import PART
from funneldesk.desktop.parts.courses.outline.lines import (
    MODULE,
    in_order,
    lines_of,
    module_order,
    moved,
    places_of,
)
from funneldesk.desktop.records.detail.declaration import Body
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.records.schema.loss_dialog import LossDialog
from funneldesk.desktop.records.schema.writes import SchemaWrites
from funneldesk.desktop.records.value_checks import given
from funneldesk.desktop.sections.actions import write_refusal
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

HEIGHT = 230
FORM = (
    GroupSpec(
        "",
        "",
        (
            FieldSpec("title", _("Title"), max_length=255, check=given),
            FieldSpec("description", _("Description"), "long", check=given),
        ),
    ),
)


class OutlineList(OrderedList):
    """Alt with Up and Down moves a module past the whole next one."""

    def move_row(self, step: int) -> None:
        current = self.current
        if self.is_read_only or not current.startswith(MODULE):
            return
        order = module_order(self.ids)
        fresh = moved(order, int(current.removeprefix(MODULE)), step)
        if fresh != order:
            self.moved.emit([f"{MODULE}{each}" for each in fresh])


class OutlineTab(RecordView):
    """The interface changes modules only: lessons have no calls, and are shown where they are."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self.modules: list[CourseModule] = []
        self.done: Mapping[int, int] = {}
        self.course_id = 0
        self.writes = SchemaWrites(workspace, PART, self._read)
        self.list = OutlineList(_("Outline of the course"))
        self.add = Button(_("Add module…"), kind="link", icon_name="plus")
        self.told = Label("", size="small", tone="muted", wrap=True)
        self._build()
        self.add.clicked.connect(lambda: self._ask(None))
        self.list.moved.connect(lambda ids: self.tasks.start(self._order(module_order(ids))))
        self.list.opened.connect(self._edit)
        self.list.removal_asked.connect(self._delete)
        workspace.connection_changed.connect(self._show)

    def _build(self) -> None:
        inner = QWidget()
        inner.setLayout(
            column(self.list, spacing=6, margins=(10, 8, 10, 8)),
        )
        box = inner.layout()
        if box is not None:
            box.addItem(row(self.add, None))
        self.told.setContentsMargins(6, 4, 6, 4)
        outer = column(self.told, inner, None, spacing=4, margins=(6, 8, 6, 8))
        whole = QWidget()
        whole.setLayout(outer)
        scroll = QScrollArea()
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setWidgetResizable(True)
        scroll.setWidget(whole)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        for see_through in (whole, scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self.setLayout(column(scroll, spacing=0))

    # What is shown

    def show_record(self, body: Body) -> None:
        found = str(body.get("id") or "")
        number = int(found) if found.isdecimal() and not is_new_id(found) else 0
        if number != self.course_id:
            self.course_id, self.modules, self.done = number, [], {}
            self._show()
        if number:
            self.tasks.latest("read", self._load())

    def show_done(self, course_id: int, done: Mapping[int, int]) -> None:
        """How many learners are done with each lesson."""
        if course_id == self.course_id:
            self.done = done
            self._show()

    async def _load(self) -> None:
        with optional():
            await self._read()

    async def _read(self) -> None:
        """Read the modules. Raises ``ApiError``."""
        number = self.course_id
        found = await self.workspace.run(lambda api: api.courses.list_modules(number))
        if number == self.course_id:
            self.modules = in_order(found)
            self._show()

    def _show(self) -> None:
        refused = bool(write_refusal(self.workspace, PART)) or not self.course_id
        lessons = sum(len(each.contents) for each in self.modules)
        shown = _(
            "{modules}, {lessons}. Drag a module, or move it with Alt+Up and Alt+Down. Lessons are "
            "made and ordered in the server's own editor: they have no other way in."
        )
        told = shown.format(
            modules=counted(len(self.modules), "module"), lessons=counted(lessons, "lesson")
        )
        if not self.course_id:
            told = _("Save this new course first: then modules can be added.")
        elif not self.modules:
            told = _("No module yet. Lessons are made in the server's own editor.")
        self.told.setText(told)
        self.list.show_rows(lines_of(self.modules, self.done))
        self.list.setVisible(bool(self.modules))
        self.list.set_read_only(refused)
        self.add.setEnabled(not refused)

    # What is done

    async def _order(self, order: Sequence[int]) -> None:
        """Seen at once, and taken back when it is refused (quirk 52: a map of ids to places)."""
        known = {each.id: each for each in self.modules}
        self.modules = [known[each] for each in order if each in known]
        self._show()
        places, number = places_of(order), self.course_id
        await self._done(
            _("Moving the module"), lambda api: api.courses.reorder_modules(number, places)
        )

    async def _done(self, doing: str, call: Any) -> None:
        with operation(self.workspace, doing, f"{PART}/outline") as sent:
            await self.writes.send(call)
        if sent.failed:
            await self._load()

    def _edit(self, key: str) -> None:
        module = self._module(key)
        if module is not None and not write_refusal(self.workspace, PART):
            self._ask(module)

    def _ask(self, module: CourseModule | None) -> None:
        self.tasks.latest("ask", self._asked(module))

    async def _asked(self, module: CourseModule | None) -> None:
        number, before = self.course_id, {each.id for each in self.modules}

        async def look(api: "Api") -> CourseModule | None:
            listed = await api.courses.list_modules(number)
            return next((each for each in listed if each.id not in before), None)

        async def send(values: dict[str, Any]) -> None:
            body = {name: str(values[name]).strip() for name in ("title", "description")}
            if module is not None:
                patch = ModulePatch(**body)
                await self.writes.send(
                    lambda api: api.courses.update_module(number, module.id, patch)
                )
                return
            draft = ModuleDraft(**body)
            await self.writes.make(
                draft.title,
                _("New module"),
                lambda api: api.courses.create_module(number, draft),
                look,
            )

        await FormDialog(
            self,
            self.workspace,
            _("Edit “{name}”").format(name=module.title) if module else _("New module"),
            FORM,
            values={
                "title": module.title if module else "",
                "description": (module.description or "") if module else "",
            },
            memory=f"{PART}.module.{module.id if module else f'new.{number}'}",
            action=_("Save module") if module else _("Add module"),
            send=send,
            height=HEIGHT,
        ).ask()

    def _delete(self, key: str) -> None:
        module = self._module(key)
        if module is not None:
            self.tasks.latest("delete", self._gone(module))

    async def _gone(self, module: CourseModule) -> None:
        number, inside = self.course_id, {each.id for each in module.contents}

        async def count(api: "Api") -> int:
            listed = (await api.courses.list_enrollments(number)).rows
            return sum(bool(inside & set(each.completed_content_ids)) for each in listed)

        def told(learners: int) -> str:
            words = _("{lessons} go with it, and what {learners} did of them, for good.")
            return words.format(
                lessons=counted(len(inside), "lesson"), learners=counted(learners, "learner")
            )

        title = _("Delete the module “{name}”?").format(name=module.title)
        dialog = LossDialog(self, self.workspace, title, count, told, is_kept=False)
        if await dialog.ask() == "delete":
            await self._done(
                _("Deleting the module"), lambda api: api.courses.delete_module(number, module.id)
            )

    def _module(self, key: str) -> CourseModule | None:
        return next((each for each in self.modules if f"{MODULE}{each.id}" == key), None)
