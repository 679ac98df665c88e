"""Limits to what one visitor, or one address, may send: far above what people do.

Counts stand in the database, so that all processes of a platform share them. They are kept under
names that tell nothing: no address is stored.
"""

import hashlib
import hmac
import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import IPv6Address, IPv6Network, ip_address

from fastapi import Request
from sqlalchemy import BigInteger, bindparam, delete, select, text
from sqlalchemy.orm import Session

from funneldesk.server.db.types import UtcTime, now
from funneldesk.server.platform import Platform
from funneldesk.server.visitor.tables import VisitorCountRow

VISITOR = "fd_visitor"
_VISITOR_ID = re.compile("[0-9a-f]{32}")
_IPV6_OF_ONE = 64
"""The bits of an IPv6 address that one connection shares."""


@dataclass(frozen=True, slots=True)
class Limit:
    """At most ``by_address`` and ``by_visitor`` of something within ``period``."""

    name: str
    by_address: int
    by_visitor: int
    period: timedelta = timedelta(minutes=10)


EVENTS = Limit("events", 3_000, 600)
"""Batches of the tracking script, which sends one every five seconds."""

VISITS = Limit("visits", 60, 20)
"""Visits that begin: each counts in the figures of a brand."""

FORMS = Limit("forms", 60, 20)
ANSWERS = Limit("answers", 600, 120)
"""Answers to the questions of quizzes; a play-through stands for the visitor."""

GUESSES = Limit("guesses", 10, 10, timedelta(minutes=5))
"""Wrong passwords for one page."""

_COUNT = (
    text(
        "INSERT INTO visitor_counts (name, ends_at, count) VALUES (:name, :ends_at, 1)"
        " ON CONFLICT (name) DO UPDATE SET"
        " count = CASE WHEN visitor_counts.ends_at <= :moment THEN 1"
        " ELSE visitor_counts.count + 1 END,"
        " ends_at = CASE WHEN visitor_counts.ends_at <= :moment THEN excluded.ends_at"
        " ELSE visitor_counts.ends_at END"
        " RETURNING count, ends_at"
    )
    .bindparams(bindparam("ends_at", type_=UtcTime), bindparam("moment", type_=UtcTime))
    .columns(count=BigInteger(), ends_at=UtcTime())
)


class TooMany(Exception):
    """The limit is reached; ``seconds`` from now it is not."""

    def __init__(self, seconds: int) -> None:
        super().__init__(seconds)
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class Sender:
    """Whoever sends something to a brand: an address and, once known, a visitor."""

    platform: Platform
    scope: str
    address: str
    visitor: str

    @classmethod
    def of(cls, request: Request, scope: str, visitor: str | None = None) -> "Sender":
        """Whom a request comes from. ``scope`` is what is counted apart: a brand, a page."""
        platform: Platform = request.app.state.platform
        address = request.client.host if request.client else ""
        known = known_visitor(request) if visitor is None else visitor
        return cls(platform, scope, network_of(address), known)

    def check(self, *limits: Limit) -> None:
        """Raises TooMany when one of the limits is reached; changes nothing."""
        if not self.platform.settings.limits_visitors:
            return
        most = {name: most for limit in limits for name, most, _period in self._counts(limit)}
        query = select(VisitorCountRow).where(VisitorCountRow.name.in_(most))
        with self.platform.database.reading() as session:
            rows = session.scalars(query).all()
        moment = now()
        waits = [row.ends_at - moment for row in rows if row.count >= most[row.name]]
        if waits and max(waits) > timedelta():
            raise TooMany(_seconds(max(waits)))

    def count(self, session: Session, limit: Limit) -> None:
        """Count one more, within the session. Raises TooMany when it is one too many."""
        if not self.platform.settings.limits_visitors:
            return
        moment = now()
        for name, most, period in self._counts(limit):
            values = {"name": name, "moment": moment, "ends_at": moment + period}
            count, ends_at = session.execute(_COUNT, values).one()
            if count > most:
                raise TooMany(_seconds(ends_at - moment))

    def _counts(self, limit: Limit) -> Iterable[tuple[str, int, timedelta]]:
        """(name of the counter, the most of it, period): always in the same order."""
        yield self._name(limit, "address", self.address), limit.by_address, limit.period
        if self.visitor:
            yield self._name(limit, "visitor", self.visitor), limit.by_visitor, limit.period

    def _name(self, limit: Limit, kind: str, who: str) -> str:
        told = f"{limit.name}/{self.scope}/{kind}/{who}".encode("utf-8", "replace")
        return hmac.new(self.platform.secret, told, hashlib.sha256).hexdigest()


def known_visitor(request: Request) -> str:
    """The visitor that a cookie names; empty for none."""
    known = request.cookies.get(VISITOR, "")
    return known if _VISITOR_ID.fullmatch(known) else ""


def network_of(address: str) -> str:
    """What stands for an address: itself, of IPv6 the network that one connection has."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(IPv6Network((found, _IPV6_OF_ONE), strict=False))


def forget_old(platform: Platform) -> None:
    """A duty: remove the counts whose time is over."""
    with platform.database.writing() as session:
        session.execute(delete(VisitorCountRow).where(VisitorCountRow.ends_at <= now()))


def _seconds(left: timedelta) -> int:
    return max(1, int(left.total_seconds()) + 1)
