"""Blogs on the wire: blogs and their categories (document: Blog; quirk 58)."""

from datetime import datetime
from typing import Any

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

URL_PATTERNS: tuple[str, ...] = ("slug_only", "segment", "category")


class BlogChoice(Record):
    """A row of ``GET …/blogs/all``: blogs with a saved config only."""

    id: int
    name: str = ""


class Blog(BlogChoice):
    """A blog. Its articles are not part of the interface."""

    slug: str | None = None
    domain_id: int | None = None
    brand_template_id: int | None = None
    status: str | None = None
    article_url_pattern: str | None = None
    article_url_segment: str | None = None
    category_url_segment: str | None = None
    tag_url_segment: str | None = None
    search_url_segment: str | None = None
    comments_enabled: bool | None = None
    comments_require_email_confirmation: bool | None = None
    seo_settings: Any = None
    template: Any = None
    created_at: datetime | None = None
    updated_at: datetime | None = None
    deleted_at: datetime | None = None


class BlogFilter(Filter):
    """The query of ``GET …/blogs``; ``q`` looks for a part of the name."""

    page: int | None = None
    per_page: int | None = None
    q: str | None = None
    sort: str | None = None


class BlogFields(Draft):
    """What a create and an update both take; ``name`` goes with every one (quirk 58)."""

    name: str
    domain_id: int | str | None = None
    slug: str | None = None
    brand_template_id: int | str | None = None
    article_url_pattern: str | None = None
    article_url_segment: str | None = None
    category_url_segment: str | None = None
    tag_url_segment: str | None = None
    search_url_segment: str | None = None
    comments_enabled: bool | None = None
    comments_require_email_confirmation: bool | None = None
    seo_settings: dict[str, Any] | None = None


class BlogDraft(BlogFields):
    """``POST …/blogs``."""


class BlogPatch(BlogFields, Patch):
    """``PUT …/blogs/{blog}``: ``name`` is required, changed or not."""


class BlogClone(Draft):
    """The body of a clone; without a title the platform makes one."""

    title: str | None = None


class BlogExport(Draft):
    """The body of an export: which blogs, which columns."""

    filters: dict[str, Any] | None = None
    selected_ids: list[int] | None = None
    columns: list[str] | None = None


class BlogExported(Record):
    """The answer to an export; the result comes by e-mail."""

    success: bool = False
    message: str | None = None


class BlogCategory(Record):
    """A category of a blog."""

    id: int
    blog_id: int | None = None
    name: str = ""
    slug: str | None = None
    hero_image: str | None = None
    seo_settings: Any = None


class CategoryDraft(Draft):
    """``POST …/categories``."""

    name: str
    slug: str | None = None
    hero_image: str | None = None
    seo_settings: dict[str, Any] | None = None


class CategoryPatch(Patch):
    """``PUT …/categories/{category}``: everything is optional."""

    name: str | None = None
    slug: str | None = None
    hero_image: str | None = None
    seo_settings: dict[str, Any] | None = None
