"""Redirects from old addresses to new ones, in the forms that servers take."""

import re
from collections.abc import Callable, Mapping, Sequence

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.redirects.address_change import ANY, AddressChange

FORMS: Mapping[str, str] = {
    "list": _("Addresses"),
    "csv": _("CSV"),
    "nginx": _("nginx"),
    "apache": _("Apache"),
}
_SLUG = "([^/]+)"
_APACHE = "RedirectMatch 301"  # not shown


def redirect_text(form: str, changes: Sequence[AddressChange]) -> str:
    """The redirects in a form, a line each; what has no new address is left out."""
    known = [each for each in changes if each.new]
    lines = [_MAKERS[form](each) for each in known]
    return "\n".join(["old,new", *lines] if form == "csv" else lines)


def old_pattern(change: AddressChange) -> str:
    """The old path as a regular expression that servers and Python read alike."""
    start, star, end = change.old.partition(ANY)
    words = "|".join(map(re.escape, change.reserved))
    guard = f"(?!(?:{words})/?$)" if star and words else ""
    return f"^{re.escape(start)}{guard}{_SLUG if star else ''}{re.escape(end)}/?$"


def new_target(change: AddressChange, group: str = "$1") -> str:
    """The new address; ``group`` stands for the slug of the old one."""
    target = change.new if change.old_host == change.new_host else change.after
    return target.replace(ANY, group)


def goes_in_circles(changes: Sequence[AddressChange]) -> bool:
    """Whether a new address is an old one of another kind: who follows would not arrive."""
    known = [each for each in changes if each.new and each.old_host == each.new_host]
    rules = [re.compile(old_pattern(each)) for each in known]
    samples = [each.new.replace(ANY, "any-slug") for each in known]
    return any(rule.match(sample) for rule in rules for sample in samples)


def _quoted(text: str) -> str:
    return '"{}"'.format(text.replace('"', '""'))


_MAKERS: Mapping[str, Callable[[AddressChange], str]] = {
    "list": lambda each: f"{each.before}\t{each.after}",
    "csv": lambda each: f"{_quoted(each.before)},{_quoted(each.after)}",
    "nginx": lambda each: f"rewrite {old_pattern(each)} {new_target(each)} permanent;",
    "apache": lambda each: " ".join((_APACHE, old_pattern(each), new_target(each))),
}
