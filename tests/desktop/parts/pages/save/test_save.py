"""What a save sends and says (document: Pages; quirks 22 to 25, 27 and 28)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.pages import UPDATE_ONLY, Page
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.records.save.request import plan_save

VARIANT = '<variant name="A" weight="100">x</variant>'
TEST = f'<inline-split-test name="{{0}}"{{1}}>{VARIANT}</inline-split-test>'
RECORD: dict[str, Any] = {
    "id": 7,
    "name": "Calm nights",
    "slug": "calm-nights",
    "status": "draft",
    "html": f"<h1>Hi</h1>{TEST.format('headline', '')}",
    "css": "p{}",
    "funnel_id": 3,
    "seo_title": "Calm",
}


def opened(**changes: object) -> LocalPageDraft:
    document = LocalPageDraft.opened(RECORD)
    for field, value in changes.items():
        document.set(field, value)
    return document


def kinds(plan: SavePlan) -> list[str]:
    return [warning.kind for warning in plan.warnings]


def body(plan: SavePlan) -> dict[str, Any]:
    assert plan.patch is not None
    return plan.patch.body()


def test_nothing_changed_nothing_sent() -> None:
    plan = plan_save(PAGES, opened())
    assert plan.is_empty
    assert plan.patch is None
    assert plan.sends == ()


def test_the_title_goes_along_and_the_html_stays_out() -> None:
    """Quirks 22, 23 and 27: html that did not change is never sent."""
    plan = plan_save(PAGES, opened(slug="calmer"))
    assert body(plan) == {"title": "Calm nights", "slug": "calmer"}
    assert plan.sends == ("slug",)
    assert not plan.warnings


def test_an_empty_string_clears_a_text_and_a_link() -> None:
    """Quirk 23."""
    plan = plan_save(PAGES, opened(seo_title="", funnel_id=None))
    assert body(plan) == {"title": "Calm nights", "seo_title": "", "funnel_id": ""}


def test_publishing_sends_the_status_alone() -> None:
    plan = plan_save(PAGES, opened(), "published")
    assert body(plan) == {"title": "Calm nights", "status": "published"}
    assert plan.create is None


def test_a_status_that_holds_already_is_not_sent() -> None:
    assert plan_save(PAGES, opened(), "draft").is_empty


def test_the_asked_status_wins_over_the_edited_one() -> None:
    assert body(plan_save(PAGES, opened(status="offline"), "published"))["status"] == "published"
    assert plan_save(PAGES, opened(status="offline"), "draft").is_empty


def test_a_status_that_pages_do_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="live"):
        plan_save(PAGES, opened(), "live")


def test_a_new_page_is_created_with_what_it_has() -> None:
    document = LocalPageDraft.new(
        {"title": "A", "html": "<p>", "type": "leadgen", "is_index": True}
    )
    plan = plan_save(PAGES, document, "published")
    assert plan.create is not None
    assert plan.patch is None
    assert plan.create.body() == {
        "title": "A",
        "html": "<p>",
        "type": "leadgen",
        "is_index": True,
        "status": "published",
    }


def test_update_only_fields_follow_in_a_second_call_which_puts_the_page_live() -> None:
    """Quirk 24; a page must not be met by visitors before it is hidden from search engines."""
    document = LocalPageDraft.new({"title": "A", "prevent_indexing": True})
    plan = plan_save(PAGES, document, "published")
    assert plan.create is not None
    assert plan.create.body() == {"title": "A"}
    assert body(plan) == {"title": "A", "prevent_indexing": True, "status": "published"}


def test_a_type_that_only_reads_carry_is_not_created() -> None:
    """Quirk 24: a copy of a page of type landing."""
    plan = plan_save(PAGES, LocalPageDraft.new({"title": "A", "type": "landing"}))
    assert plan.create is not None
    assert plan.create.body() == {"title": "A"}


texts = st.sampled_from(["", "a", "<p>b", "c\r\n"])


def values(field: str) -> st.SearchStrategy[Any]:
    if field == "title":
        return st.sampled_from(["A", "B"])
    if field == "custom_javascript":
        return st.sampled_from(["", "<script>1</script>"])
    if field in FIELDS.flags:
        return st.booleans()
    if field in FIELDS.links:
        return st.none() | st.integers(1, 3)
    return texts


def some_fields() -> st.SearchStrategy[dict[str, Any]]:
    wanted = [field for field in FIELDS.names if field not in ("type", "status")]
    return st.fixed_dictionaries({}, optional={field: values(field) for field in wanted})


@given(some_fields(), some_fields())
def test_a_patch_sends_exactly_what_differs(base: dict[str, Any], typed: dict[str, Any]) -> None:
    record = {"id": 7, "name": "A"} | {k: v for k, v in base.items() if k != "title"}
    document = LocalPageDraft.opened(record)
    for field, value in typed.items():
        document.set(field, value)
    plan = plan_save(PAGES, document)
    changed = document.changed_fields()
    assert plan.create is None
    assert set(plan.sends) == set(changed)
    if changed:
        assert body(plan).keys() == changed.keys() | {"title"}
        for field, value in changed.items():
            assert body(plan)[field] == ("" if value is None else value)
    else:
        assert plan.is_empty


@given(some_fields())
def test_both_calls_of_a_new_page_carry_everything_once(typed: dict[str, Any]) -> None:
    document = LocalPageDraft.new({"title": "A", **typed})
    plan = plan_save(PAGES, document)
    assert plan.create is not None
    first, second = plan.create.body(), plan.patch.body() if plan.patch else {}
    assert not UPDATE_ONLY & first.keys()
    assert second.keys() <= UPDATE_ONLY | {"title"}
    assert first | second == document.changed_fields()


def test_after_both_calls_nothing_is_left_to_save() -> None:
    document = LocalPageDraft.new({"title": "A", "prevent_indexing": True, "css": "p{}"})
    plan = plan_save(PAGES, document, "published")
    assert plan.create is not None
    answer = {"id": 9, "slug": "a", "status": "draft", **plan.create.body()}
    document.accept(Page.model_validate(answer), plan.create.body())
    assert plan_save(PAGES, document, "published").sends == ("prevent_indexing", "status")
    document.accept(Page.model_validate({**answer, **body(plan)}), body(plan))
    assert plan_save(PAGES, document, "published").is_empty


def test_emptied_html_is_asked_about() -> None:
    """Quirk 23."""
    plan = plan_save(PAGES, opened(html=" \n"))
    assert kinds(plan) == ["html_emptied", "tests_removed"]
    assert plan.warnings[0].action_label == "Save an empty page"
    assert not plan_save(PAGES, LocalPageDraft.new({"title": "A", "html": " "})).warnings


def test_a_new_split_test_is_told_apart_from_one_that_is_sent_again() -> None:
    """Quirk 27."""
    html = f"{RECORD['html']}{TEST.format('price', '')}"
    added, again = plan_save(PAGES, opened(html=html)).warnings
    assert (added.kind, again.kind) == ("tests_added", "tests_sent_again")
    assert "“price”" in added.sentence
    assert "headline" not in added.sentence
    assert "“headline”" in again.sentence
    assert "price" not in again.sentence


def test_a_second_test_of_the_same_name_is_a_new_one() -> None:
    plan = plan_save(PAGES, opened(html=RECORD["html"] + TEST.format("headline", "")))
    assert kinds(plan) == ["tests_added", "tests_sent_again"]


def test_a_nested_test_is_named_too() -> None:
    inner = TEST.format("inner", "")
    outer = f'<inline-split-test name="headline"><variant name="A" weight="100">{inner}</variant>'
    plan = plan_save(PAGES, opened(html=f"{outer}</inline-split-test>"))
    assert kinds(plan) == ["tests_added", "tests_sent_again"]
    assert "“inner”" in plan.warnings[0].sentence


def test_a_test_with_the_platforms_id_is_not_asked_about() -> None:
    """Quirk 27: only html without the generated id starts new tests."""
    assert not plan_save(PAGES, opened(html=TEST.format("headline", ' id="12"'))).warnings
    assert kinds(plan_save(PAGES, opened(html=TEST.format("headline", ' id="hero"'))))


@pytest.mark.parametrize(
    ("before", "after", "asked"),
    [
        ("", "", ["tests_sent_again"]),
        ("", ' id="12"', []),
        (' id="12"', ' id="12"', []),
        (' id="12"', "", ["tests_sent_again"]),
        (' id="12"', None, ["tests_removed"]),
        ("", None, ["tests_removed"]),
    ],
)
def test_what_becomes_of_a_stored_test_is_told(
    before: str, after: str | None, asked: list[str]
) -> None:
    """Quirk 27: a test that only loses its id is restarted, not removed and started."""
    document = LocalPageDraft.opened({**RECORD, "html": TEST.format("headline", before)})
    document.test_ids = frozenset({12})
    kept = "" if after is None else TEST.format("headline", after)
    document.set("html", f"<p>new</p>{kept}")
    assert kinds(plan_save(PAGES, document)) == asked


def test_a_new_page_keeps_no_test_of_another_one() -> None:
    document = LocalPageDraft.new({"title": "A", "html": TEST.format("headline", ' id="12"')})
    assert kinds(plan_save(PAGES, document)) == ["tests_added"]


def test_a_test_in_a_comment_starts_nothing() -> None:
    plan = plan_save(PAGES, opened(html=f"{RECORD['html']}<!-- {TEST.format('price', '')} -->"))
    assert kinds(plan) == ["tests_sent_again"]


def test_long_lists_of_tests_are_cut() -> None:
    html = "".join(TEST.format(f"t{number}", "") for number in range(8))
    sentence = plan_save(PAGES, opened(html=html)).warnings[0].sentence
    assert "“t4” and 3 more" in sentence
    assert "t5" not in sentence


@pytest.mark.parametrize("attribute", ["data-sid=4", 'DATA-CID="x"'])
def test_pasted_visitor_html_is_asked_about(attribute: str) -> None:
    """Quirk 28."""
    plan = plan_save(PAGES, opened(html=f"<div {attribute}>Sleep</div>"))
    assert kinds(plan) == ["tests_removed", "visitor_wrapper"]
    assert "data-sid or data-cid" in plan.warnings[1].sentence


def test_text_about_the_wrapper_is_not_the_wrapper() -> None:
    html = '<script>let s = "<div data-sid=1>"</script><p title="data-sid">data-cid</p>'
    assert kinds(plan_save(PAGES, opened(html=html))) == ["tests_removed"]


def test_a_page_without_a_title_is_not_saved() -> None:
    """Quirk 22."""
    (blocker,) = plan_save(PAGES, opened(title="  ")).blockers
    assert blocker.field == "title"
    assert "title" in blocker.sentence


def test_a_required_password_has_to_be_there() -> None:
    """Quirk 26."""
    (blocker,) = plan_save(PAGES, opened(requires_password=True)).blockers
    assert blocker.field == "password"
    assert not plan_save(PAGES, opened(requires_password=True, password="s3cret")).blockers


def test_a_password_that_the_platform_keeps_to_itself_counts() -> None:
    document = LocalPageDraft.opened({**RECORD, "requires_password": True, "password": None})
    document.set("slug", "x")
    assert not plan_save(PAGES, document).blockers


def test_a_password_that_was_cleared_is_missed() -> None:
    document = LocalPageDraft.opened({**RECORD, "requires_password": True, "password": "s3cret"})
    document.set("password", "")
    assert [blocker.field for blocker in plan_save(PAGES, document).blockers] == ["password"]


def test_invalid_custom_javascript_is_not_sent() -> None:
    """Quirk 25."""
    (blocker,) = plan_save(
        PAGES, opened(custom_javascript="<script>1</script>\n<div></div>")
    ).blockers
    assert blocker.field == "custom_javascript"
    assert "line 2" in blocker.sentence
    assert not plan_save(PAGES, opened(custom_javascript="<script>1</script>")).blockers


def test_code_that_is_stored_already_does_not_stop_a_save() -> None:
    document = LocalPageDraft.opened({**RECORD, "custom_javascript": "alert(1)"})
    document.set("slug", "x")
    assert not plan_save(PAGES, document).blockers


@pytest.mark.parametrize("damaged", ["a\n\x00", "a\n\ud83d"])
def test_characters_that_cannot_be_stored_stop_the_save(damaged: str) -> None:
    plan = plan_save(PAGES, opened(html=damaged))
    (blocker,) = plan.blockers
    assert blocker.field == "html"
    assert "Line 2" in blocker.sentence
    assert plan.patch is None
    assert not plan.is_empty


@given(st.text(alphabet='a<>/ data-sid="\r\n\u2028', max_size=40))
def test_any_html_can_be_planned_and_goes_as_it_is(html: str) -> None:
    plan = plan_save(PAGES, opened(html=html))
    assert body(plan)["html"] == html
