"""Tracking: every endpoint of the part (document: Tracking; quirks 11, 14 to 19 and 53)."""

from datetime import timedelta

import pytest
from platform_process import BrandApi, NewBrand, TestBrand
from visits_of_a_brand import START, life_of

from funneldesk.contract.tracking import Click, Replay, Session
from funneldesk.server.parts.tracking.replays import MOST_EVENTS, record_replay
from funneldesk.server.parts.tracking.rules import COLUMNS

ENVELOPE = {"total", "last_page", "current_page", "per_page", "next_page_url", "data"}


def refused(answer: object, *fields: str) -> None:
    assert answer.status_code == 422, answer.text  # type: ignore[attr-defined]
    assert sorted(answer.json()["errors"]) == sorted(fields)  # type: ignore[attr-defined]


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/clicks", cites="Endpoints: Tracking; Limits; quirks 11 and 14"
)
def test_clicks_come_thirty_to_a_page_the_newest_first(brand: TestBrand, api: BrandApi) -> None:
    with life_of(brand) as life:
        made = [life.visit(number / 60).code for number in range(65)]
    first = api.get("/clicks", params={"per_page": 5}).json()
    assert set(first) == ENVELOPE
    assert (first["total"], first["last_page"], first["per_page"]) == (65, 3, 30)
    assert [row["code"] for row in first["data"]] == made[:-31:-1]
    assert first["next_page_url"].endswith("page=2")
    assert brand.base_url in first["next_page_url"]
    last = api.get("/clicks", params={"page": 3}).json()
    assert [row["code"] for row in last["data"]] == made[4::-1]
    assert (last["current_page"], last["next_page_url"]) == (3, None)
    assert api.get("/clicks", params={"page": 4}).json()["data"] == []


@pytest.mark.endpoint("GET /api/brands/{brand}/clicks", cites="Tracking: Click")
def test_a_click_has_the_documents_fields(brand: TestBrand, api: BrandApi) -> None:
    with life_of(brand) as life:
        fields = {"aff_id": "ana", "merchant_id": 3, "funnel_id": 4, "domain": "shop.test"}
        visit = life.visit(0, 11, 12, ip_address="192.0.2.7", url="https://shop.test/a", **fields)
    (row,) = api.get("/clicks").json()["data"]
    assert set(Click.model_fields) - {"recorded_pages"} <= set(row)
    assert row["session_id"] == visit.session_id
    assert row["ip_address"] == "192.0.2.7"
    assert (row["url"], row["domain"]) == ("https://shop.test/a", "shop.test")
    assert (row["affiliate"], row["merchant"], row["funnel_id"]) == ("ana", 3, 4)
    assert row["events"] == 2
    assert row["created_at"] == "2026-03-10T12:00:00Z"


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/clicks", cites="Endpoints: Tracking; quirks 15, 16 and 18"
)
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"subid": "a"}, [0]),
        ({"subid2": "b"}, [0]),
        ({"subid3": "c"}, [1]),
        ({"subid4": "d"}, [1]),
        ({"vtid": "v1"}, [2]),
        ({"ip_address": "192.0.2.9"}, [2]),
        ({"pgid": 12}, [1]),
        ({"funnel_id": 5}, [0, 1]),
        ({"merchant_id": 6}, [2]),
        ({"exclude_bots": "1"}, [0, 1, 2]),
        ({"exclude_bots": "0"}, [0, 1, 2, 3]),
        ({"start": "2026-03-10T13:30:00Z"}, [2, 3]),
        ({"start": "2026-03-11"}, []),
        ({"query": "spring"}, [1]),
        ({"query": "192.0.2.9"}, [2]),
        ({"query": "v1"}, [2]),
        ({"query": "nothing like it"}, []),
        ({"funnel_id": 5, "subid": "a"}, [0]),
        ({"sortBy": "created_at", "sortDir": "asc", "exclude_bots": 1}, [2, 1, 0]),
        ({"sortBy": "ip_address", "sortDir": "desc", "funnel_id": 5}, [0, 1]),
        ({"subid": "", "funnel_id": "", "sortBy": ""}, [0, 1, 2, 3]),
    ],
)
def test_filters_narrow_and_sorting_orders(
    brand: TestBrand, api: BrandApi, query: dict[str, object], found: list[int]
) -> None:
    with life_of(brand) as life:
        made = [
            life.visit(0, 11, ip_address="192.0.2.1", subid="a", subid2="b", funnel_id=5),
            life.visit(
                *(1, 12),
                ip_address="192.0.2.2",
                subid3="c",
                subid4="d",
                funnel_id=5,
                url="https://x.test/?utm_campaign=Spring",
            ),
            life.visit(2, 11, ip_address="192.0.2.9", vtid="v1", merchant_id=6),
            life.visit(3, 11, is_bot=True),
        ]
    listed = api.get("/clicks", params=query).json()
    numbers = {visit.id: place for place, visit in enumerate(made)}
    # The newest stands first, so what is found is written from its end.
    assert [numbers[row["id"]] for row in listed["data"]] == found[::-1]
    assert listed["total"] == len(found)


