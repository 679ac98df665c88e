"""What came back from one call."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from funneldesk.client.errors import BadAnswer


@dataclass(frozen=True, slots=True)
class Answer:
    """``headers`` are found by any spelling of their names; ``body`` is decoded from gzip."""

    method: str
    path: str
    status: int
    headers: Mapping[str, str] = field(repr=False)
    body: bytes = field(repr=False)

    @property
    def ok(self) -> bool:
        """Whether the call succeeded."""
        return 200 <= self.status < 300

    @property
    def is_write(self) -> bool:
        """Whether the call may have changed something."""
        return self.method not in ("GET", "OPTIONS")

    def bad(self, what: str) -> BadAnswer:
        """The error for an answer that cannot be used; the body itself is not shown."""
        return BadAnswer(
            f"The platform's answer cannot be read: {what}.",
            method=self.method,
            path=self.path,
            status=self.status,
            maybe_done=self.is_write,
        )
