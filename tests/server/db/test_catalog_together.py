"""Many writers at once on products, funnels, domains and blogs: one wins, nobody meets a 500."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

WRITERS = 8


def together(call: Callable[[int], Any]) -> list[Any]:
    """The answers to the same call from several threads."""
    with ThreadPoolExecutor(WRITERS) as pool:
        return list(pool.map(call, range(WRITERS)))


def statuses(answers: list[Any]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


def post(api: BrandApi, path: str, **body: Any) -> Any:
    return api.post(path, json=body)


def test_one_of_many_gets_a_domain(new_brand: NewBrand) -> None:
    apis = [new_brand().api() for _ in range(WRITERS)]
    answers = together(
        lambda n: post(apis[n], "/domains", domain="race.example", dedicated_domain=True)
    )
    assert statuses(answers) == {200: 1, 422: WRITERS - 1}
    assert sum(api.get("/domains").json()["total"] for api in apis) == 1


def test_one_of_many_gets_a_code_and_each_clone_one_of_its_own(api: BrandApi) -> None:
    body = {"title": "x", "price": 1, "type": "digital", "classification": "main"}
    answers = together(lambda _n: post(api, "/products", code="RACE", **body))
    assert statuses(answers) == {200: 1, 422: WRITERS - 1}
    (made,) = api.get("/products").json()["data"]
    copies = together(lambda _n: api.post(f"/products/{made['id']}/clone"))
    assert statuses(copies) == {200: WRITERS}
    assert len({copy.json()["code"] for copy in copies}) == WRITERS
    assert api.get("/products").json()["total"] == WRITERS + 1


@pytest.mark.parametrize("turn", range(4))
def test_one_of_many_makes_a_folder_and_one_removes_it(api: BrandApi, turn: int) -> None:
    root, folder = "/file-manager", f"race{turn}"
    body = {"path": "", "name": folder}
    made = together(lambda _n: api.post(f"{root}/create-folder", json=body))
    assert statuses(made) == {200: 1, 422: WRITERS - 1}
    gone = together(lambda _n: api.post(f"{root}/delete-file", json={"path": folder}))
    assert statuses(gone) == {200: 1, 422: WRITERS - 1}
    assert api.get(f"{root}/files").json() == []


def test_slugs_that_are_made_at_once_differ(api: BrandApi) -> None:
    blogs = together(lambda _n: post(api, "/blogs", name="Notes"))
    assert len({answer.json()["blog"]["slug"] for answer in blogs}) == WRITERS
    first = blogs[0].json()["blog"]["id"]
    copies = together(lambda _n: api.post(f"/blogs/{first}/clone"))
    assert statuses(copies) == {200: WRITERS}
    categories = together(lambda _n: post(api, f"/blogs/{first}/categories", name="Ideas"))
    assert len({answer.json()["slug"] for answer in categories}) == WRITERS


def test_funnels_are_cloned_at_once(brand: TestBrand) -> None:
    api = brand.api()
    funnel = post(api, "/funnels", name="Spring").json()
    brand.page(title="Offer", slug="offer", funnel_id=funnel["id"])
    copies = together(lambda _n: api.post(f"/funnels/{funnel['id']}/clone"))
    assert statuses(copies) == {200: WRITERS}
    slugs = [row["slug"] for row in api.get("/pages/all").json()["data"]]
    assert len(set(slugs)) == len(slugs) == WRITERS + 1


def test_a_funnel_goes_while_pages_join_it(brand: TestBrand) -> None:
    api = brand.api()
    funnel = post(api, "/funnels", name="Spring").json()["id"]

    def call(number: int) -> Any:
        if number == WRITERS // 2:
            return api.delete(f"/funnels/{funnel}")
        return post(api, "/pages", title=f"P{number}", funnel_id=funnel)

    answers = together(call)
    assert set(statuses(answers)) <= {200, 422}
    assert {row["funnel_id"] for row in api.get("/pages/all").json()["data"]} <= {None}


def test_a_domain_goes_while_pages_come(brand: TestBrand) -> None:
    api = brand.api()
    made = post(api, "/domains", domain="leaving", dedicated_domain=False).json()["id"]
    for number in range(3):
        brand.page(title=f"Q{number}", slug=f"p{number}", domain_id=made)

    def call(number: int) -> Any:
        if number == WRITERS // 2:
            return api.delete(f"/domains/{made}")
        return post(api, "/pages", title="P", slug=f"p{number}")

    answers = together(call)
    assert set(statuses(answers)) <= {200, 422}
    pages = api.get("/pages/all").json()["data"]
    left = {page["domain_id"] for page in pages}
    assert left == ({None} if answers[WRITERS // 2].status_code == 200 else {None, made})
    assert len({(page["domain_id"], page["slug"]) for page in pages}) == len(pages)
