"""Tracking: who came from where, what they did, and the recordings of it."""

import re
from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Found, Panel
    from funneldesk.desktop.workspace.workspace import Workspace

_NAMED = re.compile(r"[0-9A-Za-z_.:-]{7,64}")


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.tracking.panel import TrackingPanel
    from funneldesk.desktop.parts.tracking.tracking import CLICKS

    return TrackingPanel(workspace, CLICKS)


async def _search(workspace: "Workspace", text: str) -> "list[Found]":
    """Sessions of a click, of a session id or of an IP address: the log is only on the server, and
    is asked for nothing but a whole word that can be one of these."""
    word = text.strip()
    if not _NAMED.fullmatch(word) or not any(each.isdigit() for each in word):
        return []
    from funneldesk.desktop.parts.tracking.finding import sessions_named

    return await sessions_named(workspace, word)


SECTION = Section(
    "tracking", _("Tracking"), "mouse-pointer-click", "measure", _panel, search=_search
)
