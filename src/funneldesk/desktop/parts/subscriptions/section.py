"""Subscriptions: who is charged when, whose payment failed, and who is about to leave."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.sections.waiting import Waiting
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
    from funneldesk.desktop.parts.subscriptions.subscriptions import SUBSCRIPTIONS

    return SubscriptionsPanel(workspace, SUBSCRIPTIONS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    who = str(row.get("customer_name") or row.get("customer_email") or hit.id)
    return who, str(row.get("product_name") or hit.snippet)


async def _waiting(workspace: "Workspace") -> "Waiting":
    """Those whose payment failed."""
    from funneldesk.desktop.sections.waiting import Waiting

    figures = await workspace.run(lambda api: api.subscriptions.summary())
    return Waiting(figures.past_due_count or 0)


SECTION = Section(
    "subscriptions", _("Subscriptions"), "repeat", "sell", _panel, _listed, waiting=_waiting
)
