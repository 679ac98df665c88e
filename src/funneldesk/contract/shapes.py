"""The four kinds of body that cross the wire."""

from typing import Any

from pydantic import BaseModel, BeforeValidator, ConfigDict


def named(key: str) -> BeforeValidator:
    """A text that some platforms give within an object, under ``key``."""
    return BeforeValidator(lambda value: value.get(key) if isinstance(value, dict) else value)


class Record(BaseModel):
    """An answer. Unknown keys are kept, so that they can be shown and sent back untouched.

    A number where the document shows a text is that text; what else does not fit is up to
    ``tolerance``.
    """

    model_config = ConfigDict(extra="allow", populate_by_name=True, coerce_numbers_to_str=True)


class Draft(BaseModel):
    """The body of a create call. Only what was set is sent."""

    model_config = ConfigDict(extra="forbid")

    def body(self) -> dict[str, Any]:
        """The JSON object to send: the fields that were set, nothing else."""
        return self.model_dump(mode="json", exclude_unset=True)


class Patch(Draft):
    """The body of an update call: a field that was not set is not sent and does not change."""


class Filter(BaseModel):
    """The query of a listing. Only what was set is sent."""

    model_config = ConfigDict(extra="forbid")

    def query(self) -> dict[str, Any]:
        """Query parameters: the fields that were set and are not None."""
        return self.model_dump(mode="json", exclude_unset=True, exclude_none=True, by_alias=True)
