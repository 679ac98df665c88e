"""A module that a key cannot reach stays closed through the endpoints of other parts as well."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from platform_process import BrandApi, TestBrand
from visits_of_a_brand import life_of, lively_day

from funneldesk.server.parts.customers.tables import CustomerRow

DAY = {"start": "2026-03-10", "end": "2026-03-10", "tz": "UTC"}
OF_VISITS = {
    *("sessions", "page_views", "engagement_rate"),
    *("time_on_page", "add_to_carts", "conversion_rate"),
    *("cart_sessions", "buying_sessions", "session_conversion"),
}


def closed(answer: Any, module: str) -> None:
    """The answer is a 403 that names the module."""
    assert answer.status_code == 403, answer.text
    assert answer.json()["message"] == f"role lacks module access: {module}"


def read(answer: Any) -> Any:
    """The body of a good answer."""
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


def test_crm_entries_show_customers_to_those_who_may_see_customers(brand: TestBrand) -> None:
    api = brand.api()
    with brand.database.writing() as session:
        known = {"customer_email": "ann@example.com", "email_key": "ann@example.com"}
        session.add(CustomerRow(brand_id=brand.id, customer_name="Ann", **known))
    entity = read(api.post("/crm/entities", json={"name": "Deals", "slug": "deals"}))["id"]
    line = read(api.post(f"/crm/entities/{entity}/pipelines", json={"name": "Line"}))["id"]
    stage = read(api.post(f"/crm/pipelines/{line}/stages", json={"name": "New"}))["id"]
    entries = f"/crm/entities/{entity}/entries"
    place = {"pipeline_id": line, "stage_id": stage}
    refers = {"reference_type": "customer", "reference_id": "ann@example.com"}
    read(api.post(entries, json={"title": "One", **place, **refers}))
    wish = {"include_customer": "true"}
    (open_,) = read(api.get(entries, params=wish))["data"]
    assert open_["customer"]["customer_name"] == "Ann"
    viewer = brand.api("viewer", without=["customers"])
    closed(viewer.get("/customers/ann@example.com/details"), "customers")
    (shut,) = read(viewer.get(entries, params=wish))["data"]
    assert shut["title"] == "One"
    assert "customer" not in shut


def test_a_clone_of_a_funnel_copies_no_pages_for_a_key_without_them(brand: TestBrand) -> None:
    api, shut = brand.api(), brand.api(without=["pages"])
    funnel = read(api.post("/funnels", json={"name": "Way"}))["id"]
    brand.page(title="Secret offer", funnel_id=funnel)
    closed(shut.post(f"/funnels/{funnel}/clone"), "pages")
    assert len(read(api.get("/funnels/all"))["data"]) == 1
    assert len(read(api.get("/pages/all"))["data"]) == 1
    for answer in (
        shut.get(f"/funnels/{funnel}"),
        shut.put(f"/funnels/{funnel}", json={"name": "New way"}),
    ):
        assert "Secret" not in answer.text
        assert "pages" not in read(answer)
    assert read(api.get(f"/funnels/{funnel}"))["pages"][0]["name"] == "Secret offer"


def test_pages_are_moved_and_listed_by_domains_for_those_who_may_change_pages(
    brand: TestBrand,
) -> None:
    api, shut = brand.api(), brand.api(without=["pages"])
    names = [f"{word}-{brand.id}" for word in ("old", "new")]
    wishes = [{"domain": name, "dedicated_domain": False} for name in names]
    old, new = (read(api.post("/domains", json=wish))["id"] for wish in wishes)
    page = brand.page(title="Secret offer", domain_id=old)
    closed(shut.post(f"/domains/{old}/move/preview", json={"target_domain_id": new}), "pages")
    closed(shut.post(f"/domains/{old}/move/apply", json={"target_domain_id": new}), "pages")
    assert read(api.get(f"/pages/{page['id']}"))["domain_id"] == old


def test_renaming_a_component_rewrites_pages_for_those_who_may_change_pages(
    brand: TestBrand,
) -> None:
    api, shut = brand.api(), brand.api(without=["pages"])
    made = read(api.post("/components", json={"name": "Bar", "code": "bar", "html": "<b>x</b>"}))
    path = f"/components/{made['pageComponent']['id']}"
    page = brand.page(html='<component code="custom-bar"></component>')
    closed(shut.put(path, json={"name": "Bar", "code": "rod"}), "pages")
    assert "custom-bar" in read(api.get(f"/pages/{page['id']}"))["html"]
    assert read(shut.put(path, json={"name": "Tall bar", "code": "bar"}))["name"] == "Tall bar"


def test_quizzes_and_split_tests_tell_nothing_of_their_page(brand: TestBrand) -> None:
    api, shut = brand.api(), brand.api(without=["pages"])
    page = brand.page(
        title="Secret offer",
        html="<inline-split-test name=T><variant name=a>x</variant></inline-split-test>",
    )
    quiz = read(api.post("/quizzes", json={"name": "Quiz"}))["quiz"]["id"]
    changed = {"name": "Quiz", "page_id": page["id"]}
    assert read(api.put(f"/quizzes/{quiz}", json=changed))["page"]["name"] == "Secret offer"
    answers = (
        shut.get(f"/quizzes/{quiz}"),
        shut.put(f"/quizzes/{quiz}", json=changed),
        shut.get("/split-tests"),
    )
    for answer in answers:
        assert "secret" not in json.dumps(read(answer)).lower()
    assert read(answers[-1])["data"][0]["page_id"] == page["id"]
    assert "Secret offer" in api.get("/split-tests").text


@pytest.fixture
def lively(brand: TestBrand) -> TestBrand:
    """A brand on a day with five sessions and three orders; one campaign sold nothing."""
    with life_of(lively_day(brand)) as life:
        life.visit(3, 9001, country="US", device="tv", utm_source="silent")
    return brand


def numbers(row: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a row's metrics."""
    return {key: value["value"] for key, value in row.items() if isinstance(value, dict)}


