"""Generated calls that are spoilt before they are sent: nothing of them may break the platform."""

import json
import random
from typing import Any
from urllib.parse import quote

import httpx
from generated_calls import Generated
from hypothesis import HealthCheck, Phase, given, seed, settings
from schemathesis.core import NotSet

DEEP: Any = "x"
for _ in range(90):
    DEEP = {"a": [DEEP]}

SPOILT: tuple[Any, ...] = (
    *("\ud800", "a\0b", "", " ", "\u202e", "0", "05", "-1", "1e400", "9" * 25, "9" * 4_500, "٣"),
    *("9999-12-31", "0001-01-01", "2026-02-30", "9999-12-31T23:59:59-23:59", "true", "null", "[]"),
    *(
        "x" * 70_000,
        "%",
        "%00",
        "_",
        "\\",
        "'",
        '"',
        "{",
        "..",
        "../..",
        "https://[",
        "a@b.cd",
        "&",
    ),
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**25, 10**400, -(2**63), 0.1, 1e308, -1e-320),
    *(float("nan"), float("inf"), [], {}, [[]], [None], [{}], {"a": 1}, {"": ""}, ["a", "a"]),
    *({"\ud800": 1}, [1] * 300, {"field": []}, {"$gt": 1}, DEEP),
)
"""What programs and strangers were seen to send, in the place of any value."""


class Spoiling:
    """Spoils one to three values of each generated call: in its body, its query or its path."""

    def __init__(self, calls: Generated, seed_number: int = 0) -> None:
        self._calls = calls
        self._chance = random.Random(seed_number)
        self.failed: list[str] = []
        """The calls that were answered by a failure of the platform, for people to read."""

    def run(self, line: str, examples: int, seed_number: int = 0) -> None:
        """Make ``examples`` spoilt calls of a line of the interface."""
        method, path = line.split(" ")
        operation = self._calls.schema[path][method]

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
            self._calls.aim(case.path_parameters)
            self._calls.calls += 1
            self._send(client, method, path, case)

        words: dict[str, Any] = {"headers": self._calls.headers, "trust_env": False}
        with httpx.Client(base_url=self._calls.base_url, timeout=60, **words) as client:
            call()

    def _send(self, client: httpx.Client, method: str, path: str, case: Any) -> None:
        steps, query = dict(case.path_parameters), dict(case.query or {})
        body = None if isinstance(case.body, NotSet | bytes) else case.body
        if body is None and method in ("POST", "PUT") and self._chance.random() < 0.2:
            body = {}
        for _ in range(self._chance.randint(1, 3)):
            body = self._spoil(body, query, steps)
        for name, value in steps.items():
            path = path.replace(f"{{{name}}}", quote(_text(value), safe=""))
        words: dict[str, Any] = {"params": {_text(k): _texts(v) for k, v in query.items()}}
        if body is not None:
            words["content"] = json.dumps(body)
            words["headers"] = {"Content-Type": "application/json"}
        answer = client.request(method, path, **words)
        if answer.status_code >= 500 and answer.status_code not in (501, 507):
            self.failed.append(f"{method} {answer.url} {words.get('content')}"[:2_000])

    def _spoil(self, body: Any, query: dict[str, Any], steps: dict[str, Any]) -> Any:
        bad, where = self._chance.choice(SPOILT), self._chance.random()
        if body is not None and where < 0.7:
            return self._spoilt(body, bad)
        if query and where < 0.9:
            query[self._chance.choice(list(query))] = bad
        elif others := [name for name in steps if name != "brand"]:
            steps[self._chance.choice(others)] = bad
        return body

    def _spoilt(self, value: Any, bad: Any) -> Any:
        """The same document with another value, or another name, somewhere within."""
        if not isinstance(value, dict | list) or not value or self._chance.random() < 0.05:
            return bad
        inside = list(value) if isinstance(value, dict) else list(range(len(value)))
        key = self._chance.choice(inside)
        if isinstance(value, dict) and self._chance.random() < 0.1:
            return {**value, _text(bad)[:5_000]: value[key]}
        copy = value.copy()
        copy[key] = bad if self._chance.random() < 0.6 else self._spoilt(value[key], bad)
        return copy


def _text(value: Any) -> str:
    written = value if isinstance(value, str) else json.dumps(value)
    return written.encode("utf-8", "replace").decode()[:9_000]


def _texts(value: Any) -> Any:
    return [_text(one) for one in value] if isinstance(value, list) else _text(value)
