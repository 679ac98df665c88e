"""What is needed to put components into a page as visitors meet it (document: Component)."""

from sqlalchemy.orm import Session

from funneldesk.contract.component_filling import DEEPEST, Filler, Part, codes_in
from funneldesk.server.parts.components.store import ComponentStore


def components_of(session: Session, brand_id: int, html: str) -> Filler:
    """What is needed to fill the components into a page's html: a query for each level."""
    store = ComponentStore(session, brand_id)
    parts: dict[str, Part] = {}
    asked: set[str] = set()
    wanted = codes_in(html)
    for _ in range(DEEPEST):
        if not wanted:
            break
        asked |= wanted
        found = store.by_codes(wanted)
        level = {code: Part(row.html or "", row.css or "") for code, row in found.items()}
        parts |= level
        wanted = set().union(*(codes_in(part.html) for part in level.values())) - asked
    return Filler(parts)
