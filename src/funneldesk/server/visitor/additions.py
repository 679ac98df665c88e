"""What the platform adds to a page for visitors: its tracking, and what the fields ask for."""

import json
from dataclasses import dataclass
from html import escape

from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.visitor.landmarks import Landmarks

_BLUR = """<script>(function(){{var away={title},here=document.title;\
addEventListener("blur",function(){{if(document.title!==away)here=document.title;\
document.title=away}});addEventListener("focus",function(){{document.title=here}})}})()</script>"""
_TRACKING = '<script src="/p/{brand}/-/tracking.js" data-page="{page}" defer></script>'
_NO_RIGHT_CLICK = '<script>addEventListener("contextmenu",function(e){e.preventDefault()})</script>'
_BEFORE_FRAGMENT = """<!doctype html>
<html>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
{head}</head>
<body>
"""
_AFTER_FRAGMENT = "{body}\n</body>\n</html>\n"


@dataclass(frozen=True, slots=True, order=True)
class Addition:
    """Replace ``[start, end)`` of the page's html by ``text``."""

    start: int
    end: int
    text: str


def additions(row: PageRow, css: str | None, marks: Landmarks, length: int) -> list[Addition]:
    """In order of place; a whole document gets only its tracking and what its fields ask for."""
    head, body = _head(row, css, marks), _body(row)
    if not marks.is_document:
        return [
            Addition(0, 0, _BEFORE_FRAGMENT.format(head=head)),
            Addition(length, length, _AFTER_FRAGMENT.format(body=body)),
        ]
    found = []
    if marks.title and row.seo_title:
        found.append(Addition(*marks.title, escape(row.seo_title, quote=False)))
    if marks.description and row.seo_description:
        found.append(Addition(*marks.description, _meta("description", row.seo_description)))
    if head:
        found.append(Addition(marks.head_end, marks.head_end, head))
    if body:
        end = marks.body_end(length)
        found.append(Addition(end, end, body))
    return sorted(found)


def _head(row: PageRow, css: str | None, marks: Landmarks) -> str:
    pieces = []
    title = row.seo_title or (None if marks.is_document else row.title)
    if title and not marks.title:
        pieces.append(f"<title>{escape(title, quote=False)}</title>\n")
    if row.seo_description and not marks.description:
        pieces.append(_meta("description", row.seo_description) + "\n")
    if row.prevent_indexing:
        pieces.append(_meta("robots", "noindex, nofollow") + "\n")
    if row.ga_measurement_id:
        pieces.append(_meta("ga-measurement-id", row.ga_measurement_id) + "\n")
    if row.meta_pixel_id:
        pieces.append(_meta("meta-pixel-id", row.meta_pixel_id) + "\n")
    if css:
        pieces.append(f"<style>\n{css}\n</style>\n")
    if row.custom_header_code:
        pieces.append(f"{row.custom_header_code}\n")
    return "".join(pieces)


def _body(row: PageRow) -> str:
    pieces = []
    if row.seo_blur_title:
        # "<" is written as an escape: the title must not be able to end the script.
        title = json.dumps(row.seo_blur_title).replace("<", "\\u003c")
        pieces.append(_BLUR.format(title=title))
    if row.disable_right_click:
        pieces.append(_NO_RIGHT_CLICK)
    if row.custom_javascript:
        pieces.append(row.custom_javascript)
    if not row.disable_default_scripts:
        pieces.append(_TRACKING.format(brand=row.brand_id, page=row.id))
    return "".join(f"{piece}\n" for piece in pieces)


def _meta(name: str, content: str) -> str:
    return f'<meta name="{name}" content="{escape(content)}">'