@pytest.mark.endpoint("GET /api/brands/{brand}/clicks", cites="Endpoints: Tracking, click_id")
def test_click_id_names_one_session_by_either_name(brand: TestBrand, api: BrandApi) -> None:
    with life_of(brand) as life:
        visit, _ = life.visit(), life.visit(1)
    for name in (visit.code, visit.session_id):
        rows = api.get("/clicks", params={"click_id": name}).json()["data"]
        assert [row["session_id"] for row in rows] == [visit.session_id]


@pytest.mark.endpoint("GET /api/brands/{brand}/clicks", cites="Errors: 422")
@pytest.mark.parametrize(
    ("name", "value"),
    [
        *(("page", 0), ("page", "x"), ("start", "soon"), ("start", "9999-99-99"), ("pgid", "x")),
        *(("sortBy", "secret"), ("sortDir", "up"), ("funnel_id", -1), ("merchant_id", 2**63)),
        *(("query", "\0"), ("subid", "x" * 256), ("exclude_bots", "maybe")),
    ],
)
def test_a_query_that_does_not_fit_is_refused(api: BrandApi, name: str, value: object) -> None:
    refused(api.get("/clicks", params={name: value}), name)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/clicks/{click_code}", cites="Endpoints: Tracking; Errors: 404"
)
def test_a_click_is_found_by_its_code_and_its_session(
    brand: TestBrand, api: BrandApi, new_brand: NewBrand
) -> None:
    with life_of(brand) as life:
        visit = life.visit(0, 11)
    for name in (visit.code, visit.session_id):
        assert api.get(f"/clicks/{name}").json()["id"] == visit.id
        assert new_brand().api().get(f"/clicks/{name}").status_code == 404
    for name in ("nobody", "session", "%00", "export", "%F0%9F%98%80", "x" * 255):
        answer = api.get(f"/clicks/{name}")
        assert answer.status_code == 404
        assert answer.json() == {"message": "no query results for the click model"}


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/clicks/session/{sessionId}",
    cites="Tracking: Session; Events; quirk 53",
)
def test_a_session_shows_where_it_came_from_and_what_happened(
    brand: TestBrand, api: BrandApi
) -> None:
    place = {"country": "PT", "region": "Lisboa", "city": "Lisbon", "lat": 38.7, "lon": -9.1}
    with life_of(brand) as life:
        visit = life.visit(
            *(0, 11),
            ip_address="192.0.2.7",
            zip="1100",
            domain="shop.test",
            domain_id=9,
            **place,
        )
        at = START + timedelta(minutes=1)
        life.ingest.event(visit, "add_to_cart", at, page_id=11, data={"product_code": "mug"})
        life.ingest.event(visit, "engagement", at, page_id=11, seconds=30)
    answer = api.get(f"/clicks/session/{visit.session_id}").json()
    assert answer["geoData"] == {**place, "zip": "1100", "ip_address": "192.0.2.7"}
    assert answer["domains"] == {"9": "https://shop.test"}
    assert [event["type"] for event in answer["events"]] == ["page_view", "add_to_cart"]
    assert answer["events"][0] == {
        "type": "page_view",
        "url": "https://x.test/11",
        "timestamp": "2026-03-10T12:00:00Z",
        "data": {},
    }
    assert answer["events"][1]["data"] == {"product_code": "mug"}
    assert Session.model_validate(answer).place is not None


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/clicks/session/{sessionId}", cites="Endpoints: Tracking; quirk 53"
)
def test_quirk_53_a_session_without_data_answers_empty_arrays(
    brand: TestBrand, api: BrandApi
) -> None:
    for name in ("nobody", "%00", "export"):
        answer = api.get(f"/clicks/session/{name}")
        assert (answer.status_code, answer.json()) == (200, {"geoData": [], "events": []})
    with life_of(brand) as life:
        visit = life.visit()
    known = api.get(f"/clicks/session/{visit.session_id}").json()
    assert (known["geoData"], known["events"]) == ([], [])


