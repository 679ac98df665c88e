"""States of split tests in words and colours, for every section that shows them (quirk 42)."""

from collections.abc import Mapping

from funneldesk.desktop.local.texts import _

RUNNING, DELETED = "running", "deleted"
STATUS_WORDS: Mapping[str, str] = {
    "running": _("Running"),
    "paused": _("Paused"),
    "completed": _("Completed"),
    "finalized": _("Winner chosen"),
    "deleted": _("Deleted"),
}
"""An unknown status is shown as it came."""
TONES: Mapping[str, str] = {
    "running": "success",
    "paused": "warning",
    "completed": "info",
    "finalized": "accent",
}
