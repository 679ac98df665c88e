"""What other parts tell automations: something happened that may start a run."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.jobs.queue import enqueue

KIND = "automation_trigger"


def fire(session: Session, brand_id: int, trigger: str, subject: Mapping[str, Any]) -> None:
    """Start the brand's active automations that wait for ``trigger``.

    ``trigger`` is ``form_submission``, ``purchase`` or ``tag_added``. ``subject`` (JSON) is what
    the run works on: ``email``, ``name``, and ``collection_code`` with ``values``, or
    ``order_code`` with ``total``, or ``tag``.
    """
    enqueue(session, brand_id, KIND, {"trigger": trigger, "subject": dict(subject)})
