"""No text in a CSV file is run as a formula, and none is changed that need not be."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.spreadsheets import safe_text, unguarded

BLANKS = ["", " ", "\n", "\u00a0", "\ufeff", "\u200b", "\u2060", "'", "\u3000", "\x1f"]
SIGNS = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20"]


@pytest.mark.parametrize("sign", SIGNS)
@pytest.mark.parametrize("blank", BLANKS)
def test_a_formula_behind_any_blank_is_guarded(blank: str, sign: str) -> None:
    assert safe_text(f"{blank}{sign}cmd|'/c calc'!A0") == f"'{blank}{sign}cmd|'/c calc'!A0"


@pytest.mark.parametrize(
    "text",
    ["+49 30 123456", "+351 (21) 555-01-23", "-5", "-1,234.50", "-€12.00", "+1/2", "plain", "a=b"],
)
def test_numbers_and_phone_numbers_stay_as_they_are(text: str) -> None:
    assert safe_text(text) == text


@given(
    st.text(max_size=20)
    | st.builds(
        "".join, st.lists(st.sampled_from([*BLANKS, *SIGNS, "1", "A1", "(", "\t"]), max_size=6)
    )
)
def test_every_text_comes_back_and_none_runs(text: str) -> None:
    plain = text.replace("\x00", "")
    made = safe_text(text)
    assert unguarded(made) == plain
    assert made in (plain, f"'{plain}")
    bare = re.sub(r"^[\s\x00-\x20'\u200b-\u200f\u2060-\u2064\ufeff]+", "", plain)
    if made == plain and bare.startswith(tuple(SIGNS)):
        assert not re.search(r"[^\W\d_]|[=@!|:{\[]", bare)
