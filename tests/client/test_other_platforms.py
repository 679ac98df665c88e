"""What other platforms of this interface answer: every shape is read, and nothing is made up."""

import json
from typing import Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import Conflict, Invalid, NotFound, NotImplementedByPlatform
from funneldesk.contract.analytics import (
    DateRange,
    MetricDefinition,
    MetricValue,
    Period,
    ReportDraft,
)
from funneldesk.contract.blogs import BlogFilter
from funneldesk.contract.products import named_tier
from funneldesk.contract.quizzes import QuizPatch

SPAN = Period(start="2026-01-01", end="2026-01-31", tz="UTC")
CLICK = {
    "id": 5,
    "session_id": "s",
    "domain": {"id": 3, "domain": "shop.example"},
    "merchant": {"id": 9, "merchant": "stripe"},
    "events": [{"type": "page_view"}, {"type": "add_to_cart"}],
    "created_at": "2026-10-01T10:00:00Z",
}
PLAIN_CLICK = {"id": 6, "domain": "a.example", "merchant": "paypal", "events": 4}


async def test_a_draft_is_asked_for_in_the_query(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, {"success": True, "revision_id": 5}))
    await api.components.save_draft(4, "x")
    await api.automations.save_builder(4, {"config": {}}, draft=True)
    assert [request.path.partition("?")[2] for request in scripted.requests] == ["draft=1"] * 2
    assert all("draft" not in json.loads(request.body) for request in scripted.requests)


async def test_a_draft_that_moved_on_is_a_conflict_that_names_it(
    scripted: ScriptedPlatform, api: Api
) -> None:
    told = {"success": False, "code": "revision_conflict", "latest_revision_id": 8}
    scripted.will(reply(409, told))
    for work in (
        api.components.save_draft(4, "x", 5),
        api.components.publish(4, "x", expected_revision_id=5),
    ):
        with pytest.raises(Conflict) as caught:
            await work
        assert (caught.value.code, caught.value.latest_revision_id) == ("revision_conflict", 8)
        assert json.loads(scripted.requests[-1].body)["expected_revision_id"] == 5
    scripted.will(reply(200, {"success": True, "revision_id": 5}))
    await api.components.save_draft(4, "x", 5, replacing=True)
    assert "expected_revision_id" not in json.loads(scripted.requests[-1].body)


@pytest.mark.parametrize("wrapped", [True, False])
async def test_all_pages_come_bare_or_wrapped_and_may_have_titles(
    wrapped: bool, scripted: ScriptedPlatform, api: Api
) -> None:
    rows = [{"id": 1, "title": "A"}, {"id": 2, "name": None, "title": "B"}, {"id": 3, "name": "C"}]
    scripted.will(reply(200, {"data": rows} if wrapped else rows))
    assert [page.name for page in await api.pages.list()] == ["A", "B", "C"]


async def test_a_click_may_hold_objects(scripted: ScriptedPlatform, api: Api) -> None:
    rows = [CLICK, PLAIN_CLICK, {**PLAIN_CLICK, "domain": 7, "created_at": "soon"}]
    body = {"data": rows, "total": 3, "current_page": 1, "next_page_url": True}
    scripted.will(reply(200, body))
    listing = await api.tracking.list()
    first, second, third = listing.rows
    assert (first.domain, first.merchant_name, first.event_count) == ("shop.example", "stripe", 2)
    assert (second.domain, second.merchant_name, second.event_count) == ("a.example", "paypal", 4)
    assert (third.domain, third.created_at) == ("7", None)
    assert listing.unread == ("row 2.created_at",)


@pytest.mark.parametrize(
    "body",
    [
        [{"row_key": "DE", "row_label": "Germany", "sales": {"value": "3", "formatted": "3"}}],
        {"DE": {"row_name": "Germany", "sales": {"value": 3, "formatted_value": "3"}}},
        {"data": {"DE": {"row_label": "Germany", "sales": {"value": 3, "formatted": "3"}}}},
    ],
)
async def test_grouped_rows_come_as_an_array_or_a_map(
    body: Any, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(200, body))
    (row,) = await api.analytics.grouped("country", SPAN)
    value = row.metric("sales")
    assert (row.row_key, row.row_name) == ("DE", "Germany")
    assert value is not None
    assert (value.value, value.formatted_value) == (3, "3")


async def test_no_grouped_rows_may_be_an_empty_map(scripted: ScriptedPlatform, api: Api) -> None:
    for nothing in ({}, [], {"data": {}}):
        scripted.will(reply(200, nothing))
        assert await api.analytics.grouped("country", SPAN) == []


