"""Pages on the wire (document: Page; endpoints under Pages; quirks 22 to 28)."""

from datetime import datetime
from typing import Any

from pydantic import model_validator

from funneldesk.contract.shapes import Draft, Patch, Record

STATUSES: tuple[str, ...] = ("published", "draft", "offline", "imported")
TEMPLATE_TYPES: tuple[str, ...] = (
    "nutra-prelander",
    "nutra-advertorial",
    "leadgen",
    "webinar-registration",
)
UPDATE_ONLY: frozenset[str] = frozenset(
    {"disable_right_click", "prevent_indexing", "funnel_visible_only", "custom_header_code"}
)
"""Fields that an update takes and a create does not (quirk 24)."""


class PageSummary(Record):
    """A row of ``GET …/pages/all``. A page's title is read as ``name`` (quirk 22)."""

    id: int
    name: str = ""
    slug: str | None = None
    status: str = "draft"
    type: str | None = None
    domain_id: int | None = None
    funnel_id: int | None = None
    folder_id: int | None = None
    is_index: bool = False
    updated_at: datetime | None = None
    created_at: datetime | None = None

    @model_validator(mode="before")
    @classmethod
    def _title_is_name(cls, value: Any) -> Any:
        """Create and update answer ``title`` where reads answer ``name`` (quirk 22); some platforms
        answer nothing else."""
        if isinstance(value, dict) and value.get("name") is None and "title" in value:
            return {**value, "name": value["title"]}
        return value


class Page(PageSummary):
    """A page, whole, with its sources exactly as stored."""

    page_type: str | None = None
    template_id: str | None = None
    html: str | None = None
    css: str | None = None
    seo_title: str | None = None
    seo_blur_title: str | None = None
    seo_description: str | None = None
    meta_title: str | None = None
    meta_description: str | None = None
    url: str | None = None
    requires_login: bool = False
    requires_password: bool = False
    password: str | None = None
    redirect_url: str | None = None
    disable_right_click: bool = False
    prevent_indexing: bool = False
    funnel_visible_only: bool = False
    ga_measurement_id: str | None = None
    meta_pixel_id: str | None = None
    custom_header_code: str | None = None
    custom_javascript: str | None = None
    is_upsell_page: bool = False
    show_affiliate_pixels: bool = False
    disable_default_scripts: bool = False
    brand_id: int | None = None


class PageFields(Draft):
    """The fields that both a create and an update take. An empty string clears (quirk 23)."""

    slug: str | None = None
    status: str | None = None
    page_type: str | None = None
    template_id: str | None = None
    html: str | None = None
    css: str | None = None
    domain_id: int | str | None = None
    funnel_id: int | str | None = None
    folder_id: int | str | None = None
    is_index: bool | None = None
    seo_title: str | None = None
    seo_blur_title: str | None = None
    seo_description: str | None = None
    requires_login: bool | None = None
    requires_password: bool | None = None
    password: str | None = None
    redirect_url: str | None = None
    ga_measurement_id: str | None = None
    meta_pixel_id: str | None = None
    custom_javascript: str | None = None
    is_upsell_page: bool | None = None
    show_affiliate_pixels: bool | None = None
    disable_default_scripts: bool | None = None


class PageDraft(PageFields):
    """``POST …/pages``: ``title`` is required, the rest optional."""

    title: str
    type: str | None = None


class PagePatch(PageFields, Patch):
    """``PUT …/pages/{page}``: ``title`` is required on every update, changed or not (quirk 22)."""

    title: str
    disable_right_click: bool | None = None
    prevent_indexing: bool | None = None
    funnel_visible_only: bool | None = None
    custom_header_code: str | None = None
