"""Quizzes on the wire (document: Quiz; quirk 54)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.quizzes import FlowPatch, Quiz, QuizPatch, Screen, ScreenDraft


def test_quirk_54_a_cleared_flow_is_sent_as_null() -> None:
    assert FlowPatch(flow=None).body() == {"flow": None}
    with pytest.raises(ValidationError, match="flow"):
        FlowPatch.model_validate({})


def test_a_name_goes_with_every_update() -> None:
    with pytest.raises(ValidationError, match="name"):
        QuizPatch.model_validate({"config": {}})
    assert QuizPatch(name="A", config=None).body() == {"name": "A", "config": None}


def test_screens_have_a_name_and_a_type() -> None:
    for missing in ({"name": "A"}, {"type": "info"}):
        with pytest.raises(ValidationError):
            ScreenDraft.model_validate(missing)


def test_unknown_keys_and_words_are_kept() -> None:
    screen = Screen.model_validate(
        {"id": 1, "type": "hologram", "options": [{"label": "A", "value": 5, "image": "x"}]}
    )
    assert screen.type == "hologram"
    assert screen.options is not None
    assert screen.options[0].model_dump() == {"label": "A", "value": 5, "image": "x"}
    quiz = Quiz.model_validate({"id": 1, "fields": [{"id": 2, "x": 1}], "config": ["odd"]})
    assert quiz.fields is not None
    assert quiz.fields[0].model_extra == {"x": 1}
