"""What a funnel's fields may be (document: Funnel; Endpoints, Funnels)."""

from typing import Annotated, Literal

from funneldesk.server.web.fields import CLEARABLE, Input, Title

LONGEST_NAME = 255
_COPY = "Copy of "

Status = Annotated[Literal["active", "inactive"] | None, CLEARABLE]


class FunnelCreate(Input):
    """The body of a create call; without a status the funnel is active."""

    name: Title
    status: Status = None


class FunnelUpdate(Input):
    """The body of an update call: what is not sent stays as it is."""

    name: Title = ""
    status: Status = None


def copy_name(name: str) -> str:
    """The name of a clone, prefixed as a copy and cut to what a name may be long."""
    return f"{_COPY}{name}"[:LONGEST_NAME]
