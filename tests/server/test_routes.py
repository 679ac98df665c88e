"""The tags of the interface's description, and what hostile texts cost to read."""

import time

import httpx
import pytest
from platform_process import Served

from funneldesk.contract.markup_scan import scan
from funneldesk.contract.parts import PARTS
from funneldesk.server.visitor.landmarks import find_landmarks


def test_every_call_is_tagged_with_its_part(platform: Served) -> None:
    described = httpx.get(f"{platform.base_url}/openapi.json", trust_env=False).json()["paths"]
    assert described
    for calls in described.values():
        for call in calls.values():
            (tag,) = call["tags"]
            assert tag in PARTS


@pytest.mark.parametrize(
    "piece",
    ["<meta ", "<!--", "<title>", "<!doctype", "</body", "<", "<a b='", "<body><!--", "</head>"],
)
def test_hostile_html_is_read_in_linear_time(piece: str) -> None:
    html = piece * (500_000 // len(piece))
    began = time.perf_counter()
    find_landmarks(html, scan(html))
    assert time.perf_counter() - began < 3
