"""Components: building blocks that pages share, with a draft of each beside what is live."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.components.components import COMPONENTS
    from funneldesk.desktop.parts.components.panel import ComponentsPanel

    return ComponentsPanel(workspace, COMPONENTS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    code = str(row.get("code") or "")
    return str(row.get("name") or hit.snippet), code if hit.field in (
        "name",
        "code",
    ) else hit.snippet


SECTION = Section("components", _("Components"), "puzzle", "build", _panel, _listed)
