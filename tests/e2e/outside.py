"""The embedded platform as visitors and other programs meet it: over HTTP, and nothing else."""

import json
import urllib.request
from dataclasses import dataclass, field
from http.client import HTTPConnection
from types import TracebackType
from typing import Any

_DIRECTLY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


@dataclass(frozen=True, slots=True)
class Platform:
    """One brand of a platform, and a key that may read it."""

    address: str
    brand: int
    key: str = field(repr=False)

    def pages(self) -> list[dict[str, Any]]:
        """Every page of the brand, without its sources."""
        found: list[dict[str, Any]] = self._get("pages/all")["data"]
        return found

    def page(self, slug: str) -> dict[str, Any] | None:
        """The whole record of the page with this slug; None when there is none."""
        numbers = [row["id"] for row in self.pages() if row["slug"] == slug]
        return self._get(f"pages/{numbers[0]}") if numbers else None

    def _get(self, path: str) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.address}/api/brands/{self.brand}/{path}",
            headers={"SVC-Access-Key": self.key, "Accept": "application/json"},
        )
        with _DIRECTLY.open(request, timeout=20) as answer:
            body: dict[str, Any] = json.load(answer)
        return body


class Visitors:
    """Visitors of one published page, each meeting the brand for the first time."""

    def __init__(self, platform: Platform, slug: str) -> None:
        self._line = HTTPConnection(platform.address.removeprefix("http://"), timeout=20)
        self._path = f"/p/{platform.brand}/{slug}"

    def __enter__(self) -> "Visitors":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._line.close()

    def visit(self, cookie: str = "") -> tuple[int, bytes, str]:
        """One visit: status, the page's bytes, and the cookie that the visitor is given."""
        self._line.request("GET", self._path, headers={"Cookie": cookie} if cookie else {})
        answer = self._line.getresponse()
        given = (answer.getheader("Set-Cookie") or "").partition(";")[0]
        return answer.status, answer.read(), given


def answers(address: str) -> bool:
    """Whether a platform listens there."""
    try:
        _DIRECTLY.open(f"{address}/login", timeout=5).close()
    except OSError:
        return False
    return True
