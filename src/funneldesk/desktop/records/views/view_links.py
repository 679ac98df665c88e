"""Views of lists as links: copied here, pasted into the palette there. They name no brand."""

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.views.saved_views import LONGEST_NAME, View

START = "funneldesk:view/"
LONGEST = 8_000


def link_of(part: str, view: View) -> str:
    """The link to a view of a part."""
    state = {"title": view.title, "query": view.query.state(), "columns": dict(view.columns)}
    text = json.dumps(state, separators=(",", ":"), ensure_ascii=False)
    return f"{START}{part}/{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


def view_of(link: str) -> tuple[str, View] | None:
    """The part and the view of a link; None for any other text. It may come from anywhere: what is
    not understood of it is left out."""
    part, _, packed = link.strip().removeprefix(START).rpartition("/")
    if not link.strip().startswith(START) or not packed or len(packed) > LONGEST:
        return None
    try:
        state = json.loads(base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4)))
    except (ValueError, binascii.Error, RecursionError):
        return None
    if not isinstance(state, dict):
        return None
    title = " ".join(str(state.get("title") or "").split())[:LONGEST_NAME]
    return part, View("link", title, Query.of(state.get("query")), _columns(state.get("columns")))


def _columns(state: Any) -> Mapping[str, Any]:
    known = state if isinstance(state, dict) else {}
    found: dict[str, Any] = {}
    for name in ("order", "hidden"):
        if isinstance(known.get(name), list):
            found[name] = [key for key in known[name] if isinstance(key, str)]
    if isinstance(known.get("widths"), dict):
        found["widths"] = {k: w for k, w in known["widths"].items() if isinstance(w, int)}
    return found
