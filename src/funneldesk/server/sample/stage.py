"""What a chapter of the sample works with."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.platform import Platform
from funneldesk.server.sample.content import Content
from funneldesk.server.sample.simulation.calendar import Span
from funneldesk.server.sample.simulation.chance import seeded
from funneldesk.server.sample.simulation.sizes import Size

_SEED = 20_260_000


@dataclass(frozen=True, slots=True)
class Stage:
    """One brand being filled: its content, its size, and the ninety days that end ``now``."""

    platform: Platform
    brand: dict[str, Any]
    content: Content
    size: Size
    span: Span

    @property
    def brand_id(self) -> int:
        """The brand's number."""
        number: int = self.brand["id"]
        return number

    @property
    def now(self) -> datetime:
        """The moment from which everything is dated back."""
        return self.span.now

    @property
    def seed(self) -> int:
        """What the brand's chance starts from."""
        return _SEED + self.brand_id

    def chance(self, *words: object) -> Random:
        """A source of chance for one purpose."""
        return seeded(self.seed, *words)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of the sample that is written in one transaction; ``name`` is for people."""

    name: str
    write: Callable[[Session], None]
