"""The shapes of error bodies (document: Errors; quirks 5, 6 and 21)."""

from typing import Any

from pydantic import BaseModel, ConfigDict

INVALID_KEY = "invalid API key"
BRAND_DENIED = "invalid API key or brand access denied"


class PlanRefusal(BaseModel):
    """The ``plan_error`` object of a refusal by the brand's plan (quirk 6)."""

    model_config = ConfigDict(extra="allow")

    message: str = ""
    type: str | None = None
    feature: str | None = None
    plan_name: str | None = None
    upgrade_info: Any = None
    current_count: int | None = None
    limit: int | None = None


class ErrorBody(BaseModel):
    """Any error body: every key is optional, because the document shows them unevenly."""

    model_config = ConfigDict(extra="allow")

    message: str | None = None
    error: str | None = None
    errors: dict[str, Any] | None = None
    plan_error: PlanRefusal | None = None
    code: str | None = None
    latest_revision_id: int | None = None

    def field_messages(self) -> dict[str, list[str]]:
        """``errors`` as lists of sentences by field or dotted path, whatever form they came in."""
        found: dict[str, list[str]] = {}
        for name, value in (self.errors or {}).items():
            values = value if isinstance(value, list) else [value]
            found[name] = [str(item) for item in values]
        return found
