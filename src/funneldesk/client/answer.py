"""What came back from one call."""

from collections.abc import Mapping
from dataclasses import dataclass

from funneldesk.client.errors import BadAnswer

SHOWN = 600
"""Characters of a body that an error keeps."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``headers`` are found by any spelling of their names; ``body`` is decoded from gzip."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def ok(self) -> bool:
        """Whether the call succeeded."""
        return 200 <= self.status < 300

    @property
    def is_write(self) -> bool:
        """Whether the call may have changed something."""
        return self.method != "GET"

    def excerpt(self) -> str:
        """The beginning of the body as text."""
        return self.body[: 4 * SHOWN].decode("utf-8", "replace")[:SHOWN]

    def bad(self, what: str) -> BadAnswer:
        """The error for an answer that cannot be used; the body itself is not shown."""
        return BadAnswer(
            f"The platform's answer cannot be read: {what}.",
            method=self.method,
            path=self.path,
            status=self.status,
            maybe_done=self.is_write,
        )
