"""What no database holds and no JSON is, wherever it is sent (document: Errors; quirk 21)."""

import json
import socket
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from platform_process import BrandApi, Served, TestBrand

from funneldesk.server.web.decoding import MOST_NAMED, NotUsable, decoded

JSON = {"Content-Type": "application/json"}
COURSE = {
    **{"title": "A", "language_code": "en", "description": "d", "status": "draft"},
    "delivery_type": "embedded",
}
ENTITY = {"name": "Deal", "slug": "deal"}
REPORT = "/analytics/reports/generate"


def check_refused(brand: TestBrand, place: str, contents: list[str]) -> None:
    """Bodies for one of the calls that take maps of any keys are 422 at some field."""
    api = brand.api()
    method, path = ("PUT" if place == "page" else "POST"), made_for(api, place)
    for content in contents:
        answer = api.request(method, path, content=content, headers=JSON)
        assert answer.status_code == 422, answer.text
        assert answer.json()["errors"]


def made_for(api: BrandApi, place: str) -> str:
    """The path of a call, once there is what it is about."""
    if place == "values":
        entity = api.post("/crm/entities", json=ENTITY).json()["id"]
        return f"/crm/entities/{entity}/entries"
    if place == "modules":
        return f"/courses/{api.post('/courses', json=COURSE).json()['course']['id']}/modules/order"
    if place in ("screens/order", "flow"):
        return f"/quizzes/{api.post('/quizzes', json={'name': 'Q'}).json()['quiz']['id']}/{place}"
    if place == "page":
        return f"/pages/{api.post('/pages', json={'title': 'P'}).json()['page']['id']}"
    return place


@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("values", {"values": {"a": "?"}}),
        ("values", {"values": {"?": "a"}}),
        (REPORT, {"group_by": ["day"], "metrics": ["revenue"], "filters": {"?": "a"}}),
        (REPORT, {"group_by": ["day"], "metrics": ["revenue"], "filters": {"country": ["?"]}}),
        ("modules", {"order": {"?": 1}}),
        ("screens/order", {"order": {"?": 1}}),
        ("/clicks/export", {"filters": [{"field": "subid", "value": "?"}]}),
        ("flow", {"flow": {"a": {"?": 1}}}),
        ("page", {"title": "P", "unknown": ["?"]}),
    ],
)
def test_what_is_no_text_is_refused_wherever_it_stands(
    brand: TestBrand, place: str, body: dict[str, Any]
) -> None:
    bad = [json.dumps(text)[1:-1] for text in ("\ud800", "a\0b", "\udc00\ud800")]
    check_refused(brand, place, [json.dumps(body).replace("?", text) for text in bad])


@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("page", '{"title": "P", "is_index": ?}'),
        ("page", '{"title": "P", "unknown": [?]}'),
        (REPORT, '{"group_by": ["day"], "metrics": ["revenue"], "filters": {"country": [?]}}'),
        ("flow", '{"flow": {"a": ?}}'),
    ],
)
def test_what_is_no_number_is_refused_wherever_it_stands(
    brand: TestBrand, place: str, body: str
) -> None:
    bad = ("NaN", "Infinity", "-Infinity", "1e999", "9" * 400)
    check_refused(brand, place, [body.replace("?", number) for number in bad])


def test_webhooks_and_forms_refuse_the_same(api: BrandApi, platform: Served) -> None:
    code = api.post("/automations", json={"title": "A"}).json()["automation"]["postback_code"]
    for content in ('{"a": NaN}', '{"a": "\\ud800"}', b'{"a": "\xed\xa0\x80"}'):
        for kind in (JSON, {}):
            answer = httpx.post(
                f"{platform.base_url}/webhooks/{code}",
                content=content,
                headers=kind,
                trust_env=False,
            )
            assert answer.status_code == 422, answer.text