@pytest.mark.parametrize(
    ("change", "percent"),
    [(5.2, 5.2), ("+5.2%", 5.2), ("\N{MINUS SIGN}3 %", -3.0), ("new", None), (None, None)],
)
def test_a_change_is_a_number_or_a_text(change: Any, percent: float | None) -> None:
    value = MetricValue.model_validate({"change": change})
    assert value.change_percent == percent
    assert value.change == change


@pytest.mark.parametrize(
    ("definition", "unit", "shown"),
    [
        ({"type": "conversion_rate", "base": "conversion_rate", "as": "pct"}, "pct", "0.038\xa0%"),
        ({"type": "pct", "base": None}, "pct", "0.038\xa0%"),
        ({"type": "conversion_rate", "base": ["sales", "visits"]}, None, "0.038"),
    ],
)
def test_a_rate_has_the_unit_that_its_definition_says(
    definition: dict[str, Any], unit: str | None, shown: str
) -> None:
    """Never one that its size would suggest."""
    known = MetricDefinition.model_validate(definition)
    value = MetricValue.model_validate({"value": 0.038})
    assert (known.unit, value.shown(known)) == (unit, shown)
    told = MetricValue.model_validate({"value": 0.038, "formatted": "3.8 %"})
    assert told.shown(known) == "3.8 %"


async def test_definitions_whose_type_is_a_metric(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, {"aov": {"type": "aov", "base": "revenue", "modules": "sales"}}))
    assert (await api.analytics.list())["aov"].unit is None


async def test_a_report_tells_that_it_was_cut(scripted: ScriptedPlatform, api: Api) -> None:
    row = {"country": "DE", "revenue": {"value": 3, "formatted": "3.00"}}
    scripted.will(reply(200, {"rows": [row], "total_rows": 230, "truncated": True}))
    draft = ReportDraft(
        group_by=["country"],
        metrics=["revenue"],
        date_range=DateRange(start="2026-01-01", end="2026-01-31"),
        limit=1,
    )
    report = await api.analytics.generate_report(draft)
    assert json.loads(scripted.requests[0].body)["limit"] == 1
    assert (report.total_rows, report.truncated) == (230, True)
    (only,) = report.rows
    value = only.metric("revenue")
    assert only.dimension("country") == "DE"
    assert value is not None
    assert value.formatted_value == "3.00"


async def test_tiers_have_names_where_they_look_so(scripted: ScriptedPlatform, api: Api) -> None:
    tier = {"interval": "month", "interval_count": 3, "price": 9.5, "tier": 1, "label": "Q", "x": 1}
    scripted.will(reply(200, {"id": 1, "subscription_tiers": [tier, {"months": 3}, "odd"]}))
    tiers = (await api.products.get(1)).subscription_tiers or []
    named, *others = [named_tier(each) for each in tiers]
    assert named is not None
    assert (named.interval, named.interval_count, named.label) == ("month", 3, "Q")
    assert named.model_copy(update={"price": 8}).body() == {**tier, "price": 8}
    assert others == [None, None]
    assert tiers[1:] == [{"months": 3}, "odd"]


async def test_split_tests_with_words_and_objects(scripted: ScriptedPlatform, api: Api) -> None:
    row = {"id": 1, "name": "T", "page": {"id": 4, "title": "Sale"}, "time_left": "3 days left"}
    body = {"current_page": 1, "data": [row], "per_page": 25, "total": 1, "last_page": 1}
    scripted.will(reply(200, body))
    (test,) = (await api.split_tests.list()).rows
    assert (test.page["title"], test.time_left) == ("Sale", "3 days left")


async def test_quizzes_with_empty_lists(scripted: ScriptedPlatform, api: Api) -> None:
    errors = {"message": "No.", "errors": {"name": ["Too long."]}, "component_errors": []}
    scripted.will(reply(422, errors))
    with pytest.raises(Invalid) as caught:
        await api.quizzes.update(1, QuizPatch(name="x"))
    assert caught.value.fields == {"name": ["Too long."]}
    empty = {"drawflow": {"Home": {"data": []}}}
    for flow, kept in ((empty, empty), ([], None), (None, None)):
        scripted.will(reply(200, {"flow": flow, "screens": []}))
        found = await api.quizzes.get_flow(1)
        assert (found.flow, found.nodes) == (kept, {})


