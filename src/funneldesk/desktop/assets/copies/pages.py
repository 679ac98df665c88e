"""Pages in the local copy, for the Pages section and for readers of all pages."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.records.library.local_copy import LocalCopy

SOURCES = ("html", "css", "custom_javascript", "custom_header_code")
PAGES = LocalCopy("pages", ("name", "slug"), SOURCES)


async def counted_tests(body: Mapping[str, Any]) -> dict[str, Any]:
    """What the list tells of a page besides what the server sends: its number of split tests."""
    return {"tests": await in_thread(_count_tests, str(body.get("html") or ""))}


def _count_tests(html: str) -> int:
    from funneldesk.contract.markup import scan

    return len(scan(html)) if "inline-split-test" in html.lower() else 0
