"""A real browser on a published page: what the tracking script tells becomes clicks and replays.

The document: Tracking; Events; quirks 28 and 53.
"""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from tests.e2e.waiting import eventually

BROWSER = Path(__file__).parent / "browser.py"
HTML = (
    "<!doctype html><html><body style='height:3000px'><inline-split-test name=offer>"
    "<variant name=only weight=100>Only</variant></inline-split-test>"
    "<a id=buy data-add-to-cart=mug>Buy</a><input id=secret></body></html>"
)
ACTS = """
var buy = document.getElementById("buy"), secret = document.getElementById("secret");
buy.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 5, clientY: 6 }));
secret.value = "typed in private";
secret.dispatchEvent(new MouseEvent("click", { bubbles: true, clientX: 7, clientY: 8 }));
scrollTo(0, 500);
funneldesk.track("identify", { gender: "male" });
"""


class Api:
    """The sample's first brand, read and written by its owner."""

    def __init__(self, ready: dict[str, Any]) -> None:
        self.base_url: str = ready["base_url"]
        self._key: str = next(key["key"] for key in ready["keys"] if key["role"] == "owner")
        self._open = urllib.request.build_opener(urllib.request.ProxyHandler({})).open

    def call(self, path: str, body: object = None) -> Any:
        """GET, or POST with a body."""
        request = urllib.request.Request(
            f"{self.base_url}/api/brands/1/{path}",
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "SVC-Access-Key": self._key,
                "Accept": "application/json",
                "Content-Type": "application/json",
            },
        )
        with self._open(request, timeout=20) as answer:
            return json.load(answer)


@pytest.fixture
def api(tmp_path: Path, sample: Path) -> Iterator[Api]:
    """A platform with the small sample."""
    data = shutil.copytree(sample, tmp_path / "data")
    words = ("serve", "--data", str(data), "--port", "0", "--sample", "small")
    with subprocess.Popen(
        [sys.executable, "-m", "funneldesk", *words], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        yield Api(json.loads(process.stdout.readline()))
        process.kill()


def visit(url: str) -> None:
    """Let a browser of its own come, act and leave."""
    around = os.environ | {"QT_QPA_PLATFORM": "offscreen", "QTWEBENGINE_DISABLE_SANDBOX": "1"}
    words = (sys.executable, str(BROWSER), url, ACTS)
    subprocess.run(words, env=around, check=True, timeout=90, capture_output=True)


def test_a_browsers_visit_is_found_as_a_click_and_a_replay(api: Api) -> None:
    page = api.call("pages", {"title": "Tracked", "html": HTML, "status": "published"})["page"]
    visit(f"{api.base_url}/p/1/{page['slug']}?utm_source=mail&vtid=real-browser")

    def clicks() -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = api.call("clicks?vtid=real-browser")["data"]
        return found

    (click,) = eventually(clicks, 10, "the click")
    assert (click["page_views"], click["add_to_carts"], click["pgid"]) == (1, 1, page["id"])
    assert (click["utm_source"], click["device"], click["is_bot"]) == ("mail", "desktop", False)
    assert click["seconds"] >= 2
    session = quote(click["session_id"])
    events = api.call(f"clicks/session/{session}")["events"]
    assert [event["type"] for event in events] == ["page_view", "add_to_cart", "identify"]
    (listed,) = api.call(f"replays?session_id={session}")
    replay = api.call(f"replays/{listed['id']}")
    assert [event["target"] for event in replay["events"] if event["type"] == "click"] == [
        *("a#buy", "input#secret"),
    ]
    assert max(event["scrollY"] for event in replay["events"]) == 500
    assert "typed in private" not in json.dumps([events, replay])
