"""Whether a page shows a running test: its block may be gone while the test goes on."""

from collections.abc import Iterable, Mapping
from typing import Any

from funneldesk.contract.markup import scan
from funneldesk.contract.markup_records import held_records
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.labels import named
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.split_test_states import RUNNING
from funneldesk.desktop.workspace.workspace import Workspace


async def presence_problem(
    workspace: Workspace, body: Mapping[str, Any], listed: Iterable[SummaryRow], visitors: int
) -> str:
    """Why nobody meets a test that runs; "" where its block is on its page, or where that can't be
    told. ``listed`` are the brand's tests; ``visitors`` have met this one. Raises ``ApiError``."""
    page_id, test_id = body.get("page_id"), body.get("id")
    if body.get("status") != RUNNING or body.get("type") != "split_test":
        return ""
    if not isinstance(test_id, int):
        return ""
    if not isinstance(page_id, int):
        return "" if visitors else _("It runs, but it belongs to no page, so no visitor meets it.")
    records = {int(row.id): str(row.get("name") or "") for row in listed if _is_on(row, page_id)}
    records[test_id] = str(body.get("name") or "")
    page = await workspace.run(lambda api: api.pages.get(page_id))
    if test_id in await in_thread(_held, page.html or "", records):
        return ""
    return _(
        "It runs, but its block isn't on “{page}” any more, so no visitor meets it. Pause it, or "
        "put its block back."
    ).format(page=named(body.get("page")) or page.name)


def _is_on(row: SummaryRow, page_id: int) -> bool:
    return bool(row.get("page_id") == page_id)


def _held(html: str, records: Mapping[int, str]) -> frozenset[int]:
    return held_records(scan(html), records)
