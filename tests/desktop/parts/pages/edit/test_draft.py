"""An opened page and what is typed into it (document: Page; quirks 22 to 24)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.pages import Page, PageDraft, PagePatch
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS

RECORD = {
    "id": 7,
    "name": "Calm nights",
    "slug": "calm-nights",
    "status": "published",
    "type": "landing",
    "html": "<p>Sleep\r\nwell</p>",
    "css": None,
    "funnel_id": 3,
    "is_index": True,
    "updated_at": "2026-11-20T10:00:00Z",
    "heatmap": {"kept": True},
}

texts = st.sampled_from(["", "a", "b", "c\r\n", "\u2028"])


def values(field: str) -> st.SearchStrategy[Any]:
    if field in FIELDS.flags:
        return st.booleans()
    if field in FIELDS.links:
        return st.none() | st.integers(1, 3)
    return texts


def some_fields() -> st.SearchStrategy[dict[str, Any]]:
    wanted = [field for field in FIELDS.names if field != "type"]
    return st.fixed_dictionaries({}, optional={field: values(field) for field in wanted})


def record_of(fields: dict[str, Any]) -> dict[str, Any]:
    """A record as the platform answers it: the title read as name (quirk 22)."""
    return {"id": 7} | {"name" if f == "title" else f: value for f, value in fields.items()}


def test_every_field_that_can_be_written_can_be_edited() -> None:
    written = set(PageDraft.model_fields) | set(PagePatch.model_fields)
    assert set(FIELDS.names) == written - {"page_type"}


def test_the_title_is_read_as_name_and_edited_as_title() -> None:
    """Quirk 22."""
    document = LocalPageDraft.opened(RECORD)
    assert document.value("title") == "Calm nights"
    document.set("title", "Calmer nights")
    assert document.changed_fields() == {"title": "Calmer nights"}


def test_opened_page_is_clean_and_keeps_what_it_does_not_know() -> None:
    document = LocalPageDraft.opened(RECORD)
    assert not document.is_dirty
    assert document.id == 7
    assert document.base["heatmap"] == {"kept": True}
    assert document.text("html") == "<p>Sleep\r\nwell</p>"


@pytest.mark.parametrize(
    ("field", "same"),
    [("css", ""), ("css", None), ("funnel_id", 3), ("domain_id", ""), ("is_index", True)],
)
def test_absent_and_empty_are_the_same(field: str, same: object) -> None:
    document = LocalPageDraft.opened(RECORD)
    assert not document.set(field, same)
    assert not document.is_dirty


def test_typing_back_what_was_there_leaves_nothing_to_save() -> None:
    document = LocalPageDraft.opened(RECORD)
    assert document.set("html", "x")
    assert document.is_dirty
    assert document.set("html", RECORD["html"])
    assert not document.is_dirty


def test_line_ends_count_as_a_change() -> None:
    document = LocalPageDraft.opened(RECORD)
    assert document.set("html", "<p>Sleep\nwell</p>")


@pytest.mark.parametrize(
    ("field", "value"), [("html", 3), ("is_index", "yes"), ("funnel_id", "x"), ("funnel_id", True)]
)
def test_a_value_of_another_kind_is_refused(field: str, value: object) -> None:
    with pytest.raises(TypeError):
        LocalPageDraft.opened(RECORD).set(field, value)


def test_a_field_that_pages_do_not_have_is_refused() -> None:
    with pytest.raises(KeyError):
        LocalPageDraft.opened(RECORD).set("colour", "red")
    with pytest.raises(KeyError):
        LocalPageDraft.opened(RECORD).text("is_index")


def test_the_type_is_chosen_when_a_page_is_created() -> None:
    """Quirk 24."""
    with pytest.raises(ValueError, match="type"):
        LocalPageDraft.opened(RECORD).set("type", "leadgen")
    assert LocalPageDraft.new().set("type", "leadgen")


def test_revert_one_field_or_all() -> None:
    document = LocalPageDraft.opened(RECORD)
    document.set("html", "x")
    document.set("slug", "y")
    assert document.revert("html") == ("html",)
    assert document.changed_fields() == {"slug": "y"}
    document.set("html", "z")
    assert set(document.revert()) == {"html", "slug"}
    assert not document.is_dirty


def test_a_new_page_has_no_id_and_is_unsaved_once_it_has_something() -> None:
    document = LocalPageDraft.new()
    assert document.is_new
    assert not document.is_dirty
    document.set("title", "A")
    assert document.is_dirty


def test_the_draft_of_a_new_page_tells_its_title_and_slug() -> None:
    draft = LocalPageDraft.new({"html": "<p>"}).to_draft()
    assert draft["fields"] == {"title": "", "slug": "", "html": "<p>"}


def test_a_damaged_draft_gives_what_can_be_read() -> None:
    content = {"fields": {"title": "A", "colour": "red", "html": 3, "is_index": True, "type": "x"}}
    document = LocalPageDraft.from_draft(content, RECORD)
    assert document.changed_fields() == {"title": "A"}
    assert not LocalPageDraft.from_draft({"fields": "?"}, RECORD).is_dirty
    assert LocalPageDraft.from_draft({}, None).is_new


@given(some_fields(), some_fields())
def test_a_draft_brings_back_what_was_typed(base: dict[str, Any], typed: dict[str, Any]) -> None:
    document = LocalPageDraft.opened(record_of(base))
    for field, value in typed.items():
        document.set(field, value)
    kept = json.loads(json.dumps(document.to_draft()))
    again = LocalPageDraft.from_draft(kept, json.loads(json.dumps(document.base)))
    assert again.fields == document.fields
    assert again.changed_fields() == document.changed_fields()
    assert again.id == 7


@given(some_fields(), some_fields(), some_fields(), some_fields())
def test_accept_keeps_what_was_typed_during_the_save(
    base: dict[str, Any], typed: dict[str, Any], later: dict[str, Any], answer: dict[str, Any]
) -> None:
    document = LocalPageDraft.opened(record_of(base))
    for field, value in typed.items():
        document.set(field, value)
    sent = {f: "" if v is None else v for f, v in document.changed_fields().items()}
    before = dict(document.fields)
    for field, value in later.items():
        document.set(field, value)
    typed_later = {f: v for f, v in document.fields.items() if v != before[f]}
    before_answer = dict(document.fields)

    changed = document.accept(Page.model_validate({"name": "", **record_of(answer)}), sent)

    for field, value in document.fields.items():
        if field in typed_later:
            assert value == typed_later[field]
        elif field in answer:
            assert value == FIELDS[field].normal(answer[field])
        elif field != "title":
            assert value == before[field]
    assert set(changed) == {f for f, v in document.fields.items() if v != before_answer[f]}
    for field, value in document.changed_fields().items():
        assert value == typed_later[field]


def test_an_answer_that_leaves_fields_out_empties_nothing() -> None:
    document = LocalPageDraft.opened(RECORD)
    document.set("css", "p{}")
    document.accept(Page.model_validate({"id": 7, "title": "Calm nights"}), {"css": "p{}"})
    assert document.text("html") == RECORD["html"]
    assert document.base_value("css") == "p{}"
    assert not document.is_dirty


def test_what_a_call_did_not_carry_stays_unsaved() -> None:
    """A create leaves update-only fields for the update after it (quirk 24)."""
    document = LocalPageDraft.new({"title": "A", "prevent_indexing": True, "type": "leadgen"})
    answer = {"id": 9, "title": "A", "slug": "a", "prevent_indexing": False, "type": "leadgen"}
    changed = document.accept(Page.model_validate(answer), {"title": "A", "type": "leadgen"})
    assert changed == ("slug",)
    assert document.id == 9
    assert document.changed_fields() == {"prevent_indexing": True}


def test_what_the_platform_made_of_a_value_is_taken() -> None:
    document = LocalPageDraft.opened(RECORD)
    document.set("slug", "Calm Nights!")
    answer = Page.model_validate({**RECORD, "slug": "calm-nights-2"})
    assert document.accept(answer, {"slug": "Calm Nights!"}) == ("slug",)
    assert document.value("slug") == "calm-nights-2"
    assert not document.is_dirty


def test_someone_elses_changes_are_taken_and_the_users_stay() -> None:
    document = LocalPageDraft.opened(RECORD)
    document.set("html", "mine")
    document.set("slug", "same")
    theirs = Page.model_validate({**RECORD, "html": "theirs", "css": "p{}", "slug": "same"})
    assert document.rebase(theirs) == ("css",)
    assert document.changed_fields() == {"html": "mine"}
    assert document.base_value("html") == "theirs"
    assert document.value("css") == "p{}"


def test_what_was_brought_together_is_the_document_from_now_on() -> None:
    document = LocalPageDraft.opened(RECORD)
    document.set("html", "mine")
    theirs = Page.model_validate({**RECORD, "html": "theirs", "css": "p{}"})
    assert document.values_of(theirs)["html"] == "theirs"
    values = document.values_of(theirs) | {"html": "both", "type": "leadgen"}
    assert document.take_in(theirs, values) == ("html", "css")
    assert document.changed_fields() == {"html": "both"}
    assert document.origin["html"] == "theirs"


def test_an_answer_with_another_source_does_not_count_as_saved() -> None:
    document = LocalPageDraft.opened(RECORD)
    document.set("html", "mine")
    document.set("seo_title", "Mine")
    sent = document.changed_fields()
    answer = Page.model_validate({**RECORD, "html": "of someone else", "seo_title": "Mine"})
    assert document.answered_otherwise(answer, sent) == ("html",)
    document.accept(answer, sent, ("html",))
    assert document.changed_fields() == {"html": "mine"}
    assert document.origin["html"] == RECORD["html"], "so that the next save compares all three"
