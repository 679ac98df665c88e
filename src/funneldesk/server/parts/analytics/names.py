"""What the values of fields are called: pages, products and funnels by their names."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import InstrumentedAttribute, Session

from funneldesk.server.parts.analytics.periods import name_of
from funneldesk.server.parts.analytics.questions import TIMES
from funneldesk.server.parts.analytics.rollups import FIRST, RENEWAL, UPSELL
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.products.tables import ProductRow
from funneldesk.server.web.fields import LARGEST_ID

NONE = "(none)"
PAGE_FIELDS = frozenset({"page"})
_AT_A_TIME = 500
_KINDS = {FIRST: "First purchase", RENEWAL: "Renewal", UPSELL: "Upsell"}
_TITLES: dict[str, tuple[Any, InstrumentedAttribute[str]]] = {
    "page": (PageRow, PageRow.title),
    "product": (ProductRow, ProductRow.title),
    "funnel_id": (FunnelRow, FunnelRow.name),
}


def names_of(
    session: Session,
    brand_id: int,
    groupings: Sequence[str],
    keys: Iterable[tuple[str, ...]],
    hidden: frozenset[str] = frozenset(),
) -> dict[tuple[str, str], str]:
    """A name for each value of each grouping, by (grouping, value); a number for ``hidden``."""
    keys = list(keys)
    found: dict[tuple[str, str], str] = {}
    for place, name in enumerate(groupings):
        values = {key[place] for key in keys}
        if name in TIMES:
            titles = {value: name_of(name, value) for value in values}
        elif name == "sale_kind":
            titles = _KINDS
        elif name in hidden:
            titles = {value: number_of(value) for value in values if value}
        else:
            titles = titles_of(session, brand_id, name, values) if name in _TITLES else {}
        for value in values:
            found[name, value] = titles.get(value) or _plain(name, value)
    return found


def number_of(value: str) -> str:
    """What a record is called by those who may not see its name."""
    return f"#{value}"


def titles_of(session: Session, brand_id: int, kind: str, ids: Iterable[str]) -> dict[str, str]:
    """The titles of pages, products or funnels by id; those that are gone are left out."""
    row, title = _TITLES[kind]
    numbers = sorted(int(text) for text in set(ids) if text.isdecimal() and len(text) < 20)
    wanted = [number for number in numbers if number <= LARGEST_ID]
    found: dict[str, str] = {}
    for start in range(0, len(wanted), _AT_A_TIME):
        some = wanted[start : start + _AT_A_TIME]
        query = select(row.id, title).where(row.brand_id == brand_id, row.id.in_(some))
        found |= {str(number): text for number, text in session.execute(query)}
    return found


def _plain(name: str, value: str) -> str:
    if not value:
        return NONE
    return f"#{value} (deleted)" if name in _TITLES else value
