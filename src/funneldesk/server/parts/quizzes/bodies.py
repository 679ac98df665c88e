"""Quizzes and screens as the document shows them (document: Quiz; quirk 54)."""

from collections.abc import Callable, Sequence
from typing import Any

from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.quizzes.rules import FILES
from funneldesk.server.parts.quizzes.tables import QuizRow, ScreenRow

LISTED = ("id", "code", "name", "page_id", "total_entries", "updated_at")
_SCREEN = (
    *("id", "code", "name", "type", "title", "subtitle", "options", "screen_settings"),
    *("content", "style", *FILES),
)

Whole = Callable[[str], str]
"""Makes an address whole by the address of the call."""


def listed_body(row: QuizRow) -> dict[str, Any]:
    """A row of the list."""
    return {name: getattr(row, name) for name in LISTED}


def quiz_body(
    row: QuizRow, page: PageRow | None, domain: str | None, screens: Sequence[ScreenRow]
) -> dict[str, Any]:
    """A quiz without its flow. ``slug`` and ``domain`` are those of its page."""
    shown = None if page is None else {"id": page.id, "name": page.title, "slug": page.slug}
    return {
        **listed_body(row),
        "page": shown,
        "config": row.config,
        "fields": [
            {
                "id": one.id,
                "code": one.code,
                "name": one.name,
                "type": one.type,
                "title": one.title,
                "order": one.position,
            }
            for one in screens
        ],
        "slug": page.slug if page else None,
        "domain": domain,
        "created_at": row.created_at,
    }


def screen_body(row: ScreenRow, whole: Whole) -> dict[str, Any]:
    """A screen, whole."""
    found = {name: getattr(row, name) for name in _SCREEN}
    for name in FILES:
        if found[name]:
            found[name] = whole(found[name])
    return {**found, "options": row.options or [], "order": row.position, "quiz_id": row.quiz_id}
