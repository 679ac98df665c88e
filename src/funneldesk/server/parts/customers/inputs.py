"""What can be asked of customers: queries and bodies (quirks 15, 16 and 17)."""

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from funneldesk.contract.customers import COLUMNS
from funneldesk.server.web.fields import CLEARABLE, EMPTY_IS_NONE, Input, Text, Words

MOST_SELECTED = 10_000


def _column(name: str) -> str:
    if name not in COLUMNS:
        raise ValueError(f"There is no column of this name; there are: {', '.join(COLUMNS)}.")
    return name


Column = Annotated[str, AfterValidator(_column)]
Type = Annotated[Literal["customer", "abandon"] | None, CLEARABLE]
Direction = Annotated[Literal["asc", "desc"] | None, CLEARABLE]


class Asked(Input):
    """The query of the list."""

    type: Type = None
    q: Annotated[str, Field(max_length=320)] = ""
    sort: Annotated[Column | None, CLEARABLE] = None
    sort_direction: Direction = None
    columns: Annotated[list[Column], Field(alias="columns[]", max_length=100)] = []


class Filters(Input):
    """What an export can be narrowed by: as the list."""

    type: Type = None
    q: Annotated[Annotated[Text, Field(max_length=320)] | None, CLEARABLE] = None
    sort: Annotated[Column | None, CLEARABLE] = None
    sort_direction: Direction = None


class ExportInput(Input):
    """The body of an export."""

    filters: Annotated[Filters | None, EMPTY_IS_NONE] = None
    selected_emails: (
        Annotated[list[Annotated[Words, Field(max_length=320)]], Field(max_length=MOST_SELECTED)]
        | None
    ) = None
    columns: Annotated[list[Column], Field(max_length=100)] | None = None
