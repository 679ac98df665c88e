"""Steps from a new domain to one that serves pages, by what the server says of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from funneldesk.desktop.local.texts import _

State = Literal["done", "now", "later", "failed"]
FAILED = ("validation-failed", "giveup-validation")
WAITING = ("pending-cname", "pending-validation", "pending-cloudflare", *FAILED)
STATUS_WORDS = {
    "pending-cname": _("Waiting for the record"),
    "pending-cloudflare": _("Being provisioned"),
    "pending-validation": _("Being validated"),
    "validation-failed": _("Validation failed"),
    "giveup-validation": _("Validation given up"),
    "validated": _("Validated"),
    "ssl-pending": _("Certificate on its way"),
    "active": _("Active"),
}
"""Words for what servers say; another status is shown as it came."""
TONES = {
    "active": "success",
    "validated": "info",
    "ssl-pending": "info",
    "pending-cname": "warning",
    "pending-cloudflare": "warning",
    "pending-validation": "warning",
    "validation-failed": "danger",
    "giveup-validation": "danger",
}
NAMES = ("add", "record", "validate", "certificate", "active")
TITLES = {
    "add": _("Add the domain"),
    "record": _("Set its record"),
    "validate": _("Validate"),
    "certificate": _("Get a certificate"),
    "active": _("Serve pages"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step and how far it is."""

    name: str
    title: str
    state: State


def is_settled(body: Mapping[str, Any]) -> bool:
    """Whether nothing more has to happen: an unknown status may be anything."""
    return body.get("status") == "active"


def is_pending(body: Mapping[str, Any]) -> bool:
    """Whether it waits for a record in the DNS."""
    return body.get("status") in WAITING and not body.get("cname_validated")


def needs_record(body: Mapping[str, Any]) -> bool:
    """Whether its owner has to set a record at all: names under the server's own need none."""
    return bool(body.get("is_tracking_domain")) or body.get("dedicated_domain") is not False


def steps(body: Mapping[str, Any], *, seen: bool) -> tuple[Step, ...]:
    """All steps; ``seen``: resolvers have the record, whatever the server knows of it."""
    at = _reached(body, seen=seen)
    failed = body.get("status") in FAILED
    return tuple(
        Step(name, _title(name, body), _state(place, at, failed=failed and place == at))
        for place, name in enumerate(NAMES)
    )


def _reached(body: Mapping[str, Any], *, seen: bool) -> int:
    status = body.get("status")
    if status == "active":
        return len(NAMES)
    if status in ("validated", "ssl-pending"):
        return 3
    if status in WAITING or status is None:
        return 2 if seen else 1
    return 3 if body.get("cname_validated") else 1


def _state(place: int, reached: int, *, failed: bool) -> State:
    if place < reached:
        return "done"
    if place > reached:
        return "later"
    return "failed" if failed else "now"


def _title(name: str, body: Mapping[str, Any]) -> str:
    if name == "active" and body.get("is_tracking_domain"):
        return _("Count clicks")
    return TITLES[name]
