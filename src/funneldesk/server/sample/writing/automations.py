"""Writes automations with their graphs, and lets them run on what happened."""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import at
from funneldesk.server.parts.automations.engine.bulk import NewRun, run_many
from funneldesk.server.parts.automations.rules import problems
from funneldesk.server.parts.automations.store import AutomationStore
from funneldesk.server.parts.automations.tables import AutomationRow
from funneldesk.server.parts.automations.versions import Versions
from funneldesk.server.parts.collections.store import CollectionStore
from funneldesk.server.parts.collections.tables import CollectionRow
from funneldesk.server.sample.simulation.happenings import Happening
from funneldesk.server.sample.stage import Stage


def write_automations(stage: Stage, session: Session) -> None:
    """The automations, deployed unless they are drafts. Raises ValueError for a broken graph."""
    store, versions = AutomationStore(session, stage.brand_id), Versions(session, stage.brand_id)
    codes = _collections(stage, session)
    for each in reversed(stage.content.life("automations")):
        row = store.create(each["title"])
        document = each["document"]
        if document is None:
            continue
        if found := problems(document):
            raise ValueError(f"{each['title']}: {found}")
        wanted: dict[str, Any] = {"collection_code": codes.get(each.get("collection", ""))}
        if "postback" in each:
            wanted["postback_code"] = each["postback"]
        store.update(row.id, wanted)
        is_draft = each.get("status") == "draft"
        text = json.dumps(document, ensure_ascii=False)
        versions.save(row, text, each["trigger"], draft=is_draft)
        if each.get("status") == "inactive":
            store.update(row.id, {"status": "inactive"})
        if each.get("draft"):
            versions.save(row, text.replace("Tasting booked", "Tasted"), None, draft=True)


def write_runs(stage: Stage, title: str, happenings: Iterable[Happening], session: Session) -> None:
    """Runs of one automation, at their moments; steps yet to come are left to the worker."""
    row = session.scalars(
        select(AutomationRow).where(
            AutomationRow.brand_id == stage.brand_id, AutomationRow.title == title
        )
    ).one()
    fields = _field_codes(stage, session, row.collection_code)
    runs = [
        NewRun(each.moment, _subject(each, row, fields), row.trigger_node_type or "postback")
        for each in happenings
    ]
    with at(stage.now):
        run_many(session, stage.brand_id, row.id, runs)


def _subject(happening: Happening, row: AutomationRow, fields: Mapping[str, str]) -> dict[str, Any]:
    if not fields:
        return dict(happening.subject)
    values = {fields[name]: value for name, value in happening.subject["values"].items()}
    return {**happening.subject, "collection_code": row.collection_code, "values": values}


def _collections(stage: Stage, session: Session) -> dict[str, str]:
    query = select(CollectionRow.name, CollectionRow.code).where(
        CollectionRow.brand_id == stage.brand_id
    )
    return {row.name: row.code for row in session.execute(query)}


def _field_codes(stage: Stage, session: Session, code: str | None) -> dict[str, str]:
    if code is None:
        return {}
    store = CollectionStore(session, stage.brand_id)
    return {field.name: field.code for field in store.fields(store.find(code).id)}
