"""Bodies of errors, as unevenly as the document shows them (document: Errors; quirk 21)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.errors import ErrorBody


def test_every_form_of_messages_becomes_lists_of_sentences() -> None:
    body = ErrorBody.model_validate(
        {
            "message": "Invalid.",
            "errors": {"title": ["One.", "Two."], "fields.2.options": "Three.", "message": 4},
            "component_errors": {"x": 1},
        }
    )
    assert body.field_messages() == {
        "title": ["One.", "Two."],
        "fields.2.options": ["Three."],
        "message": ["4"],
    }
    assert body.model_extra == {"component_errors": {"x": 1}}


def test_an_empty_body_has_no_messages() -> None:
    assert ErrorBody.model_validate({}).field_messages() == {}


def test_a_plan_refusal_keeps_its_numbers_and_what_else_it_says() -> None:
    told = {"message": "Full.", "current_count": 3, "limit": 3, "upgrade_info": {"to": "Pro"}}
    refusal = ErrorBody.model_validate(
        {"error": "no", "plan_error": {**told, "since": 1}}
    ).plan_error
    assert refusal is not None
    assert (refusal.message, refusal.current_count, refusal.limit) == ("Full.", 3, 3)
    assert refusal.upgrade_info == {"to": "Pro"}
    assert refusal.model_extra == {"since": 1}


def test_messages_of_another_kind_are_refused() -> None:
    with pytest.raises(ValidationError):
        ErrorBody.model_validate({"message": {"a": 1}})
