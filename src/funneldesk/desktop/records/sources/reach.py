"""Pages that are narrowed here, where the server has no filter: they say how far they go."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, Query
from funneldesk.desktop.records.section import row_class

if TYPE_CHECKING:
    from funneldesk.desktop.records.section import RecordSection

BACK_TO, LOOKED_THROUGH = "back_to", "looked_through"
"""What a page that was narrowed here says of the server's: its oldest record, and how many came
with the pages up to it."""
Model = TypeVar("Model", bound=BaseModel)


def looked_through(
    declared: "RecordSection",
    listing: Listing[Model],
    page: int,
    at_once: int,
    choices: Mapping[str, Choice],
    ordered_by: str = "",
) -> Listing[Model]:
    """The records of a page that fit ``choices``; ``ordered_by`` names the time that the server
    orders them by."""
    asked, made = Query(choices=choices), row_class(declared)
    kept = tuple(
        each
        for each in listing.rows
        if asked.takes(made.of(each.model_dump(mode="json")), declared.filters)
    )
    last = moment(getattr(listing.rows[-1], ordered_by, None)) if listing.rows else None
    seen = (page - 1) * at_once + len(listing.rows)
    extra = {BACK_TO: last.isoformat() if last else "", LOOKED_THROUGH: seen}
    return Listing(kept, page, at_once, None, page + listing.has_more, extra, listing.unread)


def reach_words(extra: Mapping[str, Any], formats: Formats) -> str:
    """How far records were looked through where not all of them are on this computer."""
    oldest, count = moment(extra.get(BACK_TO)), extra.get(LOOKED_THROUGH)
    if not isinstance(count, int):
        return ""
    if oldest is None:
        return _("among the {count:,} read so far").format(count=count)
    told = _("among the {count:,} read so far, back to {day}")
    return told.format(count=count, day=formats.day(oldest))
