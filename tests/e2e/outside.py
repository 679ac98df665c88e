"""The embedded platform as visitors and other programs meet it: over HTTP, and nothing else."""

import json
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from http.client import HTTPConnection
from types import TracebackType
from typing import Any
from urllib.parse import quote

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

    def change_page(self, number: int, fields: Mapping[str, Any]) -> None:
        """Somebody else saves a page."""
        kind = {"Content-Type": "application/json"}
        self._call(f"pages/{number}", json.dumps(fields).encode(), kind, "PUT").close()

    def funnels(self) -> list[dict[str, Any]]:
        """Every funnel of the brand, without its pages."""
        found: list[dict[str, Any]] = self._get("funnels/all")["data"]
        return found

    def funnel(self, number: int) -> dict[str, Any]:
        """A funnel with its pages."""
        return self._get(f"funnels/{number}")

    def split_test(self, name: str) -> dict[str, Any]:
        """The split test of this name, whole."""
        rows = self._get("split-tests?per_page=100")["data"]
        number = next(row["id"] for row in rows if row["name"] == name)
        return self._get(f"split-tests/{number}")

    def split_test_chart(self, number: int, kind: str) -> dict[str, Any]:
        """One of the charts of a split test."""
        return self._get(f"split-tests/{number}/chart-data?chart_type={kind}")

    def open_tickets(self) -> list[str]:
        """The numbers of the open tickets, the newest first."""
        rows = self._get("tickets?status=open&sort=date_desc&per_page=100")["data"]
        return [row["ticket_code"] for row in rows]

    def answers_to(self, ticket: str) -> list[str]:
        """What agents answered to a ticket, as html."""
        rows = self._get(f"tickets/{ticket}/messages")["data"]
        return [row["message"] for row in rows if row["type"] == "agent_message"]

    def stages(self) -> list[set[str]]:
        """The entries of each stage of the first pipeline of CRM."""
        listed: Any = self._get("crm/entities")
        entity = self._get(f"crm/entities/{listed[0]['id']}")
        found = []
        for stage in sorted(entity["pipelines"][0]["stages"], key=lambda s: s["position"]):
            path = f"crm/entities/{entity['id']}/entries?stage_id={stage['id']}&per_page=100"
            found.append({row["id"] for row in self._get(path)["data"]})
        return found

    def move_card(self, entry: str, stage: int) -> None:
        """Somebody else moves an entry to a stage of the first pipeline, by its place."""
        listed: Any = self._get("crm/entities")
        entity = self._get(f"crm/entities/{listed[0]['id']}")
        stages = sorted(entity["pipelines"][0]["stages"], key=lambda s: s["position"])
        body, kind = {"stage_id": stages[stage]["id"]}, {"Content-Type": "application/json"}
        self._call(f"crm/entries/{entry}/stage", json.dumps(body).encode(), kind, "PUT").close()

    def open_senders(self) -> list[tuple[str, str]]:
        """Number and customer of the open tickets, the newest first."""
        rows = self._get("tickets?status=open&sort=date_desc&per_page=100")["data"]
        return [(row["ticket_code"], row["customer_email"]) for row in rows]

    def orders_of(self, email: str) -> list[dict[str, Any]]:
        """The orders of a customer."""
        rows = self._get(f"conversions?search={quote(email, safe='')}")["data"]
        return [row for row in rows if row["customer_email"] == email]

    def order(self, code: str) -> dict[str, Any]:
        """An order, whole."""
        return self._get(f"conversions/{code}")

    def entries(self, words: str) -> list[str]:
        """The titles of all CRM entries with these words in theirs."""
        entities: Any = self._get("crm/entities")
        found = []
        for entity in entities:
            page, more = 1, True
            while more:
                where = f"q={quote(words)}&per_page=100&page={page}"
                listed = self._get(f"crm/entities/{entity['id']}/entries?{where}")
                found += [row["title"] for row in listed["data"]]
                page, more = page + 1, page < listed["last_page"]
        return found

    def entry_count(self, words: str) -> int:
        """How many CRM entries have these words in their titles."""
        entities: Any = self._get("crm/entities")
        where = f"q={quote(words)}&per_page=1"
        paths = (f"crm/entities/{entity['id']}/entries?{where}" for entity in entities)
        return sum(self._get(path)["total"] for path in paths)

    def revenue(self, first: str, last: str) -> float:
        """What all orders of some days of the brand came to."""
        query = f"start={first}&end={last}&selected_metrics[]=revenue"
        return float(self._get(f"analytics/metrics/data?{query}")["revenue"]["value"])

    def files(self, folder: str) -> dict[str, int]:
        """The size in bytes of every file below a folder, by path."""
        listed: Any = self._get("file-manager/files")
        files = {one["BrowsePath"]: one["sizeBytes"] for one in listed if not one["IsDirectory"]}
        return {path: size for path, size in files.items() if path.startswith(f"{folder}/")}

    def put_file(self, path: str, content: bytes) -> None:
        """Somebody else uploads a file, or another one of the same name."""
        folder, _, name = path.rpartition("/")
        body = b"".join(
            f'--x\r\nContent-Disposition: form-data; name="{field}"{more}\r\n\r\n'.encode()
            + value
            + b"\r\n"
            for field, more, value in (
                ("path", "", folder.encode()),
                ("file", f'; filename="{name}"', content),
            )
        )
        kind = {"Content-Type": "multipart/form-data; boundary=x"}
        self._call("file-manager/upload-file", body + b"--x--\r\n", kind).close()

    def digests(self, folder: str) -> dict[str, str]:
        """The SHA-256 of every file below a folder as visitors get it, by path."""
        line = HTTPConnection(self.address.removeprefix("http://"), timeout=20)
        found = {}
        for path in self.files(folder):
            line.request("GET", f"/cdn/{self.brand}/assets/{quote(path)}")
            answer = line.getresponse()
            content = answer.read()
            assert answer.status == 200, path
            found[path] = sha256(content).hexdigest()
        line.close()
        return found

    def _get(self, path: str) -> dict[str, Any]:
        with self._call(path) as answer:
            body: dict[str, Any] = json.load(answer)
        return body

    def _call(
        self,
        path: str,
        body: bytes | None = None,
        more: Mapping[str, str] = {},
        method: str | None = None,
    ) -> Any:
        request = urllib.request.Request(
            f"{self.address}/api/brands/{self.brand}/{path}",
            body,
            {"SVC-Access-Key": self.key, "Accept": "application/json", **more},
            method=method,
        )
        return _DIRECTLY.open(request, timeout=20)


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
