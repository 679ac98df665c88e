"""Columns find their fields: by title, by nearly the title, by their cells, by what was chosen."""

from tests.desktop.support.product_import import PRODUCTS

from funneldesk.desktop.records.importing.guessing import Memory, guess
from funneldesk.desktop.records.importing.mapping import REASON, ImportPlan


def test_titles_may_be_written_otherwise_and_misspelt() -> None:
    titles = ("Product  NAME", "Pricee", "SKU number", "Colour", "classification")
    assert guess(PRODUCTS, titles) == ("title", "price", "sku", "", "classification")


def test_the_reason_of_an_earlier_import_is_no_field() -> None:
    assert guess(PRODUCTS, ("Code", REASON)) == ("code", "")


def test_cells_tell_a_field_where_the_title_does_not() -> None:
    columns = [["main", "upsell"], ["physical", "digital"], ["tea", "yes"]]
    titles = ("A", "B", "C")
    assert guess(PRODUCTS, titles, None, columns) == ("classification", "type", "")


def test_a_field_is_given_once() -> None:
    assert guess(PRODUCTS, ("Title", "title", "Titel")) == ("title", "", "")


def test_choices_are_remembered_for_a_title_and_all_of_them_for_a_file() -> None:
    titles = ("Ref", "What", "Extra")
    plan = ImportPlan(
        ("code", "title", ""), ("", "", ""), ("title",), "update", {"type": "digital"}
    )
    memory = Memory(Memory().remember(titles, plan))
    assert memory.plan(("ref", "WHAT", "Extra")) == plan
    assert memory.plan(("Ref", "What")) is None
    assert guess(PRODUCTS, ("What", "Ref", "Extra", "Price"), memory) == (
        "title",
        "code",
        "",
        "price",
    )
    assert Memory({"titles": None, "files": {"x": 3}}).plan(("x",)) is None


def test_only_the_newest_shapes_of_files_are_kept() -> None:
    memory = Memory()
    for number in range(30):
        kept = memory.remember((f"Column {number}",), ImportPlan(("code",)))
    assert len(dict(kept["files"])) == 20  # type: ignore[call-overload]
    assert memory.plan(("Column 0",)) is None
    assert memory.plan(("Column 29",)) is not None
