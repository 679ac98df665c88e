"""Entries of a collection as they are declared: made from its fields."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.collections import (
    Collection,
    CollectionEntry,
    CollectionEntryFilter,
    CollectionField,
)
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.collections.fields import icon_of, marks_of, own_fields
from funneldesk.desktop.parts.collections.kind import entry_kind, part_of, read_entry
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.fields import RecordField, RecordFields
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
"""The most that a page can have."""
SHOWN = 6
"""Fields that have a column at first."""
NARROW, LEAST_WIDTH, MOST_WIDTH, PADDING, PER_CHARACTER = 90, 120, 240, 40, 7
UNSEEN = ("password", "hidden")
DAYS = ((1, _("Last 24 hours")), (7, _("Last 7 days")), (30, _("Last 30 days")))
Column = RecordColumn[SummaryRow]
Filter = FilterSpec[SummaryRow]


def entries_section(collection: Collection) -> RecordSection:
    """The section of a collection's entries."""
    kind, own = entry_kind(collection), own_fields(collection)
    words = [f.code for f in own if f.type not in ("password", "checkbox", "number")]
    filters = _filters(own)

    async def page(api: "Api", number: int, query: Query) -> Listing[CollectionEntry]:
        return await _read_page(collection.id, filters, api, number, query)

    async def counts(api: "Api") -> Mapping[str, int]:
        listing = await api.collections.list_entries(
            collection.id, CollectionEntryFilter(per_page=1)
        )
        return {"all": listing.total or 0}

    return RecordSection(
        part=part_of(collection.id),
        title=collection.name,
        icon="database",
        unit="entry",
        units="entries",
        key="id",
        searched=("title", *words),
        search_hint=_("Any text of an entry"),
        columns=_columns(own, kind.draft.declared),
        filters=filters,
        views=(View("all", _("All")), *_views(own)),
        empty=(
            _("No entries yet"),
            _("They come from forms on pages. Add one here, paste some, or import a file."),
        ),
        first_sort="created_at",
        page=page,
        get=partial(_get, collection.id),
        counts=counts,
        detail=Detail(lambda body: str(body.get("title") or ""), lambda _body: collection.name),
        mirrored_up_to=100_000,
        edited=kind,
    )


async def _get(collection_id: int, api: "Api", entry_id: str) -> CollectionEntry:
    return await read_entry(collection_id, api, entry_id)


def _columns(own: "list[CollectionField] | Any", fields: RecordFields) -> tuple[Column, ...]:
    seen = [each for each in own if each.type not in UNSEEN]
    shown = {each.code for each in seen[:SHOWN]}
    return (
        *(_own(each, fields[each.code], hidden=each.code not in shown) for each in own),
        _told(
            "created_at", _("Created"), "moment", value=_created, sent_as="created_at", hidden=False
        ),
        _told("updated_at", _("Changed"), "moment"),
        _told("title", _("Title")),
        _told("id", _("ID")),
    )


def _own(field: CollectionField, declared: RecordField, **more: Any) -> Column:
    """As wide as its title or its values need, within reason."""
    title = PADDING + PER_CHARACTER * len(declared.title) + (20 if icon_of(field) else 0)
    usual = {"textarea": MOST_WIDTH, "email": 215, "number": NARROW, "checkbox": NARROW}
    width = max(usual.get(field.type, LEAST_WIDTH), min(title, MOST_WIDTH))
    return declared.column(width=width, icon=icon_of(field), about=marks_of(field), **more)


def _told(key: str, title: str, kind: Any = "text", **more: Any) -> Column:
    more = {"value": lambda row: row.get(key), "hidden": True, **more}
    return RecordColumn(key, title, kind=kind, **more)


def _created(row: SummaryRow) -> Any:
    """One that is only on this computer is the newest."""
    return datetime.now(UTC) if is_new_id(row.id) else row.get("created_at")


# Filters and views


def _filters(own: Any) -> tuple[Filter, ...]:
    yes_no = {True: _("Yes"), False: _("No")}
    options = (
        _filter(each, {option: option for option in each.options or ()})
        for each in own
        if each.type == "select"
    )
    switches = (_filter(each, yes_no) for each in own if each.type == "checkbox")
    days = FilterSpec("since", _("Created"), lambda _row: None, dict(DAYS), fits=_is_since)
    return (*options, *switches, days)


def _filter(field: CollectionField, labels: Mapping[Any, str]) -> Filter:
    def value(row: SummaryRow) -> Choice:
        found: Choice = row.get(field.code)
        return bool(found) if field.type == "checkbox" else found

    return FilterSpec(field.code, field.name or field.code, value, labels)


def _is_since(row: SummaryRow, days: Choice) -> bool:
    made = moment(row.get("created_at"))
    if made is None:
        return is_new_id(row.id)
    return (datetime.now(UTC) - made).total_seconds() <= int(days or 0) * 86_400


def _views(own: Any) -> tuple[View, ...]:
    """What came lately, and what the first choice of the form says."""
    first = next((each for each in own if each.type == "select" and each.options), None)
    few = (first.options or ())[:5] if first is not None and len(first.options or ()) <= 8 else ()
    week = View("week", _("Last 7 days"), Query(choices={"since": 7}))
    return (
        week,
        *(
            View(f"{first.code}/{option}", option, Query(choices={first.code: option}))
            for option in few
            if first is not None
        ),
    )


async def _read_page(
    collection_id: int, filters: tuple[Filter, ...], api: "Api", page: int, query: Query
) -> Listing[CollectionEntry]:
    """A page of a query. The server only seeks words, and lists the newest first: the oldest are
    on its last page."""
    wanted = CollectionEntryFilter(page=page, per_page=AT_ONCE, q=query.text or None)
    listing = await api.collections.list_entries(collection_id, wanted)
    if query.sort == "created_at" and not query.descending and (last := listing.last_page):
        wanted = wanted.model_copy(update={"page": max(1, last - page + 1)})
        found = await api.collections.list_entries(collection_id, wanted)
        listing = replace(found, rows=found.rows[::-1], current_page=page)
    if not query.choices:
        return listing
    kept = tuple(each for each in listing.rows if query.takes(_row(each), filters))
    return Listing(kept, page, AT_ONCE, None, page + listing.has_more, {}, listing.unread)


def _row(entry: CollectionEntry) -> SummaryRow:
    return SummaryRow(entry.id, entry.model_dump(mode="json"))
