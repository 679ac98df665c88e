"""CRM on the wire (document: CRM; quirk 45)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.crm import CrmEntity, CrmEntry, CrmEntryFilter, CrmEntryPatch


def test_quirk_45_values_are_read_twice_and_ids_are_strings() -> None:
    entry = CrmEntry.model_validate(
        {"id": 5, "values": [{"key": "a", "value": [1]}], "values_flat": {"a": [1]}, "heat": 9}
    )
    assert (entry.id, entry.values[0].key, entry.values_flat) == ("5", "a", {"a": [1]})
    assert entry.model_extra == {"heat": 9}


@pytest.mark.parametrize("empty", [[], {}, None])
def test_no_values_may_be_a_list_an_object_or_nothing(empty: object) -> None:
    entry = CrmEntry.model_validate({"id": "a", "values": empty, "values_flat": empty})
    assert (entry.values, entry.values_flat) == ([], {})


def test_an_entity_of_the_list_tells_nothing_of_what_is_in_it() -> None:
    entity = CrmEntity.model_validate({"id": 1, "name": "Leads", "pipelines_count": 2})
    assert (entity.pipelines, entity.fields, entity.pipelines_count) == (None, None, 2)


def test_only_what_was_set_is_sent() -> None:
    assert CrmEntryPatch(values={"a": None}).body() == {"values": {"a": None}}
    assert CrmEntryFilter(q="x", stage_id=None).query() == {"q": "x"}
    with pytest.raises(ValidationError, match="stage"):
        CrmEntryPatch.model_validate({"stage": 1})
