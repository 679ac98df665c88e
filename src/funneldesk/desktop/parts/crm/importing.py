"""Entries from the rows of a file: stages by their names, duplicates by address, phone or words."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.contract.crm import CrmEntity, CrmEntryFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.fields import VALUES
from funneldesk.desktop.parts.crm.kind import entry_kind, flat
from funneldesk.desktop.parts.crm.schema import Schema
from funneldesk.desktop.parts.crm.stages import pipelines_of, stages_of
from funneldesk.desktop.records.fields import RecordField, RecordFields, Value
from funneldesk.desktop.records.importing.declaration import RecordImport, Values
from funneldesk.desktop.records.importing.sameness import Sameness, address, exact, phone, words
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

STAGE, PIPELINE = "stage_id", "pipeline"
UNSURE = "?"
"""What the name of a stage begins with that several pipelines have."""
AT_ONCE = 100
KEYS: Mapping[str, Sameness] = {
    "email": address,
    "phone": phone,
    "text": words,
    "url": exact,
    "number": exact,
}
"""Types by whose values an entry can be known, the surest first."""
SYNONYMS = {
    "title": ("name", "full-name", "subject", "lead", "deal", "contact"),
    STAGE: ("status", "phase", "step"),
    PIPELINE: ("pipeline-name", "funnel"),
}
TYPE_SYNONYMS = {
    "email": ("e-mail", "mail", "email-address"),
    "phone": ("telephone", "mobile", "phone-number"),
    "url": ("website", "web", "homepage"),
}


async def entries_import(workspace: Workspace, part: str) -> RecordImport:
    """What can be imported of the entity of a part. Raises ``ApiError``, and KeyError for an
    entity that is gone."""
    schema, entity_id = workspace.shared(Schema), int(part.partition("/")[2])
    await schema.recall()
    if schema.entity(entity_id) is None:
        await schema.learn()
    entity = schema.entity(entity_id)
    if entity is None:
        raise KeyError(part)
    return declared_import(entity)


def declared_import(entity: CrmEntity) -> RecordImport:
    """The import of an entity's entries."""
    kind, fields = _importing_kind(entity), entity.fields or ()
    own = {
        VALUES + each.key: sameness
        for kind_of, sameness in KEYS.items()
        for each in fields
        if each.type == kind_of
    }
    first = {name: same for name, same in own.items() if same in (address, phone)}
    titles = {VALUES + f.key: (f.key, *TYPE_SYNONYMS.get(f.type, ())) for f in fields}
    needed = tuple(VALUES + f.key for f in fields if f.required and f.type != "boolean")
    return RecordImport(
        kind,
        kind.units,
        partial(_listed, entity, kind),
        keys={**first, "title": words, **own, "reference_id": exact},
        synonyms={**SYNONYMS, "title": (*SYNONYMS["title"], entity.singular_name or ""), **titles},
        updates=True,
        defaults={STAGE: tuple((stage.id, label) for stage, label in stages_of(entity))},
        settle=partial(_settle, entity),
        needed=needed,
    )


async def _listed(entity: CrmEntity, kind: RecordKind, api: "Api") -> Mapping[str, Values]:
    """Every entry with its values; none is left to a page that was not asked for."""
    everything = CrmEntryFilter(per_page=AT_ONCE)
    return {
        entry.id: dict(kind.draft.opened(flat(entity, entry)).fields)
        async for entry in api.crm.iterate_entries(entity.id, everything)
    }


# Stages


def _importing_kind(entity: CrmEntity) -> RecordKind:
    """The kind of the entries. Where there are several pipelines, a column may say which; a stage
    is known by its own name where no other pipeline has it."""
    kind, lines = entry_kind(entity), entity.pipelines or []
    if len(lines) < 2:
        return kind
    named: dict[str, list[int]] = {}
    for stage, _label in stages_of(entity):
        named.setdefault(stage.name, []).append(stage.id)
    short: tuple[tuple[Value, str], ...] = tuple(
        (ids[0] if len(ids) == 1 else UNSURE + name, name) for name, ids in named.items()
    )
    full = tuple((stage.id, label) for stage, label in stages_of(entity))
    declared = kind.draft.declared
    pipeline = RecordField(
        PIPELINE, _("Pipeline"), "choice", choices=tuple((line.id, line.name) for line in lines)
    )
    stage_field = replace(declared[STAGE], choices=(*short, *full))
    fields = [stage_field if each.name == STAGE else each for each in declared]

    class ImportedDraft(kind.draft):  # type: ignore[name-defined, misc]
        declared = RecordFields(*fields, pipeline)

    return replace(kind, draft=ImportedDraft)


def _settle(
    entity: CrmEntity, values: dict[str, Value], problems: dict[str, str], before: Values | None
) -> None:
    """Find the stage that a row means by its name and its pipeline."""
    line = values.pop(PIPELINE, None)
    lines, known = {each.id: each for each in entity.pipelines or ()}, pipelines_of(entity)
    stage = values.get(STAGE)
    if isinstance(stage, str) and stage.startswith(UNSURE):
        line = line or known.get(_number(before.get(STAGE) if before else None))
        name = stage.removeprefix(UNSURE)
        if line is None:
            told = _("Several pipelines have a stage “{stage}”: write it as “Stage · Pipeline”.")
            problems[STAGE] = told.format(stage=name)
            return
    elif line is None or (stage is not None and known.get(_number(stage)) == line):
        return
    else:
        found = next((each for each, _label in stages_of(entity) if each.id == stage), None)
        name = found.name if found is not None else ""
    here = lines[_number(line)].stages or []
    same = [each.id for each in here if each.name == name] or [each.id for each in here if not name]
    if same:
        values[STAGE] = same[0]
    else:
        told = _("The pipeline “{pipeline}” has no stage “{stage}”.")
        problems[STAGE] = told.format(pipeline=lines[_number(line)].name, stage=name)


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
