"""Courses on the wire (document: Course; quirk 52)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.courses import (
    Course,
    CourseDraft,
    CoursePatch,
    Enrollment,
    EnrollmentPatch,
)

REQUIRED = {
    "title": "A",
    "language_code": "en",
    "description": "d",
    "status": "draft",
    "delivery_type": "embedded",
}


@pytest.mark.parametrize("name", REQUIRED)
def test_quirk_52_five_fields_go_with_every_write(name: str) -> None:
    body = {key: value for key, value in REQUIRED.items() if key != name}
    for kind in (CourseDraft, CoursePatch):
        with pytest.raises(ValidationError, match=name):
            kind.model_validate(body)


def test_only_what_was_set_is_sent() -> None:
    patch = CoursePatch.model_validate({**REQUIRED, "category_name": ""})
    assert patch.body() == {**REQUIRED, "category_name": ""}
    assert EnrollmentPatch(notes=None).body() == {"notes": None}


def test_quirk_52_enrollment_ids_are_strings() -> None:
    found = Enrollment.model_validate({"id": "66f", "progress_percent": 33.3, "own": 1})
    assert (found.id, found.progress_percent, found.model_extra) == ("66f", 33.3, {"own": 1})


def test_a_domain_may_be_of_any_shape() -> None:
    assert Course.model_validate({"id": 1, "domain": "learn.example"}).domain == "learn.example"
    assert Course.model_validate({"id": 1, "domain": {"id": 2}}).domain == {"id": 2}
