"""What of a flow is kept on this computer: what was drawn and not saved, and versions that were."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from funneldesk.desktop.workspace.workspace import Workspace

MOST_VERSIONS = 20


@dataclass(frozen=True, slots=True)
class Version:
    """A flow as it was saved from here; ``at`` is ISO 8601 in UTC."""

    at: str
    flow: dict[str, Any]


class KeptFlows:
    """The drafts and versions of one brand's flows. Raises ``LocalStoreProblem`` for its disk."""

    def __init__(self, workspace: Workspace) -> None:
        self._store = workspace.store

    async def draft(self, quiz_id: int) -> tuple[dict[str, Any], dict[str, Any]] | None:
        """What was drawn and not saved, and the server's flow that it began with."""
        kept = await self._store.saved_work(f"quizzes/{quiz_id}/flow")
        if not isinstance(kept, dict) or not isinstance(kept.get("flow"), dict):
            return None
        return kept["flow"], kept.get("base") or {}

    async def keep(self, quiz_id: int, flow: dict[str, Any], base: dict[str, Any]) -> None:
        """Keep what was drawn."""
        await self._store.save_work(f"quizzes/{quiz_id}/flow", {"flow": flow, "base": base})

    async def forget(self, quiz_id: int) -> None:
        """It was saved, or given up."""
        await self._store.drop_work(f"quizzes/{quiz_id}/flow")

    async def versions(self, quiz_id: int) -> list[Version]:
        """Versions, the newest first."""
        kept = await self._store.saved_work(f"quizzes/{quiz_id}/flow-versions", [])
        rows = kept if isinstance(kept, list) else []
        return [Version(str(e.get("at")), e.get("flow") or {}) for e in rows if isinstance(e, dict)]

    async def add_version(self, quiz_id: int, flow: dict[str, Any]) -> None:
        """Remember a flow as it was before, or as it was saved; the same is remembered once."""
        known = await self.versions(quiz_id)
        if known and known[0].flow == flow:
            return
        rows = [Version(datetime.now(UTC).isoformat(timespec="seconds"), flow), *known]
        kept = [{"at": each.at, "flow": each.flow} for each in rows[:MOST_VERSIONS]]
        await self._store.save_work(f"quizzes/{quiz_id}/flow-versions", kept)