def test_sessions_with_a_recording_of_a_page_are_found_wherever_they_began(
    brand: TestBrand, api: BrandApi
) -> None:
    """Beyond the document: heat maps look at every view of a page."""
    with life_of(brand) as life:
        visits = [life.visit(number, 11) for number in range(3)]
    with brand.database.writing() as session:
        for visit, pages in zip(visits, ((11, 12), (12, 12), ()), strict=True):
            for number, page_id in enumerate(pages):
                click = {"type": "click", "x": 1, "y": 2, "ts": 5, "target": "a", "scrollY": 0}
                at = (session, brand.id, visit.id, f"view-{number}", START, [click])
                record_replay(*at, page_id=page_id, viewport=(390, 844))
    for page_id, found in ((12, [1, 0]), (11, [0]), (0, [1, 0]), (13, [])):
        answer = api.get("/clicks", params={"recorded_page": page_id}).json()
        assert answer["total"] == len(found)
        assert [row["session_id"] for row in answer["data"]] == [
            visits[at].session_id for at in found
        ]
        told = {row["session_id"]: sorted(row["recorded_pages"]) for row in answer["data"]}
        expected = {visits[0].session_id: [11, 12], visits[1].session_id: [12]}
        assert told == {visits[at].session_id: expected[visits[at].session_id] for at in found}


@pytest.mark.endpoint("GET /api/brands/{brand}/replays", cites="Tracking: Replay; quirk 53")
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/replays/{sessionId}", cites="Tracking: Replay; quirk 53"
)
def test_replays_of_a_session_are_listed_and_read_by_document_id(
    brand: TestBrand, api: BrandApi
) -> None:
    moves = [{"type": "mousemove", "x": n, "y": 2, "ts": n * 100, "scrollY": 0} for n in range(5)]
    click = {"type": "click", "x": 1, "y": 2, "ts": 4500, "target": "a#buy", "scrollY": 40}
    with life_of(brand) as life:
        visit = life.visit(0, 11)
    with brand.database.writing() as session:
        for events in (moves, [click]):
            record_replay(
                *(session, brand.id, visit.id, "view-1", START, events),
                url="https://x.test/11",
                viewport=(390, 844),
            )
    (row,) = api.get("/replays", params={"session_id": visit.session_id}).json()
    assert set(row) == {"id", "session_id", "page_session_id", "page_id"}
    assert (row["session_id"], row["page_session_id"]) == (visit.session_id, "view-1")
    replay = api.get(f"/replays/{row['id']}").json()
    assert set(Replay.model_fields) - {"scroll_y"} <= set(replay)
    assert replay["events"] == [*moves, click]
    assert (replay["duration_ms"], replay["viewport_width"]) == (4500, 390)
    assert (replay["viewport_height"], replay["url"]) == (844, "https://x.test/11")
    missing = api.get(f"/replays/{visit.session_id}")
    assert missing.status_code == 404
    assert api.get("/replays/%00").status_code == 404


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/replays", cites="Endpoints: Tracking, session_id required"
)
def test_replays_need_a_session_and_unknown_ones_have_none(api: BrandApi) -> None:
    refused(api.get("/replays"), "session_id")
    refused(api.get("/replays", params={"session_id": ""}), "session_id")
    for name in ("nobody", "\0"):
        assert api.get("/replays", params={"session_id": name}).json() == []


