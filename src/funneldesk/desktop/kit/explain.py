"""Every failure as three sentences: what happened, what it means for the work, what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError, LoginRedirect, NotSignedIn, WrongBrand
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction

KEY_NOTICE = "key"
"""The key of what is told about a brand's key: one notice, however many panels need it."""

Words = tuple[str, str, str, str]
"""Explanation of a failure in three sentences, and its tone."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """``details`` may be copied by the user; it never holds the brand's key. ``key``: notices of
    one cause take each other's place, whatever work met it."""

    what: str
    so_what: str
    now_what: str
    tone: str = "danger"
    details: str = ""
    key: str = ""

    def notice(self, key: str = "", retry: Callable[[], object] | None = None) -> Notice:
        """The explanation as a notice, with "Try again" when there is something to try."""
        action = NoticeAction("Try again", retry) if retry is not None else None
        text = " ".join(part for part in (self.so_what, self.now_what) if part)
        return Notice(self.what, text, self.tone, self.details, self.key or key, action)


def explain(error: BaseException, doing: str = "") -> Explanation:
    """``doing`` names the work in the user's words: "Saving the page"."""
    from funneldesk.client.address import BadAddress
    from funneldesk.client.secret import BadKey
    from funneldesk.desktop.local.files.problems import LocalStoreProblem, problem_of

    if isinstance(error, ApiError):
        what, so_what, now_what, tone = _api(error, doing or "The last action")
        about_key = isinstance(error, NotSignedIn | WrongBrand)
        cause = KEY_NOTICE if about_key and not isinstance(error, LoginRedirect) else ""
        return Explanation(what, so_what, now_what, tone, error.details(), cause)
    if isinstance(error, LocalStoreProblem):
        explanation = error.explanation
        details = str(error.path) if error.path is not None else ""
        return Explanation(
            explanation.happened, explanation.meaning, explanation.advice, details=details
        )
    if isinstance(error, OSError) and isinstance(error.filename, str):
        return explain(problem_of(error, Path(error.filename)), doing)
    if isinstance(error, BadAddress):
        return Explanation(
            "This address cannot be that of a server.",
            str(error),
            "Copy it from the browser in which you use the server.",
            "warning",
        )
    if isinstance(error, BadKey):
        return Explanation(
            "This cannot be a key.",
            str(error),
            "The server shows keys under Settings, then API.",
            "warning",
        )
    return Explanation(
        "Something went wrong inside Funneldesk.",
        f"{doing} did not finish." if doing else "The last action did not finish.",
        "Your work is kept. Try again; if it happens once more, copy the details and report them.",
        details=f"{type(error).__name__}: {error}",
    )


def _api(error: "ApiError", doing: str) -> Words:
    kept = "Nothing that you typed is lost."
    if isinstance(error, e.RoleDenied):
        return (
            "Your role does not allow this.",
            f"{doing} was refused by the server. {kept}",
            "Ask an owner or admin of the brand, or use a key with more rights.",
            "warning",
        )
    if isinstance(error, e.PlanDenied):
        told = (
            error.refusal and error.refusal.message
        ) or "The brand's plan does not include this."
        return (
            "The brand's plan does not allow this.",
            f"{told.rstrip('.')}. {kept}",
            "Upgrade the plan on the server, or remove what is no longer needed.",
            "warning",
        )
    if isinstance(error, e.Invalid):
        said = " ".join(error.messages[:4]) or "The server did not say which field."
        return (f"{doing} was not accepted.", said, "Correct it and try again.", "warning")
    return _refusal(error, doing, kept) or _access(error, doing, kept) or _line(error, doing, kept)


def _refusal(error: "ApiError", doing: str, kept: str) -> Words | None:
    if isinstance(error, e.RateLimited):
        return (
            "The server asks to slow down.",
            f"{doing} was not carried out. {kept}",
            "Wait a moment and try again.",
            "warning",
        )
    if isinstance(error, e.Conflict):
        return (
            "The server has something newer.",
            f"{doing} was refused because of a change made meanwhile. {kept}",
            "Refresh, look at what changed, and try again.",
            "warning",
        )
    if error.status == 507:
        return (
            "The server's disk is full.",
            f"{doing} was not carried out. {kept}",
            "Have someone make room on the server, then try again.",
            "danger",
        )
    if isinstance(error, e.Rejected | e.NotImplementedByPlatform):
        return (
            "The server does not do this.",
            f"{doing} was refused (status {error.status}). {kept}",
            "Check that the address is the one of your brand's server.",
            "warning",
        )
    return None


def _access(error: "ApiError", doing: str, kept: str) -> Words | None:
    if isinstance(error, e.WrongBrand):
        return (
            "This key cannot open this brand.",
            f"It belongs to another brand, or you are no longer a member. {kept}",
            "Check the brand number, or enter a key that was made for this brand.",
            "danger",
        )
    if isinstance(error, e.LoginRedirect):
        return (
            "The server answered with its login page.",
            f"{doing} was not carried out. {kept}",
            "Check the key with “Check the connection”; some servers do this on updates.",
            "danger",
        )
    if isinstance(error, e.NoKey):
        return (
            "This brand has no key yet.",
            f"{doing} needs one. {kept}",
            "Choose “Enter key” and paste the brand's key.",
            "warning",
        )
    if isinstance(error, e.NotSignedIn):
        return (
            "The server no longer accepts this key.",
            f"It was mistyped, or a new one was made and ended it. {kept}",
            "Enter the new key: the work goes on where it was.",
            "danger",
        )
    if isinstance(error, e.NotFound):
        return (
            "The server does not have this any more.",
            f"{doing} found nothing: it was deleted, or it lies in another brand. {kept}",
            "Refresh the list; what you have here can be saved as new.",
            "warning",
        )
    return None


def _line(error: "ApiError", doing: str, kept: str) -> Words:
    unsure = " It may have been carried out all the same." if error.maybe_done else ""
    if isinstance(error, e.Unreachable):
        return (
            "The server cannot be reached.",
            f"{doing} did not go through.{unsure} {kept}",
            "Check the network and the address. Funneldesk tries again by itself.",
            "danger",
        )
    if isinstance(error, e.TimedOut):
        return (
            "The server took too long to answer.",
            f"{doing} got no answer.{unsure} {kept}",
            "Refresh to see how it stands, then try again.",
            "danger",
        )
    if isinstance(error, e.BadAnswer):
        return (
            "The server sent an answer that cannot be read.",
            f"{doing} cannot be shown to have worked.{unsure} {kept}",
            "Try again; if it stays so, check the address of the server.",
            "danger",
        )
    return (
        "The server reported a fault of its own.",
        f"{doing} did not finish.{unsure} {kept}",
        "Try again in a moment. If it stays so, contact its support.",
        "danger",
    )
