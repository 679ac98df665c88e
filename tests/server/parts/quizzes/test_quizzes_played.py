"""Quizzes as visitors play them, along their flows (document: Quiz; quirk 54)."""

import re
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import BrandApi, TestBrand
from sqlalchemy import func, select

from funneldesk.contract.quiz_flow import Route, read_answer
from funneldesk.server.db.types import now
from funneldesk.server.parts.quizzes.entries import NewEntry, record_entries
from funneldesk.server.parts.quizzes.tables import QuizEntryRow, ScreenRow

YES_NO = [{"label": "Yes <b>!", "value": "yes"}, {"label": "No", "value": "no"}]


def screen(code: str, type_: str = "single_choice", **fields: Any) -> ScreenRow:
    fields = {"options": YES_NO, "screen_settings": None} | fields
    return ScreenRow(id=len(code), code=code, name=code, type=type_, **fields)


def graph(*edges: tuple[str, str, Any], names: str = "abc") -> dict[str, Any]:
    """A flow with a node for each code; an edge is (from, to, output number or value)."""
    nodes: dict[str, Any] = {
        str(n): {"id": n, "data": {"screen_code": code}, "outputs": {}}
        for n, code in enumerate(names, 1)
    }
    for start, end, by in edges:
        outputs = nodes[str(names.index(start) + 1)]["outputs"]
        output = by if isinstance(by, int) else 1
        for number in range(1, output + 1):
            outputs.setdefault(f"output_{number}", {"connections": []})
        way = {"node": str(names.index(end) + 1), "output": "input_1"}
        if isinstance(by, str):
            way["value"] = by
        outputs[f"output_{output}"]["connections"].append(way)
    return {"drawflow": {"Home": {"data": nodes}}}


def after(route: Route, code: str, answer: Any = None, **answers: Any) -> str | None:
    found = route.after(route.screens[code], answer, answers)
    return found.code if found else None


SCREENS = [screen(code) for code in "abc"]


def test_without_a_flow_screens_come_in_their_order() -> None:
    route = Route({"drawflow": {"Home": {"data": {}}}}, SCREENS)
    assert route.first() is SCREENS[0]
    assert [after(route, code) for code in "abc"] == ["b", "c", None]
    assert Route({}, []).first() is None


def test_a_flow_goes_before_the_order() -> None:
    route = Route(graph(("c", "a", 1), ("a", "b", 1)), SCREENS)
    assert route.first() is SCREENS[2]
    assert [after(route, code) for code in "cab"] == ["a", "b", None]


def test_an_output_or_a_value_is_for_its_option() -> None:
    by_output = Route(graph(("a", "b", 1), ("a", "c", 3)), SCREENS)
    assert [after(by_output, "a", answer) for answer in ("yes", "no")] == ["b", "c"]
    only_own = Route(graph(("a", "b", 2), ("a", "c", 3)), SCREENS)
    assert [after(only_own, "a", answer) for answer in ("yes", "no")] == ["b", "c"]
    by_value = Route(graph(("a", "b", "no"), ("a", "c", 1)), SCREENS)
    assert [after(by_value, "a", answer) for answer in ("yes", "no")] == ["c", "b"]


def test_results_are_the_same_for_the_same_answers() -> None:
    route = Route(graph(("a", "b", 1), ("a", "c", 1)), [screen(c, "text_input") for c in "abc"])
    found = {answer: after(route, "a", answer, a=answer) for answer in map(str, range(40))}
    assert set(found.values()) == {"b", "c"}
    assert {answer: after(route, "a", answer, a=answer) for answer in found} == found