def test_analytics_know_no_visits_for_a_key_without_tracking(lively: TestBrand) -> None:
    api, shut = lively.api(), lively.api(without=["tracking"])
    path = "/analytics/metrics/data"
    whole, part = (numbers(read(each.get(path, params=DAY))) for each in (api, shut))
    assert {key for key in whole if whole[key] is not None and part[key] is None} == OF_VISITS
    assert part["sales"] == whole["sales"] > 0
    custom = {"metric": {"0": {"name": "Mine", "formula": "$sessions + 0", "as": "number"}}}
    wish = {**DAY, "selected_metrics[]": "metric_0"}
    asked = shut.request("GET", path, params=wish, json=custom)
    assert numbers(read(asked)) == {"metric_0": None}
    for field in ("utm_source", "utm_source;device"):
        where = f"/analytics/metrics/{field}/data"
        everything, rows = (read(each.get(where, params=DAY)) for each in (api, shut))
        assert {row["row_key"] for row in rows} < {row["row_key"] for row in everything}
        assert all(numbers(row)["sessions"] is None for row in rows)
        assert all(numbers(row)["sales"] for row in rows)
    report = {"group_by": ["device"], "metrics": ["page_views"], "date_range": DAY}
    for row in read(shut.post("/analytics/reports/generate", json=report))["rows"]:
        assert numbers(row) == {"page_views": None}


def test_insights_into_visits_are_closed_without_tracking(lively: TestBrand) -> None:
    shut = lively.api(without=["tracking"])
    for name in (
        *("time-before-first-purchase", "add-to-carts-by-video-time"),
        *("customer-gender", "video-completion-by-gender"),
    ):
        closed(shut.get(f"/analytics/metrics/{name}", params=DAY), "tracking")
    no_customers = lively.api(without=["customers"])
    closed(no_customers.get("/analytics/metrics/customer-gender", params=DAY), "customers")
    for row in read(shut.get("/utm-performance/utm_source", params=DAY)):
        assert row["sales"]
        assert (row["page_views"], row["conversion_rate"]) == (None, None)
    for row in read(shut.get("/analytics/metrics/products-by-pages/summary", params=DAY)):
        assert (row["sales"] > 0, row["conversion_rate"]) == (True, None)
    cards = read(shut.get("/analytics/metrics/cards", params=DAY))["cards"]
    assert "time_before_first_purchase" not in cards["advanced_metrics"]
    assert "customer_gender" not in cards["advanced_metrics"]
    assert cards["video_analytics"] == {}
    assert cards["main_metrics"]["sessions"]["value"] is None


def test_analytics_name_no_page_to_a_key_without_pages(lively: TestBrand) -> None:
    page = lively.page(title="Secret offer")
    with life_of(lively) as life:
        visit = life.visit(2, page["id"])
        life.sale(visit, "10", 2)
    for api, shown in ((lively.api(), "Secret offer"), (lively.api(without=["pages"]), "#")):
        rows = read(api.get("/analytics/metrics/page/data", params=DAY))
        names = {row["row_key"]: row["row_name"] for row in rows}
        assert names[str(page["id"])].startswith(shown)
        products = read(api.get("/analytics/metrics/products-by-pages/data", params=DAY))
        titles = {row["page_id"]: row["page_title"] for row in products}
        assert titles.get(page["id"], "").startswith(shown)


def builder(trigger: str) -> dict[str, Any]:
    """A builder document that begins with a trigger."""
    return {"trigger_node_type": trigger, "config": {"nodes": [{"code": "a", "type": trigger}]}}


def test_forms_are_listened_to_for_those_who_may_see_collections(brand: TestBrand) -> None:
    """An automation can mail whatever starts it: form submissions take ``collections``."""
    api, shut = brand.api(), brand.api(without=["collections"])
    path = (
        f"/automations/{read(shut.post('/automations', json={'title': 'A'}))['automation']['id']}"
    )
    forms = builder("form_submission")
    closed(shut.post(f"{path}/builder", json=forms), "collections")
    assert api.get(f"{path}/builder").text == ""
    read(shut.post(f"{path}/builder", json=forms, params={"draft": "true"}))
    read(shut.post(f"{path}/builder", json=builder("purchase")))
    closed(shut.put(path, json={"trigger_node_type": "form_submission"}), "collections")
    read(api.post(f"{path}/builder", json=forms))
    closed(shut.put(path, json={"title": "B"}), "collections")
    assert exported(api)


def exported(api: BrandApi) -> bool:
    """Whether the list still shows the automation as it was."""
    (row,) = read(api.get("/automations"))["data"]
    return (row["title"], row["trigger_node_type"]) == ("A", "form_submission")
