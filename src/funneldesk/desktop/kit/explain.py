"""Every failure as three sentences: what happened, what it means for the work, what to do."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError, LoginRedirect, NotSignedIn, WrongBrand
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.texts import _

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
        action = NoticeAction(_("Try again"), retry) if retry is not None else None
        text = " ".join(part for part in (self.so_what, self.now_what) if part)
        return Notice(self.what, text, self.tone, self.details, self.key or key, action)


def explain(error: BaseException, doing: str = "") -> Explanation:
    """``doing`` names the work in the user's words: "Saving the page"."""
    from funneldesk.client.address import BadAddress
    from funneldesk.client.secret import BadKey
    from funneldesk.desktop.local.files.problems import LocalStoreProblem, problem_of

    named = doing or _("The last action")
    if isinstance(error, ApiError):
        what, so_what, now_what, tone = _api(error, named)
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
            _("This address cannot be that of a server."),
            str(error),
            _("Copy it from the browser in which you use the server."),
            "warning",
        )
    if isinstance(error, BadKey):
        return Explanation(
            _("This cannot be a key."),
            str(error),
            _("The server shows keys under Settings, then API."),
            "warning",
        )
    return _defect(error, named)


def _defect(error: BaseException, named: str) -> Explanation:
    return Explanation(
        _("Something went wrong inside Funneldesk."),
        _("{doing} did not finish.").format(doing=named),
        _(
            "Your work is kept. Try again; if it happens once more, copy the details and report "
            "them."
        ),
        details=f"{type(error).__name__}: {error}",
    )


def _api(error: "ApiError", doing: str) -> Words:
    kept = _("Nothing that you typed is lost.")
    if isinstance(error, e.RoleDenied):
        return (
            _("Your role does not allow this."),
            _("{doing} was refused by the server. {kept}").format(doing=doing, kept=kept),
            _("Ask an owner or admin of the brand, or use a key with more rights."),
            "warning",
        )
    if isinstance(error, e.PlanDenied):
        told = (error.refusal and error.refusal.message) or _(
            "The brand's plan does not include this."
        )
        return (
            _("The brand's plan does not allow this."),
            f"{told.rstrip('.')}. {kept}",
            _("Upgrade the plan on the server, or remove what is no longer needed."),
            "warning",
        )
    if isinstance(error, e.Invalid):
        said = " ".join(error.messages[:4]) or _("The server did not say which field.")
        return (
            _("{doing} was not accepted.").format(doing=doing),
            said,
            _("Correct it and try again."),
            "warning",
        )
    return _refusal(error, doing, kept) or _access(error, doing, kept) or _line(error, doing, kept)


def _refusal(error: "ApiError", doing: str, kept: str) -> Words | None:
    if isinstance(error, e.RateLimited):
        return (
            _("The server asks to slow down."),
            _("{doing} was not carried out. {kept}").format(doing=doing, kept=kept),
            _("Wait a moment and try again."),
            "warning",
        )
    if isinstance(error, e.Conflict):
        return (
            _("The server has something newer."),
            _("{doing} was refused because of a change made meanwhile. {kept}").format(
                doing=doing, kept=kept
            ),
            _("Refresh, look at what changed, and try again."),
            "warning",
        )
    if error.status == 507:
        return (
            _("The server's disk is full."),
            _("{doing} was not carried out. {kept}").format(doing=doing, kept=kept),
            _("Have someone make room on the server, then try again."),
            "danger",
        )
    if isinstance(error, e.Rejected | e.NotImplementedByPlatform):
        return (
            _("The server does not do this."),
            _("{doing} was refused (status {status}). {kept}").format(
                doing=doing, status=error.status, kept=kept
            ),
            _("Check that the address is the one of your brand's server."),
            "warning",
        )
    return None


def _access(error: "ApiError", doing: str, kept: str) -> Words | None:
    if isinstance(error, e.WrongBrand):
        return (
            _("This key cannot open this brand."),
            _("It belongs to another brand, or you are no longer a member.") + f" {kept}",
            _("Check the brand number, or enter a key that was made for this brand."),
            "danger",
        )
    if isinstance(error, e.LoginRedirect):
        return (
            _("The server answered with its login page."),
            _("{doing} was not carried out. {kept}").format(doing=doing, kept=kept),
            _("Check the key with “Check the connection”; some servers do this on updates."),
            "danger",
        )
    if isinstance(error, e.NoKey):
        return (
            _("This brand has no key yet."),
            _("{doing} needs one. {kept}").format(doing=doing, kept=kept),
            _("Choose “Enter key” and paste the brand's key."),
            "warning",
        )
    if isinstance(error, e.NotSignedIn):
        return (
            _("The server no longer accepts this key."),
            _("It was mistyped, or a new one was made and ended it. {kept}").format(kept=kept),
            _("Enter the new key: the work goes on where it was."),
            "danger",
        )
    if isinstance(error, e.NotFound):
        return (
            _("The server does not have this any more."),
            _("{doing} found nothing: it was deleted, or it lies in another brand. {kept}").format(
                doing=doing, kept=kept
            ),
            _("Refresh the list; what you have here can be saved as new."),
            "warning",
        )
    return None


def _line(error: "ApiError", doing: str, kept: str) -> Words:
    unsure = _(" It may have been carried out all the same.") if error.maybe_done else ""
    if isinstance(error, e.Unreachable):
        return (
            _("The server cannot be reached."),
            _("{doing} did not go through.{unsure} {kept}").format(
                doing=doing, unsure=unsure, kept=kept
            ),
            _("Check the network and the address. Funneldesk tries again by itself."),
            "danger",
        )
    if isinstance(error, e.TimedOut):
        return (
            _("The server took too long to answer."),
            _("{doing} got no answer.{unsure} {kept}").format(
                doing=doing, unsure=unsure, kept=kept
            ),
            _("Refresh to see how it stands, then try again."),
            "danger",
        )
    if isinstance(error, e.BadAnswer):
        return (
            _("The server sent an answer that cannot be read."),
            _("{doing} cannot be shown to have worked.{unsure} {kept}").format(
                doing=doing, unsure=unsure, kept=kept
            ),
            _("Try again; if it stays so, check the address of the server."),
            "danger",
        )
    return (
        _("The server reported a fault of its own."),
        _("{doing} did not finish.{unsure} {kept}").format(doing=doing, unsure=unsure, kept=kept),
        _("Try again in a moment. If it stays so, contact its support."),
        "danger",
    )
