"""Split tests, courses and quizzes under many hands at once: nothing lost, nothing twice."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

from platform_process import TestBrand
from split_tests_driver import create, declare

from funneldesk.server.parts.split_tests.exposures import Seen, convert, record_many
from funneldesk.server.parts.split_tests.finishing import finish

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
COURSE = {
    "title": "Home barista",
    "language_code": "en",
    "description": "Six evenings",
    "status": "draft",
    "delivery_type": "embedded",
}
HANDS = 4


def at_once(do: Callable[[int], Any], times: int) -> list[Any]:
    with ThreadPoolExecutor(HANDS) as pool:
        return list(pool.map(do, range(times)))


def test_a_visit_is_counted_once_by_whoever_comes_first(brand: TestBrand) -> None:
    api = brand.api()
    tests = [create(api)["id"] for _ in range(3)]

    def see(turn: int) -> None:
        order = tests if turn % 2 else tests[::-1]
        with brand.database.writing() as session:
            code = ("aaa", "bbb")[turn % 2]
            seen = [Seen(visit, NOON, test, code) for visit in range(50) for test in order]
            record_many(session, brand.id, seen)

    def buy(visit: int) -> None:
        with brand.database.writing() as session:
            convert(session, brand.id, visit, NOON, Decimal("9.99"))

    at_once(see, 8)
    at_once(lambda turn: buy(turn % 5), 10)
    for test in tests:
        query = {"chart_type": "performance_comparison"}
        variants = api.get(f"/split-tests/{test}/chart-data", params=query).json()["variants"]
        assert sum(one["visitors"] for one in variants) == 50
        assert sum(one["conversions"] for one in variants) == 5
        assert sum(one["revenue"] for one in variants) == 99.9


def test_a_test_gets_one_winner(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api, auto_select_winner=True, end_date="2026-03-01", start_date="2026-02-01")
    apis = [brand.api() for _ in range(HANDS)]

    def end(turn: int) -> int:
        if turn == HANDS:
            with brand.database.writing() as session:
                finish(session, brand.id, test["id"])
            return 0
        status: int = declare(apis[turn % HANDS], test).status_code
        return status

    answers = at_once(end, HANDS + 1)
    assert answers.count(200) <= 1
    counts = api.get("/split-tests/quick-access").json()
    assert (counts["all"], counts["running"]) == (1, 0)


def test_an_address_is_enrolled_by_one_of_many(brand: TestBrand) -> None:
    api = brand.api()
    course = api.post("/courses", json=COURSE).json()["course"]["id"]
    apis = [brand.api() for _ in range(HANDS)]
    path = f"/courses/{course}/enrollments"
    answers = at_once(
        lambda turn: apis[turn % HANDS].post(path, json={"email": f"a{turn % 2}@example.com"}), 8
    )
    assert sorted(answer.status_code for answer in answers) == [201] * 2 + [422] * 6
    assert api.get(f"/courses/{course}").json()["enrollments_count"] == 2


def test_courses_and_modules_made_at_once_are_all_there(brand: TestBrand) -> None:
    api = brand.api()
    course = api.post("/courses", json=COURSE).json()["course"]["id"]
    apis = [brand.api() for _ in range(HANDS)]
    body = {"title": "Water", "description": "d"}

    def make(turn: int) -> None:
        hand = apis[turn % HANDS]
        assert hand.post("/courses", json=COURSE).status_code == 200
        assert hand.post(f"/courses/{course}/modules", json=body).status_code == 200

    at_once(make, 12)
    assert api.get("/courses").json()["total"] == 13
    modules = api.get(f"/courses/{course}/modules").json()["data"]
    assert sorted(one["order"] for one in modules) == list(range(12))
    assert api.get(f"/courses/{course}").json()["modules_count"] == 12


def test_screens_and_plays_at_once(brand: TestBrand) -> None:
    api = brand.api()
    quiz = api.post("/quizzes", json={"name": "Rush"}).json()["quiz"]
    apis = [brand.api() for _ in range(HANDS)]
    body = {"name": "Name", "type": "text_input"}
    path = f"/quizzes/{quiz['id']}/screens"
    made = at_once(lambda turn: apis[turn % HANDS].post(path, json=body).json()["quiz"], 8)
    assert sorted(one["order"] for one in made) == list(range(8))
    visitors = [brand.client("").client for _ in range(HANDS)]
    address = f"{brand.base_url}/p/{brand.id}/-/quizzes/{quiz['code']}"

    def play(turn: int) -> int:
        name = f"{turn % 6:032x}"
        form = {"play": name, "screen": made[0]["code"], "answer": "Ana"}
        return visitors[turn % HANDS].post(address, data=form).status_code

    assert set(at_once(play, 24)) == {303}
    assert api.get(f"/quizzes/{quiz['id']}").json()["total_entries"] == 6
