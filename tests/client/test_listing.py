"""Five envelopes become one listing (quirks 11 and 12); big ones come in slices."""

import asyncio
import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_platform import ScriptedPlatform, page, reply
from tests.contract.linear_time import LARGER, is_linear

from funneldesk.client import slices
from funneldesk.client.answer import Answer
from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer
from funneldesk.client.listing import read_listing, read_slices
from funneldesk.contract.listing import Listing
from funneldesk.contract.pages import PageSummary
from funneldesk.contract.shapes import Record

ROWS = [page(1), page(2)]


class Anything(Record):
    """A row of which only the id is known."""

    id: int | str


def answer(body: Any) -> Answer:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Answer("GET", "/api/brands/7/things", 200, {}, content)


async def in_pieces(body: bytes) -> list[Anything]:
    """The rows as a reader gets them that lets go of each piece."""
    return [row async for piece in read_slices(answer(body), Anything) for row in piece.rows]


async def test_pieces_name_what_could_not_be_read(small_slices: None) -> None:
    rows = [{"id": n} if n % 4 else {"nr": n} for n in range(1, 13)]
    body = json.dumps({"data": rows}).encode()
    whole = await read_listing(answer(body), Anything)
    pieces = [piece async for piece in read_slices(answer(body), Anything)]
    assert [row for piece in pieces for row in piece.rows] == list(whole.rows)
    assert [place for piece in pieces for place in piece.unread] == list(whole.unread)
    assert len(whole.unread) == 3


def numbers(listing: Listing[Any]) -> tuple[int, int | None, int | None, int | None]:
    return listing.current_page, listing.per_page, listing.total, listing.last_page


@pytest.mark.parametrize(
    ("body", "expected", "more"),
    [
        (
            {"current_page": 2, "data": ROWS, "per_page": 2, "total": 5, "last_page": 3, "from": 3},
            (2, 2, 5, 3),
            True,
        ),
        (
            {"data": ROWS, "meta": {"current_page": 1, "per_page": 30, "total": 2}},
            (1, 30, 2, None),
            False,
        ),
        ({"data": ROWS, "current_page": 1, "total": 2}, (1, None, 2, None), False),
        (
            {
                "data": ROWS,
                "total": 60,
                "last_page": 2,
                "current_page": 2,
                "per_page": 30,
                "next_page_url": None,
            },
            (2, 30, 60, 2),
            False,
        ),
        (ROWS, (1, None, None, None), False),
        ({"data": ROWS}, (1, None, None, None), False),
    ],
)
async def test_every_envelope_becomes_a_listing(
    body: Any, expected: tuple[Any, ...], more: bool
) -> None:
    listing = await read_listing(answer(body), PageSummary)
    assert [row.id for row in listing.rows] == [1, 2]
    assert numbers(listing) == expected
    assert listing.has_more is more


async def test_what_an_envelope_carries_besides_is_kept() -> None:
    """Tickets come with counts (quirk 11), products with addresses (quirk 13)."""
    statuses = {"open": 3, "spam": 1}
    listing = await read_listing(
        answer({"data": [], "meta": {"total": 0}, "statuses": statuses}), PageSummary
    )
    assert listing.extra == {"statuses": statuses}
    assert not listing.has_more


async def test_unknown_keys_of_a_row_are_kept() -> None:
    listing = await read_listing(answer([page(1, heat=[1, {"a": None}])]), PageSummary)
    assert listing.rows[0].model_extra == {"heat": [1, {"a": None}]}


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b"", "it is no JSON"),
        (b"<html>", "it is no JSON"),
        (b'{"data": [', "it is no JSON"),
        (b"null", "object"),
        (b"{}", "at data: Field required"),
        (b'{"data": null}', "at data"),
        (b'{"data": {"id": 1}}', "at data"),
        (b'{"data": [{"id": "x"}, {"id": "y"}]}', r"at data\.0\.id: .*integer"),
        (b"[7]", r"at row 0: .*object"),
    ],
)
async def test_a_misfit_is_named_by_its_place(body: bytes, says: str) -> None:
    with pytest.raises(BadAnswer, match=says):
        await read_listing(answer(body), PageSummary)


@pytest.mark.parametrize(
    ("body", "ids", "unread"),
    [
        (b'{"data": [{"id": 1}, {"id": "x"}, {"id": 3}]}', [1, 3], ["row 1.id", "row 1"]),
        (b'[{"id": 1}, {"id": 2}, 7]', [1, 2], ["row 2"]),
        (b'{"data": [], "total": "lots"}', [], ["total"]),
        (b'{"data": [{"id": 1, "updated_at": "soon"}]}', [1], ["row 0.updated_at"]),
        (b'{"data": [{"id": 1, "name": null}], "meta": []}', [1], ["row 0.name", "meta"]),
        (b'{"data": {"9": {"id": 9}, "4": {"id": 4}}}', [9, 4], []),
        (b'{"data": {}}', [], []),
        (b'\xef\xbb\xbf[{"id": 1}]', [1], []),
    ],
)
async def test_what_cannot_be_read_of_a_list_is_missing_and_noted(
    body: bytes, ids: list[int], unread: list[str]
) -> None:
    listing = await read_listing(answer(body), PageSummary)
    assert [row.id for row in listing.rows] == ids
    assert list(listing.unread) == unread


