"""One call on its way out, and the limits that it travels under."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from funneldesk.client.address import Address
from funneldesk.client.uploads import Form

Take = Callable[[bytes], Awaitable[None]]
"""Gets a piece of a body; the next one is read when it is done with it."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds. ``read`` is the longest silence, ``whole`` the longest body as a whole."""

    connect: float = 5.0
    read: float = 30.0
    write: float = 30.0
    whole: float = 300.0


@dataclass(frozen=True, slots=True)
class Call:
    """``path`` begins with a slash and follows ``address.url``; it is percent-encoded already.

    ``limit`` is the largest body that is read, in bytes. Without ``keyed`` the key stays home.
    ``form`` is sent in the place of ``body``, once. ``take`` gets the body of a good answer piece
    by piece, as long as it keeps coming; what it raises ends the call and is raised as it is.
    """

    method: str
    address: Address
    path: str
    limit: int
    body: bytes | None = field(default=None, repr=False)
    keyed: bool = True
    form: Form | None = field(default=None, repr=False)
    take: Take | None = field(default=None, repr=False)

    @property
    def is_write(self) -> bool:
        """Whether the call may change something."""
        return self.method not in ("GET", "OPTIONS")
