"""How a page lies in the local copy, for the Pages section and for whoever reads all pages."""

from collections.abc import Mapping
from typing import Any

from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.store import LocalStore

PART = "pages"
SEARCHED = ("name", "slug", "html", "css")


async def keep_page(store: LocalStore, body: Mapping[str, Any], tests: int) -> None:
    """Keep a page that was just read or written; ``tests`` counts its split tests."""
    summary = {key: value for key, value in body.items() if key not in ("html", "css")}
    await store.put_row(PART, cached_row({**summary, "tests": tests}))
    texts = {name: str(body.get(name) or "") for name in SEARCHED}
    changed = str(body.get("updated_at") or "")
    await store.put_record(PART, str(body["id"]), dict(body), texts, updated_at=changed)


def cached_row(summary: Mapping[str, Any]) -> CachedRow:
    """A summary as the local store keeps it."""
    texts = {name: str(summary.get(name) or "") for name in ("name", "slug")}
    return CachedRow(str(summary["id"]), dict(summary), str(summary.get("updated_at") or ""), texts)


def count_tests(html: str) -> int:
    """How many split tests a page has."""
    from funneldesk.contract.markup import scan

    return len(scan(html)) if "inline-split-test" in html.lower() else 0
