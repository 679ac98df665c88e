"""Automations on the wire (document: Automation; endpoints under Automations; quirk 55)."""

from datetime import datetime
from typing import Any, Literal

from pydantic import Field, RootModel, field_validator, model_validator

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

STATUSES: tuple[str, ...] = ("active", "inactive", "draft")
TRIGGERS: tuple[str, ...] = ("form_submission", "purchase", "tag_added")
"""The document's examples; the list is open-ended."""

SORTS: tuple[str, ...] = ("newest", "oldest", "created_at", "updated_at")


class Copied(Record):
    """The answer to a copy: the id of the new automation, in its own brand."""

    automation_id: int


class Exported(Record):
    """The answer to an export: the file itself goes to an e-mail address."""

    success: bool = True
    message: str | None = None


class AutomationSummary(Record):
    """A row of ``GET …/automations/all``."""

    id: int
    title: str = ""


class Automation(AutomationSummary):
    """An automation. The single read answers neither ``status`` nor the moments (quirk 55)."""

    status: str | None = None
    trigger_node_type: str | None = None
    entry_node: str | None = None
    postback_code: str | None = None
    collection_code: str | None = None
    brand_id: int | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class AutomationDraft(Draft):
    """``POST …/automations``."""

    title: str


class AutomationPatch(Patch):
    """``PUT …/automations/{automation}``: every field is optional. An empty text clears."""

    title: str | None = None
    status: str | None = None
    trigger_node_type: str | None = None
    entry_node: str | None = None
    postback_code: str | None = None
    collection_code: str | None = None


class AutomationClone(Draft):
    """``POST …/clone``: without a title the original's is taken, with a copy suffix."""

    title: str | None = None


class AutomationCopy(Draft):
    """``POST …/automations/copy``: ``id`` is the source, ``brand_id`` where the copy goes."""

    id: int
    brand_id: int
    name: str


class AutomationExport(Draft):
    """``POST …/automations/export``: ``filters`` takes ``q`` and ``status``."""

    filters: dict[str, Any] | None = None
    selected_ids: list[int] | None = None
    columns: list[str] | None = None


class AutomationFilter(Filter):
    """The query of ``GET …/automations``. The direction is that of the two named moments."""

    q: str | None = None
    sort: Literal["newest", "oldest", "created_at", "updated_at"] | None = None
    sort_direction: Literal["asc", "desc"] | None = None
    page: int | None = None
    per_page: int | None = None


class Builder(Record):
    """A builder document; whatever a node or a connection holds is kept as it is."""

    config: dict[str, Any] = Field(default_factory=dict)
    version: Any = None
    trigger_node_type: str | None = None

    @field_validator("config", mode="before")
    @classmethod
    def _empty_list_is_empty(cls, value: Any) -> Any:
        return {} if value in (None, []) else value

    def body(self) -> dict[str, Any]:
        """The document as it was read, with what was changed since."""
        return self.model_dump(mode="json", exclude_unset=True)

    @property
    def nodes(self) -> list[dict[str, Any]]:
        """The nodes, also where a platform keeps them by their codes."""
        found = self.config.get("nodes") or []
        if isinstance(found, dict):
            found = [
                {"code": code, **node} for code, node in found.items() if isinstance(node, dict)
            ]
        return [node for node in found if isinstance(node, dict)]

    @property
    def connections(self) -> list[dict[str, Any]]:
        """What leads from node to node, also where a platform keeps them by their codes."""
        found = self.config.get("connections") or []
        each = found.values() if isinstance(found, dict) else found
        return [one for one in each if isinstance(one, dict)]


class NodeStats(Record):
    """How the steps of one node ended."""

    success: int = 0
    failed: int = 0
    skipped: int = 0


class StatsByNode(RootModel[dict[str, NodeStats]]):
    """``GET …/stats``: by node code. A platform may write an empty map as an empty list."""

    @model_validator(mode="before")
    @classmethod
    def _empty_list_is_empty(cls, value: Any) -> Any:
        return {} if value == [] else value


class AutomationsSummary(Record):
    """``GET …/automations/summary``."""

    total_runs: int = 0
    successful_tasks: int = 0
    failed_tasks: int = 0
    task_status_counts: dict[str, int] = Field(default_factory=dict)
    period_start_date: str | None = None
    period_end_date: str | None = None

    @field_validator("task_status_counts", mode="before")
    @classmethod
    def _empty_list_is_empty(cls, value: Any) -> Any:
        return {} if value in (None, []) else value


class AutomationTotals(Record):
    """The numbers of one automation in ``summary-by-automation``; the shape is not shown."""

    automation_id: int | None = None
    title: str | None = None
    total_runs: int | None = None
    successful_tasks: int | None = None
    failed_tasks: int | None = None


class TotalsByAutomation(RootModel[list[AutomationTotals]]):
    """The rows of ``summary-by-automation`` in any wrapping, also as a map by automation."""

    @model_validator(mode="before")
    @classmethod
    def _rows(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        if isinstance(value.get("data"), list):
            return value["data"]
        return [
            {"automation_id": int(number), **row}
            for number, row in value.items()
            if isinstance(row, dict) and number.isdecimal()
        ]


class AutomationLog(Record):
    """What became of one step; the fields are not shown in the document. ``data`` is what the run
    knew then, where a platform tells it."""

    id: int | str | None = None
    run_id: int | str | None = None
    node_code: str | None = None
    node_type: str | None = None
    status: str | None = None
    message: str | None = None
    data: dict[str, Any] | None = None
    created_at: datetime | None = None

    @field_validator("data", mode="before")
    @classmethod
    def _only_objects(cls, value: Any) -> Any:
        return value if isinstance(value, dict) else None


class AutomationEvent(Record):
    """A type of event that has fired; the fields are not shown in the document."""

    type: str = ""
    count: int | None = None
    first_fired_at: datetime | None = None
    last_fired_at: datetime | None = None

    @model_validator(mode="before")
    @classmethod
    def _bare_type(cls, value: Any) -> Any:
        return {"type": value} if isinstance(value, str) else value
