"""Names are found whatever their case, accents and spelling, in every list that can be searched."""

import unicodedata

import pytest
from platform_process import BrandApi

NAME = "ÀÉ Čokoláda İstanbul x"
BODIES = {
    "quizzes": {"name": NAME},
    "courses": {
        "title": NAME,
        "language_code": "en",
        "description": "x",
        "status": "draft",
        "delivery_type": "embedded",
    },
    "blogs": {"name": NAME},
    "automations": {"title": NAME},
    "collections": {"name": NAME, "fields": [{"name": "Note", "type": "text"}]},
}


@pytest.mark.parametrize("part", BODIES)
@pytest.mark.parametrize(
    "typed", ["ÀÉ Č", "àé č", "ae cokolada", "COKOLÁDA", "istanbul", "İSTANBUL X"]
)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_names_are_found_by_any_spelling(api: BrandApi, part: str, typed: str, form: str) -> None:
    made = api.post(f"/{part}", json=BODIES[part])
    assert made.status_code in (200, 201), made.text
    wanted = unicodedata.normalize(form, typed)
    found = api.get(f"/{part}", params={"q": wanted, "search": wanted}).json()
    rows = found if isinstance(found, list) else found["data"]
    assert [row.get("name") or row.get("title") for row in rows] == [NAME]
    none = api.get(f"/{part}", params={"q": "cokolade", "search": "cokolade"}).json()
    assert not (none if isinstance(none, list) else none["data"])
