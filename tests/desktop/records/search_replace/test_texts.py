"""What is found in a text and what it becomes, held against simple models: any text, any hits."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.search_replace.hits import Change, changes, replaced, snippet
from funneldesk.desktop.records.search_replace.query import BadPatternError, Query

# Few letters, so that there are hits; and what editors like to spoil.
LETTERS = st.text(st.sampled_from("ab. \nA\r\u00a0\u2028\U0001f600é\u0301_ßİ$\\"), max_size=60)
WORDS = st.text(st.sampled_from("ab.A\U0001f600é$\\("), min_size=1, max_size=3)
ANY = st.text(max_size=80)


@given(LETTERS | ANY, WORDS | st.text(min_size=1, max_size=4), ANY)
def test_plain_text_is_replaced_as_python_replaces_it(text: str, sought: str, put: str) -> None:
    found = changes(Query(sought, "plain", match_case=True), put, text)
    assert replaced(text, found) == text.replace(sought, put)
    assert len(found) == text.count(sought)


@given(LETTERS, WORDS, ANY)
def test_whole_words_are_hits_that_no_letter_touches(text: str, sought: str, put: str) -> None:
    found = changes(Query(sought, "words", match_case=True), put, text)
    model: list[int] = []
    at = text.find(sought)
    while at >= 0:
        around = text[at - 1 : at] + text[at + len(sought) : at + len(sought) + 1]
        if not re.search(r"\w", around):
            model.append(at)
            at = text.find(sought, at + len(sought))
        else:
            at = text.find(sought, at + 1)
    assert [change.start for change in found] == model


@given(LETTERS, st.sampled_from(["(a)(b?)", "a+", r"(?P<x>[ab])\.", r"\s+", "^.", "é|a$", "b*"]))
def test_a_regular_expression_is_replaced_as_python_replaces_it(text: str, sought: str) -> None:
    template = r"<\g<0>>"
    found = changes(Query(sought, "regex", match_case=True), template, text)
    pattern = re.compile(sought, re.MULTILINE)
    model = pattern.sub(lambda m: f"<{m[0]}>" if m[0] else "", text)
    assert replaced(text, found) == model


@given(LETTERS | ANY, WORDS, st.sets(st.integers(0, 60)), ANY)
def test_hits_left_out_stay_and_nothing_beside_the_hits_changes(
    text: str, sought: str, left_out: set[int], put: str
) -> None:
    found = changes(Query(sought), put, text)
    assert all(text[c.start : c.end].casefold() == sought.casefold() for c in found)
    expected, at = "", 0
    for place, change in enumerate(found):
        expected += text[at : change.start]
        expected += text[change.start : change.end] if place in left_out else put
        at = change.end
    expected += text[at:]
    assert replaced(text, found, left_out) == expected
    assert replaced(text, found, range(len(found))) == text


@given(st.text(), st.data())
def test_any_spans_of_any_text_can_be_replaced(text: str, data: st.DataObject) -> None:
    ends = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=8)))
    spans = list(zip(ends[::2], ends[1::2], strict=False))
    found = [Change(start, end, f"[{n}]") for n, (start, end) in enumerate(spans)]
    pieces = replaced(text, found)
    for change in found:
        assert change.text in pieces
    assert len(pieces) == len(text) + sum(len(c.text) - (c.end - c.start) for c in found)


@given(LETTERS | ANY, st.data())
def test_a_snippet_is_one_line_and_knows_its_hit(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    shown = snippet("html", text, start, end, 1)
    whole = shown.before + shown.match + shown.after
    assert "\n" not in whole
    assert "\r" not in whole
    assert shown.shows(text[start:end])


@pytest.mark.parametrize(
    ("pattern", "template", "words"),
    [
        ("(a", "", "unterminated subpattern"),
        ("a", r"\1", "Invalid group reference 1"),
        ("(?P<x>a)", r"\g<y>", "names a group"),
        ("a", "\\", "Bad escape"),
        ("(?i)a", r"\2", "Invalid group reference 2"),
        ("a{99999999999}", "", "The pattern is too large"),
    ],
)
def test_what_cannot_be_read_is_told(pattern: str, template: str, words: str) -> None:
    with pytest.raises(BadPatternError, match=re.escape(words)):
        Query(pattern, "regex").check_replacement(template)


def test_a_plain_replacement_is_taken_as_it_is() -> None:
    query = Query("a.c", "plain")
    query.check_replacement("\\1 $&")
    assert replaced("abc a.c", changes(query, "\\1 $&", "abc a.c")) == "abc \\1 $&"
