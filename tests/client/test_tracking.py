"""Tracking, by the client: raw answers as the document shows them, and the embedded platform."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, Invalid, NotFound, RoleDenied
from funneldesk.contract.tracking import ClickFilter, ClicksExport, ShortLinkDraft

if TYPE_CHECKING:
    from conftest import Embedded


def clicks(page: int, last: int, **row: Any) -> dict[str, Any]:
    """A page of clicks as in quirk 11."""
    further = f"https://x.test/clicks?page={page + 1}" if page < last else None
    numbers = {"total": last * 2, "last_page": last, "current_page": page, "per_page": 30}
    rows = [{"id": page * 2 + n, "session_id": f"s{page}{n}", **row} for n in range(2)]
    return {**numbers, "next_page_url": further, "data": rows}


async def test_quirk_11_clicks_come_page_by_page(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, clicks(1, 2)), reply(200, clicks(2, 2))]
    found = [click.session_id async for click in api.tracking.iterate()]
    assert found == ["s10", "s11", "s20", "s21"]
    assert [request.path.partition("?")[2] for request in scripted.requests] == ["page=1", "page=2"]


async def test_quirks_14_to_18_a_filter_is_named_as_the_document_names_it(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, clicks(1, 1))]
    wanted = ClickFilter(
        query_text="spring", pgid=4, exclude_bots=True, start="2026-01-01", sort_by="id"
    )
    listing = await api.tracking.list(wanted, page=3)
    query = dict(pair.split("=") for pair in scripted.requests[0].path.partition("?")[2].split("&"))
    assert query == {
        **{"query": "spring", "pgid": "4", "exclude_bots": "1", "start": "2026-01-01"},
        **{"sortBy": "id", "page": "3"},
    }
    assert (listing.per_page, listing.last_page) == (30, 1)


@pytest.mark.parametrize(
    "shape",
    [
        {"affiliate": "ana", "merchant": 3, "events": 4},
        {"affiliate": {"id": 1, "name": "Ana"}, "merchant": {"id": 3}, "events": [{"type": "x"}]},
        {"affiliate": None, "merchant": None, "events": None, "strange": [1]},
    ],
)
async def test_what_is_not_shown_of_a_click_may_be_anything(
    api: Api, scripted: ScriptedPlatform, shape: dict[str, Any]
) -> None:
    scripted.answers = [reply(200, clicks(1, 1, **shape))]
    rows = (await api.tracking.list()).rows
    assert [getattr(rows[0], name) for name in shape] == list(shape.values())


async def test_quirk_53_a_session_without_data_has_no_place(
    api: Api, scripted: ScriptedPlatform
) -> None:
    place = {"lat": 1.5, "lon": None, "city": "Lisbon", "country": "PT"}
    event = {"type": "page_view", "url": "/", "timestamp": 1700000000, "data": []}
    scripted.answers = [
        reply(200, {"geoData": [], "events": []}),
        reply(200, {"geoData": place, "events": [event], "domains": {"3": "https://x.test"}}),
        reply(200, {"geoData": place, "events": [], "domains": []}),
    ]
    empty = await api.tracking.session("s/1")
    assert (empty.place, empty.events, empty.domains) == (None, [], None)
    known = await api.tracking.session("s")
    assert known.place is not None
    assert (known.place.city, known.events[0].type) == ("Lisbon", "page_view")
    assert known.domains == {"3": "https://x.test"}
    assert (await api.tracking.session("s")).domains == []
    assert scripted.requests[0].path.endswith("/clicks/session/s%2F1")


async def test_quirk_53_a_missing_replay_may_be_an_error_of_any_kind(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(404, {"message": "no"}), reply(500, {"message": "oh"})]
    with pytest.raises(NotFound):
        await api.tracking.get_replay("nothing")
    with pytest.raises(ApiError):
        await api.tracking.get_replay("nothing")


async def test_a_replay_is_read_with_its_events(api: Api, scripted: ScriptedPlatform) -> None:
    event = {"type": "scroll", "x": 1, "y": 2.5, "ts": 30, "target": None, "scrollY": 400}
    scripted.answers = [reply(200, {"id": "a1", "duration_ms": 30, "events": [event]})]
    replay = await api.tracking.get_replay("a1")
    assert (replay.events[0].scroll_y, replay.events[0].y) == (400, 2.5)


async def test_quirk_10_a_short_link_is_never_made_twice(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(503, {"message": "later"})]
    with pytest.raises(ApiError):
        await api.tracking.generate_short_link(ShortLinkDraft(destination_url="https://x.test"))
    assert len(scripted.requests) == 1


class TestEmbedded:
    """Against the embedded platform over a real socket."""

    @pytest.fixture
    async def api(self, embedded: "Embedded") -> AsyncIterator[Api]:
        async with embedded.api() as client:
            yield client

    @pytest.fixture
    def session_id(self, embedded: "Embedded") -> str:
        """A visit made as a browser makes it, with a part of a replay."""
        moves = [{"type": "mousemove", "x": 1, "y": 2, "ts": 30}]
        batch = {
            "url": "https://shop.test/offer?utm_source=client-test&vtid=client-test",
            "view": "v1",
            "viewport": [800, 600],
            "events": [{"type": "page_view"}, {"type": "add_to_cart"}],
            "replay": moves,
        }
        agent = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/128.0"}
        address = f"{embedded.base_url}/p/1/-/events"
        answer = httpx.post(address, json=batch, headers=agent, trust_env=False)
        assert answer.status_code == 204
        listed = httpx.get(
            f"{embedded.base_url}/api/brands/1/clicks",
            params={"vtid": "client-test"},
            headers={"SVC-Access-Key": embedded.keys[1, "owner"]},
            trust_env=False,
        )
        found: str = listed.json()["data"][0]["session_id"]
        return found

    async def test_a_visit_is_found_everywhere(self, api: Api, session_id: str) -> None:
        wanted = ClickFilter(vtid="client-test")
        assert session_id in [click.session_id async for click in api.tracking.iterate(wanted)]
        click = await api.tracking.get(session_id)
        assert click.code is not None
        assert (await api.tracking.get(click.code)).id == click.id
        session = await api.tracking.session(session_id)
        assert [event.type for event in session.events] == ["page_view", "add_to_cart"]
        (summary,) = await api.tracking.list_replays(session_id)
        assert [row.id async for row in api.tracking.iterate_replays(session_id)] == [summary.id]
        replay = await api.tracking.get_replay(summary.id)
        assert (replay.viewport_width, [event.type for event in replay.events]) == (
            *(800, ["mousemove"]),
        )

    async def test_what_is_not_there_or_not_valid(self, api: Api) -> None:
        with pytest.raises(NotFound):
            await api.tracking.get("nobody")
        with pytest.raises(NotFound):
            await api.tracking.get_replay("nobody")
        assert (await api.tracking.session("nobody")).place is None
        with pytest.raises(Invalid) as caught:
            await api.tracking.generate_short_link(ShortLinkDraft(destination_url="nowhere"))
        assert caught.value.fields["destination_url"]
        with pytest.raises(Invalid):
            await api.tracking.list(ClickFilter(sort_by="secret"))

    async def test_links_and_exports_are_made(self, api: Api) -> None:
        link = await api.tracking.generate_short_link(
            ShortLinkDraft(destination_url="https://example.com/?a=b")
        )
        assert link.url.endswith(f"/s/{link.code}")
        queued = await api.tracking.export(ClicksExport(columns=["code"]))
        assert queued.success is True
        assert (await api.tracking.export()).message

    async def test_a_viewer_makes_no_links(self, embedded: "Embedded") -> None:
        async with embedded.api(role="viewer") as api:
            with pytest.raises(RoleDenied):
                await api.tracking.generate_short_link(
                    ShortLinkDraft(destination_url="https://x.y")
                )
