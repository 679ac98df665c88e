"""Sentences about files of a transfer that failed."""

from typing import TYPE_CHECKING

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.transfers.connection.retrying_client import FULL
from funneldesk.desktop.local.texts import _, ngettext

if TYPE_CHECKING:
    from collections.abc import Mapping


ALREADY_THERE = _("It was there already, the same to the byte.")
TAKEN = _(
    "Meanwhile another file has this name on the server. It was not replaced:"
    " decide what to do with it."
)
CHANGED_THERE = _(
    "Someone put another file there meanwhile. It was not replaced: look at it and decide again."
)
NOT_SEEN = _(
    "It left, but no answer came, and the server does not give out what lies there."
    " Look at the file on the server."
)
NOT_ASKED = _(
    "It left, but no answer came, and the server could not be asked how it went."
    " Look whether it is there."
)
KEEPS_CHANGING = _(
    "It kept changing while it was sent, so nothing of it was taken. Try again when it is quiet."
)
CHANGES_ON = _(
    "It changed on this computer each time it had been sent: what is on the server is how it was"
    " at one moment. Send it again when it is quiet."
)
EARLIER_STATE = _("An earlier state of it is on the server.")
NOT_TAKEN = _("The server did not take it")
TAKEN_BACK = _("Undone: deleted from the server.")
GONE_ALREADY = _("It was not on the server any more.")
LEFT_REPLACED = _("It replaced a file and stays: what was there before cannot be brought back.")
LEFT_CHANGED = _("Someone changed it since, so it stays.")
LEFT_FOUND = _("It was there before this upload, so it stays.")
NOT_DELETED = _("No answer said that it was deleted. Look at it on the server, and try again.")
LEFT_UNREADABLE = _("The server does not give it out, so that it cannot be compared: it stays.")


def not_taken(reason: str | None) -> str:
    """The server said no to one file."""
    said = (reason or "").strip()
    return (
        f"{NOT_TAKEN}: {said}" if said else _("{head} and gave no reason.").format(head=NOT_TAKEN)
    )


def not_deleted(reason: str) -> str:
    """The server refuses to delete a file."""
    return _("The server did not delete it: {reason}").format(
        reason=reason.strip() or _("it gave no reason.")
    )


def refused(error: "ApiError") -> str:
    """A request with this one file was refused, or nothing came of it however often it was sent."""
    from funneldesk.desktop.kit.explain import explain

    if isinstance(error, e.Invalid):
        return not_taken(" ".join(error.messages[:4]))
    if error.status == FULL:
        return _(
            "{head}: its disk is full. Delete what is not needed there, then try again."
        ).format(head=NOT_TAKEN)
    if isinstance(error, e.Rejected):
        return _("{head} (status {status}).").format(head=NOT_TAKEN, status=error.status)
    explanation = explain(error, _("Sending it"))
    return _("{what} It was sent several times and is not there. Try again later.").format(
        what=explanation.what
    )


def uploads_end(counts: "Mapping[str, int]") -> str:
    """Outcome of an upload, from the number of files in each state."""
    up = counts.get("done", 0)
    rest = {state: counts.get(state, 0) for state in ("failed", "unknown", "cancelled")}
    said = ngettext("{count:,} file uploaded", "{count:,} files uploaded", up).format(count=up)
    if not up:
        said = _("No file uploaded")
    if rest["failed"]:
        said += _(", {count:,} failed").format(count=rest["failed"])
    if rest["unknown"]:
        said += _(", {count:,} unconfirmed").format(count=rest["unknown"])
    if rest["cancelled"]:
        said += _(", {count:,} cancelled").format(count=rest["cancelled"])
    return f"{said}."
