"""Blogs and categories as the document shows them (document: Blog)."""

from typing import Any

from funneldesk.server.parts.blogs.tables import BlogCategoryRow, BlogRow

_HIDDEN = ("brand_id", "address", "name_key")
_FIELDS = tuple(column.key for column in BlogRow.__table__.columns if column.key not in _HIDDEN)


def blog_body(row: BlogRow) -> dict[str, Any]:
    """A blog; its template is told by number and context."""
    number = row.brand_template_id
    template = None if number is None else {"id": number, "context": "blog"}
    return {**{name: getattr(row, name) for name in _FIELDS}, "template": template}


def category_body(row: BlogCategoryRow) -> dict[str, Any]:
    """A category."""
    return {
        "id": row.id,
        "blog_id": row.blog_id,
        "name": row.name,
        "slug": row.slug,
        "hero_image": row.hero_image,
        "seo_settings": row.seo_settings,
    }
