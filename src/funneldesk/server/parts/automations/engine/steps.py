"""What a node gets to work with."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from funneldesk.contract.automation_flow.outcome import NodeSettings


@dataclass(frozen=True, slots=True)
class Step(NodeSettings):
    """One step of a run, in the session of its transaction."""

    session: Session
    brand_id: int
