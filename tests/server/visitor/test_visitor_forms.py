"""Forms on pages put entries into collections (document: Collection; Events)."""

from typing import Any

import httpx
import pytest
from automations_driver import chain, deploy
from platform_process import NewBrand, TestBrand
from sqlalchemy import select

from funneldesk.server.parts.automations.tables import AutomationRunRow
from funneldesk.server.visitor.forms import way_on

FIELDS = [
    {"name": "Name", "type": "text"},
    {"name": "Email", "type": "email", "required": True},
    {"name": "Agrees", "type": "checkbox", "required": True},
    {"name": "News", "type": "checkbox"},
    {"name": "Note", "type": "text", "private": True, "required": True, "default_value": "new"},
]
GOOD = {"name": "Ann", "email": "ann@example.com", "agrees": "on"}


class Form:
    """A form with all that visitors meet."""

    def __init__(self, brand: TestBrand) -> None:
        self.brand = brand
        self.api = brand.api()
        made = self.api.post("/collections", json={"name": "Contact", "fields": FIELDS}).json()
        self.id = made["id"]
        self.path = "/-/collections/contact"
        self.visitor = brand.visitor()

    def entries(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.api.get(f"/collections/{self.id}/entries").json()["data"]
        return rows

    def send(self, values: Any = None, referrer: str = "", **words: Any) -> httpx.Response:
        headers = {"Referer": referrer} if referrer else {}
        fields = GOOD if values is None else values
        return self.visitor.post(self.path, data=fields, headers=headers, **words)


@pytest.fixture
def form(brand: TestBrand) -> Form:
    return Form(brand)


def test_a_browser_sends_a_form_and_goes_back_to_its_page(form: Form) -> None:
    page = f"{form.visitor.root}/landing?utm=x"
    answer = form.send(referrer=page)
    assert answer.status_code == 303
    assert answer.headers["location"] == f"/p/{form.brand.id}/landing?utm=x"
    entry = form.entries()[0]
    assert (entry["name"], entry["email"]) == ("Ann", "ann@example.com")
    assert (entry["agrees"], entry["news"], entry["note"]) == (True, False, "new")


def test_a_form_leads_on_to_a_page_of_the_brand_only(form: Form) -> None:
    root = f"/p/{form.brand.id}"
    for wanted, target in (
        (f"{root}/thanks#top", f"{root}/thanks#top"),
        (f"{form.visitor.root}/thanks", f"{root}/thanks"),
        ("https://evil.example/", None),
        ("//evil.example/", None),
        (f"/p/{form.brand.id + 1}/thanks", None),
        (f"{root}/../{form.brand.id + 1}/x", None),
        (f"{root}/%2e%2e/x", None),
        ("javascript:alert(1)", None),
        (f"{root}/a\r\nSet-Cookie: x=1", None),
        ("/\\evil.example", None),
    ):
        answer = form.send({**GOOD, "_next": wanted})
        assert answer.headers.get("location") == target, wanted
        assert answer.status_code == (303 if target else 200)
    assert form.send(referrer="https://evil.example/page").status_code == 200


def test_way_on_prefers_the_wanted_page() -> None:
    here = "https://shop.example/p/7/-/collections/x"
    assert way_on(here, "https://shop.example/p/7/a", "/p/7/b", 7) == "/p/7/b"
    assert way_on(here, "https://shop.example/offer", "", 7) == "/offer"
    assert way_on(here, "http://shop.example/p/7/a", "", 7) is None
    assert way_on(here, "https://shop.example//evil.example", "", 7) is None
    assert way_on(here, "http://[", "", 7) is None


def test_multipart_and_json_are_taken_too(form: Form) -> None:
    answer = form.visitor.post(form.path, files={name: (None, text) for name, text in GOOD.items()})
    assert answer.status_code == 200
    assert "Thank you" in answer.text
    body = {"name": "Bob", "email": "bob@example.com", "agrees": True}
    answer = form.visitor.post(form.path, json=body)
    assert answer.status_code == 201
    assert answer.json()["id"] == form.entries()[0]["id"]
    assert [row["name"] for row in form.entries()] == ["Bob", "Ann"]


def test_what_is_not_valid_is_told_in_sentences(form: Form) -> None:
    answer = form.send({"name": "Ann", "email": "<script>"})
    assert answer.status_code == 422
    assert "valid e-mail address" in answer.text
    assert "Agrees" in answer.text
    assert "<script>" not in answer.text
    answer = form.visitor.post(form.path, json={"email": "x", "agrees": True})
    assert (answer.status_code, list(answer.json()["errors"])) == (422, ["email"])
    assert form.entries() == []


def test_private_fields_are_not_the_visitors(form: Form) -> None:
    form.send({**GOOD, "note": "let me in"})
    assert form.entries()[0]["note"] == "new"


def test_a_program_that_fills_in_everything_is_thanked_and_forgotten(form: Form) -> None:
    answer = form.send({**GOOD, "_gotcha": "x"})
    assert (answer.status_code, form.entries()) == (200, [])
    answer = form.visitor.post(form.path, json={"_gotcha": "x"})
    assert (answer.status_code, form.entries()) == (201, [])


def test_a_form_that_is_not_there(form: Form, new_brand: NewBrand) -> None:
    other = new_brand().visitor()
    for visitor, path in (
        (other, form.path),
        (form.visitor, "/-/collections/nothing"),
        (form.visitor, "/-/collections/%00"),
    ):
        assert visitor.post(path, data=GOOD).status_code == 404
        assert visitor.post(path, json=GOOD).status_code == 404
    nowhere = form.brand.client(f"{form.brand.base_url}/p/{2**70}")
    assert nowhere.post(form.path, data=GOOD).status_code == 404


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"", "application/json"),
        (b"[1]", "application/json"),
        (b"[" * 50_000, "application/json"),
        (b'{"email": NaN}', "application/json"),
        (b'{"email": "\\ud800"}', "application/json"),
        (b"email=%00%ff", "application/x-www-form-urlencoded"),
        (b"email[a][b]=1&email=2", "application/x-www-form-urlencoded"),
        (b"nonsense", "multipart/form-data"),
        (b"nonsense", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="email"; filename="a"\r\n\r\nx\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
        (b"hello", "text/plain"),
    ],
)
def test_hostile_bodies_are_refused(form: Form, content: bytes, kind: str) -> None:
    headers = {"Content-Type": kind}
    answer = form.visitor.post(form.path, content=content, headers=headers)
    assert answer.status_code == 422, answer.text
    assert form.entries() == []


def test_a_body_that_is_too_large_is_not_read(form: Form) -> None:
    answer = form.send({**GOOD, "name": "x" * 600_000})
    assert answer.status_code == 413


def test_forms_and_the_interface_start_automations(form: Form) -> None:
    made = deploy(form.api, chain({"code": "tag", "type": "add_tag", "data": {"tag": "met"}}))
    form.send()
    body = {**GOOD, "agrees": True, "note": "x"}
    form.api.post(f"/collections/{form.id}/entries", json=body)
    with form.brand.database.reading() as session:
        query = select(AutomationRunRow).where(AutomationRunRow.automation_id == made["id"])
        runs = list(session.scalars(query.order_by(AutomationRunRow.id)))
    assert [run.trigger for run in runs] == ["form_submission"] * 2
    for run, entry in zip(runs, reversed(form.entries()), strict=True):
        assert run.subject["email"] == "ann@example.com"
        assert run.subject["collection_code"] == "contact"
        assert run.subject["entry_id"] == entry["id"]
        assert run.subject["values"]["name"] == "Ann"
