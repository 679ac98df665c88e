"""Courses: modules and lessons, and how far those get who take them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.records.importing.declaration import RecordImport
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.courses.frame import CoursesFrame

    return CoursesFrame(workspace)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    shown = row.get("title") or row.get("name") or row.get("email")
    return str(shown or hit.snippet), str(row.get("slug") or row.get("email") or "")


async def _imports(workspace: "Workspace", part: str) -> "RecordImport":
    from funneldesk.desktop.parts.courses.learners.importing import learners_import

    return await learners_import(workspace, part)


SECTION = Section(
    "courses", _("Courses"), "graduation-cap", "engage", _panel, _listed, imports=_imports
)
