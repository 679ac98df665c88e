"""What the sample of a brand consists of, in the order in which it is written."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.db.types import at
from funneldesk.server.platform import Platform
from funneldesk.server.sample.content import Content
from funneldesk.server.sample.simulation.calendar import Span
from funneldesk.server.sample.simulation.sizes import SIZES
from funneldesk.server.sample.stage import Chapter, Stage
from funneldesk.server.sample.writing.assets import write_assets
from funneldesk.server.sample.writing.catalog import write_catalog
from funneldesk.server.sample.writing.pages import write_pages

_CONTENT: tuple[tuple[str, Callable[[Stage, Session], None]], ...] = (
    ("artwork", write_assets),
    ("products and funnels", write_catalog),
    ("pages", write_pages),
)
"""What is there before the first visitor comes."""


def chapters(
    platform: Platform, brand: dict[str, Any], size: str, started_at: datetime
) -> Iterator[Chapter]:
    """The chapters of a brand, made one by one as they are asked for."""
    stage = Stage(
        platform, brand, Content(brand["folder"]), SIZES[size][brand["id"]], Span(started_at)
    )
    for name, write in _CONTENT:
        yield Chapter(name, partial(_before_everything, stage, write))


def _before_everything(
    stage: Stage, write: Callable[[Stage, Session], None], session: Session
) -> None:
    with at(stage.now):
        write(stage, session)
