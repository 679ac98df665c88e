"""Sessions that the palette finds: by session or click, or by IP address."""

import asyncio
from ipaddress import ip_address

from funneldesk.contract.tracking import Click, ClickFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.tracking import PART, first_page
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.sections.panel import Found
from funneldesk.desktop.workspace.workspace import Workspace

MOST, PATIENCE = 5, 3.0
"""Sessions that are offered; seconds after which the palette goes without them."""


async def sessions_named(workspace: Workspace, word: str) -> list[Found]:
    """The newest sessions that a word names; none where the log cannot be asked now."""
    wanted = ClickFilter(ip_address=word) if _is_address(word) else ClickFilter(click_id=word)
    rows: list[Click] = []
    with optional():
        try:
            async with asyncio.timeout(PATIENCE):
                rows = list((await workspace.run(lambda api: api.tracking.list(wanted))).rows)
        except TimeoutError:
            return []
    return [_found(each) for each in rows if each.session_id][:MOST]


def _found(click: Click) -> Found:
    known = click.model_dump(mode="json")
    place = " · ".join(str(known[k]) for k in ("ip_address", "city", "country") if known.get(k))
    title = _("Visit to {page}").format(page=first_page(click.url or "") or "/")
    return Found(PART, str(click.session_id), title, place, "mouse-pointer-click")


def _is_address(word: str) -> bool:
    try:
        ip_address(word)
    except ValueError:
        return False
    return True
