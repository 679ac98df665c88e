"""Every place of a body or a query that names a record, and bodies that are good but for it."""

from collections.abc import Mapping
from typing import Any

from endpoint_table import Endpoint

FIELD = "the id"
"""Stands in a body where the record's name goes, as a value or as a key."""

_EVERYTHING: dict[str, Any] = {
    **dict.fromkeys(("title", "name", "description", "html", "notes", "reason"), "A word"),
    **{"key": "a_key", "slug": "a-word", "email": "someone@example.com", "fields": ["a"]},
    "config": {"nodes": []},
    **{"language_code": "en", "status": "draft", "delivery_type": "embedded", "flow": None},
    **{"metrics": ["sales"], "order": {}, "next_charge_at": "2199-01-01T00:00:00Z"},
    "date_range": {"start": "2026-03-01", "end": "2026-03-02"},
    "retention_offers": {"enabled": False, "offers": []},
    "split_test": {
        "content": "A word",
        "variant_name": "a",
        "winner_node_code": "x",
        "confidence": 99,
        "improvement": 1,
    },
}
"""Good for almost every call, since keys that an endpoint does not know are ignored."""

_OTHERWISE: dict[str, dict[str, Any]] = {
    "PUT /funnels/{funnel}": {"status": "active"},
    "PATCH /subscriptions/{id}/flag": {"key": "note", "value": "A word"},
    "POST /crm/entities/{entity}/fields": {"type": "text", "slug": "x"},
    "POST /quizzes/{quiz}/screens": {"type": "info", "order": 1},
    "PUT /quizzes/{quiz}/screens/{screen}": {"type": "info", "order": 1},
    "POST /tickets/{ticket_code}/messages": {"type": "agent_message", "message": "A word"},
    "PUT /collections/{collection}": {"fields": [{"name": "A word", "type": "text"}]},
    "PUT /automations/{automation}": {"status": "inactive"},
    "PUT /domains/{domain}": {"domain": "other.shop.example"},
}


def body_of(endpoint: Endpoint, own: Mapping[str, Any]) -> dict[str, Any] | None:
    """A good body of this call with the brand's own records; None for calls without one."""
    if endpoint.method == "GET":
        return None
    inside = f"{endpoint.method} {endpoint.inside}"
    return {
        **_EVERYTHING,
        **{"pipeline_id": own["pipeline"], "stage_id": own["stage"]},
        **{"content_id": own["content"], "target_domain_id": own["domain"]},
        **{"stages": [], "ids": [own["collection_entry"]]},
        **_OTHERWISE.get(inside, {}),
    }


ALONG: dict[str, dict[str, str]] = {
    "POST /components/{component}/editor": {"draft": "true"},
    "GET /split-tests/{split_test}/chart-data": {"chart_type": "conversion_trends"},
}
"""Queries without which a call is not good."""

_DAYS = {"start": "2026-01-01", "end": "2026-12-31", "tz": "UTC"}
_VARIANTS = {"items": [{"name": "a"}, {"name": "b"}]}
_TEST = {"name": "A word", "type": "split_test", "config": _VARIANTS}
_APPLY = {"offer_type": "downgrade", "cancel_reason": "no"}
_PRODUCT = {"price": 1, "code": "OWN-1", "type": "physical", "classification": "main"}

