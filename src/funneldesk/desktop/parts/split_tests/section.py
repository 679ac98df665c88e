"""Split tests: which variant sells better, and how sure that is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel

    return SplitTestsPanel(workspace)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    page = row.get("page")
    where = page.get("name") if isinstance(page, Mapping) else ""
    return str(row.get("name") or hit.snippet), str(where or row.get("status") or "")


SECTION = Section("split_tests", _("Split tests"), "flask-conical", "measure", _panel, _listed)
