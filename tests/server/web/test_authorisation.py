"""Whatever names a record of another brand is answered as if the record did not exist at all.

Keys without a brand, roles and modules are the matter of ``test_endpoints.py``.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest
from awaited import eventually
from brand_records import LITERALS, kind_of, nobodys, records_of
from endpoint_table import Endpoint, endpoints
from foreign_places import ALONG, BODIES, FIELD, NO_RECORDS, QUERIES, TAKEN_AS_NONE, body_of
from platform_process import api_headers, new_place, sampled, served
from sqlalchemy import func, select

from funneldesk.server.db.engine import Database
from funneldesk.server.jobs.tables import ExportPieceRow, ExportRow
from funneldesk.server.tables import METADATA
from funneldesk.server.web.keys import issue, member
from funneldesk.server.web.roles import Role

MINE, OTHERS = 1, 2
BY_THE_CLOCK = re.compile(
    "analytics|automation_|brand_counters|customers|export|fact_|job|letter|order|replay|rollup|"
    "sale|split_test|subscription|visit|secret|key|merchant"
)
"""Tables that change by themselves while a sample lives on."""

EMPTY_FOR_NOBODY = {"session", "merchant"}
"""What is read without a record: a session without data, a merchant without offers (quirk 53)."""


@dataclass
class Table:
    """Calls of the owner of one brand, with the records of both."""

    base_url: str
    client: httpx.Client
    own: dict[str, Any]
    others: dict[str, Any]

    def call(self, endpoint: Endpoint, ids: dict[str, Any], **words: Any) -> httpx.Response:
        """A call with these ids in its path; the brand is always the key's."""
        named = {"brand": MINE, **{name: _quoted(value) for name, value in ids.items()}}
        words.setdefault("params", ALONG.get(f"{endpoint.method} {endpoint.inside}"))
        path = re.sub(r"\{(\w+)\}", lambda found: str(named[found[1]]), endpoint.path)
        return self.client.request(endpoint.method, self.base_url + path, **words)

    def ids(self, endpoint: Endpoint) -> dict[str, Any]:
        """The brand's own records for each parameter of the path."""
        names = re.findall(r"\{(\w+)\}", endpoint.inside)
        kinds = {name: kind_of(name, endpoint) for name in names}
        return {n: LITERALS[n] if kind is None else self.own[kind] for n, kind in kinds.items()}


def _quoted(value: object) -> str:
    return str(value).replace("@", "%40")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Database]]:
    """One platform with two lively brands."""
    with (
        new_place(tmp_path_factory.mktemp("two-brands")) as place,
        served(sampled(place), "--sample", "small") as running,
        httpx.Client(trust_env=False, timeout=300) as client,
    ):
        found = []
        theirs: list[str] = []
        for brand in (OTHERS, MINE):
            client.headers.update(api_headers(running.key("owner", brand)))
            root = f"{running.base_url}/api/brands/{brand}"
            found.append({**records_of(client, root, brand), "revision": _draft(client, root)})
            theirs = theirs or _customers(client, root)
        root = f"{running.base_url}/api/brands/{MINE}"
        # Somebody may buy from both.
        found[0]["customer"] = next(each for each in theirs if not _customers(client, root, q=each))
        database = Database(place.url)
        with database.writing() as session:
            user = member(session, MINE, "Only here", Role.OWNER)
            member(session, OTHERS, "Only looks there", Role.VIEWER)
            client.headers.update(api_headers(issue(session, MINE, user).secret_text))
        yield Table(running.base_url, client, found[1], found[0]), database
        database.close()


def _customers(client: httpx.Client, root: str, **words: str) -> list[str]:
    rows = client.get(f"{root}/customers", params=words).json()["data"]
    return [row["customer_email"] for row in rows]


def _draft(client: httpx.Client, root: str) -> int:
    component = client.get(f"{root}/components").json()["data"][0]["id"]
    saved = client.post(
        f"{root}/components/{component}/editor", params={"draft": "true"}, json={"html": "<b>d</b>"}
    )
    revision: int = saved.json()["revision_id"]
    return revision


def test_no_record_of_another_brand_is_reached(table: tuple[Table, Database]) -> None:
    """Each endpoint, each id: in the path, in the body, in the query (Authentication 4)."""
    calls, database = table
    before = _rows(database)
    wrong = [*_in_paths(calls), *_in_bodies(calls), *_in_queries(calls)]
    assert not wrong, "\n".join(wrong)
    assert _rows(database) == before


def _in_paths(calls: Table) -> Iterator[str]:
    for endpoint in endpoints():
        own = calls.ids(endpoint)
        body = body_of(endpoint, calls.own)
        words = {} if body is None else {"json": body}
        for name in own:
            kind = kind_of(name, endpoint)
            if kind is None:
                continue
            answers = [
                calls.call(endpoint, {**own, name: value}, **words)
                for value in (calls.others[kind], nobodys(kind))
            ]
            refused = {404} if kind not in EMPTY_FOR_NOBODY else {200, 404}
            yield from _told_apart(endpoint.line, kind, answers, calls.others[kind], refused)
        if own and endpoint.method == "GET" and "request-ssl" not in endpoint.path:
            answer = calls.call(endpoint, own)
            if answer.status_code == 404:
                yield f"{endpoint.line}: 404 for the brand's own {own}"


def _in_bodies(calls: Table) -> Iterator[str]:
    for places, refused in ((BODIES, {403, 404, 422}), (TAKEN_AS_NONE, {200})):
        for line, kind, change in places:
            endpoint = _endpoint(line)
            own = calls.ids(endpoint)
            good = body_of(endpoint, calls.own) or {}
            answers = [
                calls.call(endpoint, own, json={**good, **_filled(change, value, calls.own)})
                for value in (calls.others[kind], nobodys(kind))
            ]
            yield from _told_apart(f"{line} {change}", kind, answers, calls.others[kind], refused)
            if places is BODIES:
                yield from _misses_the_point(line, change, answers[0])


