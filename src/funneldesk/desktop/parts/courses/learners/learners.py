"""Learners of a course as they are declared (document: Enrollment; quirk 52: ids are texts)."""

from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import ApiError, Invalid
from funneldesk.contract.courses import (
    Course,
    Enrollment,
    EnrollmentDraft,
    EnrollmentPatch,
)
from funneldesk.contract.email_addresses import email_key
from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.table.column import Bar
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.courses.learners.course import CourseFacts, part_of
from funneldesk.desktop.parts.courses.learners.history import LastStep
from funneldesk.desktop.records.columns import RecordColumn, column
from funneldesk.desktop.records.detail.declaration import Detail, EventSpec, FactGroup, fact
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.value_checks import checked, email
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

LONGEST_NOTES, LONGEST_NAME = 10_000, 255
STALLED = ((7, _("7 days")), (14, _("14 days")), (30, _("30 days")), (60, _("60 days")))
STATES = {
    "none": _("Not started"),
    "some": _("In progress"),
    "all": _("Complete"),
}
TONES = {"none": "muted", "some": "accent", "all": "success"}
PERSON = FieldGroup(_("Learner"), _("An address is enrolled once; it can't be changed later."))
VIEWS = (
    View("all", _("All")),
    *(View(f"state/{key}", words, Query(choices={"state": key})) for key, words in STATES.items()),
    View("stalled", _("Stalled"), Query(choices={"stalled": 14})),
)
FIELDS = RecordFields(
    RecordField(
        "email",
        _("Email"),
        group=PERSON,
        create_only=True,
        check=checked(_("Email"), required=True, check=email),
    ),
    RecordField("name", _("Name"), group=PERSON, create_only=True, max_length=LONGEST_NAME),
    RecordField("notes", _("Notes"), "long", group=PERSON, max_length=LONGEST_NOTES),
)


class LocalEnrollmentDraft(RecordDraft):
    """A learner while they are enrolled, or their notes are written."""

    declared = FIELDS
    listed = ("email", "name")


def learner_kind(course_id: int) -> RecordKind:
    """How the learners of a course are enrolled and noted."""
    making = Making(EnrollmentDraft, partial(_create, course_id), partial(_named, course_id))
    return RecordKind(
        part_of(course_id),
        "learner",
        LocalEnrollmentDraft,
        partial(read_learner, course_id),
        RecordWrites(
            EnrollmentPatch,
            partial(_update, course_id),
            making,
            partial(_delete, course_id),
            update_only=frozenset({"notes"}),
        ),
        identity=str,
    )


async def read_learner(course_id: int, api: "Api", enrollment_id: str) -> Enrollment:
    """A learner. Raises ``ApiError``."""
    return await api.courses.get_enrollment(course_id, enrollment_id)


async def _create(course_id: int, api: "Api", draft: EnrollmentDraft) -> Enrollment:
    return await api.courses.create_enrollment(course_id, draft)


async def _update(
    course_id: int, api: "Api", enrollment_id: str, patch: EnrollmentPatch
) -> Enrollment:
    return await api.courses.update_enrollment(course_id, enrollment_id, patch)


async def _delete(course_id: int, api: "Api", enrollment_id: str) -> None:
    await api.courses.delete_enrollment(course_id, enrollment_id)


async def _named(course_id: int, api: "Api", address: str) -> Iterable[str]:
    listed = (await api.courses.list_enrollments(course_id)).rows
    wanted = email_key(address)
    return [each.id for each in listed if email_key(each.email or "") == wanted]


def is_already_there(error: ApiError) -> bool:
    """Whether an enrollment was refused since the address is enrolled (quirk 52: a 422)."""
    return isinstance(error, Invalid) and set(error.fields) == {"email"}


# The section


def learners_section(facts: CourseFacts) -> RecordSection:
    """The section of a course's learners; what is known of the course is asked as it is shown."""
    course_id = facts.course_id

    return RecordSection(
        part=part_of(course_id),
        title=_("Learners"),
        icon="users",
        unit="learner",
        units="learners",
        key="id",
        searched=("email", "name", "notes"),
        search_hint=_("Email, name or notes"),
        columns=_columns(facts),
        filters=_filters(facts),
        views=VIEWS,
        empty=(_("Nobody is enrolled yet"), _("Enroll one here, customers, or those of a file.")),
        first_sort="created_at",
        page=partial(_read_page, course_id),
        get=partial(_get, course_id),
        counts=partial(_read_counts, course_id),
        mirrored_up_to=1_000_000,
        detail=_detail(facts),
        edited=learner_kind(course_id),
    )


