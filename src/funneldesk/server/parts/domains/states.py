"""The states of domains and what leads from one to the next (document: States, Domain).

Custom:    pending-cname → validated → ssl-pending → active
Tracking:  pending-cloudflare → ssl-pending → active
Under the platform's own name a domain is active from the start.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

LOOK_AGAIN = timedelta(seconds=60)
"""How long after a look for a tracking domain's record the next one comes."""

ISSUING = timedelta(seconds=5)
"""How long a certificate takes."""


class Status(StrEnum):
    """The document's words."""

    PENDING_CNAME = "pending-cname"
    PENDING_CLOUDFLARE = "pending-cloudflare"
    VALIDATED = "validated"
    SSL_PENDING = "ssl-pending"
    ACTIVE = "active"


@dataclass(frozen=True, slots=True)
class State:
    """Where a domain stands. ``due_at`` is when the clock moves it on, None when it does not."""

    status: Status
    cname_validated: bool = False
    ssl_ready: bool = False
    due_at: datetime | None = None


def start(moment: datetime, *, dedicated: bool, tracking: bool = False) -> State:
    """How a new domain begins."""
    if tracking:
        return State(Status.PENDING_CLOUDFLARE, due_at=moment)
    if dedicated:
        return State(Status.PENDING_CNAME)
    return State(Status.ACTIVE, cname_validated=True, ssl_ready=True)


def validated(state: State, *, found: bool) -> State:
    """After a look for the record of a custom domain: only one that was pending moves."""
    if state.status is Status.PENDING_CNAME and found:
        return replace(state, status=Status.VALIDATED, cname_validated=True)
    return state


def ssl_requested(state: State, moment: datetime) -> State:
    """After someone asked for a certificate: only a validated domain gets one."""
    if state.status is Status.VALIDATED:
        return replace(state, status=Status.SSL_PENDING, due_at=moment + ISSUING)
    return state


def provisioned(state: State, moment: datetime, *, found: bool) -> State:
    """After the clock's own look for the record of a tracking domain."""
    if state.status is not Status.PENDING_CLOUDFLARE:
        return state
    if not found:
        return replace(state, due_at=moment + LOOK_AGAIN)
    return State(Status.SSL_PENDING, cname_validated=True, due_at=moment + ISSUING)


def issued(state: State, moment: datetime) -> State:
    """The certificate is there once its time has come."""
    if state.status is Status.SSL_PENDING and state.due_at is not None and state.due_at <= moment:
        return State(Status.ACTIVE, cname_validated=state.cname_validated, ssl_ready=True)
    return state
