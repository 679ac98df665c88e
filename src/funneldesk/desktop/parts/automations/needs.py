"""What the graph of an automation needs of its brand: collections, CRM entities, stages, tags."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from funneldesk.contract.automation_flow.graph import graph_of
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import optional

if TYPE_CHECKING:
    from funneldesk.client import Api


@dataclass(frozen=True, slots=True)
class Needs:
    """Names by kind; texts with places to fill are left out, nobody knows them before a run."""

    collections: frozenset[str] = frozenset()
    entities: frozenset[str] = frozenset()
    stages: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """What a brand has. ``unread`` are kinds that could not be looked at."""

    collections: set[str] = field(default_factory=set)
    entities: set[str] = field(default_factory=set)
    stages: set[str] = field(default_factory=set)
    unread: set[str] = field(default_factory=set)


def needs_of(document: Mapping[str, Any]) -> Needs:
    """What the nodes of a document name."""
    named: dict[str, set[str]] = {"collections": set(), "entities": set(), "stages": set()}
    tags: set[str] = set()
    for node in graph_of(document).nodes.values():
        for key, kind in (("collection_code", "collections"), ("stage", "stages")):
            named[kind].update(_said(node.data.get(key)))
        if node.type == "create_crm_entry":
            named["entities"].update(_said(node.data.get("entity")))
        if node.type in ("add_tag", "tag_added"):
            tags.update(_said(node.data.get("tag")))
    return Needs(**{kind: frozenset(each) for kind, each in named.items()}, tags=frozenset(tags))


async def look(api: "Api", needs: Needs) -> Found:
    """What of it a brand has, as far as it can be read."""
    found = Found()
    with optional() as asked:
        if needs.collections:
            found.collections.update([c.code or "" for c in await api.collections.list_all()])
    if asked.failed:
        found.unread.add("collections")
    with optional() as asked:
        if needs.entities or needs.stages:
            await _look_at_crm(api, found)
    if asked.failed:
        found.unread.update(("entities", "stages"))
    return found


async def _look_at_crm(api: "Api", found: Found) -> None:
    for entity in await api.crm.list_entities():
        found.entities.update((str(entity.id), entity.slug or ""))
        for pipeline in await api.crm.list_pipelines(entity.id):
            for stage in pipeline.stages or ():
                found.stages.update((str(stage.id), (stage.name or "").casefold()))


def missing(needs: Needs, found: Found) -> list[str]:
    """What is missing in a brand, a line for each; then what could not be looked at."""
    gone = (
        (_("Collection"), "collections", needs.collections - found.collections),
        (_("CRM entity"), "entities", needs.entities - found.entities),
        (
            _("CRM stage"),
            "stages",
            {name for name in needs.stages if name.casefold() not in found.stages},
        ),
    )
    lines = [
        f"{title}: {name}"
        for title, kind, names in gone
        if kind not in found.unread
        for name in sorted(names)
    ]
    lines += [
        _("{kind}: couldn't be looked at").format(kind=title)
        for title, kind, names in gone
        if kind in found.unread and names
    ]
    return lines


def _said(value: Any) -> Iterator[str]:
    if isinstance(value, str) and value.strip() and "{{" not in value:
        yield value.strip()