def _misses_the_point(line: str, change: dict[str, Any], answer: httpx.Response) -> Iterator[str]:
    """A 422 that is about something else would prove nothing."""
    told = json.dumps(answer.json().get("errors", {}))
    names = set(re.findall(r"'(\w+)'", str(change))) | {"order", "product"}
    if answer.status_code == 422 and not any(name in told for name in names):
        yield f"{line} {change}: refused for another reason: {told}"


def _in_queries(calls: Table) -> Iterator[str]:
    for line, kind, query in QUERIES:
        endpoint = _endpoint(line)
        answers = [
            calls.call(endpoint, calls.ids(endpoint), params=_filled(query, value, calls.own))
            for value in (calls.others[kind], nobodys(kind))
        ]
        yield from _told_apart(f"{line} {query}", kind, answers, calls.others[kind], {200, 404})


def _told_apart(
    line: str, kind: str, answers: list[httpx.Response], foreign: Any, refused: set[int]
) -> Iterator[str]:
    """What is wrong with the answers for a foreign record and for one that nobody has."""
    one, other = (answer.status_code for answer in answers)
    if one != other or one not in refused:
        yield f"{line} ({kind}): {one}, and {other} for nobody's: {answers[0].text[:200]}"
    texts = [_still(answer.text) for answer in answers]
    if texts[0] != texts[1]:
        named = zip(texts, (foreign, nobodys(kind)), strict=True)
        texts = [text.replace(str(name), "#") for text, name in named]
    if texts[0] != texts[1]:
        yield f"{line} ({kind}) tells them apart: {texts[0][:300]} | {texts[1][:300]}"


def _still(text: str) -> str:
    """The text without moments and numbers that every write makes anew."""
    return re.sub(r'"(updated_at|export_id|download_url)":("[^"]*"|\d+)', "", text)


def _filled(value: Any, foreign: Any, own: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        return {
            str(foreign) if name == FIELD else name: _filled(each, foreign, own)
            for name, each in value.items()
        }
    if isinstance(value, list):
        return [_filled(each, foreign, own) for each in value]
    if value == FIELD:
        return foreign
    if isinstance(value, str) and value.startswith("own:"):
        return own[value.removeprefix("own:")]
    return value


def _endpoint(line: str) -> Endpoint:
    (found,) = (each for each in endpoints() if f"{each.method} {each.inside}" == line)
    return found


def _rows(database: Database) -> dict[str, Any]:
    """All that stands still of the other brand."""
    found = {}
    with database.reading() as session:
        for name, kept in METADATA.tables.items():
            if "brand_id" in kept.columns and not BY_THE_CLOCK.search(name):
                # When the clock moves a domain on is the clock's.
                still = [column for column in kept.c if column.name != "due_at"]
                rows = session.execute(select(*still).where(kept.c.brand_id == OTHERS)).all()
                found[name] = sorted(map(repr, rows))
    assert sum(map(len, found.values())) > 100
    return found


def test_an_export_holds_nothing_of_another_brand(table: tuple[Table, Database]) -> None:
    """The exports that were asked for with records of the other brand, and are made by now."""
    calls, database = table
    for line, kind, change in TAKEN_AS_NONE:
        if "export" in line:
            body = _filled(change, calls.others[kind], calls.own)
            endpoint = _endpoint(line)
            assert calls.call(endpoint, calls.ids(endpoint), json=body).status_code == 200
    _wait_for_exports(database)
    with database.reading() as session:
        pieces = session.scalars(select(ExportPieceRow.content)).all()
    text = b"".join(pieces)
    assert text
    for kind in ("session", "customer", "click_code"):
        assert str(calls.others[kind]).encode() not in text


def _wait_for_exports(database: Database) -> None:
    waiting = select(func.count()).select_from(ExportRow).where(ExportRow.status == "waiting")

    def left() -> int:
        with database.reading() as session:
            return session.scalar(waiting) or 0

    eventually(left, lambda found: not found)


def test_a_copy_goes_to_no_brand_that_its_user_only_looks_at(
    table: tuple[Table, Database],
) -> None:
    calls, database = table
    with database.writing() as session:
        user = member(session, MINE, "Only looks there", Role.OWNER)
        headers = api_headers(issue(session, MINE, user).secret_text)
    for part, kind in (("courses", "course"), ("automations", "automation")):
        for brand, status in ((OTHERS, 403), (MINE, 200)):
            body = {"id": calls.own[kind], "brand_id": brand, "name": "A copy"}
            endpoint = _endpoint(f"POST /{part}/copy")
            answer = calls.call(endpoint, {}, json=body, headers=headers)
            assert answer.status_code == status, answer.text


def test_no_place_is_forgotten(table: tuple[Table, Database]) -> None:
    """Every name of a body or a query that looks like a record's is in one of the tables."""
    described = httpx.get(f"{table[0].base_url}/openapi.json", trust_env=False, timeout=120).json()
    names = set()
    for calls in described["paths"].values():
        for call in calls.values():
            names |= {each["name"] for each in call.get("parameters", ()) if each["in"] == "query"}
    for schema in described["components"]["schemas"].values():
        names |= set(schema.get("properties", ())) if "Input" in str(schema.get("title")) else set()
    placed = str((BODIES, TAKEN_AS_NONE, QUERIES))
    records = {name for name in names if re.search(r"(^|_)(ids?|codes?)$", name)}
    assert {name for name in records - NO_RECORDS if f"{name}'" not in placed} == set()
