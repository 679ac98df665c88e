"""Pages as the document shows them: a list row, a read, the answer to a write (quirk 22)."""

from typing import Any

from funneldesk.server.parts.pages.tables import PageRow, PageSourceRow

SUMMARY = (
    "id",
    "slug",
    "status",
    "type",
    "domain_id",
    "funnel_id",
    "folder_id",
    "is_index",
    "created_at",
    "updated_at",
)
"""What a row of the list of all pages has beside its name: no sources."""

_OWN = ("title", "funnel_order")
_WHOLE = tuple(column.key for column in PageRow.__table__.columns if column.key not in _OWN)


def read_body(row: PageRow, source: PageSourceRow, url: str) -> dict[str, Any]:
    """A page that was read: its title is called ``name``."""
    return {"name": row.title, **_whole(row, source, url)}


def written_body(row: PageRow, source: PageSourceRow, url: str) -> dict[str, Any]:
    """A page that was created or updated: its title is called ``title``."""
    return {"title": row.title, **_whole(row, source, url)}


def _whole(row: PageRow, source: PageSourceRow, url: str) -> dict[str, Any]:
    return {
        **{name: getattr(row, name) for name in _WHOLE},
        "html": source.html,
        "css": source.css,
        "meta_title": row.seo_title or row.title,
        "meta_description": row.seo_description,
        "url": url,
    }
