"""Split-test records that saved html brings into being (document: Page; quirk 27)."""

import pytest
from platform_process import BrandApi, TestBrand
from sqlalchemy import select

from funneldesk.server.parts.split_tests.rules import shares
from funneldesk.server.parts.split_tests.tables import SplitTestRow

BLOCK = (
    '<inline-split-test name="headline"{id}>'
    '<variant name="calm" weight="70">A</variant><variant name="bold" weight="30">B</variant>'
    "</inline-split-test>"
)
PLAIN = BLOCK.format(id="")


def records(brand: TestBrand, page_id: int) -> list[SplitTestRow]:
    """The page's records, oldest first."""
    query = select(SplitTestRow).where(
        SplitTestRow.brand_id == brand.id, SplitTestRow.page_id == page_id
    )
    with brand.database.reading() as session:
        return list(session.scalars(query.order_by(SplitTestRow.id)))


def save(api: BrandApi, page_id: int, **fields: object) -> None:
    """An update that must be taken."""
    answer = api.put(f"/pages/{page_id}", json={"title": "x", **fields})
    assert answer.status_code == 200, answer.text


def test_a_saved_block_makes_a_record(brand: TestBrand) -> None:
    page = brand.api().post("/pages", json={"title": "x", "html": f"<p>{PLAIN}"}).json()["page"]
    (record,) = records(brand, page["id"])
    assert (record.name, record.type, record.status) == ("headline", "split_test", "running")
    assert [(i["name"], i["weight"]) for i in record.config["items"]] == [
        ("calm", 70),
        ("bold", 30),
    ]
    codes = {item["node_code"] for item in record.config["items"]}
    assert len(codes) == 2
    assert all(code.isalnum() for code in codes)


def test_quirk_27_each_save_without_the_id_makes_another_record(brand: TestBrand) -> None:
    api = brand.api()
    page = api.post("/pages", json={"title": "x", "html": PLAIN}).json()["page"]
    for _ in range(3):
        save(api, page["id"], html=PLAIN)
    found = records(brand, page["id"])
    assert len(found) == 4
    assert [record.block for record in found] == [None, None, None, 0]
    assert api.get(f"/pages/{page['id']}").json()["html"] == PLAIN


def test_quirk_27_a_save_without_html_makes_none(brand: TestBrand) -> None:
    api = brand.api()
    page = api.post("/pages", json={"title": "x", "html": PLAIN}).json()["page"]
    save(api, page["id"], css="p{}")
    save(api, page["id"], status="published")
    assert len(records(brand, page["id"])) == 1


def test_quirk_27_a_block_that_carries_its_id_keeps_its_record(brand: TestBrand) -> None:
    api = brand.api()
    page = api.post("/pages", json={"title": "x", "html": PLAIN}).json()["page"]
    (before,) = records(brand, page["id"])
    named = (
        BLOCK.format(id=f' id="{before.id}"')
        .replace('weight="70"', 'weight="60"')
        .replace("bold", "brave")
    )
    save(api, page["id"], html=named)
    (after,) = records(brand, page["id"])
    assert after.id == before.id
    calm, brave = after.config["items"]
    assert (calm["weight"], calm["node_code"]) == (60, before.config["items"][0]["node_code"])
    assert brave["name"] == "brave"
    assert brave["node_code"] != before.config["items"][1]["node_code"]


def test_an_id_that_is_not_the_pages_own_makes_a_new_record(brand: TestBrand) -> None:
    api = brand.api()
    other = api.post("/pages", json={"title": "other", "html": PLAIN}).json()["page"]
    (foreign,) = records(brand, other["id"])
    strange = [foreign.id, "abc", "9" * 30, "-1", ""]
    html = "".join(BLOCK.format(id=f' id="{one}"') for one in strange)
    page = api.post("/pages", json={"title": "x", "html": html}).json()["page"]
    assert len(records(brand, page["id"])) == len(strange)
    assert len(records(brand, other["id"])) == 1


def test_a_copied_block_does_not_share_its_record(brand: TestBrand) -> None:
    api = brand.api()
    page = api.post("/pages", json={"title": "x", "html": PLAIN}).json()["page"]
    (first,) = records(brand, page["id"])
    save(api, page["id"], html=BLOCK.format(id=f" id={first.id}") * 2)
    assert [record.block for record in records(brand, page["id"])] == [0, 1]


def test_only_real_blocks_make_records(brand: TestBrand) -> None:
    html = (
        f"<!-- {PLAIN} --><textarea>{PLAIN}</textarea><script>'{PLAIN}'</script>"
        f"<inline-split-test name=empty>no variant</inline-split-test>"
    )
    page = brand.api().post("/pages", json={"title": "x", "html": html}).json()["page"]
    assert records(brand, page["id"]) == []


def test_a_weight_of_hundreds_of_digits_is_no_weight(brand: TestBrand) -> None:
    html = PLAIN.replace("70", "9" * 400)
    page = brand.api().post("/pages", json={"title": "x", "html": html}).json()["page"]
    (record,) = records(brand, page["id"])
    assert [item["weight"] for item in record.config["items"]] == [None, 30]


def test_nested_blocks_have_records_of_their_own(brand: TestBrand) -> None:
    html = PLAIN.replace(">A<", f">{PLAIN.replace('headline', 'inner')}<") + PLAIN
    page = brand.api().post("/pages", json={"title": "x", "html": html}).json()["page"]
    found = sorted(records(brand, page["id"]), key=lambda record: record.block or 0)
    assert [record.name for record in found] == ["headline", "inner", "headline"]


def test_deleting_a_page_takes_its_records_along(brand: TestBrand) -> None:
    api = brand.api()
    page = api.post("/pages", json={"title": "x", "html": PLAIN}).json()["page"]
    api.delete(f"/pages/{page['id']}")
    assert records(brand, page["id"]) == []


@pytest.mark.parametrize(
    ("weights", "expected"),
    [
        ([70, 30], [0.7, 0.3]),
        ([1, 1, 2], [0.25, 0.25, 0.5]),
        ([None, None], [0.5, 0.5]),
        ([60, None, None], [0.6, 0.2, 0.2]),
        ([100, None], [1, 0]),
        ([0, 0], [0.5, 0.5]),
        ([0, 100], [0, 1]),
        ([150, None, 50], [0.75, 0, 0.25]),
        ([None], [1]),
        ([1e308, 1e308], [0.5, 0.5]),
    ],
)
def test_shares_of_visitors(weights: list[float | None], expected: list[float]) -> None:
    assert shares(weights) == pytest.approx(expected)