async def _read_page(course_id: int, api: "Api", _page: int, _query: Query) -> Listing[Enrollment]:
    """All of them: the interface does not list them in pages."""
    rows = (await api.courses.list_enrollments(course_id)).rows
    return Listing(rows, 1, len(rows), len(rows), 1)


async def _read_counts(course_id: int, api: "Api") -> Mapping[str, int]:
    course: Course = await api.courses.get(course_id)
    if course.enrollments_count is not None:
        return {"all": course.enrollments_count}
    return {"all": len((await api.courses.list_enrollments(course_id)).rows)}


async def _get(course_id: int, api: "Api", record_id: str) -> Enrollment:
    return await read_learner(course_id, api, record_id)


def state_of(row: SummaryRow) -> str:
    """How far a learner is, in three steps."""
    percent = row.get("progress_percent") or 0
    return "all" if percent >= 100 else "some" if row.get("completed_content_ids") else "none"


def _columns(facts: CourseFacts) -> tuple[RecordColumn[SummaryRow], ...]:
    def bar(row: SummaryRow) -> Bar | None:
        percent = float(row.get("progress_percent") or 0)
        return Bar(min(1.0, percent / 100), TONES[state_of(row)])

    def done(row: SummaryRow) -> str:
        count = len(row.get("completed_content_ids") or ())
        total = len(facts.lessons)
        return _("{done} of {total}").format(done=count, total=total) if total else f"{count}"

    def reached(row: SummaryRow) -> str | None:
        lesson = facts.lesson(row.get("last_content_id"))
        return f"{lesson.number}  {lesson.title}" if lesson is not None else None

    def progressed(row: SummaryRow) -> LastStep | None:
        """The last progress of a learner who has made some."""
        return facts.last(row.id) if row.get("completed_content_ids") else None

    def last(row: SummaryRow) -> Any:
        step = progressed(row)
        return step.day.isoformat() if step is not None else None

    def about(row: SummaryRow) -> str:
        step = progressed(row)
        if step is None or step.is_exact:
            return ""
        return _("Then or earlier: this computer first looked on that day.")

    return (
        FIELDS["email"].column(width=200),
        FIELDS["name"].column(width=130),
        RecordColumn("progress", _("Progress"), done, width=130, bar=bar),
        RecordColumn("state", _("State"), state_of, labels=STATES, tones=TONES, width=104),
        RecordColumn("reached", _("Last lesson"), reached, width=176),
        RecordColumn("last", _("Last progress"), last, "day", width=116, tip=about),
        RecordColumn(
            "stalled", _("Days without"), lambda r: facts.stalled_days(r.summary), "number"
        ),
        FIELDS["notes"].column(width=180),
        column("created_at", _("Enrolled"), "moment", sent_as=""),
        column("user_id", _("User"), hidden=True, sent_as=""),
        column("id", _("ID"), hidden=True, sent_as=""),
    )


def _filters(facts: CourseFacts) -> tuple[FilterSpec[SummaryRow], ...]:
    def is_stalled(row: SummaryRow, days: Choice) -> bool:
        found = facts.stalled_days(row.summary)
        return found is not None and isinstance(days, int) and found >= days

    stalled: FilterSpec[SummaryRow] = FilterSpec(
        "stalled", _("No progress for"), lambda _row: None, dict(STALLED), fits=is_stalled
    )
    return (FilterSpec("state", _("State"), state_of, STATES), stalled)


def _detail(facts: CourseFacts) -> Detail:
    def titles(row: SummaryRow) -> str | None:
        found = (facts.lesson(each) for each in row.get("completed_content_ids") or ())
        told = ", ".join(each.number for each in found if each is not None)
        return told or None

    return Detail(
        title=lambda body: str(body.get("name") or body.get("email") or ""),
        subtitle=lambda body: str(body.get("email") or ""),
        groups=(
            FactGroup(
                _("Progress"),
                (
                    fact("progress_percent", _("Percent"), "number"),
                    RecordColumn("done", _("Lessons done"), titles),
                    fact("created_at", _("Enrolled"), "moment"),
                ),
            ),
        ),
        events=(EventSpec(_("Enrolled"), "created_at"),),
    )
