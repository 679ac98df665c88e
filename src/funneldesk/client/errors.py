"""Every way in which a call can fail: one tree, without a trace of the HTTP library or the key.

``str(error)`` is a sentence; ``details()`` is what may be copied into a report.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    # Its model takes a tenth of a second to import, which the start of the window would pay.
    from funneldesk.contract.errors import PlanRefusal


class ApiError(Exception):
    """A call that did not succeed.

    ``maybe_done`` is True when a write may have been carried out although no good answer came.
    ``excerpt`` is the beginning of the answer's body, with the key blotted out.
    """

    def __init__(
        self,
        sentence: str,
        *,
        method: str,
        path: str,
        status: int | None = None,
        excerpt: str = "",
        maybe_done: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.method = method
        self.path = path
        self.status = status
        self.excerpt = excerpt
        self.maybe_done = maybe_done

    def details(self) -> str:
        """What happened on the wire, a line each, for copying; never the key."""
        lines = [f"{type(self).__name__}: {self}", f"{self.method} {self.path}"]
        if self.status is not None:
            lines.append(f"Status {self.status}")
        if self.maybe_done:
            lines.append("The request may have been carried out.")
        if self.excerpt:
            lines.append(self.excerpt)
        return "\n".join(lines)


class NotSignedIn(ApiError):
    """The platform does not accept the key (401, quirk 5)."""


class NoKey(NotSignedIn):
    """There is no key to send: the call was not made."""


class LoginRedirect(NotSignedIn):
    """The platform answered with a redirect, as it does without a key and, on some platforms,
    to updates (quirks 2 and 3). It was not followed."""


class WrongBrand(ApiError):
    """The key does not open the brand in the path (the other 401, quirk 5)."""


class RoleDenied(ApiError):
    """The key's role lacks this right or this section (403, quirks 6 and 7)."""


class PlanDenied(ApiError):
    """The brand's plan forbids this (403 or 422, quirk 6); ``refusal`` says what and how much."""

    refusal: "PlanRefusal | None" = None


class NotFound(ApiError):
    """Nothing is there (404); without a valid key it may look the same (quirk 2)."""


class Conflict(ApiError):
    """The record is in a state that does not allow this (409).

    ``code`` is the platform's own word for why. Of ``revision_conflict`` it also tells the draft
    that there is by now; None when there is none any more.
    """

    code: str | None = None
    latest_revision_id: int | None = None


class Invalid(ApiError):
    """The platform did not accept what was sent (422, quirk 21).

    ``fields`` maps a field or dotted path to its messages; ``messages`` are all of them in order,
    the general one first.
    """

    fields: dict[str, list[str]] = {}
    messages: list[str] = []


class Rejected(ApiError):
    """Any other refusal (a 4xx that the document does not show)."""


class RateLimited(ApiError):
    """Too many calls (429, or 503 with ``Retry-After``, quirk 9).

    ``retry_after`` is in seconds, None when the platform did not tell.
    """

    retry_after: float | None = None


class ServerFault(ApiError):
    """The platform reports a fault of its own (5xx)."""


class NotImplementedByPlatform(ServerFault):
    """The platform does not offer this (501)."""


class Unreachable(ApiError):
    """No connection, or the connection broke before an answer."""


class TimedOut(ApiError):
    """No answer in time."""


class BadAnswer(ApiError):
    """An answer that cannot be used: cut off, too large, not JSON, or of the wrong shape."""
