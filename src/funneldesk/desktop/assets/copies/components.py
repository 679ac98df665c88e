"""Components in the local copy, for the Components section and for readers of all components."""

from typing import TYPE_CHECKING, Any

from funneldesk.contract.components import Component
from funneldesk.desktop.records.library.local_copy import LocalCopy

if TYPE_CHECKING:
    from funneldesk.client import Api

LIVE_HTML = "live_html"
"""What visitors see of a component that has a draft; None for one that has none."""
SEARCHED, SOURCES = ("name", "code"), ("html", "css")
UNLISTED = (*SOURCES, LIVE_HTML, "config")
"""What only whole components have."""
COMPONENTS = LocalCopy("components", SEARCHED, SOURCES, UNLISTED)


class WholeComponent(Component):
    """A component with the draft that one goes on with: ``html`` is that of the draft, where there
    is one (quirk 30). ``state`` is what a write asks for; an answer has none."""

    live_html: str | None = None
    revision_id: int | None = None
    state: str = ""

    @property
    def live(self) -> str:
        """What visitors see."""
        return (self.html if self.revision_id is None else self.live_html) or ""


async def read_component(api: "Api", number: int) -> WholeComponent:
    """A component, whole, with its newest draft. Raises ``ApiError``."""
    component = await api.components.get(number)
    content = await api.components.get_content(number)
    known: dict[str, Any] = component.model_dump(mode="json", exclude_unset=True)
    if content.is_draft:
        live = known.get("html")
        known |= {"html": content.html, LIVE_HTML: live, "revision_id": content.revision_id}
    else:
        known |= {LIVE_HTML: None, "revision_id": None}
    return WholeComponent.model_validate({**known, "state": ""})
