"""Uses of files and components that visitors meet."""

from collections.abc import Sequence

from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.workspace.workspace import Workspace

PAGES = "pages"


async def live_uses(workspace: Workspace, uses: Sequence[Use]) -> list[Use]:
    """Those that change for visitors as soon as they are written: every component and style
    sheet, and pages unless they are known not to be published."""
    ids = list(dict.fromkeys(use.id for use in uses if use.part == PAGES))
    listed = await workspace.store.summaries(PAGES, ids)
    hidden = {str(page["id"]) for page in listed if page.get("status") != "published"}
    return [use for use in uses if use.part != PAGES or use.id not in hidden]
