"""Sentences about files of a transfer that failed."""

from typing import TYPE_CHECKING

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.transfers.connection.retrying_client import FULL

if TYPE_CHECKING:
    from collections.abc import Mapping


ALREADY_THERE = "It was there already, the same to the byte."
TAKEN = (
    "Meanwhile another file has this name on the server. It was not replaced:"
    " decide what to do with it."
)
CHANGED_THERE = (
    "Someone put another file there meanwhile. It was not replaced: look at it and decide again."
)
NOT_SEEN = (
    "It left, but no answer came, and the server does not give out what lies there."
    " Look at the file on the server."
)
NOT_ASKED = (
    "It left, but no answer came, and the server could not be asked how it went."
    " Look whether it is there."
)
KEEPS_CHANGING = (
    "It kept changing while it was sent, so nothing of it was taken. Try again when it is quiet."
)
CHANGES_ON = (
    "It changed on this computer each time it had been sent: what is on the server is how it was"
    " at one moment. Send it again when it is quiet."
)
EARLIER_STATE = "An earlier state of it is on the server."
NOT_TAKEN = "The server did not take it"
TAKEN_BACK = "Undone: deleted from the server."
GONE_ALREADY = "It was not on the server any more."
LEFT_REPLACED = "It replaced a file and stays: what was there before cannot be brought back."
LEFT_CHANGED = "Someone changed it since, so it stays."
LEFT_FOUND = "It was there before this upload, so it stays."
NOT_DELETED = "No answer said that it was deleted. Look at it on the server, and try again."
LEFT_UNREADABLE = "The server does not give it out, so that it cannot be compared: it stays."


def not_taken(reason: str | None) -> str:
    """The server said no to one file."""
    said = (reason or "").strip()
    return f"{NOT_TAKEN}: {said}" if said else f"{NOT_TAKEN} and gave no reason."


def not_deleted(reason: str) -> str:
    """The server refuses to delete a file."""
    return f"The server did not delete it: {reason.strip() or 'it gave no reason.'}"


def refused(error: "ApiError") -> str:
    """A request with this one file was refused, or nothing came of it however often it was sent."""
    from funneldesk.desktop.kit.explain import explain

    if isinstance(error, e.Invalid):
        return not_taken(" ".join(error.messages[:4]))
    if error.status == FULL:
        return f"{NOT_TAKEN}: its disk is full. Delete what is not needed there, then try again."
    if isinstance(error, e.Rejected):
        return f"{NOT_TAKEN} (status {error.status})."
    explanation = explain(error, "Sending it")
    return f"{explanation.what} It was sent several times and is not there. Try again later."


def uploads_end(counts: "Mapping[str, int]") -> str:
    """Outcome of an upload, from the number of files in each state."""
    up = counts.get("done", 0)
    rest = {state: counts.get(state, 0) for state in ("failed", "unknown", "cancelled")}
    said = "1 file uploaded" if up == 1 else f"{up:,} files uploaded"
    if not up:
        said = "No file uploaded"
    if rest["failed"]:
        said += f", {rest['failed']:,} failed"
    if rest["unknown"]:
        said += f", {rest['unknown']:,} unconfirmed"
    if rest["cancelled"]:
        said += f", {rest['cancelled']:,} cancelled"
    return f"{said}."
