"""Differences of texts: each one true, byte for byte, whatever the texts are."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.diff.alike import matches
from funneldesk.desktop.kit.diff.lines import hunks
from funneldesk.desktop.kit.diff.pairing import paired
from funneldesk.desktop.kit.diff.pieces import LONGEST, numbers, pieces
from funneldesk.desktop.kit.diff.words import marked

lines = st.lists(
    st.sampled_from(["a\n", "b\r\n", "\n", "c\u2028d\n", "\u00a0", "<p>x</p>\n", "\r", "e"]),
    max_size=30,
).map("".join)
long_lines = st.lists(
    st.sampled_from(["<div class='a'>", "text ", "}", "\n", "x" * 700, "</div>", "\ud800", "<"]),
    max_size=40,
).map("".join)
texts = lines | long_lines | st.text(max_size=60)


@given(texts)
def test_pieces_joined_are_the_text(text: str) -> None:
    parts = pieces(text)
    assert "".join(parts) == text
    assert all(0 < len(part) <= LONGEST for part in parts)
    assert max(numbers(parts), default=0) <= text.count("\n") + 1
    assert [n for n in numbers(parts) if n] == list(
        range(1, len([n for n in numbers(parts) if n]) + 1)
    )


@given(st.lists(st.integers(0, 4), max_size=40), st.lists(st.integers(0, 4), max_size=40))
def test_what_is_alike_is_alike_and_in_order(left: list[int], right: list[int]) -> None:
    a = b = -1
    for at, other, count in matches(left, right):
        assert count > 0
        assert at >= a
        assert other >= b
        assert (at, other) != (a, b), "two runs that touch are one"
        assert left[at : at + count] == right[other : other + count]
        a, b = at + count, other + count
    assert a <= len(left)
    assert b <= len(right)


@given(texts, texts)
def test_hunks_are_the_whole_of_both_texts(left: str, right: str) -> None:
    found = hunks(left, right)
    assert "".join(left[h.left_from : h.left_to] for h in found) == left
    assert "".join(right[h.right_from : h.right_to] for h in found) == right
    for hunk in found:
        same = left[hunk.left_from : hunk.left_to] == right[hunk.right_from : hunk.right_to]
        assert same == (hunk.kind == "same")
    for one, next_one in pairwise(found):
        assert one.kind != next_one.kind


@given(texts, texts)
def test_restored_hunk_by_hunk_the_right_becomes_the_left(left: str, right: str) -> None:
    # From the end on, so that the places before stay where they are.
    text = right
    for hunk in reversed(hunks(left, right)):
        text = hunk.restored(left, text)
    assert text == left


@given(
    st.lists(st.sampled_from(["a b c", "a b x", "d e", "", "<p>"]), max_size=12),
    st.lists(st.sampled_from(["a b c", "a b y", "d f", "", "<p>"]), max_size=12),
)
def test_every_changed_line_stands_in_one_row_in_order(left: list[str], right: list[str]) -> None:
    pairs = paired(left, right)
    assert [a for a, _ in pairs if a is not None] == list(range(len(left)))
    assert [b for _, b in pairs if b is not None] == list(range(len(right)))
    assert (None, None) not in pairs


def test_a_line_put_in_does_not_move_the_others_apart() -> None:
    left = ["<h1>Half price until Sunday</h1>", "<p>Order now, pay later</p>"]
    right = ["<nav>Home</nav>", "<h1>Half price until Monday</h1>", "<p>Order now, pay never</p>"]
    assert paired(left, right) == [(None, 0), (0, 1), (1, 2)]
    assert paired(["one thing"], ["another matter"]) == [(0, 0)], "they share a row all the same"


def test_nothing_and_equal_texts() -> None:
    assert hunks("", "") == []
    assert [h.kind for h in hunks("a\nb", "a\nb")] == ["same"]
    assert [h.kind for h in hunks("", "a\n")] == ["changed"]


def test_line_ends_are_differences_of_their_own() -> None:
    found = hunks("a\r\nb\n", "a\nb\n")
    assert [(h.kind, h.left_start, h.left_end) for h in found] == [
        ("changed", 0, 1),
        ("same", 1, 2),
    ]
    assert [h.kind for h in hunks("a\nb", "a\nb\n")] == ["same", "changed"]


def test_one_edit_in_a_minified_page_is_one_small_difference() -> None:
    page = "".join(f'<div class="k{i}">word {i}</div>' for i in range(5000))
    other = page.replace("word 2500<", "WORD 2500<")
    changed = [h for h in hunks(page, other) if h.kind == "changed"]
    assert [other[h.right_from : h.right_to] for h in changed] == [
        '<div class="k2500">WORD 2500</div>'
    ]


def test_a_moved_edit_does_not_tear_the_rest() -> None:
    rows = [f"row {i}\n" for i in range(20_000)]
    other = ["new\n", *rows[:9000], *rows[9100:], "end\n"]
    changed = [h for h in hunks("".join(rows), "".join(other)) if h.kind == "changed"]
    sizes = [(h.left_end - h.left_start, h.right_end - h.right_start) for h in changed]
    assert sizes == [(0, 1), (100, 0), (0, 1)]


@given(st.text(max_size=80), st.text(max_size=80))
def test_words_that_are_not_marked_are_alike(left: str, right: str) -> None:
    ours, theirs = marked(left, right)
    assert _unmarked(left, ours).split() == _unmarked(right, theirs).split()


def test_the_changed_words_are_marked() -> None:
    left, right = "<h1>Spring sale today</h1>", "<h1>Summer sale now today</h1>"
    ours, theirs = marked(left, right)
    assert [left[a:b] for a, b in ours] == ["Spring"]
    assert [right[a:b].strip() for a, b in theirs] == ["Summer", "now"]


def test_lines_with_nothing_in_common_are_marked_whole() -> None:
    assert marked("alpha beta", "x = 1;") == ([(0, 10)], [(0, 6)])


def _unmarked(line: str, spans: list[tuple[int, int]]) -> str:
    kept, at = [], 0
    for start, end in spans:
        assert at <= start < end <= len(line)
        kept.append(line[at:start])
        at = end
    return "".join([*kept, line[at:]])
