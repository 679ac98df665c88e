"""Quizzes: questions that lead visitors to a result, drawn as a graph."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.quizzes.panel import QuizzesPanel
    from funneldesk.desktop.parts.quizzes.quizzes import QUIZZES

    return QuizzesPanel(workspace, QUIZZES)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("name") or hit.snippet), str(row.get("code") or "")


SECTION = Section("quizzes", _("Quizzes"), "list-checks", "engage", _panel, _listed)