@pytest.mark.parametrize("field", [[], ["subid"], {}, {"a": 1}, 7, None, True])
def test_a_filter_whose_field_is_no_text_is_refused(api: BrandApi, field: Any) -> None:
    answer = api.post("/clicks/export", json={"filters": [{"field": field, "value": "x"}]})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["filters.0.field"]


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-32"])
def test_a_body_in_another_encoding_is_refused(api: BrandApi, codec: str) -> None:
    answer = api.post("/pages", content='{"title": "a"}'.encode(codec), headers=JSON)
    assert answer.status_code == 422
    assert "UTF-8" in answer.json()["errors"]["body"][0]


@pytest.mark.parametrize(
    "text",
    [
        '{"a": "\\ud83d\\ude00", "b": "NaN", "c": "\\\\ud800", "d": 1e30, "e": "x1e999"}',
        '\ufeff{"a": [1, -2.5e-10, "Infinity"]}',
    ],
)
def test_what_only_looks_odd_is_read(text: str) -> None:
    assert decoded(text.encode()) == json.loads(text.lstrip("\ufeff"))


def test_all_that_is_wrong_is_named_up_to_a_limit() -> None:
    with pytest.raises(NotUsable) as caught:
        decoded('{"a": NaN, "b": {"c": ["\\ud800", 1, "\\u0000"]}}')
    assert list(caught.value.messages) == ["a", "b.c.0", "b.c.2"]
    with pytest.raises(NotUsable) as caught:
        decoded("[" + "NaN," * 200_000 + "NaN]")
    assert list(caught.value.messages) == [str(number) for number in range(MOST_NAMED)]


def test_the_place_of_what_is_wrong_is_named() -> None:
    for text, place in (
        ('{"a": {"b": [1, {"c": NaN}]}}', "a.b.1.c"),
        ('{"a": {"\\ud800": 1}}', "a"),
        ('{"\\ud800": 1}', "body"),
        ('["\\ud800"]', "0"),
    ):
        with pytest.raises(NotUsable) as caught:
            decoded(text)
        assert list(caught.value.messages) == [place]


DIGITS = "1" * 4_400


@pytest.mark.parametrize(
    "path",
    [
        f"/p/{DIGITS}",
        f"/p/{DIGITS}/-/tracking.js",
        f"/p/1/-/courses/{DIGITS}",
        f"/payments/{DIGITS}",
        f"/cdn/{DIGITS}/assets/a.png",
        f"/webhooks/{DIGITS}",
        f"/s/{DIGITS}",
    ],
)
def test_a_stranger_finds_nothing_under_a_number_without_end(platform: Served, path: str) -> None:
    for method in ("GET", "POST"):
        answer = httpx.request(method, f"{platform.base_url}{path}", trust_env=False)
        assert answer.status_code in (404, 405), answer.text


@pytest.mark.parametrize("path", ["/pages/{}", "/products/{}", "/quizzes/1/screens/{}"])
def test_a_record_with_a_number_without_end_is_missing(api: BrandApi, path: str) -> None:
    for digits in (DIGITS, "9" * 900, "9" * 20, "0" * 900 + "1"):
        assert api.get(path.format(digits)).status_code == 404


@pytest.mark.parametrize("wrong", ["05" + "0" * 30, "0" * 32, "9" * 32, "9223372036854775808"])
def test_the_metrics_of_a_test_that_cannot_be_are_refused(api: BrandApi, wrong: str) -> None:
    answer = api.get("/analytics/metrics", params={"split_test_id": wrong})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == ["split_test_id"]


def test_a_beacon_that_breaks_off_is_no_fault_of_the_platform(
    platform: Served, brand: TestBrand
) -> None:
    before = platform.log.stat().st_size
    place = urlsplit(platform.base_url)
    head = (
        f"POST /p/{brand.id}/-/events HTTP/1.1\r\nHost: x\r\n"
        "Content-Type: text/plain\r\nContent-Length: 500\r\n\r\n{"
    )
    for path in ("events", "collections/a"):
        with socket.create_connection((str(place.hostname), place.port or 0)) as line:
            line.sendall(head.replace("events", path).encode())
            line.shutdown(socket.SHUT_WR)
            while line.recv(4096):  # until the platform has done with it
                pass
    assert platform.log.read_bytes()[before:] == b""
