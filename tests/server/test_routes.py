"""The interface's description of itself, and what its texts cost to read."""

import time

import httpx
import pytest
from platform_process import Served

from funneldesk.contract.markup_scan import scan
from funneldesk.contract.parts import PARTS
from funneldesk.server.visitor.landmarks import find_landmarks

DOCUMENTED = {
    "/api/brands/all": {"get"},
    "/api/brands/{brand}": {"get", "put"},
    "/api/brands/{brand}/metrics": {"get"},
    "/api/brands/{brand}/pages/all": {"get"},
    "/api/brands/{brand}/pages": {"post"},
    "/api/brands/{brand}/pages/{page}": {"get", "put", "delete"},
}


def test_the_description_has_the_documents_paths_and_the_parts_tags(platform: Served) -> None:
    described = httpx.get(f"{platform.base_url}/openapi.json", trust_env=False).json()["paths"]
    assert {path: set(calls) for path, calls in described.items()} == DOCUMENTED
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
