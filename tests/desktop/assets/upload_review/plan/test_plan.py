"""What becomes of chosen files: every one has one fate, no two one path, nothing goes unasked."""

import string
import unicodedata
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.file_kinds import ENDINGS, ending_of
from funneldesk.contract.file_names import clean_path, folders_above
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.assets.upload_review.dialog.labels import (
    Counts,
    head_words,
    members,
    row_words,
)
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.assets.upload_review.plan.decisions import Decisions
from funneldesk.desktop.assets.upload_review.plan.names import (
    allowed_folder,
    is_folder_name,
    repaired_name,
    with_ending,
)
from funneldesk.desktop.assets.upload_review.plan.plan import Plan, make_plan, order_of

NASTY = st.text(
    st.one_of(
        st.sampled_from(list('aA.- _#1é/\\:*?"<>|\0\n\u2028\u202e\udc80\uff0eÄ')),
        st.characters(),
    ),
    min_size=1,
    max_size=300,
).map(lambda name: name.replace("/", "-"))
KINDS = st.sampled_from([*ENDINGS, "application/pdf", "image/x-tga", "text/plain", "text/html"])
STEP = st.one_of(st.sampled_from(["Summer Photos", "summer-photos", "a", "products", "ä"]), NASTY)


@st.composite
def facts(draw: st.DrawFn) -> list[FileFact]:
    found = []
    for number in range(draw(st.integers(0, 14))):
        steps = draw(st.lists(STEP, max_size=3))
        name = draw(st.one_of(st.sampled_from(["a.png", "b.css", "e\u0301.png", "é.png"]), NASTY))
        found.append(
            FileFact(
                Path(f"/x/{number}"),
                "/".join((*steps, name)),
                draw(st.sampled_from([1, 900, LARGEST_FILE, LARGEST_FILE + 1])),
                1,
                draw(KINDS),
                *draw(st.sampled_from([(0, 0), (64, 48), (40_000, 40_000)])),
                moves=draw(st.booleans()),
                trouble=draw(st.sampled_from(["", "", "", "link", "empty", "vanished"])),
            )
        )
    return found


@st.composite
def decided(draw: st.DrawFn) -> Decisions:
    numbers = st.integers(0, 14)
    made = Decisions().leave_out(draw(st.lists(numbers, max_size=3)))
    made = made.clash(draw(st.lists(numbers, max_size=4)), "replace")
    made = made.clash(draw(st.lists(numbers, max_size=4)), "both")
    made = made.conversion(draw(st.lists(numbers, max_size=4)), Conversion("webp", 640))
    made = made.name(draw(numbers), draw(NASTY))
    return made.folder("Summer Photos", draw(st.sampled_from(["a", "Not Allowed", "b-2"])))


THERE = {
    path: AssetRow(path, is_folder="." not in path.rpartition("/")[2], size=900)
    for path in ("media", "media/a", "media/a.png", "media/b.css", "media/summer-photos/a.png", "a")
}


@given(facts(), decided(), st.sampled_from(["", "media", "media/new"]))
def test_every_file_has_one_fate_and_none_takes_the_place_of_another(
    found: list[FileFact], decisions: Decisions, target: str
) -> None:
    plan = make_plan(found, target, THERE, decisions)
    order = order_of(plan, found, "")
    assert [each.number for each in plan.files] == list(range(len(found)))
    assert len(order.items) + len(order.left_out) == len(found)
    paths = [item.path for item in order.items]
    assert len(set(paths)) == len(paths)
    for item in order.items:
        assert clean_path(item.path) == item.path
        assert (item.path in THERE) == item.replaces
        assert not item.replaces or item.conversion or decisions.clashes
        assert item.path.split("/")[0] != "products"
    made = set(order.folders)
    for item in order.items:
        for folder in (*folders_above(item.path),):
            assert folder in made or folder in THERE
    for folder in order.folders:
        assert is_folder_name(folder.rpartition("/")[2])
        above = folder.rpartition("/")[0]
        assert (
            not above or above in THERE or order.folders.index(above) < order.folders.index(folder)
        )
    assert all(left.why.endswith((".", ")")) for left in order.left_out)


@given(facts(), decided())
def test_the_groups_and_the_first_line_hold_every_file(
    found: list[FileFact], decisions: Decisions
) -> None:
    plan = make_plan(found, "media", THERE, decisions)
    grouped = members(plan)
    assert grouped["all"] == list(range(len(found)))
    rest = {number for key, numbers in grouped.items() if key != "all" for number in numbers}
    assert rest == set(range(len(found)))
    counts = Counts.of(plan, found)
    assert counts.go + counts.open + counts.out == len(found)
    assert min(counts.plain, counts.renamed, counts.converted, counts.replacing) >= 0
    assert head_words(counts)
    for planned, fact in zip(plan.files, found, strict=True):
        row_words(planned, fact).title.encode()


