"""What every section needs to know of its brand: time zone and currency."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.brands import Brand
from funneldesk.contract.zones import zone_of
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.workspace.workspace import Workspace

PART, RECORD = "brand_facts", "self"


class BrandFacts(QObject):
    """One for each workspace (``workspace.shared``). ``changed``: ``formats`` are others now."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.formats = Formats()
        self.is_known = False

    @property
    def zone(self) -> ZoneInfo | None:
        """Where the brand's people count their days; None where this computer does not know it."""
        zone = self.formats.zone
        return zone if isinstance(zone, ZoneInfo) else None

    async def recall(self) -> Brand | None:
        """What was known the last time; None when that is nothing."""
        kept = await self._workspace.store.record(PART, RECORD)
        brand = Brand.model_validate(kept.body) if kept is not None else None
        if brand is not None and not self.is_known:
            await self._take(brand)
        return brand

    async def learn(self) -> None:
        """Ask the server, and keep its answer. Raises ``ApiError``."""
        await self.keep(await self._workspace.run(lambda api: api.brands.get()))

    async def keep(self, brand: Brand) -> None:
        """The brand was read from the server, or written."""
        await self._take(brand)
        await self._workspace.store.put_record(PART, RECORD, brand.model_dump(mode="json"), {})

    async def _take(self, brand: Brand) -> None:
        formats = await in_thread(_formats, brand.currency or "", brand.timezone or "UTC")
        self.is_known = True
        if formats != self.formats:
            self.formats = formats
            self.changed.emit()


def formats_of(workspace: Workspace) -> Callable[[], Formats]:
    """Gives the formats of a brand as they are known when it is called."""
    facts = workspace.shared(BrandFacts)
    return lambda: facts.formats


def _formats(currency: str, zone_name: str) -> Formats:
    """Formats that have read what they need from the disk."""
    zone = zone_of(zone_name) if zone_name else None
    formats = Formats(currency, zone)
    formats.money(0)
    return formats
