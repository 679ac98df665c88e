"""What other parts tell automations: something happened that may start a run."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.automations.engine.starting import start_runs

_silent: ContextVar[bool] = ContextVar("silent", default=False)


def fire(session: Session, brand_id: int, trigger: str, subject: Mapping[str, Any]) -> None:
    """Start the brand's active automations that wait for ``trigger``, in this transaction.

    ``trigger`` is ``form_submission``, ``purchase`` or ``tag_added``. ``subject`` is what the run
    works on: ``email``, ``name``, and ``collection_code`` with ``values``, or ``order_code`` with
    ``total``, or ``tag``. Costs one look into an index when no automation waits for it.
    """
    if not _silent.get():
        start_runs(session, brand_id, trigger, subject)


@contextmanager
def silent() -> Iterator[None]:
    """Nothing that happens within the block starts a run: for what happened in the past."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)
