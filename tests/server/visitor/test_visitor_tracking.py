"""What visitors' browsers tell (document: Tracking; Events; quirks 28 and 61)."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import BrandApi, TestBrand
from pydantic import ValidationError

from funneldesk.server.db.types import at
from funneldesk.server.visitor.tracking_agents import agent_of, language_of
from funneldesk.server.visitor.tracking_batch import Batch
from funneldesk.server.visitor.tracking_intake import take_in
from funneldesk.server.visitor.tracking_origin import Origin, landing_fields, referrer_of
from funneldesk.server.visitor.tracking_places import place_of

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1"
)
HTML = (
    "<body><inline-split-test name=a><variant name=b weight=50>x</variant>"
    "<variant name=c weight=50>y</variant></inline-split-test></body>"
)


def tell(visitor: BrandApi, status: int = 204, agent: str = FIREFOX, **batch: Any) -> Any:
    """Post a batch as a browser does."""
    batch = {"url": "https://shop.test/", "events": [{"type": "page_view"}], **batch}
    answer = visitor.post("/-/events", json=batch, headers={"User-Agent": agent})
    assert answer.status_code == status, answer.text
    return answer


def only_click(api: BrandApi) -> dict[str, Any]:
    (row,) = api.get("/clicks").json()["data"]
    found: dict[str, Any] = row
    return found


def test_the_script_is_small_and_stands_alone(brand: TestBrand) -> None:
    answer = brand.visitor().get("/-/tracking.js")
    assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
    assert len(answer.content) < 8000
    assert ".value" not in answer.text  # nothing that is typed is ever read
    assert "http" not in answer.text.replace("https://", "")


def test_a_page_view_becomes_a_click_with_all_that_is_known(
    brand: TestBrand, api: BrandApi
) -> None:
    page = brand.page()
    url = (
        "https://shop.test/?utm_source=mail&utm_medium=m&utm_campaign=c&utm_term=t&utm_content=o"
        "&aff_id=ana&subid=1&subid2=2&subid3=3&subid4=4&vtid=v&merchant_id=9&utm_source=second"
    )
    visitor = brand.visitor()
    visitor.client.headers.update({"Accept-Language": "pt-pt,en;q=0.8"})
    batch = {"page": page["id"], "url": url, "referrer": "https://www.news.test/a?b"}
    answer = tell(visitor, agent=IPHONE, screen="390x844", **batch)
    assert re.search(r"fd_visitor=[0-9a-f]{32};.*HttpOnly", answer.headers["set-cookie"])
    row = only_click(api)
    expected = {
        **{"url": url, "pgid": page["id"], "affiliate": "ana", "merchant": 9, "vtid": "v"},
        **{"subid": "1", "subid2": "2", "subid3": "3", "subid4": "4"},
        **{"utm_source": "mail", "utm_medium": "m", "utm_campaign": "c", "utm_term": "t"},
        **{"utm_content": "o", "referrer": "news.test", "device": "mobile", "os": "iOS"},
        **{"browser": "Safari", "language": "pt-PT", "screen_resolution": "390x844"},
        **{"is_bot": False, "ip_address": "127.0.0.1", "events": 1},
    }
    assert {name: row[name] for name in expected} == expected


@pytest.mark.parametrize("merchant", ["9" * 40, "9" * 20, "0" * 40, "9223372036854775808", "٣"])
def test_a_merchant_that_cannot_be_is_left_out(
    brand: TestBrand, api: BrandApi, merchant: str
) -> None:
    tell(brand.visitor(), url=f"https://shop.test/?merchant_id={merchant}&subid=kept")
    row = only_click(api)
    assert (row["merchant"], row["subid"]) == (None, "kept")


def test_a_visitor_is_known_again_and_comes_back_as_a_new_session(
    brand: TestBrand, api: BrandApi
) -> None:
    visitor = brand.visitor()
    tell(visitor)
    assert "set-cookie" not in tell(visitor).headers
    tell(brand.visitor())
    assert api.get("/clicks").json()["total"] == 2
    batch = Batch(events=[{"type": "page_view"}])
    start = datetime(2026, 3, 10, 12, tzinfo=UTC)
    codes = []
    for minutes in (0, 29, 58, 89):
        with at(start + timedelta(minutes=minutes)), brand.database.writing() as session:
            codes.append(take_in(session, brand.id, "f" * 32, Origin({}), batch).code)
    assert codes[0] == codes[1] == codes[2] != codes[3]


def test_engagement_carts_and_videos_are_counted_and_told(brand: TestBrand, api: BrandApi) -> None:
    visitor = brand.visitor()
    today = datetime.now(UTC).date().isoformat()
    events = [
        {"type": "page_view"},
        {"type": "engagement", "seconds": 12.4},
        {"type": "video_progress", "data": {"pct": 40}},
        {"type": "add_to_cart", "data": {"product_code": "mug", "secret": "left out"}},
        {"type": "identify", "data": {"gender": "female", "email": "a@b.test"}},
    ]
    tell(visitor, events=events)
    row = only_click(api)
    assert (row["seconds"], row["add_to_carts"], row["page_views"], row["events"]) == (12, 1, 1, 4)
    session = api.get(f"/clicks/session/{row['session_id']}").json()
    assert [event["data"] for event in session["events"][2:]] == [
        *({"product_code": "mug"}, {"gender": "female", "email": "a@b.test"}),
    ]
    query = {"start": today, "end": today, "tz": "UTC"}
    metrics = api.get("/analytics/metrics/data", params=query).json()
    assert (metrics["engagement_rate"]["value"], metrics["time_on_page"]["value"]) == (100, 12)
    videos = api.get("/analytics/metrics/video-completion-by-gender", params=query).json()
    assert videos["female"] == {"avg_completion_pct": 40, "sample": 1}


def test_quirk_28_the_variants_that_a_visitor_met_are_counted(
    brand: TestBrand, api: BrandApi
) -> None:
    page = brand.page(html=HTML)
    visitor = brand.visitor()
    text = visitor.get(f"/{page['slug']}").text
    found = re.search(r'data-sid="(\d+)" data-cid="(\w+)"', text)
    assert found
    test_id, code = int(found[1]), found[2]
    pairs = [[test_id, code], [test_id, "madeup"], [2**40, "aaa"]]
    event = {"type": "page_view", "pairs": pairs}
    tell(visitor, page=page["id"], events=[event, event])
    session = api.get(f"/clicks/session/{only_click(api)['session_id']}").json()
    met = {"variants": [{"split_test_id": test_id, "node_code": code}]}
    assert [each["data"] for each in session["events"]] == [met, met]
    today = datetime.now(UTC).date().isoformat()
    query = {"start": today, "end": today, "split_test_id": test_id}
    for node, sessions in ((code, 1), ("madeup", 0)):
        params = {**query, "filter[node_code]": node}
        metrics = api.get("/analytics/metrics/data", params=params).json()
        assert metrics["sessions"]["value"] == sessions
    other = {**query, "split_test_id": 2**40}
    assert api.get("/analytics/metrics/data", params=other).status_code == 404


def test_who_leaves_a_cart_behind_is_known_once(brand: TestBrand, api: BrandApi) -> None:
    visitor = brand.visitor()
    data = {"email": "Left@Shop.test", "name": "Ana", "value": 49.9}
    for _ in range(2):
        tell(visitor, events=[{"type": "identify", "data": data}])
    for wrong in ({**data, "email": "nobody"}, {"email": "only@shop.test"}):
        tell(brand.visitor(), events=[{"type": "identify", "data": wrong}])
    counts = api.get("/customers/quick-access").json()
    assert (counts["abandons"], counts["customers"]) == (1, 0)
    (row,) = api.get("/customers", params={"type": "abandon"}).json()["data"]
    assert row["customer_email"].lower() == "left@shop.test"


@pytest.mark.parametrize(
    "agent", ["", "Googlebot/2.1 (+http://www.google.com/bot.html)", "curl/8.5.0", "HeadlessChrome"]
)
def test_bots_are_kept_and_counted_nowhere(brand: TestBrand, api: BrandApi, agent: str) -> None:
    replay = [{"type": "click", "ts": 1}]
    tell(brand.visitor(), agent=agent, replay=replay, view="v")
    row = only_click(api)
    assert row["is_bot"] is True
    assert api.get("/clicks", params={"exclude_bots": 1}).json()["total"] == 0
    assert api.get("/replays", params={"session_id": row["session_id"]}).json() == []
    today = datetime.now(UTC).date().isoformat()
    query = {"start": today, "end": today}
    assert api.get("/analytics/metrics/data", params=query).json()["sessions"]["value"] == 0


def test_replays_come_in_batches_of_one_page_view(brand: TestBrand, api: BrandApi) -> None:
    visitor = brand.visitor()
    move = {"type": "mousemove", "x": 1.4, "y": -3, "ts": 10.2, "target": "p", "value": "secret"}
    tell(visitor, view="One", viewport=[390.5, 844], replay=[move])
    tell(visitor, view="one", replay=[{"type": "scroll", "ts": 99, "scrollY": 40}])
    tell(visitor, view="two", replay=[{"type": "click", "ts": 5}])
    row = only_click(api)
    first, second = api.get("/replays", params={"session_id": row["session_id"]}).json()
    assert (first["page_session_id"], second["page_session_id"]) == ("one", "two")
    replay = api.get(f"/replays/{first['id']}").json()
    assert replay["events"] == [
        {"type": "mousemove", "x": 1, "y": -3, "ts": 10, "target": "p", "scrollY": 0},
        {"type": "scroll", "x": 0, "y": 0, "ts": 99, "target": None, "scrollY": 40},
    ]
    assert (replay["duration_ms"], replay["viewport_height"]) == (99, 844)


@pytest.mark.parametrize("kind", ["text/plain;charset=UTF-8", "application/json", ""])
def test_beacons_come_as_any_type(brand: TestBrand, api: BrandApi, kind: str) -> None:
    headers = {"Content-Type": kind, "User-Agent": FIREFOX}
    content = b'{"events": [{"type": "page_view"}]}'
    assert brand.visitor().post("/-/events", content=content, headers=headers).status_code == 204
    assert api.get("/clicks").json()["total"] == 1


HOSTILE = [
    *(b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"events": 1}'),
    *(b'{"replay": [{"type": "click", "ts": NaN', b'{"replay": "all"}', b'"page_view"'),
    b'{"url": "\\ud800"}',
]  # fmt: skip


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_what_is_no_batch_is_refused(brand: TestBrand, api: BrandApi, content: bytes) -> None:
    answer = brand.visitor().post("/-/events", content=content)
    assert answer.status_code == 422
    assert answer.json()["errors"]
    assert api.get("/clicks").json()["total"] == 0


ODD = [
    *({"type": "purchase"}, {"type": "keydown", "ts": 1}, {}, 7, None, "page_view", []),
    *({"type": "click"}, {"type": "click", "ts": None}, {"type": "click", "ts": True}),
]


@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_one_event_that_is_none_costs_no_other(brand: TestBrand, api: BrandApi, odd: Any) -> None:
    click = {"type": "click", "x": 1, "y": 2, "ts": 5}
    page_view = {"type": "page_view"}
    batch = {"view": "v", "events": [page_view, odd, page_view], "replay": [click, odd, click]}
    tell(brand.visitor(), **batch)
    (visit,) = api.get("/clicks").json()["data"]
    assert visit["page_views"] == 2
    (row,) = api.get("/replays", params={"session_id": visit["session_id"]}).json()
    assert len(api.get(f"/replays/{row['id']}").json()["events"]) == 2


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"scrollY": -30}, {"scrollY": 0}),
        ({"scrollY": 2_000_000}, {"scrollY": 100_000}),
        ({"x": -1e12, "y": 1e300}, {"x": -100_000, "y": 100_000}),
        ({"x": "left", "y": None}, {"x": 0, "y": 0}),
        ({"ts": -3_600_000}, {"ts": 0}),
        ({"ts": 1e10}, {"ts": 86_400_000}),
        ({"target": "x" * 4_000}, {"target": None}),
    ],
)
def test_numbers_beyond_their_bounds_become_the_nearest(
    brand: TestBrand, api: BrandApi, sent: dict[str, Any], kept: dict[str, Any]
) -> None:
    visitor = brand.visitor()
    click = {"type": "click", "x": 1, "y": 2, "ts": 5, "scrollY": 9} | sent
    tell(visitor, view="v", viewport=[390, 2_000_000], replay=[click])
    (visit,) = api.get("/clicks").json()["data"]
    (row,) = api.get("/replays", params={"session_id": visit["session_id"]}).json()
    replay = api.get(f"/replays/{row['id']}").json()
    assert (replay["viewport_width"], replay["viewport_height"]) == (390, 100_000)
    (event,) = replay["events"]
    assert {name: event[name] for name in kept} == kept


def test_a_clock_that_is_set_back_stands_still_and_one_since_1970_is_recognised(
    brand: TestBrand, api: BrandApi
) -> None:
    visitor = brand.visitor()
    now = round(time.time() * 1000) - 60_000

    def clicks(*moments: int) -> list[dict[str, Any]]:
        return [{"type": "click", "x": 1, "y": 1, "ts": ts} for ts in moments]

    tell(visitor, view="back", replay=clicks(100, 900, 5_000, -3_595_000, 6_000))
    tell(visitor, view="clock", replay=clicks(now, now + 700))
    tell(visitor, view="clock", replay=clicks(now + 900, now + 30_000))
    (visit,) = api.get("/clicks").json()["data"]
    rows = api.get("/replays", params={"session_id": visit["session_id"]}).json()
    found = {
        row["page_session_id"]: [
            event["ts"] for event in api.get(f"/replays/{row['id']}").json()["events"]
        ]
        for row in rows
    }
    assert found == {"back": [100, 900, 5_000, 5_000, 6_000], "clock": [0, 700, 900, 30_000]}


@pytest.mark.parametrize(
    "batch",
    [
        *({"page": True}, {"page": 2**63}, {"url": 7}, {"screen": "big"}),
        *({"viewport": [1]}, {"view": "\0"}, {"viewport": "wide"}, {"referrer": {}}),
        {"events": [{"type": "page_view", "seconds": -1}]},
        {"events": [{"type": "page_view", "pairs": [[0, "a"], "b", [1]]}]},
        {"events": [{"type": "page_view", "data": {"pct": 1e9, "value": -4, "email": 1}}]},
        {"events": [{"type": "page_view"}] * 101},
    ],
    ids=range(12),
)
def test_one_odd_value_is_as_if_it_had_not_been_sent(
    brand: TestBrand, api: BrandApi, batch: dict[str, Any]
) -> None:
    tell(brand.visitor(), **{"events": [{"type": "page_view"}], **batch})
    (visit,) = api.get("/clicks").json()["data"]
    assert visit["page_views"] == min(100, len(batch.get("events", [0])))


@pytest.mark.parametrize(
    "batch",
    [
        *({"page": 2**63 - 1}, {"url": "x" * 100_000}, {"url": "a\0b", "referrer": "http://["}),
        *({"url": "https://x/?" + "&".join(f"a{n}=1" for n in range(200))}, {"screen": None}),
        *({"url": "https://x/?utm_source=%00%ED%A0%80" + "%F0%9F%98%80" * 80}, {"events": []}),
        *({"url": "https://x/?merchant_id=99999999999999999999"}, {"view": None, "replay": []}),
        {"url": "https://x/?merchant_id=" + "9" * 5000},
    ],
)
def test_strange_batches_are_taken(brand: TestBrand, batch: dict[str, Any]) -> None:
    tell(brand.visitor(), **batch)


def test_strangers_find_no_way_around(brand: TestBrand) -> None:
    stranger = brand.client(brand.base_url)
    for path in (f"/p/{brand.id + 10_000}/-/events", "/p/99999999999999999999/-/events"):
        assert stranger.post(path, json={"events": [{"type": "page_view"}]}).status_code == 404
    large = b'{"url": "' + b"x" * 300_000 + b'"}'
    assert stranger.post(f"/p/{brand.id}/-/events", content=large).status_code == 413
    assert stranger.get(f"/p/{brand.id}/-/events").status_code in (404, 405)


def test_many_at_once_are_all_counted(brand: TestBrand, api: BrandApi) -> None:
    """Everyone moves the same hour's figures; a visitor's own batches meet in one visit."""
    visitors = [brand.visitor() for _ in range(8)]
    for visitor in visitors:
        tell(visitor)

    def browse(visitor: BrandApi) -> None:
        for _ in range(6):
            tell(visitor, events=[{"type": "page_view"}, {"type": "engagement", "seconds": 1}])

    with ThreadPoolExecutor(16) as pool:
        list(pool.map(browse, visitors * 2))
    rows = api.get("/clicks").json()["data"]
    assert [(row["page_views"], row["events"], row["seconds"]) for row in rows] == [
        (13, 13, 12)
    ] * 8
    today = datetime.now(UTC).date()
    query = {"start": (today - timedelta(days=1)).isoformat(), "end": today.isoformat()}
    metrics = api.get("/analytics/metrics/data", params=query).json()
    assert (metrics["sessions"]["value"], metrics["page_views"]["value"]) == (8, 8 * 13)


@pytest.mark.parametrize(
    ("text", "device", "os", "browser"),
    [
        (FIREFOX, "desktop", "Linux", "Firefox"),
        (IPHONE, "mobile", "iOS", "Safari"),
        ("Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) Safari/604.1", "tablet", "iOS", "Safari"),
        ("Mozilla/5.0 (Linux; Android 14; SM-X200) Chrome/126.0 Safari/537.36",
         "tablet", "Android", "Chrome"),
        ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/126.0 Mobile Safari/537.36",
         "mobile", "Android", "Chrome"),
        ("Mozilla/5.0 (Linux; Android 14) SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36",
         "mobile", "Android", "Samsung Internet"),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0",
         "desktop", "Windows", "Edge"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/126.0 Safari/537.36 OPR/112.0",
         "desktop", "Windows", "Opera"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/17.5 Safari/605.1.15",
         "desktop", "macOS", "Safari"),
        ("Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/126.0 Safari/537.36",
         "desktop", "ChromeOS", "Chrome"),
        ("something else", "desktop", "", ""),
    ],
)  # fmt: skip
def test_browsers_are_told_apart(text: str, device: str, os: str, browser: str) -> None:
    agent = agent_of(text)
    assert (agent.device, agent.os, agent.browser, agent.is_bot) == (device, os, browser, False)


@given(st.text())
def test_any_header_is_read(text: str) -> None:
    assert agent_of(text).device in ("desktop", "mobile", "tablet")
    assert len(language_of(text)) <= 12
    assert len(referrer_of(text, "x")) <= 128
    place_of(text, {"cf-ipcountry": text})


@given(st.text(), st.text())
def test_any_landing_address_gives_text_that_can_be_kept(start: str, value: str) -> None:
    for url in (f"{start}?utm_source={value}&subid={value}", start):
        for found in landing_fields(url).values():
            assert isinstance(found, int) or (len(found) <= 128 and "\0" not in found)
            str(found).encode()


@given(st.binary(max_size=300))
def test_any_bytes_are_a_batch_or_refused(content: bytes) -> None:
    try:
        Batch.model_validate_json(content)
    except ValidationError:
        return


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("en-us,en;q=0.5", "en-US"), ("de", "de"), ("zh-Hant-TW", ""), ("*", ""), ("", ""),
     ("es-419;q=1", "es-419")],
)  # fmt: skip
def test_the_first_language_counts(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


def test_places_come_from_a_header_or_the_table() -> None:
    assert place_of("192.0.2.5", {}).city == "Lisbon"
    assert place_of("192.0.2.5", {"cf-ipcountry": "PT"}).city == "Lisbon"
    assert place_of("192.0.2.5", {"cf-ipcountry": "de"}).country == "DE"
    assert place_of("192.0.2.5", {"cf-ipcountry": "XX"}).country == "PT"
    assert place_of("8.8.8.8", {}).country == ""
    assert place_of("2001:db8::7", {}).country == "BR"
