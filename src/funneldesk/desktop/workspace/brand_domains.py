"""Names of a brand's domains, by which records refer to them."""

from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.workspace.workspace import Change, Workspace

KEPT = "brand_domains"


class BrandDomains(QObject):
    """One for each workspace (``workspace.shared``). ``hosts`` are names by numbers, as far as
    they are known; ``changed`` tells that they are others now."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._workspace = workspace
        self.hosts: Mapping[int, str] = {}
        self._is_fresh = False
        workspace.changed.connect(self._changed_elsewhere)

    def host(self, domain_id: object) -> str:
        """What a domain is called; "" for none and for one that is not known."""
        return self.hosts.get(domain_id, "") if isinstance(domain_id, int) else ""

    async def recall(self) -> None:
        """Take what was known the last time."""
        kept = await self._workspace.store.value(KEPT, {})
        if not self.hosts and isinstance(kept, dict):
            self._take({int(key): str(host) for key, host in kept.items()})

    async def learn(self) -> None:
        """Ask the server unless that was done already. Raises ``ApiError``."""
        if self._is_fresh:
            return
        listed = await self._workspace.run(lambda api: api.domains.list_all())
        self._is_fresh = True
        self._take({each.id: each.domain for each in listed.rows})
        kept = {str(key): host for key, host in self.hosts.items()}
        await self._workspace.store.put_value(KEPT, kept)

    def _take(self, hosts: Mapping[int, str]) -> None:
        if hosts != self.hosts:
            self.hosts = hosts
            self.changed.emit()

    def _changed_elsewhere(self, change: Change) -> None:
        if change.part == "domains":
            self._is_fresh = False
