"""The time zone in which the brand's people count their days."""

from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace


async def brand_zone(workspace: Workspace) -> ZoneInfo | None:
    """None when this computer does not know it. Raises ``ApiError``."""
    brand = await workspace.run(lambda api: api.brands.get())
    try:
        return await in_thread(ZoneInfo, brand.timezone or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return None
