"""The funnels and domains that pages may belong to, by name."""

from collections.abc import Iterable

from funneldesk.desktop.parts.pages.list.rows import PageRow
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace


async def place_names(workspace: Workspace, rows: Iterable[PageRow]) -> dict[str, dict[Value, str]]:
    """For ``funnel_id`` and ``domain_id``: number to name. What this key may not read, or what
    cannot be reached now, is there by number with an empty name."""
    listed = tuple(rows)
    found: dict[str, dict[Value, str]] = {
        "funnel_id": {row.funnel_id: "" for row in listed if row.funnel_id},
        "domain_id": {row.domain_id: "" for row in listed if row.domain_id},
    }
    with optional():  # The numbers in use will do.
        funnels = await workspace.run(lambda api: api.funnels.list())
        found["funnel_id"] |= {funnel.id: funnel.name for funnel in funnels}
        domains = await workspace.run(lambda api: api.domains.list_all())
        found["domain_id"] |= {domain.id: domain.domain for domain in domains.rows}
    return found
