"""Every kind of job and who does it."""

from datetime import timedelta

from funneldesk.server.jobs import delivery, exporting
from funneldesk.server.jobs.job import Outside, Within

KINDS: dict[str, Within | Outside] = {
    "mail": Outside(delivery.deliver, delivery.give_up),
    "export": Outside(exporting.make, exporting.give_up, attempts=4, hold=timedelta(minutes=30)),
}
"""Kinds that are ``Outside`` have a lane of their own in ``queue.LANES``."""
