"""Marking lessons complete for learners: one run, said beforehand that it can't be taken back."""

from collections.abc import Sequence

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.tasks import uncut
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.courses.learners.course import CourseFacts
from funneldesk.desktop.parts.courses.outline.lines import Lesson
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.sections.operations import may_write

Cell = tuple[str, int]
"""A learner and a lesson."""


async def complete(panel: EditedPanel, facts: CourseFacts, cells: Sequence[Cell]) -> None:
    """Ask, then mark each: to do it twice changes nothing on the server."""
    kind, library, staging = panel.kind, panel.source.library, panel.staging
    found = [(who, lesson) for who, each in cells if (lesson := facts.lesson(each)) is not None]
    if not found or staging is None or not may_write(panel.workspace, kind.part, kind.units):
        return
    text = ngettext(
        "The learner sees it as done. The server has no way to take it back.",
        "The learners see them as done. The server has no way to take them back.",
        len(found),
    )
    if not await confirm(panel, _title(panel, found), text, action=_("Mark complete")):
        return
    todo = {f"{who}/{lesson.id}": (who, lesson) for who, lesson in found}

    async def work(item: BulkItem) -> Outcome:
        who, lesson = todo[item.id]
        call = panel.workspace.run
        await call(lambda api: api.courses.complete(facts.course_id, who, lesson.id))
        await library.fetch(who)
        return Outcome.done()

    async def look(_item: BulkItem) -> None:
        """To mark it once more does no harm."""

    items = [
        BulkItem(key, f"{_name(panel, who)} · {lesson.number} {lesson.title}")
        for key, (who, lesson) in todo.items()
    ]
    told = SectionWork(
        _("Mark lessons complete"),
        _("Marking"),
        lambda count: _("{lessons} marked complete").format(lessons=counted(count, "lesson")),
        work,
        look,
    )
    with uncut():
        await staging.runs.run(told, items, writes=False)
    panel.workspace.announce(kind.part, *{who for who, _lesson in found}, source=panel)
    facts.note(row.summary for row in library.rows.values())


def _title(panel: EditedPanel, found: Sequence[tuple[str, Lesson]]) -> str:
    if len(found) == 1:
        who, lesson = found[0]
        told = _("Mark “{lesson}” complete for {learner}?")
        return told.format(lesson=lesson.title, learner=_name(panel, who))
    return _("Mark {lessons} complete?").format(lessons=counted(len(found), "lesson"))


def _name(panel: EditedPanel, learner: str) -> str:
    row = panel.source.library.rows.get(learner)
    return str((row.get("name") or row.get("email")) if row is not None else learner)
