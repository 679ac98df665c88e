"""Headers of an answer, however wrong, never do more than say nothing."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from scripted_platform import KEY, ScriptedPlatform, raw

from funneldesk.client.answer import Answer
from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, RateLimited
from funneldesk.client.faults import fault
from funneldesk.client.retries import wait_asked_for
from funneldesk.contract.pages import PageDraft

FAR = "Wed, 21 Oct 99999999999 07:28:"
ODD = st.one_of(
    st.text(st.characters(max_codepoint=255, exclude_categories=["Cc"]), max_size=40),
    st.sampled_from(["", "gzip", "gzip, gzip", "chunked", "close", "9" * 500, "-1", "1e9", "\xb2"]),
    st.from_regex(
        r"[A-Z][a-z]{2}, [0-9]{1,20} (Oct|Feb) -?[0-9]{1,20} [0-9]+:[0-9]+:[0-9]* [-+]?[0-9]{0,20}",
        fullmatch=True,
    ),
    st.from_regex(r"https?://[\[\]@:/.a-z0-9%]{0,20}", fullmatch=True),
)
NAMES = (
    *("Retry-After", "Location", "Content-Encoding", "Content-Length", "Content-Type"),
    *("Set-Cookie", "Content-Disposition", "Link", "Date", "Connection", "Keep-Alive"),
    *("Transfer-Encoding", "Upgrade", "Age", "Refresh", "WWW-Authenticate"),
)


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    with asyncio.Runner() as found:
        yield found


@given(text=ODD, status=st.sampled_from([429, 503, 302, 500]))
@example(FAR, 429)
@example("Fri, 31 Dec 9999 23:59:59 -2359", 503)
@example("Mon, 01 Jan 0001 00:00:00 +2359", 503)
def test_what_a_refusal_says_of_itself_is_read_or_passed_over(text: str, status: int) -> None:
    headers = {"retry-after": text, "location": text}
    answer = Answer("GET", "/api/brands/7", status, headers, b"")
    error = fault(answer, lambda words: words)
    if isinstance(error, RateLimited) and error.retry_after is not None:
        assert 0 <= error.retry_after <= 86_400
    wait = wait_asked_for(answer)
    assert wait is None or wait >= 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    headers=st.lists(st.tuples(st.sampled_from(NAMES), ODD), max_size=4),
    status=st.sampled_from([200, 204, 302, 404, 422, 429, 503]),
)
@example(headers=[("Retry-After", FAR)], status=429)
@example(headers=[("Content-Length", "5"), ("Content-Length", "7")], status=200)
@example(headers=[("Set-Cookie", "a=b; expires=" + FAR), ("Content-Encoding", "\xe9")], status=200)
def test_whatever_stands_in_the_head_a_call_ends(
    headers: list[tuple[str, str]], status: int, runner: asyncio.Runner
) -> None:
    """With what was asked for, or with an error of the client's own."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers)
    content = (
        f"HTTP/1.1 {status} Status\r\n{lines}\r\n".encode("latin-1") + b'{"id": 7, "name": "x"}'
    )

    async def call() -> None:
        platform = ScriptedPlatform([raw(content)])
        server = await asyncio.start_server(platform.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with Api(f"http://127.0.0.1:{port}", 7, KEY) as api:
            with suppress(ApiError):
                await api.pages.create(PageDraft(title="x"))
        server.close()
        await server.wait_closed()

    runner.run(call())
