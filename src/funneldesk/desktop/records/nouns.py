"""Nouns of the records in the user's language."""

from funneldesk.desktop.local.texts import _

_NOUNS = {
    "automation": _("automation"),
    "automations": _("automations"),
    "blog": _("blog"),
    "blogs": _("blogs"),
    "brand": _("brand"),
    "brands": _("brands"),
    "collection": _("collection"),
    "collections": _("collections"),
    "click": _("click"),
    "clicks": _("clicks"),
    "component": _("component"),
    "components": _("components"),
    "course": _("course"),
    "courses": _("courses"),
    "customer": _("customer"),
    "customers": _("customers"),
    "domain": _("domain"),
    "domains": _("domains"),
    "entry": _("entry"),
    "entries": _("entries"),
    "file": _("file"),
    "files": _("files"),
    "funnel": _("funnel"),
    "funnels": _("funnels"),
    "learner": _("learner"),
    "learners": _("learners"),
    "order": _("order"),
    "orders": _("orders"),
    "page": _("page"),
    "pages": _("pages"),
    "product": _("product"),
    "products": _("products"),
    "quiz": _("quiz"),
    "quizzes": _("quizzes"),
    "reply": _("reply"),
    "split test": _("split test"),
    "split tests": _("split tests"),
    "subscription": _("subscription"),
    "subscriptions": _("subscriptions"),
    "ticket": _("ticket"),
    "tickets": _("tickets"),
}


def noun(key: str) -> str:
    """One record or several in words, by the ``unit`` or the ``units`` of a declaration."""
    return _NOUNS.get(key, key)
