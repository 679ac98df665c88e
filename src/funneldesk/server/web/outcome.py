"""What came of a call to an address of others; without the library that makes such calls."""

from dataclasses import dataclass
from enum import StrEnum


class Failure(StrEnum):
    """Why there is no answer."""

    ADDRESS = "the address is not a whole http or https address"
    UNRESOLVED = "the name has no address"
    PRIVATE = "the address belongs to a private network"
    UNREACHABLE = "nothing answers there"
    CERTIFICATE = "the certificate is not to be trusted"
    TIMEOUT = "there was no answer in time"
    NOT_HTTP = "what answers there does not speak HTTP"


@dataclass(frozen=True, slots=True)
class Outcome:
    """An answer with its ``status`` and the beginning of its body, or the reason for none."""

    status: int | None = None
    body: bytes = b""
    failure: Failure | None = None

    @property
    def ok(self) -> bool:
        """Whether the other side said that all is well (2xx)."""
        return self.status is not None and 200 <= self.status < 300
