"""Writes what people decided about the split tests that the pages' markup made."""

from datetime import timedelta
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.types import at
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.split_tests.notes import add_note
from funneldesk.server.parts.split_tests.store import SplitTestStore
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.sample.keys import member_of
from funneldesk.server.sample.stage import Stage
from funneldesk.server.web.roles import Role

_WRITERS = (Role.OWNER, Role.EDITOR, Role.ADMIN)


def write_settings(stage: Stage, session: Session) -> None:
    """How each test is judged, from its first day on."""
    store = SplitTestStore(session, stage.brand_id)
    for each, row in _tests(stage, session):
        store.update(row.id, each["settings"])


def write_decisions(stage: Stage, session: Session) -> None:
    """Notes, pauses and winners, after the visitors."""
    store = SplitTestStore(session, stage.brand_id)
    users = [member_of(session, stage.brand, role) for role in _WRITERS]
    for each, row in _tests(stage, session):
        for place, note in enumerate(each["notes"]):
            with at(stage.now - timedelta(days=38 - 25 * place)):
                add_note(session, stage.brand_id, row.id, note, users[place % len(users)])
        with at(stage.now - timedelta(days=3)):
            if "status" in each:
                store.update(row.id, {"status": each["status"]})
            if "winner" in each:
                store.declare(row.id, _winner(row, each["winner"]), by="manual")


def _tests(stage: Stage, session: Session) -> list[tuple[dict[str, Any], SplitTestRow]]:
    query = (
        select(PageRow.slug, SplitTestRow)
        .join(
            PageRow,
            (PageRow.brand_id == SplitTestRow.brand_id) & (PageRow.id == SplitTestRow.page_id),
        )
        .where(SplitTestRow.brand_id == stage.brand_id)
    )
    rows = {(slug, row.name): row for slug, row in session.execute(query)}
    found = ((each, (each["page"], each["test"])) for each in stage.content.life("split_tests"))
    return [(each, rows[names]) for each, names in found if names in rows]


def _winner(row: SplitTestRow, winner: dict[str, Any]) -> dict[str, Any]:
    codes = {item["name"]: item["node_code"] for item in row.config["items"]}
    return {**winner, "node_code": codes[winner["variant"]]}
