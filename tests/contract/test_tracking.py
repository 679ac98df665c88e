"""Tracking on the wire (document: Tracking; quirks 14 to 18 and 53)."""

import pytest

from funneldesk.contract.tracking import Click, ClickFilter, Replay, Session


def test_a_filter_is_written_as_the_document_writes_it() -> None:
    wanted = ClickFilter(query_text="x", click_id="c", sort_by="id", sort_dir="asc", start=None)
    assert wanted.query() == {"query": "x", "click_id": "c", "sortBy": "id", "sortDir": "asc"}
    assert ClickFilter().query() == {}


@pytest.mark.parametrize("empty", [[], {}, None])
def test_quirk_53_no_place_in_any_form(empty: object) -> None:
    session = Session.model_validate({"geoData": empty, "events": []})
    place = session.place
    assert place is None or place.city is None
    assert Session.model_validate({"events": []}).place is None


def test_unknown_keys_and_forms_are_kept() -> None:
    click = Click.model_validate({"id": "a", "events": [1], "heat": 2})
    assert (click.id, click.events, click.model_extra) == ("a", [1], {"heat": 2})
    replay = Replay.model_validate({"id": "a", "events": [{"type": "hover", "scrollY": 4}]})
    assert (replay.events[0].type, replay.events[0].scroll_y) == ("hover", 4)
    assert replay.model_dump(by_alias=True)["events"][0]["scrollY"] == 4