@pytest.mark.parametrize(
    ("name", "read"),
    [(b"\xe9t\xe9", "\ufffdt\ufffd"), (rb"a\ud800b", "a\ufffdb"), (rb"\\ud800", r"\ud800")],
)
async def test_texts_that_are_none_cost_no_list(name: bytes, read: str) -> None:
    body = b'[{"id": 1, "name": "' + name + rb'"}, {"id": 2, "name": "\ud83d\ude42\udc00"}]'
    listing = await read_listing(answer(body), PageSummary)
    assert [row.name for row in listing.rows] == [read, "🙂\ufffd"]


async def test_a_row_of_a_later_slice_is_left_out_alone(small_slices: None) -> None:
    body = b'[{"id": 1},{"id": 2},{"id": 3},{"id": 4},{"id": {}},{"id": 6, "name": []}]'
    listing = await read_listing(answer(body), PageSummary)
    assert [row.id for row in listing.rows] == [1, 2, 3, 4, 6]
    assert sorted(listing.unread) == ["row 4", "row 4.id", "row 5.name"]
    mapped = b'{"data": {"1": {"id": 1}, "2": {"id": 2}}}'
    assert [row.id for row in (await read_listing(answer(mapped), PageSummary)).rows] == [1, 2]


@pytest.fixture
def small_slices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything over a few bytes is cut up."""
    monkeypatch.setattr("funneldesk.client.listing.BYTES", 0)
    monkeypatch.setattr(slices, "BYTES", 60)
    monkeypatch.setattr(slices, "ROWS", 3)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(alphabet='[]{}",\\:x🙂\n', max_size=6),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(alphabet='data[]{}",\\', max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(
    rows=st.lists(JSON.map(lambda more: {"id": 1, "more": more}), max_size=12),
    around=st.dictionaries(st.text(max_size=4), JSON, max_size=3),
    wrapped=st.booleans(),
    indent=st.sampled_from([None, 1]),
)
def test_a_list_in_slices_is_the_same_list(
    rows: list[Any], around: dict[str, Any], wrapped: bool, indent: int | None
) -> None:
    for taken in ("data", "meta", "current_page", "per_page", "total", "last_page"):
        around.pop(taken, None)
    body = json.dumps({**around, "data": rows, "total": 9} if wrapped else rows, indent=indent)
    with pytest.MonkeyPatch.context() as patch:
        whole = asyncio.run(read_listing(answer(body.encode()), Anything))
        patch.setattr("funneldesk.client.listing.BYTES", 0)
        patch.setattr(slices, "BYTES", 60)
        patch.setattr(slices, "ROWS", 3)
        assert asyncio.run(read_listing(answer(body.encode()), Anything)) == whole
        assert asyncio.run(in_pieces(body.encode())) == list(whole.rows)
    assert [row.model_dump() for row in whole.rows] == rows


@pytest.mark.parametrize(
    ("body", "says"),
    [
        (b'[{"id": 1}', "cut off"),
        (b'{"data": [{"id": 1}, {"id"', "cut off"),
        (b'{"data": {"rows": []}}', "no list of rows"),
        (b'{"items": [1]}', "no list of rows"),
        (b"garbage", "no list of rows"),
        (b'[{"nr": 1},{"nr": 2},{"nr": 3},{"nr": 4},{"nr": 5}]', r"at row 0\.id"),
        (b'[{"id": 1},{"id": 2},{"id": 3},{"id": 4},{"id": 5}}]', "JSON"),
        (b'[{"id": 1}] and more', "JSON"),
        (b'{"data": [{"id": 1}], "total": }', "JSON"),
        (b'[{"id": 1},]', "JSON"),
        (b'{"data": [{"id": "' + b"x" * 99, "cut off"),
    ],
)
async def test_a_misfit_in_slices_is_named_too(body: bytes, says: str, small_slices: None) -> None:
    with pytest.raises(BadAnswer, match=says):
        await read_listing(answer(body), Anything)
    with pytest.raises(BadAnswer, match=says):
        await in_pieces(body)


async def test_a_big_list_leaves_room_for_others(scripted: ScriptedPlatform, api: Api) -> None:
    """20,000 pages: the loop turns all the while, and no turn takes more than a small share."""
    rows = [page(n, slug=f"page-{n}", updated_at="2026-10-01T10:00:00Z") for n in range(20_000)]
    body = json.dumps({"data": rows}).encode()
    gaps: list[float] = []
    turns = 0
    ended = False

    async def watch() -> None:
        nonlocal turns
        before = time.thread_time()
        while not ended:
            await asyncio.sleep(0)
            now = time.thread_time()
            gaps.append(now - before)
            before = now
            turns += 1

    watching = asyncio.ensure_future(watch())
    listing = await read_listing(answer(body), PageSummary)
    ended = True
    await watching
    assert [row.id for row in listing.rows] == list(range(20_000))
    assert turns >= 20_000 / slices.ROWS
    # The loop's own work is counted: others may have the processor meanwhile.
    assert sorted(gaps)[-2] < sum(gaps) / 8


@pytest.mark.parametrize(("head", "piece"), [("", "["), ('{"data":[', '"\\"'), ("", '{"data":')])
def test_a_hostile_body_is_refused_in_linear_time(head: str, piece: str) -> None:
    def refuse(text: str) -> None:
        with pytest.raises(BadAnswer):
            asyncio.run(read_listing(answer((head + text).encode()), PageSummary))

    # The short one too is longer than what is read in one piece: both go the same way.
    assert is_linear(refuse, piece, LARGER * 2 * slices.BYTES)


async def test_pages_are_iterated(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, {"data": ROWS}))
    assert [found.name async for found in api.pages.iterate()] == ["Page 1", "Page 2"]
    assert scripted.requests[0].path == "/api/brands/7/pages/all"