def test_a_replay_does_not_grow_without_end(brand: TestBrand, api: BrandApi) -> None:
    many = [{"type": "scroll", "x": 0, "y": 0, "ts": n, "scrollY": n} for n in range(15_000)]
    with life_of(brand) as life:
        visit = life.visit(0, 11)
    with brand.database.writing() as session:
        for _ in range(3):
            record_replay(session, brand.id, visit.id, "v", START, many)
    (row,) = api.get("/replays", params={"session_id": visit.session_id}).json()
    assert len(api.get(f"/replays/{row['id']}").json()["events"]) == MOST_EVENTS


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/short-links/generate",
    cites="Endpoints: Tracking; Tracking: Short link",
)
def test_a_short_link_leads_to_its_destination(brand: TestBrand, api: BrandApi) -> None:
    url = "https://example.com/a?b=c&d=%20#e"
    answer = api.post("/short-links/generate", json={"destination_url": url})
    assert answer.status_code == 201
    link = answer.json()
    assert set(link) == {"code", "url"}
    assert link["url"] == f"{brand.base_url}/s/{link['code']}"
    followed = brand.client(brand.base_url).get(f"/s/{link['code']}")
    assert (followed.status_code, followed.headers["location"]) == (302, url)
    again = api.post("/short-links/generate", json={"destination_url": url}).json()
    assert again["code"] != link["code"]
    for code in ("nothing", "..%2f", "x" * 200, "%00"):
        assert brand.client(brand.base_url).get(f"/s/{code}").status_code == 404


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/short-links/generate", cites="Errors: invalid destination_url"
)
@pytest.mark.parametrize(
    "url",
    [
        *("", "example.com", "javascript:alert(1)", "ftp://x.test", "https://", "//x.test"),
        *("https://x.test/\r\nSet-Cookie: a=b", "https://[", "https://x.test/ a", "data:,x"),
        *("https://x.test/" + "a" * 2048, "https://x.test/\0", None, 7, ["https://x.test"]),
    ],
)
def test_what_is_no_web_address_gets_no_short_link(api: BrandApi, url: object) -> None:
    refused(api.post("/short-links/generate", json={"destination_url": url}), "destination_url")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/clicks/export", cites="Endpoints: Tracking; Events: exports"
)
def test_an_export_is_queued(api: BrandApi) -> None:
    bodies: list[dict[str, object]] = [
        {},
        {"filters": [{"field": "exclude_bots", "value": True}, {"field": "subid", "value": "a"}]},
        {"selected_codes": ["abc"], "columns": ["code", "url"]},
        {"filters": None, "columns": []},
    ]
    for body in bodies:
        answer = api.post("/clicks/export", json=body)
        assert answer.status_code == 200, answer.text
        assert set(answer.json()) == {"success", "message"}
        assert answer.json()["success"] is True


@pytest.mark.endpoint("POST /api/brands/{brand}/clicks/export", cites="Errors: 422")
@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"columns": ["code", "password"]}, "columns.1"),
        ({"columns": "code"}, "columns"),
        ({"filters": [{"field": "secret", "value": 1}]}, "filters.0.field"),
        ({"filters": [{"field": "start", "value": "soon"}]}, "filters.start"),
        ({"filters": ["x"]}, "filters.0"),
        ({"selected_codes": [1]}, "selected_codes.0"),
    ],
)
def test_an_export_of_what_is_not_there_is_refused(
    api: BrandApi, body: dict[str, object], field: str
) -> None:
    refused(api.post("/clicks/export", json=body), field)


def test_an_exports_table_holds_what_was_asked_for(brand: TestBrand) -> None:
    from funneldesk.server.parts.tracking.export import table

    with life_of(brand) as life:
        made = [life.visit(number / 3600, subid=f"s{number % 2}") for number in range(1203)]
    with brand.database.reading() as session:
        body = {"filters": {"subid": "s1"}, "codes": [], "columns": ["code", "created_at"]}
        sheet = table(session, brand.id, body)
        rows = [tuple(row) for row in sheet.rows]
    assert sheet.columns == ["code", "created_at"]
    assert [row[0] for row in rows] == [visit.code for visit in made[1::2]][::-1]
    with brand.database.reading() as session:
        body = {"filters": {}, "codes": [made[3].code], "columns": list(COLUMNS)}
        assert len(list(table(session, brand.id, body).rows)) == 1


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/short-links/generate", cites="Authentication 2; quirk 7"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/clicks", cites="Authentication 2 and 4; quirks 6 and 7"
)
def test_a_viewer_reads_and_makes_no_links(brand: TestBrand) -> None:
    viewer = brand.api("viewer")
    assert viewer.get("/clicks").status_code == 200
    body = {"destination_url": "https://example.com"}
    assert viewer.post("/short-links/generate", json=body).status_code == 403
    assert brand.api(without=["tracking"]).get("/clicks").status_code == 403


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("https://bücher.example/a?sig=x%2Fy+z&b", "https://xn--bcher-kva.example/a?sig=x%2Fy+z&b"),
        ("https://faß.example/#top", "https://xn--fa-hia.example/#top"),
        ("https://User@Shop.example:8443/?A=b;c", "https://User@Shop.example:8443/?A=b;c"),
    ],
)
def test_a_short_link_leads_to_the_very_address_with_its_host_in_punycode(
    brand: TestBrand, api: BrandApi, sent: str, kept: str
) -> None:
    made = api.post("/short-links/generate", json={"destination_url": sent}).json()
    answer = brand.client("").client.get(f"{brand.base_url}/s/{made['code']}")
    assert (answer.status_code, answer.headers["location"]) == (302, kept)


def test_a_host_that_no_address_can_have_is_refused(api: BrandApi) -> None:
    address = {"destination_url": "https://ü" + "x" * 70 + ".example/"}
    refused(api.post("/short-links/generate", json=address), "destination_url")
