"""The tags of the interface's description, and what hostile texts cost to read."""

import time
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from platform_process import Place, Served, served
from tests.contract.linear_time import is_linear
from tests.depth import mostly_deep

from funneldesk.contract.markup_scan import scan
from funneldesk.contract.parts import PARTS
from funneldesk.server.visitor.landmarks import find_landmarks


def test_every_call_is_tagged_with_its_part(platform: Served) -> None:
    described = httpx.get(f"{platform.base_url}/openapi.json", trust_env=False, timeout=120).json()[
        "paths"
    ]
    assert described
    for calls in described.values():
        for call in calls.values():
            (tag,) = call["tags"]
            assert tag in PARTS


def test_the_first_call_for_the_description_stops_nobody(place: Place) -> None:
    with served(place) as running, httpx.Client(trust_env=False, timeout=60) as other:
        login, pauses = f"{running.base_url}/login", [0.0]
        other.get(login)
        with ThreadPoolExecutor(1) as pool:
            began = time.perf_counter()
            asked = pool.submit(
                httpx.get, f"{running.base_url}/openapi.json", trust_env=False, timeout=60
            )
            while not asked.done():
                called = time.perf_counter()
                assert other.get(login).status_code == 200
                pauses.append(time.perf_counter() - called)
            took = time.perf_counter() - began
        assert len(asked.result().json()["paths"]) > 150
        assert max(pauses) < took / 3, f"{max(pauses):.2f} s of {took:.2f} s"


@pytest.mark.parametrize(
    "piece",
    mostly_deep(
        ["<meta ", "<!--", "<title>", "<!doctype", "</body", "<", "<a b='", "<body><!--", "</head>"]
    ),
)
def test_hostile_html_is_read_in_linear_time(piece: str) -> None:
    assert is_linear(lambda html: find_landmarks(html, scan(html)), piece, 500_000)
