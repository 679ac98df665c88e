"""Parameters that some callers put into the query and others into the body."""

from typing import TypeVar

from funneldesk.server.web.errors import invalid

T = TypeVar("T")


def once(name: str, in_query: T | None, in_body: T | None) -> T | None:
    """What was sent, in either place. Raises Refused (422) when the two places differ."""
    if in_query is not None and in_body is not None and in_query != in_body:
        raise invalid({name: f"The {name} of the query is another one than that of the body."})
    return in_body if in_query is None else in_query
