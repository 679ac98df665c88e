"""Pages on the wire (document: Page; quirks 22 to 24)."""

import pytest
from pydantic import ValidationError

from funneldesk.contract.pages import UPDATE_ONLY, Page, PageDraft, PagePatch, PageSummary


def test_a_title_is_read_as_the_name() -> None:
    """Quirk 22: writes answer ``title`` where reads answer ``name``."""
    assert PageSummary.model_validate({"id": 1, "title": "Spring"}).name == "Spring"
    assert PageSummary.model_validate_json(b'{"id": 1, "title": "Spring"}').name == "Spring"
    both = Page.model_validate({"id": 1, "name": "Read", "title": "Written"})
    assert both.name == "Read"
    assert both.model_extra == {"title": "Written"}


def test_unknown_keys_are_kept_and_unknown_words_shown_as_they_came() -> None:
    page = Page.model_validate(
        {"id": 1, "type": "thankyou", "status": "archived", "heat": {"a": 1}}
    )
    assert (page.type, page.status) == ("thankyou", "archived")
    assert page.model_dump(mode="json")["heat"] == {"a": 1}


def test_sources_are_kept_byte_for_byte() -> None:
    html = "<p>\r\n\t\xa0\u2028🙂\r</p>"
    page = Page.model_validate_json(Page(id=1, html=html).model_dump_json())
    assert page.html == html


def test_only_what_was_set_is_sent() -> None:
    """Quirk 23: an empty string clears, what is missing stays."""
    assert PagePatch(title="Spring").body() == {"title": "Spring"}
    patch = PagePatch(title="Spring", seo_title="", funnel_id=None)
    assert patch.body() == {"title": "Spring", "seo_title": "", "funnel_id": None}


def test_a_title_goes_with_every_write() -> None:
    with pytest.raises(ValidationError, match="title"):
        PagePatch.model_validate({"html": "<p>"})
    with pytest.raises(ValidationError, match="title"):
        PageDraft.model_validate({"html": "<p>"})


@pytest.mark.parametrize("name", sorted(UPDATE_ONLY))
def test_fields_for_updates_only_are_not_taken_by_a_draft(name: str) -> None:
    """Quirk 24."""
    assert name in PagePatch.model_fields
    with pytest.raises(ValidationError, match=name):
        PageDraft.model_validate({"title": "Spring", name: None})


def test_a_misspelt_field_is_not_sent_silently() -> None:
    with pytest.raises(ValidationError, match="tilte"):
        PagePatch.model_validate({"title": "Spring", "tilte": "x"})
