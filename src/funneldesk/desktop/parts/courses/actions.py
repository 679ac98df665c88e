"""What can be done with courses: delete them, and copy one into a brand."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.contract.courses import CourseCopy
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.kind import PART
from funneldesk.desktop.records.bulk.deletion import (
    Deleting,
    Deletion,
    DeletionWords,
    with_way_back,
)
from funneldesk.desktop.records.bulk.section_run import SectionRuns
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.schema.field_specs import name_field
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.actions import Action, Place, Takes
from funneldesk.desktop.sections.operations import journaled, operation

if TYPE_CHECKING:
    from funneldesk.client import Api

COPY_HEIGHT = 200


class CourseActions:
    """Each one tells what it did, and what it could not."""

    def __init__(self, panel: EditedPanel, library: RecordLibrary[Any], runs: SectionRuns) -> None:
        self._panel, self._library, self._runs = panel, library, runs
        self._workspace = panel.workspace

    def deletion(self) -> Deletion:
        """Courses go with what is in them; undo makes them again, but empty."""
        words = DeletionWords(counted=self._inside)
        note = _("Its modules, lessons and learners are gone.")

        def deleting() -> Deleting:
            return with_way_back(self._panel, lambda d, made: bool(d.title == made.title), note)[0]

        return Deletion(self._panel, self._runs, words, deleting)

    async def _inside(self, ids: Iterable[str]) -> str:
        found = (self._library.rows.get(each) for each in ids)
        rows = [row for row in found if row is not None]
        learners = sum(int(row.get("enrollments_count") or 0) for row in rows)
        modules = sum(int(row.get("modules_count") or 0) for row in rows)
        return _(
            "{modules} with their lessons and the progress of {learners} are deleted with it, for "
            "good. Undo makes the course again, but not what was in it."
        ).format(modules=counted(modules, "module"), learners=counted(learners, "learner"))

    async def copy(self, course_id: str) -> None:
        """Copy a course with its modules and lessons into a brand; sent once, since the answer
        tells no more than the copy's number."""
        work = self._workspace
        brands: Sequence[tuple[Any, str]] = ()
        with operation(work, _("Reading the brands"), f"{PART}/copy"):
            brands = await work.run(_brands)
        row = self._library.rows.get(course_id)
        if not brands or row is None:
            return
        title = str(row.get("title") or "")
        made: list[int] = []
        own = work.connection.brand

        async def send(values: dict[str, Any]) -> None:
            wish = CourseCopy(
                id=int(course_id), brand_id=int(values["brand"]), name=str(values["name"]).strip()
            )
            async with journaled(work, PART, title, _("Copying"), course_id):
                made.append(await work.run(lambda api: api.courses.copy(wish)))

        dialog = FormDialog(
            self._panel,
            work,
            _("Copy “{name}”").format(name=title),
            _copy_form(brands),
            values={"brand": own, "name": _("{name} (copy)").format(name=title[:240])},
            memory=f"{PART}.copy.{course_id}",
            action=_("Copy course"),
            send=send,
            height=COPY_HEIGHT,
        )
        if await dialog.ask() == "done" and made:
            await self._copied(made[0], int(dialog.form.value("brand")), dict(brands), own)

    async def _copied(self, number: int, brand: int, brands: dict[Any, str], own: int) -> None:
        if brand == own:
            await self._library.fetch(str(number))
            self._panel.open_record(str(number))
        text = _("It is a draft in “{brand}”, with number {number}.")
        said = text.format(brand=brands.get(brand, f"#{brand}"), number=number)
        notice = Notice(_("The course was copied"), said, "success", key=f"{PART}/copy")
        self._workspace.notifications.post(notice)


def _copy_form(brands: Sequence[tuple[Any, str]]) -> tuple[GroupSpec, ...]:
    told = _("The copy is a draft with all modules and lessons, and nobody enrolled.")
    into = FieldSpec("brand", _("Into the brand"), "choice", choices=tuple(brands))
    return (GroupSpec("", told, (into, name_field(_("Title of the copy")))),)


async def _brands(api: "Api") -> Sequence[tuple[Any, str]]:
    return [(each.id, each.name or f"#{each.id}") for each in await api.brands.list()]


def course_actions(actions: CourseActions, panel: EditedPanel, learners: Any) -> tuple[Action, ...]:
    """What the list offers for courses; ``learners`` shows those of a course."""
    anywhere = Place.PALETTE | Place.LIST_MENU
    start = panel.tasks.start
    return (
        Action(
            f"{PART}.learners",
            _("Show the learners of the course"),
            lambda ids: learners(ids[0]),
            "users",
            "Ctrl+L",
            anywhere | Place.SELECTION_BAR,
            _("Learners"),
            Takes.ONE,
        ),
        Action(
            f"{PART}.copy-course",
            _("Copy the course to a brand…"),
            lambda ids: start(actions.copy(ids[0])),
            "copy",
            "Ctrl+D",
            anywhere,
            _("Copy to a brand…"),
            Takes.ONE,
            writes=PART,
            needs_connection=True,
        ),
        actions.deletion().action(),
    )
