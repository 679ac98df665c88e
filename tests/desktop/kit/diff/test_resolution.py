"""The result of a merge while it is decided: every place stays where it belongs."""

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.kit.diff.merge import Choice, merge
from funneldesk.desktop.kit.diff.resolution import Resolution

lines = st.lists(
    st.sampled_from(["a\n", "b\n", "<p>\n", "\r\n", "c", "\U0001f600\n"]), max_size=12
).map("".join)
choices: st.SearchStrategy[Choice] = st.sampled_from(
    ["mine", "theirs", "base", "mine_theirs", "theirs_mine"]
)
typing = st.tuples(st.floats(0, 1), st.floats(0, 1), st.sampled_from(["", "x", "<p>\n", "\n"]))


def whole(resolution: Resolution) -> bool:
    """The places lie side by side and are the text."""
    places = [resolution.place(n) for n in range(len(resolution.merge.chunks))]
    ends = [0, *(end for _, end in places)]
    starts = [start for start, _ in places]
    return starts == ends[:-1] and ends[-1] == (len(resolution.text) if places else 0)


@given(lines, lines, lines, st.data())
def test_each_choice_changes_its_own_place_only(
    base: str, mine: str, theirs: str, data: st.DataObject
) -> None:
    merged = merge(base, mine, theirs)
    resolution = Resolution(merged)
    decided: dict[int, Choice] = dict.fromkeys(merged.conflicts, "mine")
    for _ in range(data.draw(st.integers(0, 5)) if merged.chunks else 0):
        chunk = data.draw(st.integers(0, len(merged.chunks) - 1))
        choice = data.draw(choices)
        before = resolution.text
        start, end = resolution.place(chunk)
        resolution.choose(chunk, choice)
        decided[chunk] = choice
        assert resolution.text == merged.text(decided)
        assert resolution.text.startswith(before[:start])
        assert resolution.text.endswith(before[end:])
        assert whole(resolution)
        assert resolution.choice(chunk) == choice


@given(lines, lines, lines, st.lists(typing, max_size=6))
def test_typing_moves_the_places_along(
    base: str, mine: str, theirs: str, edits: list[tuple[float, float, str]]
) -> None:
    merged = merge(base, mine, theirs)
    if not merged.chunks:
        return
    resolution = Resolution(merged)
    for first, second, text in edits:
        length = len(resolution.text)
        start, end = sorted((round(first * length), round(second * length)))
        resolution.type(resolution.text[:start] + text + resolution.text[end:])
        assert whole(resolution)
    assert set(resolution.undecided).isdisjoint(resolution.edited)


@given(lines, lines, lines, choices)
def test_all_that_waits_is_decided_at_once(
    base: str, mine: str, theirs: str, choice: Choice
) -> None:
    merged = merge(base, mine, theirs)
    resolution = Resolution(merged)
    resolution.choose_all(choice)
    assert resolution.undecided == ()
    assert whole(resolution)
    assert resolution.text == merged.text(dict.fromkeys(merged.conflicts, choice))


def test_typing_into_a_conflict_decides_it() -> None:
    resolution = Resolution(merge("a\none\nz\n", "a\nmine\nz\n", "a\ntheirs\nz\n"))
    assert resolution.text == "a\nmine\nz\n"
    for elsewhere in ("A\nmine\nz\n", "A\nmine\nyz\n", "A\nmine\nyz\nend\n", "A\nmine\nz\n"):
        resolution.type(elsewhere)
        assert resolution.undecided == (1,)
    resolution.type("A\nmine too\nz\n")
    assert resolution.undecided == ()
    assert resolution.choice(1) is None
    resolution.choose(1, "theirs")
    assert resolution.text == "A\ntheirs\nz\n"


def test_typing_where_mine_deleted_decides_that_place() -> None:
    resolution = Resolution(merge("a\none\nz\n", "a\nz\n", "a\ntheirs\nz\n"))
    assert resolution.undecided == (1,)
    resolution.type("a\nnew\nz\n")
    assert resolution.undecided == ()
