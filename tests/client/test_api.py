"""The connection as a whole."""

import os
import subprocess
import sys
from urllib.parse import parse_qsl

import pytest
from scripted_platform import KEY, ScriptedPlatform, hang_up, page, reply

from funneldesk.client.address import BadAddress
from funneldesk.client.api import Api
from funneldesk.client.calls import segment
from funneldesk.client.errors import LoginRedirect, NotFound, NotSignedIn, Unreachable
from funneldesk.contract.brands import BrandPatch
from funneldesk.contract.pages import PageDraft, PagePatch

IN_QASYNC = """
import asyncio, http.server, json, threading, qasync
from PySide6.QtCore import QCoreApplication
from funneldesk.client import Api

class Platform(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    def do_GET(self):
        body = json.dumps({"data": [{"id": 1, "name": "x"}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass

server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Platform)
threading.Thread(target=server.serve_forever, daemon=True).start()
app = QCoreApplication([])

async def main():
    async with Api(f"http://localhost:{server.server_port}", 1, "key") as api:
        for _ in range(20):
            cancelled = [asyncio.ensure_future(api.pages.list()) for _ in range(20)]
            await asyncio.sleep(0)
            for task in cancelled:
                task.cancel()
            await asyncio.gather(*cancelled, return_exceptions=True)
        found = await asyncio.gather(*(api.pages.list() for _ in range(30)))
        print(sum(len(pages) for pages in found))

with qasync.QEventLoop(app) as loop:
    loop.run_until_complete(main())
"""

BRAND = {"id": 7, "name": "Harbor & Pine", "timezone": "Europe/Lisbon"}


async def test_check_asks_for_the_brand(scripted: ScriptedPlatform, api: Api) -> None:
    """Authentication 5."""
    scripted.will(reply(200, BRAND))
    assert (await api.check()).name == "Harbor & Pine"
    assert (scripted.requests[0].method, scripted.requests[0].path) == ("GET", "/api/brands/7")


async def test_not_found_may_mean_not_signed_in(scripted: ScriptedPlatform, api: Api) -> None:
    """Quirk 2: a probe of the brand tells the two apart."""
    scripted.will(reply(404, b""), reply(401, {"message": "invalid API key"}))
    with pytest.raises(NotFound) as caught:
        await api.pages.get(3)
    assert type(await api.diagnose(caught.value)) is NotSignedIn
    scripted.will(reply(200, BRAND))
    assert await api.diagnose(caught.value) is caught.value


async def test_a_login_page_is_looked_into_and_others_are_not(
    scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 3: the key is checked, then what happened is shown."""
    scripted.will(reply(302, b"", {"Location": "/login"}), reply(200, BRAND))
    with pytest.raises(LoginRedirect) as caught:
        await api.pages.update(3, PagePatch(title="x"))
    assert await api.diagnose(caught.value) is caught.value
    assert len(scripted.requests) == 2
    other = Unreachable("Away.", method="GET", path="/")
    assert await api.diagnose(other) is other
    assert len(scripted.requests) == 2


async def test_a_new_key_is_used_from_the_next_call_on(
    scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 5: a regenerated key ends the old one at once."""
    scripted.will(reply(200, BRAND))
    await api.check()
    api.replace_key("another-key")
    await api.check()
    assert [r.headers["svc-access-key"] for r in scripted.requests] == [KEY, "another-key"]
    with pytest.raises(ValueError, match="The key"):
        api.replace_key("")


async def test_a_new_address_is_used_from_the_next_call_on(
    scripted: ScriptedPlatform, api: Api, free_port: int
) -> None:
    api.replace_base(f"http://127.0.0.1:{free_port}/")
    with pytest.raises(Unreachable):
        await api.check()
    scripted.will(reply(200, BRAND))
    api.replace_base(scripted.base_url + "/api/")
    assert api.base_url == scripted.base_url
    assert (await api.check()).id == 7
    with pytest.raises(BadAddress):
        api.replace_base("nowhere")


async def test_a_create_is_unwrapped_or_read_again(scripted: ScriptedPlatform, api: Api) -> None:
    """Quirk 20."""
    draft = PageDraft(title="Spring", html="<p>")
    scripted.will(reply(201, {"page": {"id": 4, "title": "Spring"}}))
    assert (await api.pages.create(draft)).name == "Spring"
    scripted.will(reply(201, {"id": 5, "title": "Spring"}))
    assert (await api.pages.create(draft)).id == 5
    listed = {"data": [page(8, name="Spring"), page(9, name="Spring"), page(10)]}
    for answer in ({"success": True}, b"", [], {"page": None}):
        scripted.will(reply(201, answer), reply(200, listed), reply(200, page(9, html="<p>")))
        assert (await api.pages.create(draft)).id == 9
    assert [r.method for r in scripted.requests].count("POST") == 6


async def test_an_update_without_a_record_is_read_again(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(200, {"success": True}), reply(200, page(3)))
    assert (await api.pages.update(3, PagePatch(title="x"))).id == 3
    scripted.will(reply(200, b""), reply(200, BRAND))
    assert (await api.brands.update(BrandPatch(name="x"))).id == 7


async def test_a_write_that_cannot_be_read_back_may_have_been_done(
    scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(200, {"success": True}), hang_up)
    with pytest.raises(Unreachable) as caught:
        await api.pages.update(3, PagePatch(title="x"))
    assert caught.value.maybe_done


async def test_brands_are_listed_and_described(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(
        reply(200, {"data": [BRAND, {"id": 8, "name": "Other"}]}),
        reply(200, {"metrics": ["sales", "aov"]}),
    )
    assert [brand.id for brand in await api.brands.list()] == [7, 8]
    assert await api.brands.metrics() == ["sales", "aov"]
    assert [r.path for r in scripted.requests] == ["/api/brands/all", "/api/brands/7/metrics"]


async def test_queries_and_segments_are_encoded(scripted: ScriptedPlatform, api: Api) -> None:
    """Quirks 17 and 60."""
    path = f"/api/brands/7/customers/{segment('a+b/c@x.example')}/details"
    query = {"columns[]": ["email", "name"], "filter[page]": "a&b=ü", "exclude_bots": True}
    await api.pages._calls.send("GET", path, query=query)
    came, _, asked = scripted.requests[0].path.partition("?")
    assert came == "/api/brands/7/customers/a%2Bb%2Fc%40x.example/details"
    assert parse_qsl(asked) == [
        ("columns[]", "email"),
        ("columns[]", "name"),
        ("filter[page]", "a&b=ü"),
        ("exclude_bots", "1"),
    ]
    for no_id in ("", ".", ".."):
        with pytest.raises(ValueError, match="is no id"):
            segment(no_id)


def test_the_package_is_light_until_it_is_used() -> None:
    """The window paints before the HTTP libraries are read."""
    program = (
        "import sys, funneldesk.client, funneldesk.client.errors;"
        "print(sorted({'httpx', 'aiohttp', 'ssl'} & set(sys.modules)));"
        "from funneldesk.client import Api; print('httpx' in sys.modules)"
    )
    out = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert out.stdout.split("\n")[:2] == ["[]", "True"]


def test_it_works_in_the_loop_of_the_window() -> None:
    """qasync's loop, in a process of its own; the platform is a thread beside it."""
    out = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", IN_QASYNC],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert (out.stdout.strip(), out.stderr.strip(), out.returncode) == ("30", "", 0)
