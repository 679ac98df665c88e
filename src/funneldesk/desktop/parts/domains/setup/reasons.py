"""Reasons why a record is not seen yet, in plain words, from what resolvers answered."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.domains.setup.lookups import Seen, Wanted

TONES = {
    "right": "success",
    "wrong": "danger",
    "proxied": "warning",
    "address": "danger",
    "missing": "warning",
    "silent": "muted",
    "unasked": "muted",
}
SHORT = {
    "right": _("Found"),
    "wrong": _("Wrong target"),
    "proxied": _("Proxied"),
    "address": _("Address"),
    "missing": _("Not there"),
    "silent": _("No answer"),
    "unasked": _("Not asked"),
}


@dataclass(frozen=True, slots=True)
class Reason:
    """A title, what to do, and its tone."""

    title: str
    text: str
    tone: str = "info"


def is_found(seen: Sequence[Seen]) -> bool:
    """Whether any resolver has the record."""
    return any(each.kind == "right" for each in seen)


def tells_nothing(seen: Sequence[Seen]) -> bool:
    """Whether no resolver said anything."""
    return all(each.kind in ("silent", "unasked") for each in seen)


def reason(seen: Sequence[Seen], wanted: Wanted, formats: Formats) -> Reason:
    """What the answers come to; the worst of them counts."""
    answered = [each for each in seen if each.kind not in ("silent", "unasked")]
    if not answered:
        return _silence(seen)
    old = [each for each in answered if each.kind != "right"]
    if not old:
        text = _("Everybody who looks it up is led to the right place.")
        return Reason(_("The record is in place"), text, "success")
    if len(old) < len(answered):
        return _spreading(old, formats)
    return _refusal(old[0], wanted, formats)


def line(seen: Seen, formats: Formats) -> str:
    """What one resolver answered, in a few words."""
    if seen.kind == "silent":
        return _("No answer within 3 seconds") if not seen.value else _("It couldn't be asked")
    if seen.kind == "unasked":
        return _("Not asked: no public server knows names like this")
    if seen.kind == "missing":
        return _("No record") + _until(seen.until, formats)
    return seen.value + _until(seen.until, formats)


def _silence(seen: Sequence[Seen]) -> Reason:
    if not seen:
        text = _("Name servers to ask under “Name servers…” to see what the world sees.")
        return Reason(_("Nothing is looked up from here"), text)
    if all(each.kind == "unasked" for each in seen):
        text = _(
            "The name is kept for examples and home networks, so public name servers don't know "
            "it. The server looks by itself when you validate."
        )
        return Reason(_("This name isn't looked up"), text)
    text = _(
        "This computer may be offline, or its network lets no look-ups out. The server looks "
        "by itself when you validate."
    )
    return Reason(_("No name server answered"), text, "warning")


def _spreading(old: Sequence[Seen], formats: Formats) -> Reason:
    until = [each.until for each in old if each.until is not None]
    names = ", ".join(each.resolver.words for each in old)
    if until:
        text = _(
            "The record is right. {servers} still has the old answer cached until {time}; there "
            "is nothing to do but wait."
        ).format(servers=names, time=formats.clock(max(until)))
    else:
        text = _("The record is right, but {servers} doesn't have it yet.").format(servers=names)
    return Reason(_("The new record is spreading"), text, "info")


def _refusal(seen: Seen, wanted: Wanted, formats: Formats) -> Reason:
    cached = _wait(seen.until, formats)
    if seen.kind == "wrong":
        text = _("It leads to {found}. Change the record's value to {wanted}.")
        text = text.format(found=seen.value, wanted=wanted.value)
        return Reason(_("The record points to another place"), f"{text} {cached}", "danger")
    if seen.kind == "proxied":
        text = _(
            "A proxy answers with its own address ({found}), so the record can't be seen. Switch "
            "the proxy off for it: at Cloudflare, “DNS only”."
        )
        return Reason(
            _("The record is behind a proxy"), f"{text.format(found=seen.value)} {cached}", "danger"
        )
    if seen.kind == "address":
        text = _(
            "There is an address ({found}) where a CNAME has to be. Delete the A or AAAA record, "
            "then add the CNAME. At the top of a domain, where no CNAME can stand, use a name "
            "like www."
        )
        title = _("The name has an address of its own")
        return Reason(title, f"{text.format(found=seen.value)} {cached}", "danger")
    return _absence(seen, wanted, cached)


def _absence(seen: Seen, wanted: Wanted, cached: str) -> Reason:
    if seen.elsewhere:
        first = wanted.host.split(".")[0]
        text = _(
            "It was made for {name}: your provider puts the domain behind what is typed. In the "
            "host field write {host} alone."
        )
        title = _("The record is one level too deep")
        return Reason(title, text.format(name=seen.elsewhere, host=first), "danger")
    text = _("Add the record below where the domain is managed. It is looked for by itself.")
    return Reason(_("There is no record yet"), f"{text} {cached}".strip(), "warning")


def _wait(until: datetime | None, formats: Formats) -> str:
    if until is None:
        return ""
    said = _("The old answer is cached until {time}, so a change may show only then.")
    return said.format(time=formats.clock(until))


def _until(until: datetime | None, formats: Formats) -> str:
    if until is None:
        return ""
    return _(" · cached until {time}").format(time=formats.clock(until))