@pytest.mark.parametrize(
    ("config", "nodes", "connections"),
    [
        ({"nodes": {}, "connections": {}}, [], []),
        ([], [], []),
        (
            {"nodes": {"a": {"type": "mail"}}, "connections": {"c": {"from": "a"}}},
            [{"code": "a", "type": "mail"}],
            [{"from": "a"}],
        ),
        (
            {"nodes": [{"code": "a"}], "connections": [{"from": "a"}]},
            [{"code": "a"}],
            [{"from": "a"}],
        ),
    ],
)
async def test_a_builder_may_be_maps(
    config: Any, nodes: Any, connections: Any, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(200, {"config": config, "version": "2"}))
    builder = await api.automations.get_builder(1)
    assert builder is not None
    assert (builder.nodes, builder.connections) == (nodes, connections)
    assert builder.body()["config"] == (config or {})


async def test_domains_with_records_and_other_statuses(
    scripted: ScriptedPlatform, api: Api
) -> None:
    record = {"type": "CNAME", "name": "www", "value": "x.example", "ttl": "auto"}
    scripted.will(reply(200, {"records": [record], "instructions": ["a"]}))
    (wanted,) = (await api.domains.validation_instructions(1)).wanted
    assert (wanted.host, wanted.value) == ("www", "x.example")
    scripted.will(reply(200, {"queued": True}))
    validation = await api.domains.validate(1)
    assert (validation.queued, validation.success) == (True, False)
    for status in ("pending-validation", "validation-failed", "giveup-validation", "brand-new"):
        scripted.will(reply(200, {"id": 1, "domain": "a.example", "status": status}))
        assert (await api.domains.get(1)).status == status


@pytest.mark.parametrize("kind", ["component", "entry"])
async def test_a_deletion_is_offered_where_the_platform_says_so(
    kind: str, scripted: ScriptedPlatform, api: Api
) -> None:
    async def can_delete() -> bool:
        if kind == "component":
            return await api.components.can_delete(4)
        return await api.crm.can_delete_entries("4")

    async def delete() -> None:
        await (api.components.delete(4) if kind == "component" else api.crm.delete_entry("4"))

    scripted.will(reply(200, b"", {"Allow": "GET, HEAD, PUT, DELETE"}))
    assert await can_delete()
    assert await can_delete()
    assert [request.method for request in scripted.requests] == ["OPTIONS"]
    scripted.will(reply(404), reply(404))
    with pytest.raises(NotFound):  # the record is gone, the path may be there
        await delete()
    assert await can_delete()
    scripted.will(reply(404), reply(200, {"id": "4"}))
    with pytest.raises(NotImplementedByPlatform):
        await delete()
    count = len(scripted.requests)
    assert not await can_delete()
    with pytest.raises(NotImplementedByPlatform):
        await delete()
    assert len(scripted.requests) == count


async def test_a_405_hides_the_deletion_too(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(405, {"message": "no"}, {"Allow": "GET, PUT"}))
    with pytest.raises(NotImplementedByPlatform):
        await api.components.delete(4)
    assert not await api.components.can_delete(4)


async def test_a_component_in_use_goes_only_by_force(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(409, {"success": False, "code": "component_in_use"}))
    with pytest.raises(Conflict) as caught:
        await api.components.delete(4)
    assert caught.value.code == "component_in_use"
    scripted.will(reply(200, {"success": True}))
    await api.components.delete(4, force=True)
    assert scripted.requests[-1].path == "/api/brands/7/components/4?force=1"


async def test_blogs_take_their_order(scripted: ScriptedPlatform, api: Api) -> None:
    scripted.will(reply(200, {"data": [{"id": 1, "name": "News (Copy)"}], "total": 1}))
    for order in ("newest", "oldest", "created_at", "updated_at"):
        listing = await api.blogs.list(BlogFilter(sort=order))
        assert listing.rows[0].name == "News (Copy)"
        assert f"sort={order}" in scripted.requests[-1].path


@pytest.mark.parametrize("kind", ["automation", "blog", "funnel", "product"])
@pytest.mark.parametrize("name", ["News (Copy)", "Copy of News", "News"])
async def test_a_copy_is_called_what_its_platform_calls_it(
    kind: str, name: str, scripted: ScriptedPlatform, api: Api
) -> None:
    """The answer names the copy, whatever other records of that name there are."""
    made = {"id": 9, "name": name, "title": name, "code": "news-2", "slug": "news-2"}
    scripted.will(reply(200, made if kind == "funnel" else {"id": 9, kind: made}))
    copy: Any
    if kind == "automation":
        copy = await api.automations.clone(4)
    elif kind == "blog":
        copy = await api.blogs.clone(4)
    elif kind == "funnel":
        copy = await api.funnels.clone(4)
    else:
        copy = await api.products.clone(4)
    titled = kind in ("automation", "product")
    assert (copy.id, copy.title if titled else copy.name) == (9, name)
    assert [request.method for request in scripted.requests] == ["POST"]
