"""Automations (document: Endpoints, Automations; quirks 10, 20 and 55)."""

import builtins
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import quote

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.automations import (
    Automation,
    AutomationClone,
    AutomationCopy,
    AutomationDraft,
    AutomationEvent,
    AutomationExport,
    AutomationFilter,
    AutomationLog,
    AutomationPatch,
    AutomationsSummary,
    AutomationSummary,
    AutomationTotals,
    Builder,
    Copied,
    Exported,
    NodeStats,
    StatsByNode,
    TotalsByAutomation,
)
from funneldesk.contract.listing import Listing

_NO_CONFIG = (b"", b"null", b"[]", b"{}", b'""')


class Automations(Resource):
    """The automations of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/automations")

    async def list(self, wanted: AutomationFilter | None = None) -> Listing[Automation]:
        """A page of automations with their status, the newest first unless sorted otherwise."""
        return await self._listing(self._path, Automation, wanted.query() if wanted else None)

    def iterate(self, wanted: AutomationFilter | None = None) -> AsyncIterator[Automation]:
        """All automations that ``wanted`` lets through, one by one, for ``async for``."""
        chosen = wanted or AutomationFilter()
        size = chosen.per_page or 100
        return walk(
            lambda page: self.list(chosen.model_copy(update={"page": page, "per_page": size}))
        )

    async def list_all(self) -> builtins.list[AutomationSummary]:
        """Ids and titles of all automations."""
        return builtins.list((await self._listing(f"{self._path}/all", AutomationSummary)).rows)

    async def get(self, automation_id: int) -> Automation:
        """An automation; the single read has no ``status``: that stands in the list (quirk 55)."""
        return await self._get(self._one(automation_id), Automation)

    async def create(self, draft: AutomationDraft) -> Automation:
        """Make a draft. Never repeated by itself: after ``maybe_done``, look first.

        Raises PlanDenied where the plan forbids more automations (quirk 6).
        """
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, Automation, "automation")
        return made or await read_again(self._newest(answer, draft.title))

    async def update(self, automation_id: int, patch: AutomationPatch) -> Automation:
        """Change what ``patch`` sets. Read again, without its status, where it is not shown."""
        answer = await self._update(self._one(automation_id), patch)
        changed = await read_written(answer, Automation, "automation")
        return changed or await read_again(self.get(automation_id))

    async def delete(self, automation_id: int) -> None:
        """Delete an automation with its runs and its log, for good."""
        await self._delete(self._one(automation_id))

    async def clone(self, automation_id: int, wanted: AutomationClone | None = None) -> Automation:
        """A draft of the same in this brand. Never repeated by itself."""
        body = (wanted or AutomationClone()).body()
        answer = await self._post(f"{self._one(automation_id)}/clone", body)
        made = await read_written(answer, Automation, "automation")
        return made or await read_again(self._newest(answer, (wanted and wanted.title) or None))

    async def copy(self, wanted: AutomationCopy) -> int:
        """A draft of the same in another brand; gives its id there. Never repeated by itself.

        Raises NotFound when the source is missing.
        """
        answer = await self._post(f"{self._path}/copy", wanted.body())
        return (await read_record(answer, Copied)).automation_id

    async def export(self, wanted: AutomationExport | None = None) -> Exported:
        """Have automations exported; the file goes to an e-mail address."""
        body = (wanted or AutomationExport()).body()
        return await read_record(await self._post(f"{self._path}/export", body), Exported)

    async def get_builder(self, automation_id: int) -> Builder | None:
        """The draft when there is one, else the live document; None without either (quirk 55)."""
        answer = await self._calls.send("GET", f"{self._one(automation_id)}/builder")
        if answer.body.strip() in _NO_CONFIG:
            return None
        return await read_record(answer, Builder)

    async def save_builder(
        self, automation_id: int, builder: Builder | Mapping[str, Any], *, draft: bool = False
    ) -> None:
        """Keep the whole document. Without ``draft`` it is deployed and activated (quirk 55).

        Never repeated by itself. Raises Invalid with dotted paths, ``config.nodes.2.code``.
        """
        path = f"{self._one(automation_id)}/builder"
        body = builder.body() if isinstance(builder, Builder) else builder
        await self._post(f"{path}?draft=1" if draft else path, body)

    async def fire(self, postback_code: str, body: Mapping[str, Any]) -> None:
        """Start an automation by its postback, as any caller of its address does (document: Events,
        inbound trigger). Never repeated by itself. Raises NotFound for a code that is no one's.
        """
        await self._calls.send("POST", f"/webhooks/{quote(postback_code, safe='')}", body=body)

    async def discard_revision(self, automation_id: int) -> Builder:
        """Forget the draft; gives the live document."""
        answer = await self._post(f"{self._one(automation_id)}/discard-revision")
        return await read_record(answer, Builder)

    async def stats(self, automation_id: int) -> dict[str, NodeStats]:
        """How the steps of each node ended, by node code."""
        return (await self._get(f"{self._one(automation_id)}/stats", StatsByNode)).root

    async def summary(
        self, start: datetime | None = None, end: datetime | None = None
    ) -> AutomationsSummary:
        """Runs and tasks of a period; a platform decides which one when none is named."""
        return await self._get(f"{self._path}/summary", AutomationsSummary, _period(start, end))

    async def summary_by_automation(
        self, start: datetime | None = None, end: datetime | None = None
    ) -> builtins.list[AutomationTotals]:
        """The same for each automation; the shape is not shown, so every field may be missing."""
        path = f"{self._path}/summary-by-automation"
        return (await self._get(path, TotalsByAutomation, _period(start, end))).root

    async def list_logs(
        self, automation_id: int, page: int = 1, per_page: int = 25
    ) -> Listing[AutomationLog]:
        """A page of the execution log."""
        query = {"page": page, "per_page": per_page}
        return await self._listing(f"{self._one(automation_id)}/logs", AutomationLog, query)

    def iterate_logs(self, automation_id: int, per_page: int = 100) -> AsyncIterator[AutomationLog]:
        """The whole log, line by line, for ``async for``."""
        return walk(lambda page: self.list_logs(automation_id, page, per_page))

    async def list_events(self, automation_id: int) -> builtins.list[AutomationEvent]:
        """The types of event that have fired for the automation."""
        path = f"{self._one(automation_id)}/events"
        return builtins.list((await self._listing(path, AutomationEvent)).rows)

    def _one(self, automation_id: int) -> str:
        return f"{self._path}/{automation_id}"

    async def _newest(self, answer: Answer, title: str | None) -> Automation:
        for row in (await self.list(AutomationFilter(sort="newest"))).rows:
            if title is None or row.title == title:
                return row
        raise answer.bad("it does not show the new automation, and neither does the list")


def _period(start: datetime | None, end: datetime | None) -> dict[str, str]:
    moments = {"start": start, "end": end}
    return {name: moment.isoformat() for name, moment in moments.items() if moment}
