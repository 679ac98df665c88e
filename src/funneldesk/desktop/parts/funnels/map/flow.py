"""Question how sessions went through a funnel."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import NotFound, RoleDenied
from funneldesk.contract.funnels import PageFlow
from funneldesk.desktop.insight.questions import Dated
from funneldesk.desktop.parts.funnels.map.steps import Flows

if TYPE_CHECKING:
    from funneldesk.client import Api


@dataclass(frozen=True, slots=True)
class FlowQuestion(Dated):
    """Reads how sessions went; None where the server does not tell, or not this key."""

    funnel: int = 0

    async def read(self, api: "Api") -> Any:
        try:
            found = await api.funnels.flow(self.funnel, self.period)
        except (NotFound, RoleDenied):
            return {"pages": None}
        return found.model_dump(mode="json")

    def decode(self, body: Any) -> Flows | None:
        pages = body["pages"]
        if pages is None:
            return None
        found = (PageFlow.model_validate(each) for each in pages)
        return {str(each.page_id): each for each in found}
