"""What starts an automation, in words; light enough for the list."""

from funneldesk.desktop.local.texts import _

TRIGGER_TITLES = {
    "form_submission": _("Form submission"),
    "purchase": _("Purchase"),
    "tag_added": _("Tag added"),
    "postback": _("Postback"),
    "webhook_received": _("Webhook received"),
}
