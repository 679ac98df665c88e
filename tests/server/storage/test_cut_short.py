"""A bucket whose answers break off: visitors get an error or a cut line, the log one sentence."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx
import pytest
from bucket import variables
from platform_process import Place, served

SMALL, LARGE = 100_000, 2_000_000


class Breaking(BaseHTTPRequestHandler):
    """Promises an object, and sends half of it."""

    def do_HEAD(self) -> None:
        """What is known of an object."""
        self._head()

    def do_GET(self) -> None:
        """Half of it."""
        self.wfile.write(bytes(self._head() // 2))

    def _head(self) -> int:
        size = LARGE if "large" in self.path else SMALL
        self.send_response(200)
        self.send_header("Content-Length", str(size))
        self.send_header("Last-Modified", "Sun, 01 Nov 2026 10:00:00 GMT")
        self.end_headers()
        return size

    def log_message(self, *_words: object) -> None:
        """Say nothing."""


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Such a bucket."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Breaking) as server:
        threading.Thread(target=server.serve_forever).start()
        for name, value in variables(f"http://127.0.0.1:{server.server_port}").items():
            monkeypatch.setenv(name, value)
        yield
        server.shutdown()


@pytest.mark.usefixtures("bucket")
def test_an_answer_that_breaks_off_is_no_traceback(place: Place) -> None:
    with served(place, "--storage", "s3://bucket/files") as running:
        address = f"{running.base_url}/cdn/7/assets"
        with httpx.Client(trust_env=False, timeout=60) as visitor:
            answer = visitor.get(f"{address}/small.png")
            assert answer.status_code == 503, answer.text
            assert "try again" in answer.json()["message"]
            with pytest.raises(httpx.RemoteProtocolError):
                visitor.get(f"{address}/large.png")
            assert visitor.get(f"{running.base_url}/login").status_code == 200
        log = running.log.read_text("utf-8")
        assert "Traceback" not in log
        assert "cut short" in log
