"""The interface's endpoints as a table, each with the need of a role and the client's method."""

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).with_name("endpoints.tsv")


@dataclass(frozen=True)
class Endpoint:
    """A line of the table. ``need`` is read, write or admin; ``client`` is ``part.method``, with an
    optional parameter in brackets where the method serves two lines."""

    part: str
    method: str
    path: str
    need: str
    client: str

    @property
    def line(self) -> str:
        """How tests name the endpoint."""
        return f"{self.method} {self.path}"

    @property
    def inside(self) -> str:
        """The path below the brand."""
        return self.path.removeprefix("/api/brands/{brand}")


@cache
def endpoints() -> tuple[Endpoint, ...]:
    """All lines, in the document's order."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        return tuple(Endpoint(**row) for row in csv.DictReader(file, delimiter="\t"))
