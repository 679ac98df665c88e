"""Every refusal becomes the error that the document means (document: Errors)."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client import errors
from funneldesk.client.api import Api
from funneldesk.contract.errors import BRAND_DENIED, INVALID_KEY
from funneldesk.contract.pages import PageDraft, PagePatch


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [
        (401, {"message": INVALID_KEY}, errors.NotSignedIn),
        (401, {"message": BRAND_DENIED}, errors.WrongBrand),
        (401, b"", errors.NotSignedIn),
        (403, b"", errors.RoleDenied),
        (403, {"message": "This action is unauthorized."}, errors.RoleDenied),
        (403, {"error": "no", "plan_error": {"message": "Upgrade."}}, errors.PlanDenied),
        (403, {"plan_error": {"limit": "many"}}, errors.PlanDenied),
        (404, {"message": "no query results for the page model"}, errors.NotFound),
        (404, b"<html>", errors.NotFound),
        (409, {"message": "finalized"}, errors.Conflict),
        (422, {"errors": {"title": ["required"]}}, errors.Invalid),
        (429, b"", errors.RateLimited),
        (500, b"<h1>Oops", errors.ServerFault),
        (501, b"", errors.NotImplementedByPlatform),
        (502, b"", errors.ServerFault),
        (503, b"", errors.ServerFault),
        (507, {"message": "full"}, errors.ServerFault),
        (400, b"", errors.Rejected),
        (405, b"", errors.Rejected),
        (418, b"", errors.Rejected),
        (302, b"", errors.LoginRedirect),
    ],
)
async def test_a_status_is_told_as_what_it_means(
    status: int, body: Any, kind: type[errors.ApiError], scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirks 5 and 6: two 401s and two 403s are told apart."""
    scripted.will(reply(status, body))
    with pytest.raises(errors.ApiError) as caught:
        await api.pages.create(PageDraft(title="Spring"))
    assert type(caught.value) is kind
    assert str(caught.value).endswith(".")
    assert caught.value.status == status
    assert (caught.value.method, caught.value.path) == ("POST", "/api/brands/7/pages")
    assert "POST /api/brands/7/pages" in caught.value.details()
    assert str(status) in caught.value.details()
    assert len(scripted.requests) == 1


async def test_messages_come_by_field_and_all_together(
    scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 21: fields, dotted paths, single texts and a general message."""
    body = {
        "message": "The given data was invalid.",
        "errors": {
            "title": ["The title is required.", "The title is short."],
            "fields.2.options": "Give options.",
            "message": ["The given data was invalid."],
        },
    }
    scripted.will(reply(422, body))
    with pytest.raises(errors.Invalid) as caught:
        await api.pages.update(3, PagePatch(title=""))
    assert caught.value.fields["title"] == ["The title is required.", "The title is short."]
    assert caught.value.fields["fields.2.options"] == ["Give options."]
    assert caught.value.messages == [
        "The given data was invalid.",
        "The title is required.",
        "The title is short.",
        "Give options.",
    ]


@pytest.mark.parametrize(
    "body",
    [b"", b"[]", b"null", b'"text"', b"{", b'{"errors": ["x"]}', b'{"message": {"a": 1}}'],
)
async def test_an_unexpected_422_is_still_a_422(
    body: bytes, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(422, body))
    with pytest.raises(errors.Invalid) as caught:
        await api.pages.create(PageDraft(title="x"))
    assert caught.value.fields == {}


@pytest.mark.parametrize("status", [403, 422])
async def test_a_plan_says_what_it_refuses(
    status: int, scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 6: the page limit with its numbers."""
    told = {
        "type": "plan_limit_exceeded",
        "feature": "pages",
        "message": "Your plan has 10 pages.",
        "current_count": 10,
        "limit": 10,
    }
    errors_too = {"errors": {"title": ["Your plan has 10 pages."]}}
    told_all = {"error": "plan limit exceeded", "plan_error": told, **errors_too}
    scripted.will(reply(status, told_all))
    with pytest.raises(errors.PlanDenied) as caught:
        await api.pages.create(PageDraft(title="Eleven"))
    assert (caught.value.refusal.current_count, caught.value.refusal.limit) == (10, 10)
    assert str(caught.value) == "Your plan has 10 pages."


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        ("/login", errors.LoginRedirect),
        ("https://platform.example/login?next=/api/brands/7/pages/3", errors.LoginRedirect),
        ("", errors.LoginRedirect),
        ("https://[", errors.LoginRedirect),
        ("https://a@platform.example/api/brands/7/pages/3", errors.BadAnswer),
    ],
)
async def test_a_login_page_and_a_moved_platform_are_told_apart(
    location: str, kind: type[errors.ApiError], scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirk 3: a PUT may be answered by a redirect to the login page; it is not repeated."""
    scripted.will(reply(302, b"<html>Log in", {"Location": location}))
    with pytest.raises(kind) as caught:
        await api.pages.update(3, PagePatch(title="Spring"))
    assert len(scripted.requests) == 1
    assert caught.value.excerpt == "<html>Log in"
    assert not caught.value.maybe_done
    if kind is errors.BadAnswer:
        assert "https://platform.example:" in str(caught.value)


@pytest.mark.parametrize("form", ["seconds", "date"])
@pytest.mark.parametrize("status", [429, 503])
async def test_a_create_is_told_when_to_come_back(
    form: str, status: int, scripted: ScriptedPlatform, api: Api
) -> None:
    """Quirks 9 and 10: never repeated by itself; both forms of Retry-After are read."""
    later = format_datetime(datetime.now(UTC) + timedelta(seconds=20), usegmt=True)
    header = {"Retry-After": "20" if form == "seconds" else later}
    scripted.will(reply(status, b"", header))
    with pytest.raises(errors.RateLimited) as caught:
        await api.pages.create(PageDraft(title="x"))
    assert len(scripted.requests) == 1
    assert caught.value.retry_after == pytest.approx(20, abs=1.5)


@pytest.mark.parametrize("text", ["soon", "-1", "", "9" * 400, "Thu, 99 Foo 2026 00:00:00 GMT"])
async def test_an_odd_retry_after_does_no_harm(
    text: str, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(429, b"", {"Retry-After": text}))
    with pytest.raises(errors.RateLimited) as caught:
        await api.check()
    assert caught.value.retry_after is None or caught.value.retry_after > 30
    assert len(scripted.requests) == 1


@pytest.mark.parametrize(
    ("status", "unsure"), [(500, True), (502, True), (501, False), (503, False), (507, False)]
)
async def test_a_failed_write_tells_whether_it_may_have_happened(
    status: int, unsure: bool, scripted: ScriptedPlatform, api: Api
) -> None:
    scripted.will(reply(status, b""))
    with pytest.raises(errors.ServerFault) as caught:
        await api.pages.create(PageDraft(title="x"))
    assert caught.value.maybe_done is unsure
    assert ("may have been carried out" in caught.value.details()) is unsure


def test_all_errors_are_of_one_tree() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    tree = [kind for kind in kinds if issubclass(kind, Exception)]
    assert len(tree) == 17
    assert all(issubclass(kind, errors.ApiError) for kind in tree)
