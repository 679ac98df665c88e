"""Bodies that are JSON or a form, with files (document: multipart where stated; quirks 21, 38)."""

import json
from typing import Annotated, Any

import httpx
import pytest
from fastapi import Depends, FastAPI, Response
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.server.web import errors
from funneldesk.server.web.answers import Json
from funneldesk.server.web.fields import Input, Title
from funneldesk.server.web.forms import DEEPEST, MOST_FILES, Sent, form_of, json_or_form

app = FastAPI()
errors.install(app)
few = form_of(files=2, fields=3, longest=10)


class Named(Input):
    """A body with one required field."""

    title: Title


@app.post("/any")
def take(sent: Annotated[Sent, Depends(json_or_form)]) -> Response:
    """What was sent, as it was understood."""
    files = {name: [one.filename for one in many] for name, many in sent.files.items()}
    return Json({"values": sent.values, "files": files})


@app.post("/named")
def take_named(sent: Annotated[Sent, Depends(json_or_form)]) -> Response:
    """The one field."""
    return Json({"title": sent.read(Named).title})


@app.post("/few")
def take_few(sent: Annotated[Sent, Depends(few)]) -> Response:
    """How many values came."""
    return Json({"values": len(sent.values)})


async def post(path: str, **words: Any) -> httpx.Response:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://platform") as client:
        return await client.post(path, **words)


async def values(fields: dict[str, Any], *, multipart: bool = True) -> Any:
    # A file beside them makes the client send the fields as multipart.
    files = {"image": ("a.png", b"x")} if multipart else None
    answer = await post("/any", data=fields, files=files)
    assert answer.status_code == 200, answer.text
    return answer.json()["values"]


@pytest.mark.parametrize("multipart", [True, False])
async def test_names_with_brackets_or_dots_are_groups_and_lists(multipart: bool) -> None:
    fields = {
        "title": "Hât",
        "tags[]": ["a", "b"],
        "tiers[0][price]": "9.90",
        "tiers[1][price]": "8.90",
        "options.color": "red",
        "options.sizes.0": "S",
        "a b": "odd",
    }
    assert await values(fields, multipart=multipart) == {
        "title": "Hât",
        "tags": ["a", "b"],
        "tiers": [{"price": "9.90"}, {"price": "8.90"}],
        "options": {"color": "red", "sizes": ["S"]},
        "a b": "odd",
    }


async def test_numbers_of_a_list_give_its_order_and_no_room() -> None:
    assert await values({"x[7]": "b", "x[3]": "a", "y[999999999]": "c"}) == {
        "x": ["a", "b"],
        "y": ["c"],
    }


async def test_a_json_object_is_taken_as_it_is() -> None:
    body = {"title": "x", "a[b]": 1, "deep": {"list": [None, 1.5]}}
    assert (await post("/any", json=body)).json() == {"values": body, "files": {}}


async def test_files_are_found_by_the_name_of_their_field() -> None:
    files = [("image", ("a.png", b"1")), ("more[]", ("b.png", b"2")), ("more[]", ("c.png", b"3"))]
    answer = await post("/any", files=files)
    assert answer.json()["files"] == {"image": ["a.png"], "more": ["b.png", "c.png"]}


@pytest.mark.parametrize(
    ("body", "place"),
    [
        *((body, "body") for body in (b"", b"[1]", b"1", b"{", b"\xff", b"[" * 100_000, b"null")),
        *((body, "a") for body in (b'{"a": NaN}', b'{"a": Infinity}')),
    ],
)
async def test_what_is_no_json_object_is_a_422(body: bytes, place: str) -> None:
    """Quirk 21."""
    answer = await post("/any", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert list(answer.json()["errors"]) == [place]


async def test_the_models_messages_stand_at_their_fields() -> None:
    for words in ({"json": {}}, {"data": {"other": "x"}}):
        answer = await post("/named", **words)
        assert answer.status_code == 422
        assert answer.json() == {"errors": {"title": ["The title field is required."]}}
    assert (await post("/named", data={"title": "x"})).json() == {"title": "x"}


@pytest.mark.parametrize(
    "fields", [{"a": "1", "a[b]": "2"}, {"a[b]": "1", "a": "2"}, {"a" + "[x]" * DEEPEST: "1"}]
)
async def test_names_that_make_no_sense_together_are_a_422(fields: dict[str, str]) -> None:
    assert (await post("/any", data=fields)).status_code == 422


async def test_a_form_has_limits() -> None:
    many = [("files[]", ("a.png", b"1"))] * (MOST_FILES + 1)
    answer = await post("/any", files=many)
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["files"])
    for fields in ({"a": "x" * 11}, {"a": "1", "b": "2", "c": "3", "d": "4"}):
        answer = await post("/few", data=fields)
        assert (answer.status_code, list(answer.json()["errors"])) == (422, ["body"])
    assert (await post("/few", data={"a": "x" * 9})).json() == {"values": 1}


@pytest.mark.parametrize(
    "content",
    [b"", b"nonsense", b"--x\r\n\r\n\r\n--x--", b"--x\r\nContent-Disposition: form-data\r\n\r\n"],
)
async def test_a_broken_form_is_a_422(content: bytes) -> None:
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    answer = await post("/any", content=content, headers=headers)
    assert answer.status_code in (200, 422)
    headers = {"Content-Type": "multipart/form-data"}
    assert (await post("/any", content=content, headers=headers)).status_code == 422


NAMES = st.text("ab[].0", min_size=1, max_size=12)


@given(st.lists(st.tuples(NAMES, st.text(max_size=3)), max_size=6))
async def test_any_names_are_understood_or_refused(fields: list[tuple[str, str]]) -> None:
    answer = await post("/any", data=dict(fields))
    assert answer.status_code in (200, 422)
    json.loads(answer.content)


@given(
    st.lists(st.sampled_from(["--x", "\r\n", "--", "a=b", "&", "%", "=", ";", "\xff"])).map(
        "".join
    ),
    st.sampled_from(["multipart/form-data; boundary=x", "application/x-www-form-urlencoded"]),
)
async def test_any_bytes_are_a_form_or_a_422(text: str, kind: str) -> None:
    answer = await post("/any", content=text.encode("latin-1"), headers={"Content-Type": kind})
    assert answer.status_code in (200, 422)
