"""Collections by the client (document: Collections; quirks 8, 11, 20, 46 and 47)."""

import json
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound
from funneldesk.contract.collections import (
    Collection,
    CollectionDraft,
    CollectionEntryFilter,
    CollectionExportDraft,
    CollectionFieldDraft,
    CollectionFilter,
    CollectionPatch,
)

if TYPE_CHECKING:
    from conftest import Embedded

FORM = {"id": 3, "code": "form", "name": "Form", "fields": []}
DRAFT = CollectionDraft(
    name="Contact form",
    fields=[
        CollectionFieldDraft(name="Email", type="email", required=True, searchable=True),
        CollectionFieldDraft(name="Size", type="select", options=["S", "L"]),
    ],
)


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def form(real: Api) -> AsyncIterator[Collection]:
    made = await real.collections.create(DRAFT)
    yield made
    await real.collections.delete(made.id)


@pytest.mark.parametrize("answer", [FORM, {"collection": FORM}, {"id": 3}])
async def test_quirk_20_a_new_collection_is_whole_however_it_is_answered(
    api: Api, scripted: ScriptedPlatform, answer: dict[str, Any]
) -> None:
    scripted.will(reply(201, answer), reply(200, FORM))
    made = await api.collections.create(DRAFT)
    assert (made.code, made.fields) == ("form", [])


async def test_quirk_11_pages_of_entries_are_numbered_here(
    api: Api, scripted: ScriptedPlatform
) -> None:
    rows = [{"id": str(number), "title": "x"} for number in range(30)]
    scripted.will(
        reply(200, {"data": rows, "current_page": 1, "total": 31}),
        reply(200, {"data": [{"id": "30", "city": "Kyiv"}], "current_page": 2, "total": 31}),
    )
    found = [entry async for entry in api.collections.iterate_entries(3)]
    assert [entry.id for entry in found] == [str(number) for number in range(31)]
    assert found[-1].values == {"city": "Kyiv"}
    assert [request.path.rpartition("?")[2] for request in scripted.requests] == [
        "page=1",
        "page=2",
    ]


@pytest.mark.parametrize(
    ("answer", "calls"),
    [
        ({"message": "ok", "data": {"id": "a", "email": "x"}, "id": "a"}, 1),
        ({"message": "ok", "data": {"email": "x", "message": "hi"}, "id": 5}, 1),
        ({"message": "ok", "id": "a"}, 2),
    ],
)
async def test_a_new_entry_is_read_again_where_it_is_not_shown(
    api: Api, scripted: ScriptedPlatform, answer: dict[str, Any], calls: int
) -> None:
    scripted.will(reply(201, answer), reply(200, {"id": "a", "email": "x"}))
    made = await api.collections.create_entry(3, {"email": "x"})
    assert made.values["email"] == "x"
    assert len(scripted.requests) == calls


async def test_an_answer_without_an_id_is_told(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.will(reply(201, {"message": "ok"}))
    with pytest.raises(BadAnswer) as caught:
        await api.collections.create_entry(3, {"email": "x"})
    assert caught.value.maybe_done


async def test_quirk_8_ids_go_in_the_body_of_the_delete(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(reply(200, b""))
    await api.collections.bulk_delete(3, ["a", "b"])
    request = scripted.requests[0]
    assert (request.method, request.path) == (
        "DELETE",
        "/api/brands/7/collections/3/entries/bulk-delete",
    )
    assert json.loads(request.body) == {"ids": ["a", "b"]}


async def test_a_form_is_made_changed_and_deleted(real: Api) -> None:
    made = await real.collections.create(DRAFT)
    assert [field.code for field in made.fields or []] == ["email", "size"]
    assert (await real.collections.get(made.code)) == await real.collections.get(made.id)
    size = (made.fields or [])[1].id
    patch = CollectionPatch(
        name="Other",
        fields=[
            CollectionFieldDraft(id=size, deleted=True),
            CollectionFieldDraft(name="City", type="text"),
        ],
    )
    changed = await real.collections.update(made.id, patch)
    assert (changed.name, [field.code for field in changed.fields or []]) == (
        "Other",
        ["email", "city"],
    )
    fields = await real.collections.list_fields(made.id)
    assert [field.code for field in fields] == ["email", "city"]
    assert made.id in [row.id for row in await real.collections.list_all()]
    wanted = CollectionFilter(q="other", per_page=1)
    assert made.id in [row.id async for row in real.collections.iterate(wanted)]
    await real.collections.delete(made.id)
    with pytest.raises(NotFound):
        await real.collections.get(made.id)


async def test_quirk_21_messages_stand_at_their_field(real: Api, form: Collection) -> None:
    with pytest.raises(Invalid) as caught:
        await real.collections.create(
            CollectionDraft(name="x", fields=[CollectionFieldDraft(name="y", type="select")])
        )
    assert list(caught.value.fields) == ["fields.0.options"]
    with pytest.raises(Invalid) as caught:
        await real.collections.create_entry(form.id, {"size": "XL"})
    assert sorted(caught.value.fields) == ["email", "size"]


async def test_entries_go_through_their_life(real: Api, form: Collection) -> None:
    made = [
        await real.collections.create_entry(form.id, {"email": f"a{number}@example.com"})
        for number in range(5)
    ]
    changed = await real.collections.update_entry(form.id, made[0].id, {"size": "L"})
    assert changed.values == {"email": "a0@example.com", "size": "L"}
    assert await real.collections.get_entry(form.id, made[0].id) == changed
    wanted = CollectionEntryFilter(per_page=2)
    found = [entry.id async for entry in real.collections.iterate_entries(form.id, wanted)]
    assert found == [entry.id for entry in reversed(made)]
    listing = await real.collections.list_entries(form.id, CollectionEntryFilter(q="A3@"))
    assert ([entry.id for entry in listing.rows], listing.last_page) == ([made[3].id], 1)
    await real.collections.delete_entry(form.id, made[0].id)
    await real.collections.bulk_delete(form.id, [made[1].id, made[2].id])
    assert (await real.collections.list_entries(form.id)).total == 2
    await real.collections.export(
        form.id, CollectionExportDraft(email="me@example.com", fields=["email"], new_only=True)
    )
    with pytest.raises(Invalid) as caught:
        await real.collections.export(
            form.id, CollectionExportDraft(email="me@example.com", fields=["gone"])
        )
    assert list(caught.value.fields) == ["fields.0"]
