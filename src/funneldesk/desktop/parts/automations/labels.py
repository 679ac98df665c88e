"""What statuses and results are called."""

from funneldesk.desktop.local.texts import _

PART = "automations"
STATUSES = {"active": _("Active"), "inactive": _("Inactive"), "draft": _("Draft")}
TONES = {"active": "success", "inactive": "muted", "draft": "warning"}
RESULTS = {"success": _("Done"), "failed": _("Failed"), "skipped": _("Skipped")}
RESULT_TONES = {"success": "success", "failed": "danger", "skipped": "muted"}
SIGNS = {"success": "✓", "failed": "✗", "skipped": "–"}
RUN_ENDS = {
    "done": _("The run goes through to its end."),
    "failed": _("The run fails."),
    "stopped": _("The run is stopped: it makes too many steps."),
    "not started": _("No run begins with this record."),
}
