"""Types that a field of entries can have, and what becomes of values when it gets another one."""

from funneldesk.desktop.local.texts import _

TEXTS = ("text", "url", "email", "phone", "select", "date")
"""Types whose values are texts, which a field for text takes as they are."""
TYPE_TITLES = {
    "text": _("Text"),
    "number": _("Number"),
    "date": _("Date"),
    "boolean": _("Yes or no"),
    "select": _("One of several"),
    "multi_select": _("Some of several"),
    "url": _("Web address"),
    "email": _("Email address"),
    "phone": _("Phone number"),
}


def type_loss(before: str, after: str) -> str:
    """What becomes of values when a field gets another type; "" where they fit as they are."""
    if before == after or (after == "text" and before in TEXTS):
        return ""
    return _(
        "Entries keep the values that they have, but one that isn't a {type} is refused the next "
        "time it is written."
    ).format(type=TYPE_TITLES.get(after, after).lower())
