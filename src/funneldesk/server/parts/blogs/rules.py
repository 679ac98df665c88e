"""What the fields of blogs and categories may be (document: Blog; Limits; quirk 58)."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from funneldesk.server.web.documents import Document
from funneldesk.server.web.fields import (
    CLEARABLE,
    EMPTY_IS_NONE,
    LARGEST_ID,
    Input,
    OptionalId,
    OptionalSwitch,
    Text,
    Title,
    Words,
)
from funneldesk.server.web.values import address_here

LONGEST_NAME = 255
LONGEST_SEGMENT = 64
MOST_SELECTED = 10_000
_COPY = " (copy)"
_KEBAB = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*", re.ASCII)

Sort = Literal[
    "date_desc",
    "date_asc",
    "name_asc",
    "name_desc",
    "newest",
    "oldest",
    "created_at",
    "updated_at",
]


def _kebab(text: str) -> str:
    if not _KEBAB.fullmatch(text):
        raise ValueError("This field may hold lower-case letters and digits, joined by dashes.")
    return text


Slug = Annotated[Annotated[Words, AfterValidator(_kebab)] | None, CLEARABLE]
Segment = Annotated[
    Annotated[Text, Field(max_length=LONGEST_SEGMENT), AfterValidator(_kebab)] | None, CLEARABLE
]
Seo = Annotated[Document | None, CLEARABLE]
Image = Annotated[
    Annotated[Text, Field(max_length=2048), AfterValidator(address_here)] | None, CLEARABLE
]


class BlogInput(Input):
    """The body of create and update; what is not sent stays, what is cleared gets its default."""

    name: Title
    domain_id: OptionalId = None
    slug: Slug = None
    brand_template_id: OptionalId = None
    article_url_pattern: Annotated[
        Literal["slug_only", "segment", "category"] | None, CLEARABLE
    ] = None
    article_url_segment: Segment = None
    category_url_segment: Segment = None
    tag_url_segment: Segment = None
    search_url_segment: Segment = None
    comments_enabled: OptionalSwitch = None
    comments_require_email_confirmation: OptionalSwitch = None
    seo_settings: Seo = None


class CloneInput(Input):
    """The body of a clone."""

    title: Annotated[Title | None, CLEARABLE] = None


class CategoryCreate(Input):
    """The body of a category's create call."""

    name: Title
    slug: Slug = None
    hero_image: Image = None
    seo_settings: Seo = None


class CategoryUpdate(CategoryCreate):
    """The same, all optional."""

    name: Title = ""


class ExportFilters(Input):
    """Which blogs to export, beside those that are named."""

    q: Annotated[Words | None, CLEARABLE] = None
    status: Annotated[Words | None, CLEARABLE] = None
    domain_id: OptionalId = None


class ExportInput(Input):
    """The body of an export."""

    filters: Annotated[ExportFilters | None, EMPTY_IS_NONE] = None
    selected_ids: Annotated[
        list[Annotated[int, Field(ge=1, le=LARGEST_ID)]] | None, Field(max_length=MOST_SELECTED)
    ] = None
    columns: Annotated[
        list[
            Literal[
                "id", "name", "slug", "status", "domain_id", "article_url_pattern",
                "comments_enabled", "created_at", "updated_at",
            ]
        ]
        | None,
        Field(max_length=20),
    ] = None  # fmt: skip


DEFAULTS: dict[str, object] = {
    "article_url_pattern": "slug_only",
    "category_url_segment": "category",
    "tag_url_segment": "tag",
    "search_url_segment": "search",
    "comments_enabled": False,
    "comments_require_email_confirmation": False,
    "seo_settings": {},
}
"""What a field is when it was never sent or was cleared; None for the rest."""


def copy_name(name: str) -> str:
    """The name of a clone: the original's with a suffix, cut to what a name may be long."""
    return f"{name[: LONGEST_NAME - len(_COPY)]}{_COPY}"
