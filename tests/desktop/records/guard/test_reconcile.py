"""What becomes of a record that two people changed."""

import json

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.records.guard.fields import GuardedField
from funneldesk.desktop.records.guard.progress import fingerprint, take_up, to_progress
from funneldesk.desktop.records.guard.question import GuardQuestion
from funneldesk.desktop.records.guard.reconcile import reconcile

FIELDS = (
    GuardedField("html", "HTML", "source", "html"),
    GuardedField("title", "Title"),
    GuardedField("hidden", "Hidden", "flag"),
    GuardedField("domain", "Domain", "choice", choices=((None, "No domain"), (3, "shop.test"))),
)
records = st.fixed_dictionaries(
    {
        "html": st.lists(st.sampled_from(["a\n", "b\n", "c"]), max_size=5).map("".join),
        "title": st.sampled_from(["One", "Two", "Three"]),
        "hidden": st.booleans(),
        "domain": st.sampled_from([None, 3, 4]),
    }
)


@given(records, records, records)
def test_every_field_has_its_place(base: dict, mine: dict, theirs: dict) -> None:  # type: ignore[type-arg]
    found = reconcile(base, mine, theirs, FIELDS)
    for name in base:
        changed = (mine[name] != base[name], theirs[name] != base[name])
        if mine[name] == theirs[name]:
            assert name not in (*found.taken, *found.kept, *found.both)
            assert found.values[name] == mine[name]
        elif changed == (True, False):
            assert name in found.kept
            assert found.values[name] == mine[name]
        elif changed == (False, True):
            assert name in found.taken
            assert found.values[name] == theirs[name]
        else:
            assert name in found.both


@given(records, records)
def test_one_side_alone_is_taken_whole(base: dict, other: dict) -> None:  # type: ignore[type-arg]
    assert reconcile(base, other, base, FIELDS).values == other
    assert reconcile(base, base, other, FIELDS).values == other


def test_a_source_that_both_changed_in_other_lines_is_merged() -> None:
    base = {"html": "one\ntwo\nthree\n"}
    found = reconcile(base, {"html": "ONE\ntwo\nthree\n"}, {"html": "one\ntwo\nTHREE\n"}, FIELDS)
    assert (found.merged, found.conflicts) == (("html",), ())
    assert found.values == {"html": "ONE\ntwo\nTHREE\n"}


def test_what_collides_stays_mine_and_is_told() -> None:
    base = {"html": "one\n", "title": "One", "hidden": False}
    mine = {"html": "mine\n", "title": "Mine", "hidden": True}
    found = reconcile(base, mine, {"html": "theirs\n", "title": "Theirs", "hidden": True}, FIELDS)
    assert found.conflicts == ("html", "title")
    assert found.values == mine


def test_a_field_that_a_side_leaves_out_was_not_changed_by_it() -> None:
    found = reconcile({"title": "One", "slug": "one"}, {"title": "Mine"}, {"slug": "two"})
    assert found.values == {"title": "Mine", "slug": "two"}
    assert (found.kept, found.taken, found.conflicts) == (("title",), ("slug",), ())


def test_values_in_words() -> None:
    _, _, hidden, domain = FIELDS
    assert (hidden.words(True), hidden.words(False)) == ("On", "Off")
    assert [domain.words(v) for v in (None, 3, 9)] == ["No domain", "shop.test", "9"]
    secret = GuardedField("password", "Password", "secret")
    assert [secret.words(v) for v in ("", "abcd")] == ["", "Hidden, 4 characters"]


def test_progress_of_other_versions_is_not_taken_up() -> None:
    question = _question("theirs\n")
    question.resolutions["html"].choose(0, "theirs")
    question.chosen["title"] = "mine"
    kept = json.loads(json.dumps(to_progress(question, fingerprint(question))))
    again = _question("theirs\n")
    assert take_up(again, kept, fingerprint(again))
    assert again.answer() == question.answer()
    other = _question("theirs later\n")
    assert not take_up(other, kept, fingerprint(other))
    assert other.resolutions["html"].waiting == 1


@given(
    st.dictionaries(
        st.sampled_from(["chosen", "sources"]),
        st.recursive(
            st.none() | st.integers() | st.text(max_size=3) | st.just("html"),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(["html", "title", "text", "choices", "edited", "0", "99", "x"]),
                    inner,
                    max_size=3,
                )
            ),
            max_leaves=8,
        ),
    )
)
def test_progress_that_cannot_be_read_does_no_harm(kept: dict[str, object]) -> None:
    question = _question("theirs\n")
    mark = fingerprint(question)
    assert take_up(question, kept | {"of": mark}, mark)
    assert set(question.chosen.values()) <= {"mine", "theirs"}
    assert set(question.answer()) == {"html", "title"}


def _question(theirs: str) -> GuardQuestion:
    base = {"html": "one\n", "title": "One"}
    mine = {"html": "mine\n", "title": "Mine"}
    other = {"html": theirs, "title": "Theirs"}
    found = reconcile(base, mine, other, FIELDS)
    return GuardQuestion("page", "One", FIELDS, base, mine, other, found)