json_like = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.sampled_from(["1", "a"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["drawflow", "Home", "data", "outputs", "connections", "node", "1", "screen_code"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=30,
)


@given(st.dictionaries(st.just("drawflow"), st.dictionaries(st.just("Home"), json_like)))
def test_no_graph_is_too_odd(flow: dict[str, Any]) -> None:
    route = Route(flow, SCREENS)
    first = route.first()
    assert first is not None
    route.after(first, "yes", {})


@pytest.mark.parametrize(
    ("type_", "sent", "kept"),
    [
        ("single_choice", ["no"], "no"),
        ("multiple_choice", ["no", "yes"], ["yes", "no"]),
        ("multiple_choice", [], []),
        ("text_input", ["Ana"], "Ana"),
        ("info", ["x"], None),
        ("rating", ["yes"], "yes"),
    ],
)
def test_answers_that_fit(type_: str, sent: list[str], kept: Any) -> None:
    assert read_answer(screen("a", type_), sent) == kept


@pytest.mark.parametrize(
    ("type_", "sent"),
    [
        ("single_choice", []),
        ("single_choice", ["maybe"]),
        ("multiple_choice", ["yes", "maybe"]),
        ("text_input", [" "]),
        ("text_input", ["x" * 2001]),
    ],
)
def test_answers_that_do_not_fit(type_: str, sent: list[str]) -> None:
    with pytest.raises(ValueError, match="Please"):
        read_answer(screen("a", type_), sent)


def test_a_rating_without_options_goes_from_1_to_10() -> None:
    plain = screen("a", "rating", options=[])
    assert read_answer(plain, ["10"]) == "10"
    with pytest.raises(ValueError, match="Please"):
        read_answer(plain, ["11"])


def add(api: BrandApi, quiz: str, type_: str, **fields: Any) -> dict[str, Any]:
    body = {"name": "s", "type": type_, **fields}
    made: dict[str, Any] = api.post(f"{quiz}/screens", json=body).json()["quiz"]
    return made


def hidden(page: httpx.Response) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', page.text))


def check_first_screen(first: httpx.Response) -> None:
    assert first.status_code == 200
    assert "Milk &amp; &lt;b&gt;sugar?" in first.text
    assert "<h2>Hot</h2>" in first.text
    for forbidden in ("<script", "javascript:", "Yes <b>"):
        assert forbidden not in first.text
    assert "default-src 'none'" in first.headers["content-security-policy"]


@pytest.mark.endpoint("GET /api/brands/{brand}/quizzes", cites="Quiz: total_entries")
@pytest.mark.endpoint("GET /api/brands/{brand}/quizzes/{quiz}", cites="Quiz: total_entries")
def test_a_visitor_plays_and_is_counted_once(brand: TestBrand) -> None:
    api = brand.api()
    made = api.post("/quizzes", json={"name": "Which <i>coffee"}).json()["quiz"]
    quiz = f"/quizzes/{made['id']}"
    evil = "<h2>Hot</h2><script>alert(1)</script><a href='javascript:x'>a</a>"
    ask = add(api, quiz, "single_choice", title="Milk & <b>sugar?", options=YES_NO, content=evil)
    lost = add(api, quiz, "text_input", title="Never seen")
    result = add(api, quiz, "result", title="You are Night Boat", style="dark")
    names = (ask["code"], lost["code"], result["code"])
    flow = graph(("x", "z", 1), names="xyz")
    for node, code in zip(flow["drawflow"]["Home"]["data"].values(), names, strict=True):
        node["data"] = {"screen_code": code}
    assert api.post(f"{quiz}/flow", json={"flow": flow}).status_code == 200
    visitor = brand.client("").client
    path = f"{brand.base_url}/p/{brand.id}/-/quizzes/{made['code']}"
    first = visitor.get(path)
    check_first_screen(first)
    form = hidden(first)
    wrong = visitor.post(path, data={**form, "answer": "maybe"})
    assert wrong.status_code == 422
    assert "Please choose" in wrong.text
    assert api.get(quiz).json()["total_entries"] == 0
    for _ in range(2):
        step = visitor.post(path, data={**form, "answer": "yes"})
        assert step.status_code == 303
    last = visitor.get(f"{brand.base_url}{step.headers['location']}")
    assert "You are Night Boat" in last.text
    assert "<form" not in last.text
    assert api.get(quiz).json()["total_entries"] == 1
    assert api.get("/quizzes").json()["data"][0]["total_entries"] == 1
    with brand.database.reading() as session:
        (entry,) = session.scalars(
            select(QuizEntryRow).where(QuizEntryRow.brand_id == brand.id)
        ).all()
    assert entry.answers == {ask["code"]: "yes"}
    assert entry.finished_at is not None


def test_what_is_no_quiz_or_no_step_of_it(brand: TestBrand) -> None:
    api = brand.api()
    made = api.post("/quizzes", json={"name": "Empty"}).json()["quiz"]
    visitor = brand.client("").client
    root = f"{brand.base_url}/p/{brand.id}/-/quizzes"
    for code in ("nothing", "..%2f", "%00", "x" * 400):
        assert visitor.get(f"{root}/{code}").status_code == 404
        assert visitor.post(f"{root}/{code}").status_code in (404, 422)
    assert "no questions" in visitor.get(f"{root}/{made['code']}").text
    step = visitor.post(f"{root}/{made['code']}", data={"play": "x", "screen": "y"})
    assert step.status_code == 303
    assert visitor.get(f"{root}/{made['code']}?screen=end").status_code == 200
    assert api.get(f"/quizzes/{made['id']}").json()["total_entries"] == 0


def test_a_visitor_gets_the_content_that_was_made_harmless_when_it_was_written(
    brand: TestBrand,
) -> None:
    api = brand.api()
    quiz = f"/quizzes/{api.post('/quizzes', json={'name': 'Long'}).json()['quiz']['id']}"
    html = "<div " + " ".join(f"a{n}" for n in range(50_000)) + ">" + "<div>" * 40_000 + "end"
    made = add(api, quiz, "info", content=html)
    assert made["content"] == html
    address = f"/-/quizzes/{api.get(quiz).json()['code']}"
    page = brand.visitor().get(address)
    assert page.text.count("<div>") == page.text.count("</div>") == 100
    assert "end" in page.text
    with brand.database.writing() as session:
        row = session.scalars(select(ScreenRow).where(ScreenRow.brand_id == brand.id)).one()
        row.content_shown = "<p>kept</p>"
    assert "<p>kept</p>" in brand.visitor().get(address).text
    changed = {"name": "a", "type": "info", "content": "<p>new<script>x()</script></p>"}
    api.put(f"{quiz}/screens/{made['id']}", json={"name": "a", "type": "info"})
    assert "<p>kept</p>" in brand.visitor().get(address).text
    api.put(f"{quiz}/screens/{made['id']}", json=changed)
    assert "<p>new</p>" in brand.visitor().get(address).text
    api.put(f"{quiz}/screens/{made['id']}", json={**changed, "content": ""})
    assert "new" not in brand.visitor().get(address).text


def test_entries_come_by_the_thousand(brand: TestBrand) -> None:
    api = brand.api()
    made = api.post("/quizzes", json={"name": "Many"}).json()["quiz"]
    entries = [NewEntry({"a": str(n)}, now(), now()) for n in range(3000)]
    with brand.database.writing() as session:
        record_entries(session, brand.id, made["id"], entries)
    assert api.get(f"/quizzes/{made['id']}").json()["total_entries"] == 3000
    query = select(func.count()).where(QuizEntryRow.brand_id == brand.id)
    with brand.database.reading() as session:
        assert session.scalar(query) == 3000
