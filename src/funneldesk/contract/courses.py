"""Courses on the wire (document: Course; endpoints under Courses; quirk 52)."""

from datetime import datetime
from typing import Any

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

STATUSES: tuple[str, ...] = ("draft", "published")
DELIVERY_TYPES: tuple[str, ...] = ("embedded", "module")
CONTENT_TYPES: tuple[str, ...] = ("video", "text")
SORTS: tuple[str, ...] = ("newest", "oldest", "created_at", "updated_at")
IMAGES: tuple[str, ...] = ("instructor_photo", "logo", "cover")
"""Fields that take a file in a form, or an address."""


class CourseChoice(Record):
    """A course or module by its title, for a choice."""

    id: int
    title: str = ""


class Course(CourseChoice):
    """A course, with its domain where the endpoint shows it."""

    slug: str | None = None
    status: str | None = None
    delivery_type: str | None = None
    language_code: str | None = None
    description: str | None = None
    instructor_name: str | None = None
    instructor_photo: str | None = None
    logo: str | None = None
    cover: str | None = None
    domain_id: int | None = None
    domain: Any = None
    show_module_titles: bool | None = None
    allow_comments: bool | None = None
    category_name: str | None = None
    details_page_id: int | None = None
    module_page_id: int | None = None
    content_page_id: int | None = None
    enrollment_email_template_id: int | str | None = None
    modules_count: int | None = None
    enrollments_count: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class CourseListing(Record):
    """The envelope of the list."""

    current_page: int
    data: list[Course]
    per_page: int
    total: int
    last_page: int


class WrittenCourse(Record):
    """The envelope of a created or changed course."""

    course: Course


class CopiedCourse(Record):
    """The answer to a copy: all that it tells is the id."""

    course_id: int


class CourseContent(CourseChoice):
    """A lesson."""

    type: str | None = None
    order: int | None = None


class CourseModule(CourseChoice):
    """A module with its contents."""

    description: str | None = None
    order: int | None = None
    contents: list[CourseContent] = []


class ModuleListing(Record):
    """The envelope of the modules."""

    data: list[CourseModule]


class Enrollment(Record):
    """Someone who takes a course; the id is a string."""

    id: str
    email: str | None = None
    name: str | None = None
    user_id: int | str | None = None
    notes: str | None = None
    created_at: datetime | None = None
    completed_content_ids: list[int] = []
    progress_percent: float | None = None
    last_content_id: int | None = None
    last_module_id: int | None = None


class EnrollmentListing(Record):
    """The envelope of the enrollments."""

    data: list[Enrollment]


class EnrollmentAnswer(Record):
    """The envelope of one enrollment."""

    data: Enrollment


class Progress(Record):
    """How far someone got."""

    completed_content_ids: list[int] = []
    progress_percent: float | None = None
    last_content_id: int | None = None


class ProgressAnswer(Record):
    """The envelope of progress."""

    data: Progress


class Done(Record):
    """An answer that says it is done."""

    success: bool = True


class CourseFilter(Filter):
    """The query of the list."""

    page: int | None = None
    per_page: int | None = None
    q: str | None = None
    sort: str | None = None


class CourseDraft(Draft):
    """``POST …/courses``. Images are addresses here; files go beside it in a form."""

    title: str
    language_code: str
    description: str
    status: str
    delivery_type: str
    domain_id: int | str | None = None
    slug: str | None = None
    instructor_name: str | None = None
    instructor_photo: str | None = None
    logo: str | None = None
    cover: str | None = None
    show_module_titles: bool | None = None
    allow_comments: bool | None = None
    category_name: str | None = None
    details_page_id: int | str | None = None
    module_page_id: int | str | None = None
    content_page_id: int | str | None = None
    enrollment_email_template_id: int | str | None = None


class CoursePatch(CourseDraft, Patch):
    """``PUT …/courses/{course}``: the five required fields stay required (quirk 52)."""


class CourseCopy(Draft):
    """``POST …/courses/copy``: the source's id, the target brand, the copy's name."""

    id: int
    brand_id: int
    name: str


class ModuleDraft(Draft):
    """``POST …/modules``: both are required."""

    title: str
    description: str


class ModulePatch(Patch):
    """``PUT …/modules/{module}``: the body is not shown; what a create takes is sent."""

    title: str | None = None
    description: str | None = None


class EnrollmentDraft(Draft):
    """``POST …/enrollments``."""

    email: str
    name: str | None = None


class EnrollmentPatch(Patch):
    """``PUT …/enrollments/{enrollment}``: notes of at most 10,000 characters."""

    notes: str | None = None
