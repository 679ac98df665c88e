"""What the fields of courses may be, and how progress is reckoned (document: Course; quirk 52)."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.server.parts.pages.slugs import checked_slug
from funneldesk.server.web import values
from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalWords,
    Text,
    Title,
    Words,
)

IMAGES = ("instructor_photo", "logo", "cover")
"""Fields that take a file or an address."""

MODULE = "module"
LONGEST_NOTES = 10_000
LARGEST_ORDER = 2**31 - 1
NEEDED = "This field is required when delivery_type is module."
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}([-_][A-Za-z0-9]{2,8})?")


def _language(text: str) -> str:
    if not _LANGUAGE.fullmatch(text):
        raise ValueError("The language_code must be a language's code, as en or pt-BR.")
    return text


def _written(text: str) -> str:
    if not text.strip():
        raise ValueError("This field is required and may not be empty.")
    return text


Description = Annotated[Text, Field(max_length=values.LONGEST_TEXT), AfterValidator(_written)]
ImageAddress = Annotated[
    Annotated[Text, Field(max_length=2048), AfterValidator(values.address_served)] | None, CLEARABLE
]


class CourseInput(Input):
    """The body of create and update calls: five fields are always required (quirk 52)."""

    title: Title
    language_code: Annotated[Words, AfterValidator(_language)]
    description: Description
    status: Literal["draft", "published"]
    delivery_type: Literal["embedded", "module"]
    domain_id: OptionalId = None
    slug: Annotated[Annotated[Words, AfterValidator(checked_slug)] | None, CLEARABLE] = None
    instructor_name: OptionalWords = None
    instructor_photo: ImageAddress = None
    logo: ImageAddress = None
    cover: ImageAddress = None
    show_module_titles: OptionalSwitch = None
    allow_comments: OptionalSwitch = None
    category_name: OptionalWords = None
    details_page_id: OptionalId = None
    module_page_id: OptionalId = None
    content_page_id: OptionalId = None
    enrollment_email_template_id: OptionalId = None


class CopyInput(Input):
    """The body of ``POST …/courses/copy``: the source's id, the target brand, the copy's title."""

    id: Annotated[int, Field(ge=1, le=LARGEST_ID)]
    brand_id: Annotated[int, Field(ge=1, le=LARGEST_ID)]
    name: Title


class ModuleInput(Input):
    """The body of ``POST …/modules``."""

    title: Title
    description: Description


class ModuleChange(Input):
    """The body of ``PUT …/modules/{module}``: what is not sent stays as it is."""

    title: Title | None = None
    description: Description | None = None


def _no_switch(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("This field must be an integer.")
    return value


Position = Annotated[int, BeforeValidator(_no_switch), Field(ge=0, le=LARGEST_ORDER)]


class OrderInput(Input):
    """A map of ids to places: both ``…/modules/order`` and ``…/screens/order`` take one."""

    order: dict[str, Position]


class EnrollmentInput(Input):
    """The body of ``POST …/enrollments``."""

    email: Annotated[str, AfterValidator(values.email)]
    name: OptionalWords = None


class NotesInput(Input):
    """The body of ``PUT …/enrollments/{enrollment}``."""

    notes: Annotated[Annotated[Text, Field(max_length=LONGEST_NOTES)] | None, CLEARABLE] = None


class CompletionInput(Input):
    """The body of ``POST …/complete``."""

    content_id: Annotated[int, BeforeValidator(_no_switch)]


def progress(done: int, contents: int) -> int:
    """Percent of a course's contents that are done, rounded down: 100 means all of them."""
    return min(100, done * 100 // contents) if contents else 0
