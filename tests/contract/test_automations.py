"""Automations on the wire (document: Automation; quirk 55)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.automations import (
    Automation,
    AutomationDraft,
    AutomationEvent,
    AutomationFilter,
    AutomationPatch,
    Builder,
    StatsByNode,
    TotalsByAutomation,
)


def test_the_single_read_has_no_status() -> None:
    """Quirk 55."""
    read = {"id": 1, "title": "Welcome", "postback_code": "x", "trigger_node_type": "purchase"}
    assert Automation.model_validate(read).status is None


def test_unknown_words_and_keys_are_kept() -> None:
    found = Automation.model_validate({"id": 1, "status": "archived", "folder": 3})
    assert (found.status, found.model_extra) == ("archived", {"folder": 3})


def test_a_title_is_needed_only_once() -> None:
    with pytest.raises(ValidationError):
        AutomationDraft.model_validate({})
    assert AutomationPatch(status="inactive").body() == {"status": "inactive"}
    assert AutomationPatch(entry_node="").body() == {"entry_node": ""}


def test_only_what_was_set_is_asked() -> None:
    assert AutomationFilter(q="x", sort="updated_at").query() == {"q": "x", "sort": "updated_at"}
    with pytest.raises(ValidationError):
        AutomationFilter.model_validate({"sort": "size"})


def test_a_builder_keeps_whatever_it_holds() -> None:
    sent = {"config": {"nodes": [{"code": "a", "x": 1}], "connections": []}, "theme": {"a": [1]}}
    read = Builder.model_validate(sent)
    assert read.body() == sent
    assert read.nodes == [{"code": "a", "x": 1}]


def test_a_builder_without_a_config_is_empty() -> None:
    for config in (None, [], {}):
        assert Builder.model_validate({"config": config}).nodes == []
    odd = Builder.model_validate({"config": {"nodes": [1, {"code": "a"}], "connections": "x"}})
    assert (odd.nodes, odd.connections) == ([{"code": "a"}], [])


def test_uneven_numbers_and_events() -> None:
    assert StatsByNode.model_validate([]).root == {}
    assert StatsByNode.model_validate({"a": {"failed": 2}}).root["a"].failed == 2
    rows = TotalsByAutomation.model_validate({"5": {"total_runs": 1}, "note": "x"}).root
    assert [(row.automation_id, row.total_runs) for row in rows] == [(5, 1)]
    assert AutomationEvent.model_validate("purchase").type == "purchase"
