"""What searches take for the same: one table for the server and the window."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.folding import fold, search_form

SAME = [
    ("ÀÉx", "àéx"),
    ("ÀÉx", "aex"),
    ("Čokoláda", "cokolada"),
    ("CRÈME BRÛLÉE", "creme brulee"),
    ("Ελλάδα", "ΕΛΛΑΔΑ"),
    ("Ёлка", "елка"),
    ("İstanbul", "istanbul"),
    ("Tiếng Việt", "tieng viet"),
    ("σοφός", "ΣΟΦΟΣ"),
    ("한국", "한국"),
]


@pytest.mark.parametrize(("written", "typed"), SAME)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_case_accents_and_spelling_make_no_difference(written: str, typed: str, form: str) -> None:
    stored, wanted = (unicodedata.normalize(form, text) for text in (written, typed))
    for one, other in ((stored, typed), (written, wanted), (stored, wanted)):
        assert search_form(other) in search_form(one)
        assert fold(unicodedata.normalize("NFC", other)) in fold(one)


@given(st.text(max_size=40))
def test_a_folded_text_keeps_its_length(text: str) -> None:
    assert len(fold(text)) == len(text)
    assert search_form(unicodedata.normalize("NFD", text)) == search_form(
        unicodedata.normalize("NFC", unicodedata.normalize("NFD", text))
    )
