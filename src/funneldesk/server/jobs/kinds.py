"""Every kind of job and who does it."""

from funneldesk.server.jobs import delivery, exporting
from funneldesk.server.jobs.job import Outside, Within
from funneldesk.server.parts.automations.engine import handlers as automations

KINDS: dict[str, Within | Outside] = {
    "mail": Outside(delivery.deliver, delivery.give_up),
    "export": Outside(exporting.make, exporting.give_up, attempts=4),
    "automation_step": Within(automations.step, automations.give_up),
    "automation_call": Outside(automations.call, automations.give_up),
}
"""Kinds that are ``Outside`` have a lane of their own in ``queue.LANES``."""
