"""Entries of an entity as they are declared: made from its fields, pipelines and stages."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from funneldesk.contract.crm import CrmEntity, CrmEntry, CrmEntryFilter
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.crm.fields import VALUES
from funneldesk.desktop.parts.crm.kind import as_sent, entry_kind, flat, part_of, read_entry
from funneldesk.desktop.parts.crm.stages import colour_of, stages_of
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
"""Own fields that have a column at first."""
MOST_COUNTED = 12
"""Stages up to which each has a view with its count."""
LEAST_WIDTH, PADDING, PER_CHARACTER, MOST_CHARACTERS = 110, 36, 7, 24
ON_SERVER = ("stage_id", "pipeline_id")
WORDS = ("text", "email", "phone", "url", "select")
Column = RecordColumn[SummaryRow]
Filter = FilterSpec[SummaryRow]


def entries_section(entity: CrmEntity) -> RecordSection:
    """The section of an entity's entries."""
    kind = entry_kind(entity)
    own = tuple(VALUES + each.key for each in entity.fields or () if each.type in WORDS)
    name = entity.plural_name or entity.name

    async def page(api: "Api", number: int, query: Query) -> Listing[CrmEntry]:
        return await _read_page(entity, api, number, query)

    async def get(api: "Api", entry_id: str) -> CrmEntry:
        return await read_entry(entity, api, entry_id)

    async def counts(api: "Api") -> Mapping[str, int]:
        return await _read_counts(entity, views, api)

    views = (View("all", _("All")), *_views(entity))
    return RecordSection(
        part=part_of(entity.id),
        title=name,
        icon="square-kanban",
        unit="entry",
        units="entries",
        key="id",
        searched=("title", *own),
        search_hint=_("Title or any text"),
        columns=_columns(entity, kind.draft.declared),
        filters=_filters(entity),
        views=views,
        empty=(_("Nothing here yet"), _("Add the first one, or import a file.")),
        first_sort="created_at",
        page=page,
        get=get,
        counts=counts,
        detail=Detail(
            lambda body: str(body.get("title") or ""),
            lambda body: _place(entity, body),
            as_sent=as_sent,
        ),
        mirrored_up_to=20_000,
        edited=kind,
    )


def _place(entity: CrmEntity, body: Mapping[str, Any]) -> str:
    """Pipeline and stage of an entry in words."""
    lines = entity.pipelines or []
    found = (
        f"{line.name} · {stage.name}"
        for line in lines
        for stage in line.stages or ()
        if stage.id == body.get("stage_id")
    )
    return next(found, "")


def _columns(entity: CrmEntity, fields: RecordFields) -> tuple[Column, ...]:
    lines = {line.id: line.name for line in entity.pipelines or ()}
    tones = {stage.id: colour_of(stage.color) for stage, _words in stages_of(entity)}
    own = [VALUES + each.key for each in entity.fields or ()]
    return (
        fields["title"].column(width=200),
        fields["stage_id"].column(width=140, tones=tones),
        _shown("age", _("Days in stage"), "number", value=days_in_stage, width=110, hidden=False),
        *(_own(fields[name], hidden=at >= SHOWN) for at, name in enumerate(own)),
        _shown("pipeline_id", _("Pipeline"), labels=lines, hidden=len(lines) < 2),
        *(fields[name].column(hidden=True) for name in fields.names[2 + len(own) :]),
        _shown(
            "created_at", _("Created"), "moment", value=_created, sent_as="created_at", hidden=False
        ),
        _shown("updated_at", _("Changed"), "moment"),
        _shown("id", _("Number")),
    )


def _own(field: RecordField, **more: Any) -> Column:
    """As wide as its title, within reason."""
    width = max(LEAST_WIDTH, PADDING + PER_CHARACTER * min(len(field.title), MOST_CHARACTERS))
    return field.column(width=width, **more)


def _created(row: SummaryRow) -> Any:
    """One that is only on this computer is the newest."""
    return datetime.now(UTC) if is_new_id(row.id) else row.get("created_at")