BODIES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("POST /pages", "domain", {"domain_id": FIELD}),
    ("POST /pages", "funnel", {"funnel_id": FIELD}),
    ("PUT /pages/{page}", "domain", {"domain_id": FIELD}),
    ("PUT /pages/{page}", "funnel", {"funnel_id": FIELD}),
    ("POST /products", "product", {**_PRODUCT, "bonuses": [{"bonus_product_id": FIELD}]}),
    ("POST /products", "product", {**_PRODUCT, "bonuses": [FIELD]}),
    ("PUT /products/{product}", "product", {"bonuses": [FIELD]}),
    ("POST /products/{product}", "product", {"bonuses": [{"bonus_product_id": FIELD}]}),
    ("POST /split-tests", "page", {"split_test": {**_TEST, "page_id": FIELD}}),
    ("POST /split-tests", "funnel", {"split_test": {**_TEST, "funnel_id": FIELD}}),
    ("PUT /split-tests/{split_test}", "page", {"split_test": {"page_id": FIELD}}),
    ("PUT /split-tests/{split_test}", "funnel", {"split_test": {"funnel_id": FIELD}}),
    (
        "POST /split-tests/{split_test}/declare-winner",
        "node_code",
        {"split_test": {"winner_node_code": FIELD, "variant_name": "a"}},
    ),
    ("PUT /crm/stages/reorder", "stage", {"stages": [{"id": FIELD, "position": 0}]}),
    ("POST /crm/entities/{entity}/entries", "pipeline", {"pipeline_id": FIELD}),
    ("POST /crm/entities/{entity}/entries", "stage", {"stage_id": FIELD}),
    ("PUT /crm/entries/{entry}", "pipeline", {"pipeline_id": FIELD}),
    ("PUT /crm/entries/{entry}", "stage", {"stage_id": FIELD}),
    ("PUT /crm/entities/{entity}/entries/{entry}", "pipeline", {"pipeline_id": FIELD}),
    ("PUT /crm/entities/{entity}/entries/{entry}", "stage", {"stage_id": FIELD}),
    ("PUT /crm/entries/{entry}/stage", "stage", {"stage_id": FIELD}),
    ("PUT /crm/entities/{entity}/entries/{entry}/stage", "stage", {"stage_id": FIELD}),
    ("PUT /collections/{collection}", "collection_field", {"fields": [{"id": FIELD}]}),
    ("POST /courses", "domain", {"domain_id": FIELD}),
    ("POST /courses", "page", {"details_page_id": FIELD}),
    ("POST /courses", "page", {"module_page_id": FIELD}),
    ("POST /courses", "page", {"content_page_id": FIELD}),
    ("PUT /courses/{course}", "domain", {"domain_id": FIELD}),
    ("PUT /courses/{course}", "page", {"details_page_id": FIELD}),
    ("PUT /courses/{course}", "page", {"module_page_id": FIELD}),
    ("PUT /courses/{course}", "page", {"content_page_id": FIELD}),
    ("POST /courses/copy", "course", {"id": FIELD, "brand_id": 1}),
    ("POST /courses/copy", "brand", {"id": "own:course", "brand_id": FIELD}),
    ("POST /courses/{course}/modules/order", "module", {"order": {FIELD: 0}}),
    (
        "POST /courses/{course}/enrollments/{enrollment}/complete",
        "content",
        {"content_id": FIELD},
    ),
    ("PUT /quizzes/{quiz}", "page", {"page_id": FIELD}),
    ("POST /quizzes/{quiz}/screens/order", "screen", {"order": {FIELD: 0}}),
    ("POST /automations/copy", "automation", {"id": FIELD, "brand_id": 1}),
    ("POST /automations/copy", "brand", {"id": "own:automation", "brand_id": FIELD}),
    ("POST /domains/{domain}/move/preview", "domain", {"target_domain_id": FIELD}),
    ("POST /domains/{domain}/move/apply", "domain", {"target_domain_id": FIELD}),
    ("POST /blogs", "domain", {"domain_id": FIELD}),
    ("PUT /blogs/{blog}", "domain", {"domain_id": FIELD}),
    (
        "POST /retention-offers/apply",
        "subscription",
        {**_APPLY, "transaction_id": FIELD, "merchant_id": 1, "offer_product_code": "X"},
    ),
    (
        "POST /retention-offers/apply",
        "merchant",
        {**_APPLY, "transaction_id": "own:subscription", "merchant_id": FIELD},
    ),
    (
        "POST /retention-offers/apply",
        "product_code",
        {
            **_APPLY,
            **{"transaction_id": "own:subscription", "merchant_id": "own:merchant"},
            "offer_product_code": FIELD,
        },
    ),
    ("POST /components/{component}/editor", "revision", {"revision_id": FIELD}),
)
"""(call, kind, what replaces the call's good body): refused for a record of another brand.

``own:kind`` stands for the brand's own record.
"""