@given(NASTY, KINDS)
def test_a_repaired_name_is_one_that_the_platform_takes(name: str, kind: str) -> None:
    fixed = repaired_name(name, kind)
    assert clean_path(fixed) == fixed
    assert kind not in ENDINGS or ending_of(fixed) in ENDINGS[kind]
    assert repaired_name(fixed, kind) == fixed
    assert clean_path(with_ending(fixed, "webp"))


@given(st.one_of(NASTY, st.text(string.ascii_lowercase + "-_0", min_size=1, max_size=90)))
def test_a_folder_gets_the_nearest_name_that_is_allowed(name: str) -> None:
    fixed = allowed_folder(name)
    assert is_folder_name(fixed)
    assert fixed == name or not is_folder_name(name)


def test_names_as_people_write_them() -> None:
    assert allowed_folder("Summer Photos") == "summer-photos"
    assert allowed_folder("Größe & Maße (2026)") == "grosse-masse-2026"
    assert allowed_folder("写真") == "folder"
    assert repaired_name("photo.jpg", "image/png") == "photo.png"
    assert repaired_name("v1.2 final", "image/png") == "v1.2 final.png"
    assert repaired_name("con.png", "image/png") == "con-file.png"
    assert repaired_name("../../etc/passwd", "text/css") == "-..-etc-passwd.css"
    assert repaired_name("a#1.png", "image/png") == "a#1.png"
    assert len(repaired_name("ü" * 200 + ".png", "image/png").encode()) <= 255


def _fact(place: str, size: int = 10, kind: str = "image/png", **rest: int) -> FileFact:
    return FileFact(Path("/x") / place, place, size, 1, kind, **rest)


def _paths(plan: Plan) -> list[str]:
    return [each.path for each in plan.files if each.state == "go"]


def test_two_folders_that_would_become_one_stay_two() -> None:
    plan = make_plan(
        [_fact("summer photos/a.png"), _fact("Summer Photos/a.png"), _fact("summer-photos/a.png")],
        "",
        {},
        Decisions(),
    )
    assert sorted(_paths(plan)) == [
        "summer-photos-2/a.png",
        "summer-photos-3/a.png",
        "summer-photos/a.png",
    ]


def test_one_name_in_both_normal_forms_becomes_two() -> None:
    both = [_fact(unicodedata.normalize(form, "é.png")) for form in ("NFC", "NFD")]
    assert _paths(make_plan(both, "", {}, Decisions())) == ["é.png", "é-2.png"]


def test_nothing_there_is_replaced_unless_it_was_decided() -> None:
    found = [_fact("a.png")]
    there = {"a.png": AssetRow("a.png", size=9), "a-2.png": AssetRow("a-2.png")}
    open_plan = make_plan(found, "", there, Decisions())
    assert [each.state for each in open_plan.files] == ["open"]
    both = make_plan(found, "", there, Decisions().clash([0], "both"))
    assert _paths(both) == ["a-3.png"]
    replaced = order_of(make_plan(found, "", there, Decisions().clash([0], "replace")), found, "")
    assert [(item.path, item.replaces) for item in replaced.items] == [("a.png", True)]
    same = order_of(make_plan(found, "", there, Decisions(), {0: "a.png"}), found, "")
    assert (same.items, same.left_out[0].there) == ((), "a.png")


def test_a_cure_that_was_taken_back_leaves_no_trace() -> None:
    found = [_fact("a.png", LARGEST_FILE + 1, width=4000, height=3000)]
    start = Decisions()
    converted = start.conversion([0], Conversion("webp", 1920))
    assert _paths(make_plan(found, "", {}, converted)) == ["a.webp"]
    assert converted.take_back([0]) == start


def test_a_bomb_and_a_moving_picture_are_not_made_over() -> None:
    large = LARGEST_FILE + 1
    found = [_fact("bomb.png", large, width=40_000, height=40_000)]
    plan = make_plan(found, "", {}, Decisions().conversion([0], Conversion("webp", 640)))
    assert plan.files[0].state == "out"
    assert "40,000 × 40,000" in plan.files[0].why


def test_products_take_nothing_and_a_folder_of_that_name_gets_another() -> None:
    found = [_fact("products/a.png"), _fact("b.png")]
    assert _paths(make_plan(found, "", {}, Decisions())) == ["products-2/a.png", "b.png"]
    assert _paths(make_plan(found, "products/x", {}, Decisions())) == []
