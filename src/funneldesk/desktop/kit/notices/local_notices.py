"""Notices about the files of this computer, which do not stack."""

from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.files.problems import (
    Cause,
    Explanation,
    LocalStoreProblem,
    ProblemKind,
    SetAside,
)

NO_PLACE = "local/no-place"
"""The key of the one notice on folders that may not be written, however many files they hold."""


def local_notice(explanation: Explanation, key: str = "") -> Notice:
    """Notice about a file of this computer."""
    return Notice(
        explanation.happened, f"{explanation.meaning} {explanation.advice}", "warning", key=key
    )


def tell(notifications: NotificationCenter, found: SetAside | LocalStoreProblem) -> None:
    """Tell of a file of this computer; of folders that may not be written only once."""
    if isinstance(found, SetAside):
        lasting, key = found.cause is Cause.NOT_USABLE, f"local/{found.original}"
    else:
        lasting, key = found.kind is ProblemKind.NOT_ALLOWED, f"local/{found.path}"
    if not lasting:
        notifications.post(local_notice(found.explanation, key))
    elif all(notice.key != NO_PLACE for notice in notifications.notices):
        notifications.post(local_notice(found.explanation, NO_PLACE))
