"""Calls that are generated from the interface's own description, and what every answer must be.

Used by the bounded run in the tests and by the long one in the bench.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import httpx
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
)
NEVER_IMPLEMENTED = "POST /api/brands/{brand}/file-manager/rename-folder"
"""The document says that this is always 501 (quirk 36)."""

KNOWN_IDS = 40
"""Records of a sample are numbered from 1: small numbers are often there."""

LISTS = {
    "ticket_code": ("/tickets?per_page=100", "ticket_code"),
    "code": ("/conversions?per_page=100", "code"),
    "customerEmail": ("/customers?per_page=100", "customer_email"),
    "click_code": ("/clicks", "id"),
    "sessionId": ("/clicks", "session_id"),
    "component": ("/components", "code"),
    "id": ("/subscriptions", "transaction_id"),
}
"""Where the values of a path's parameters are found that are no plain numbers."""


@dataclass
class Generated:
    """Generates calls of a platform's brand, half of them about records that are there."""

    base_url: str
    brand: int
    key: str
    chance: random.Random = field(default_factory=lambda: random.Random(7))
    calls: int = 0

    def __post_init__(self) -> None:
        self.headers = {"SVC-Access-Key": self.key, "Accept": "application/json"}
        self.schema = schemathesis.openapi.from_url(f"{self.base_url}/openapi.json", timeout=120)
        self._known = {name: self._values(*place) for name, place in LISTS.items()}

    def _values(self, path: str, name: str) -> list[str]:
        address = f"{self.base_url}/api/brands/{self.brand}{path}"
        answer = httpx.get(address, headers=self.headers, trust_env=False)
        # A platform without such records answers an empty list: then the generated values stay.
        return [str(row[name]) for row in answer.json().get("data", ()) if name in row]

    def lines(self) -> Iterator[str]:
        """The lines of the interface that the description has."""
        for path, calls in self.schema.raw_schema["paths"].items():
            yield from (f"{method.upper()} {path}" for method in calls)

    def check(self, line: str, examples: int, seed_number: int = 0) -> None:
        """Make ``examples`` calls of a line. Raises what schemathesis found wrong."""
        method, path = line.split(" ")
        operation = self.schema[path][method]
        checks = CHECKS[1:] if line == NEVER_IMPLEMENTED else CHECKS

        @seed(seed_number)
        @settings(
            max_examples=examples,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def call(case: Any) -> None:
            self.aim(case.path_parameters)
            self.calls += 1
            case.call_and_validate(headers=self.headers, checks=checks, timeout=30)

        run: Callable[[], None] = call
        run()

    def aim(self, parameters: dict[str, Any]) -> None:
        """Let the parameters of a path name what is there, most of the time."""
        for name in parameters:
            if name == "brand":
                parameters[name] = self.brand
            elif self.chance.random() < 0.7:
                known = self._known.get(name)
                number = self.chance.randint(1, KNOWN_IDS)
                if known or isinstance(parameters[name], int):
                    parameters[name] = self.chance.choice(known) if known else number
