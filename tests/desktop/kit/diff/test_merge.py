"""The three-way merge: nothing that only one side changed is ever lost."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.diff.merge import Chunk, merge
from funneldesk.desktop.kit.diff.pieces import pieces

lines = st.lists(
    st.sampled_from(["a\n", "b\r\n", "\n", "c\u2028\n", "<p>\n", "d", "</p>\n", "e\n", "\r"]),
    max_size=25,
).map("".join)


@given(lines, lines, lines)
def test_the_chunks_joined_are_the_three_texts(base: str, mine: str, theirs: str) -> None:
    chunks = merge(base, mine, theirs).chunks
    assert "".join("".join(chunk.base) for chunk in chunks) == base
    assert "".join("".join(chunk.mine) for chunk in chunks) == mine
    assert "".join("".join(chunk.theirs) for chunk in chunks) == theirs


@given(lines, lines)
def test_what_one_side_made_is_taken_whole(base: str, other: str) -> None:
    assert merge(base, base, other).text() == other
    assert merge(base, other, base).text() == other
    assert merge(base, other, other).text() == other


@given(lines, lines, lines)
def test_each_side_can_be_taken_whole(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    everywhere = range(len(merged.chunks))
    assert merged.text(dict.fromkeys(everywhere, "mine")) == mine
    assert merged.text(dict.fromkeys(everywhere, "theirs")) == theirs
    assert merged.text(dict.fromkeys(everywhere, "base")) == base


@given(lines, lines, lines)
def test_it_does_not_matter_who_is_who(base: str, mine: str, theirs: str) -> None:
    one, other = merge(base, mine, theirs), merge(base, theirs, mine)
    mirrored = {"mine": "theirs", "theirs": "mine"}
    swapped = [
        Chunk(mirrored.get(c.kind, c.kind), c.base, c.theirs, c.mine)  # type: ignore[arg-type]
        for c in other.chunks
    ]
    assert list(one.chunks) == swapped


@given(lines, lines, lines)
def test_a_chunk_says_what_happened_to_it(base: str, mine: str, theirs: str) -> None:
    for chunk in merge(base, mine, theirs).chunks:
        assert (chunk.kind == "same") == (chunk.base == chunk.mine == chunk.theirs)
        if chunk.kind == "mine":
            assert chunk.base == chunk.theirs
        if chunk.kind == "theirs":
            assert chunk.base == chunk.mine
        if chunk.kind == "both_same":
            assert chunk.mine == chunk.theirs
        if chunk.kind == "conflict":
            assert len({chunk.base, chunk.mine, chunk.theirs}) == 3


@given(st.integers(2, 30), st.randoms(use_true_random=False))
def test_edits_in_different_places_are_both_in_the_result(size: int, chance: random.Random) -> None:
    """Each side rewrites, drops or adds lines that the other leaves alone; nothing is asked."""
    base = [f"line {i}\n" for i in range(3 * size)]
    mine, theirs, both = list(base), list(base), list(base)
    for index in range(0, len(base), 3):
        new = chance.choice(["", "new\n", f"{base[index]}more\n", f"<p>{index}</p>\n"])
        for side in ((mine, both), (theirs, both), ())[chance.randrange(3)]:
            side[index] = new
    merged = merge("".join(base), "".join(mine), "".join(theirs))
    assert merged.conflicts == ()
    assert merged.text() == "".join(both)


@given(lines, lines, lines)
def test_a_line_that_one_side_added_is_never_dropped(base: str, mine: str, theirs: str) -> None:
    """Whatever is chosen where both changed, what one side alone added is in the result."""
    merged = merge(base, mine, theirs)
    for choice in ("mine", "theirs", "base"):
        text = merged.text(dict.fromkeys(merged.conflicts, choice))
        alone = [c.mine if c.kind == "mine" else c.theirs for c in merged.chunks]
        kept = [c for c, k in zip(alone, merged.chunks, strict=True) if k.kind != "conflict"]
        assert _in_order(kept, text)


def test_a_conflict_has_to_be_decided() -> None:
    merged = merge("one\n", "mine\n", "theirs\n")
    assert merged.conflicts == (0,)
    with pytest.raises(ValueError, match="decided"):
        merged.text()
    assert merged.text({0: "mine_theirs"}) == "mine\ntheirs\n"
    assert merged.text({0: "theirs_mine"}) == "theirs\nmine\n"


def test_both_of_two_last_lines_do_not_run_into_each_other() -> None:
    merged = merge("a\n", "a\nmine", "a\ntheirs\n")
    assert merged.text({1: "mine_theirs"}) == "a\nmine\ntheirs\n"


def test_two_edits_in_one_minified_line_go_together() -> None:
    base = "".join(f"<p class=k{i}>word {i}</p>" for i in range(200))
    assert len(pieces(base)) > 100
    merged = merge(base, base.replace("word 20<", "MINE<"), base.replace("word 150<", "THEIRS<"))
    assert merged.conflicts == ()
    assert merged.text() == base.replace("word 20<", "MINE<").replace("word 150<", "THEIRS<")


def _in_order(parts: list[tuple[str, ...]], text: str) -> bool:
    at = 0
    for part in parts:
        found = text.find("".join(part), at)
        if found < 0:
            return False
        at = found + len("".join(part))
    return True
