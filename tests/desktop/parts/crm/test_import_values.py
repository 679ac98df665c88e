"""A value of any type, written to a file and read again, is the same value."""

from datetime import date
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.crm_desk import TYPES

from funneldesk.contract.crm import CrmEntity, CrmField, CrmPipeline, CrmStage
from funneldesk.contract.spreadsheets import safe_text, unguarded
from funneldesk.desktop.kit.export.csv_file import csv_cell
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.crm.entries import entries_section
from funneldesk.desktop.parts.crm.fields import VALUES
from funneldesk.desktop.parts.crm.importing import declared_import
from funneldesk.desktop.records.importing.conventions import POINT, read_cell
from funneldesk.desktop.records.rows import SummaryRow

OPTIONS = ["Tea", "Tins, large", "Gifts", "a, b, c"]
ENTITY = CrmEntity(
    id=7,
    name="Deals",
    slug="deals",
    pipelines=[
        CrmPipeline(
            id=1, name="One", stages=[CrmStage(id=11, name="New"), CrmStage(id=12, name="Won")]
        ),
        CrmPipeline(id=2, name="Two", stages=[CrmStage(id=21, name="New")]),
    ],
    fields=[
        CrmField(id=at, name=key.title(), key=key, type=made["type"], options=OPTIONS)
        for at, (key, made) in enumerate(TYPES.items())
    ],
)
FORMATS = Formats("EUR")
IMPORT = declared_import(ENTITY)
COLUMNS = {each.key: each for each in entries_section(ENTITY).columns}
TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=40)
VALUES_OF: dict[str, st.SearchStrategy[Any]] = {
    "company": TEXTS.filter(str.strip),
    "budget": st.integers(-(10**15), 10**15) | st.floats(-1e9, 1e9).map(lambda x: round(x, 9)),
    "due": st.dates(date(1000, 1, 1)).map(date.isoformat),
    "signed": st.booleans(),
    "source": st.sampled_from(OPTIONS),
    "topics": st.lists(st.sampled_from(OPTIONS), min_size=1, unique=True),
    "site": st.just("https://turin.example/?a=b"),
    "mail": st.sampled_from(["a+b@turin.example", "-x@turin.example"]),
    "call": st.from_regex(r"\+?[0-9]{3,9}( [0-9]{2}){0,3}", fullmatch=True),
}


@given(TEXTS)
def test_what_guards_a_text_from_spreadsheets_is_taken_away_again(text: str) -> None:
    assert unguarded(safe_text(text)) == text


@given(st.fixed_dictionaries(VALUES_OF), st.sampled_from([11, 12, 21]))
def test_an_exported_value_is_read_as_what_it_was(values: dict[str, Any], stage: int) -> None:
    flat = {VALUES + key: value for key, value in values.items()}
    row = SummaryRow("1", {"id": "1", "title": "T", "stage_id": stage, **flat})
    declared = IMPORT.kind.draft.declared.in_formats(lambda: FORMATS)
    for name, value in {**flat, "stage_id": stage}.items():
        text = unguarded(csv_cell(COLUMNS[name].cell(row), None))
        spec = declared[name]
        found, problem = read_cell(spec, text, POINT if spec.kind == "decimal" else "")
        assert (found, problem) == (spec.normal(value), ""), name
