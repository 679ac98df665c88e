"""An S3-compatible service in a process of its own."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

NAME = "funneldesk-tests"


@contextmanager
def s3_service() -> Iterator[str]:
    """The service's address, with an empty bucket ``NAME`` in it."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
    command = (sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port))
    quiet = subprocess.DEVNULL
    with subprocess.Popen(command, stdout=quiet, stderr=quiet) as process:
        try:
            endpoint = f"http://127.0.0.1:{port}"
            _make_bucket(endpoint)
            yield endpoint
        finally:
            process.kill()


def variables(endpoint: str) -> dict[str, str]:
    """What the environment says about the service."""
    return {
        "AWS_ENDPOINT_URL": endpoint,
        "AWS_ACCESS_KEY_ID": "test",
        "AWS_SECRET_ACCESS_KEY": "test",
        "AWS_REGION": "us-east-1",
    }


def _make_bucket(endpoint: str) -> None:
    for _ in range(300):
        try:
            answer = httpx.put(f"{endpoint}/{NAME}", trust_env=False)
        except httpx.TransportError:
            time.sleep(0.1)
            continue
        assert answer.status_code == 200, answer.text
        return
    raise AssertionError("the S3 service did not start")
