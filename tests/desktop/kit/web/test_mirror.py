"""The mirror of a document: exact in code units, whatever the text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.editor_bench import texts

from funneldesk.desktop.kit.web.editor.mirror import Mirror, difference


def test_the_mirror_counts_in_characters_and_in_code_units() -> None:
    mirror = Mirror("a\U0001f600b")
    assert [mirror.to_units(offset) for offset in range(4)] == [0, 1, 3, 4]
    assert [mirror.to_offset(units) for units in (0, 1, 3, 4)] == [0, 1, 2, 3]
    mirror.apply([(0, 1, "xy"), (3, 4, "")])
    assert mirror.text == "xy\U0001f600"
    assert mirror.version == 1


@pytest.mark.parametrize(
    "changes", [[(2, 1, "")], [(0, 9, "")], [(2, 3, ""), (0, 1, "")], [(-1, 0, "x")]]
)
def test_a_mirror_refuses_an_edit_outside_its_text_and_stays_whole(
    changes: list[tuple[int, int, str]],
) -> None:
    mirror = Mirror("abc")
    with pytest.raises(ValueError, match="outside its document"):
        mirror.apply(changes)
    assert mirror.text == "abc"
    assert mirror.version == 0


@given(texts, texts)
def test_the_difference_of_two_texts_leads_from_one_to_the_other(old: str, new: str) -> None:
    start, end, text = difference(old, new)
    assert old[:start] + text + old[end:] == new


@given(texts, st.data())
def test_a_mirror_edited_in_code_units_equals_the_text_edited_as_units(
    text: str, data: st.DataObject
) -> None:
    mirror = Mirror(text)
    units = text.encode("utf-16-le", "surrogatepass")
    for _ in range(4):
        start = data.draw(st.integers(0, mirror.length))
        end = data.draw(st.integers(start, mirror.length))
        insert = data.draw(texts)
        mirror.apply([(start, end, insert)])
        encoded = insert.encode("utf-16-le", "surrogatepass")
        units = units[: 2 * start] + encoded + units[2 * end :]
        assert mirror.text == units.decode("utf-16-le", "surrogatepass")