TAKEN_AS_NONE: tuple[tuple[str, str, dict[str, Any]], ...] = (
    (
        "DELETE /collections/{collection}/entries/bulk-delete",
        "collection_entry",
        {"ids": [FIELD]},
    ),
    ("POST /clicks/export", "session", {"selected_codes": [FIELD]}),
    ("POST /clicks/export", "funnel", {"filters": [{"field": "funnel_id", "value": FIELD}]}),
    ("POST /automations/export", "automation", {"selected_ids": [FIELD]}),
    ("POST /blogs/export", "blog", {"selected_ids": [FIELD]}),
    ("POST /blogs/export", "domain", {"filters": {"domain_id": FIELD}}),
    ("POST /customers/export", "customer", {"selected_emails": [FIELD]}),
    ("PUT /automations/{automation}", "collection_code", {"collection_code": FIELD}),
    (
        "POST /analytics/reports/generate",
        "page",
        {"group_by": ["page"], "metrics": ["sales"], "filters": {"page": FIELD}, **_DAYS},
    ),
)
"""Bodies that pick among the brand's own: a foreign record is as one that does not exist."""

QUERIES: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("GET /components/{component}/builder", "revision", {"revision_id": FIELD}),
    ("GET /crm/entities/{entity}/entries", "pipeline", {"pipeline_id": FIELD}),
    ("GET /crm/entities/{entity}/entries", "stage", {"stage_id": FIELD}),
    ("GET /crm/entities/{entity}/entries", "customer", {"reference_id": FIELD}),
    ("GET /subscriptions", "merchant", {"filter.merchant_id": FIELD}),
    ("GET /subscriptions", "product_code", {"filter.product_code": FIELD}),
    ("GET /subscriptions", "customer", {"filter.email": FIELD}),
    ("GET /analytics/metrics", "split_test", {"split_test_id": FIELD}),
    *(
        (line, kind, {**_DAYS, name: FIELD})
        for line in (
            "GET /analytics/metrics/data",
            "GET /analytics/metrics/{field}/data",
        )
        for kind, name in (
            ("page", "page_id"),
            ("split_test", "split_test_id"),
            ("funnel", "filter[funnel_id]"),
            ("product", "filter[product]"),
        )
    ),
    ("GET /clicks", "session", {"click_id": FIELD}),
    ("GET /clicks", "click_code", {"query": FIELD}),
    ("GET /clicks", "page", {"pgid": FIELD}),
    ("GET /clicks", "funnel", {"funnel_id": FIELD}),
    ("GET /clicks", "merchant", {"merchant_id": FIELD}),
    ("GET /replays", "session", {"session_id": FIELD}),
    ("GET /conversions", "conversion", {"search": FIELD}),
    ("GET /customers", "customer", {"q": FIELD}),
    ("GET /tickets", "ticket", {"searchQuery": FIELD}),
)
"""(call, kind, query): answered as for a record that does not exist."""

NO_RECORDS = frozenset(
    {
        *("template_id", "folder_id", "brand_template_id", "enrollment_email_template_id"),
        *("shipping_profile_id", "assigned_to_user_id", "assigned_to_team_id"),
        *("ga_measurement_id", "meta_pixel_id", "vtid", "merchant_product_ids"),
        *("code", "custom_header_code", "language_code", "postback_code", "node_code"),
        *("subid", "expected_revision_id"),
    }
)
"""Names like those of records that are none here: taken as they come, or a record's own.

``expected_revision_id`` is never looked up: it is only compared with the record's own newest draft,
and a refusal names that draft, whatever was sent.
"""
