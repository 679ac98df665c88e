"""Products, funnels, domains and blogs on the wire: what is kept and what is sent."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.blogs import Blog, BlogDraft, BlogPatch
from funneldesk.contract.domains import Domain, DomainDraft, Validation
from funneldesk.contract.funnels import Funnel, FunnelPatch
from funneldesk.contract.products import Product, ProductDraft, ProductFilter, ProductPatch


def test_quirk_39_merchant_ids_are_an_object_or_an_empty_list() -> None:
    assert Product.model_validate({"id": 1, "merchant_product_ids": []}).merchant_product_ids == []
    filled = Product.model_validate({"id": 1, "merchant_product_ids": {"a": 5}})
    assert filled.merchant_product_ids == {"a": 5}


def test_quirk_39_a_tier_is_kept_and_sent_back_as_it_is() -> None:
    tiers = [{"price": "9.90", "every": {"n": 1}}, "odd", None]
    read = Product.model_validate({"id": 1, "subscription_tiers": tiers})
    assert ProductPatch(subscription_tiers=read.subscription_tiers).body() == {
        "subscription_tiers": tiers
    }


def test_quirk_38_an_image_is_no_field_of_a_json_body() -> None:
    with pytest.raises(ValidationError, match="image"):
        ProductPatch.model_validate({"image": "https://a.example/i.png"})


def test_what_a_create_needs() -> None:
    with pytest.raises(ValidationError, match="price"):
        ProductDraft.model_validate(
            {"code": "a", "title": "b", "type": "digital", "classification": "main"}
        )
    with pytest.raises(ValidationError, match="dedicated_domain"):
        DomainDraft.model_validate({"domain": "a.example"})
    with pytest.raises(ValidationError, match="name"):
        BlogDraft.model_validate({"slug": "a"})
    with pytest.raises(ValidationError, match="name"):
        BlogPatch.model_validate({"slug": "a"})


def test_only_what_was_set_is_sent() -> None:
    assert ProductPatch(title="a").body() == {"title": "a"}
    assert FunnelPatch(status="active").body() == {"status": "active"}
    assert BlogPatch(name="a", slug="").body() == {"name": "a", "slug": ""}
    assert ProductFilter(page=2).query() == {"page": 2}


def test_unknown_words_and_keys_are_kept() -> None:
    domain = Domain.model_validate({"id": 1, "status": "moved", "why": [1]})
    assert (domain.status, domain.model_extra) == ("moved", {"why": [1]})
    assert Blog.model_validate({"id": 1, "template": [5], "status": "hidden"}).template == [5]
    assert Funnel.model_validate({"id": 1, "pages": [{"id": 2}]}).pages[0].order is None


def test_quirk_56_a_validation_without_success_has_failed() -> None:
    assert Validation.model_validate({"message": "no"}).success is False
