"""What a page of each template type starts from: short, responsive, ready to be filled."""

from html import escape

from funneldesk.desktop.local.texts import _
from funneldesk.resources import resource

TYPE_WORDS = {
    "nutra-prelander": _("Prelander: a story that leads to the offer"),
    "nutra-advertorial": _("Advertorial: an article with an offer"),
    "leadgen": _("Lead form: an address for something useful"),
    "webinar-registration": _("Webinar registration"),
}


def starter_html(kind: str, title: str) -> str:
    """A complete document for a template type, with the title in its places."""
    frame, body = (_source(name) for name in ("frame", kind))
    return frame.replace("{{body}}", body).replace("{{title}}", escape(title))


def _source(name: str) -> str:
    return resource("starters", f"{name}.html").read_text(encoding="utf-8")