def _shown(key: str, title: str, kind: Any = "text", **more: Any) -> Column:
    more = {"value": lambda row: row.get(key), "hidden": True, **more}
    return RecordColumn(key, title, kind=kind, **more)


def days_in_stage(row: SummaryRow) -> int | None:
    """Whole days for which an entry has been in its stage."""
    entered = moment(row.get("stage_entered_at"))
    return max(0, (datetime.now(UTC) - entered).days) if entered is not None else None


def _filters(entity: CrmEntity) -> tuple[Filter, ...]:
    lines = {line.id: line.name for line in entity.pipelines or ()}
    stages = {stage.id: words for stage, words in stages_of(entity)}
    several = (_filter("pipeline_id", _("Pipeline"), lines),) if len(lines) > 1 else ()
    yes_no = {True: _("Yes"), False: _("No")}
    return (
        *several,
        _filter("stage_id", _("Stage"), stages),
        *(
            _filter(VALUES + each.key, each.name, dict(zip(options, options, strict=True)))
            for each in entity.fields or ()
            if each.type == "select" and (options := each.options or [])
        ),
        *(
            _filter(VALUES + each.key, each.name, yes_no, switch=True)
            for each in entity.fields or ()
            if each.type == "boolean"
        ),
        FilterSpec(
            "assigned_to_user_id", _("Assigned user"), lambda r: r.get("assigned_to_user_id")
        ),
    )


def _filter(key: str, title: str, labels: Mapping[Any, str], *, switch: bool = False) -> Filter:
    def value(row: SummaryRow) -> Choice:
        found: Choice = row.get(key)
        return bool(found) if switch else found

    return FilterSpec(key, title, value, labels)


def _views(entity: CrmEntity) -> tuple[View, ...]:
    """One for each stage of the only pipeline, or for each pipeline."""
    lines = entity.pipelines or []
    if len(lines) == 1:
        stages = (lines[0].stages or [])[:MOST_COUNTED]
        return tuple(_view("stage_id", stage.id, stage.name) for stage in stages)
    return tuple(_view("pipeline_id", line.id, line.name) for line in lines[:MOST_COUNTED])


def _view(name: str, value: int, title: str) -> View:
    return View(f"{name}/{value}", title, Query(choices={name: value}))


async def _read_page(entity: CrmEntity, api: "Api", page: int, query: Query) -> Listing[CrmEntry]:
    """A page of a query. The server filters by pipeline and stage only, and lists the newest
    first: the oldest are on its last page."""
    chosen = {name: query.choices.get(name) for name in ON_SERVER}
    wanted = CrmEntryFilter(page=page, per_page=AT_ONCE, q=query.text or None)
    wanted = wanted.model_copy(update=chosen)
    listing = await api.crm.list_entries(entity.id, wanted)
    if query.sort == "created_at" and not query.descending and (last := listing.last_page):
        wanted = wanted.model_copy(update={"page": max(1, last - page + 1)})
        found = await api.crm.list_entries(entity.id, wanted)
        listing = replace(found, rows=found.rows[::-1], current_page=page)
    rows = tuple(flat(entity, each) for each in listing.rows)
    others = [each for each in _filters(entity) if each.name not in ON_SERVER]
    asked = Query(choices={k: v for k, v in query.choices.items() if k not in ON_SERVER})
    if not asked.choices:
        return replace(listing, rows=rows)
    kept = tuple(each for each in rows if asked.takes(_row(each), others))
    return Listing(kept, page, AT_ONCE, None, page + listing.has_more, {}, listing.unread)


def _row(entry: CrmEntry) -> SummaryRow:
    return SummaryRow(entry.id, entry.model_dump(mode="json"))


async def _read_counts(entity: CrmEntity, views: tuple[View, ...], api: "Api") -> Mapping[str, int]:
    """How many entries the views have, as the server counts them.

    One after the other: where one fails, none of the others is left behind.
    """
    found: dict[str, int] = {}
    for view in views:
        wanted = CrmEntryFilter(per_page=1).model_copy(update=dict(view.query.choices))
        found[view.key] = (await api.crm.list_entries(entity.id, wanted)).total or 0
    return found
