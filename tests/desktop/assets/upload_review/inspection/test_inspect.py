"""Chosen files as they are found on a real disk: nothing is followed out, nothing odd is opened."""

import os
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.transfer_trees import grow
from tests.desktop.support.upload_trees import SCRIPTED, small_tree
from tests.server.support.file_samples import SVG, gif, png

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.assets.upload_review.inspection.inspect import look_at_files
from funneldesk.desktop.assets.upload_review.plan.decisions import Decisions
from funneldesk.desktop.assets.upload_review.plan.plan import make_plan, order_of


def found(*paths: Path, most: int = 100_000) -> tuple[dict[str, FileFact], dict[str, object]]:
    """What was found by place, and what was told at the end."""
    items = [item for item in look_at_files([str(path) for path in paths], most) if item]
    *batches, last = items
    facts = [FileFact.of(told) for batch in batches for told in batch["facts"]]
    return {fact.place: fact for fact in facts}, last


def troubles(facts: dict[str, FileFact]) -> dict[str, str]:
    return {place: fact.trouble for place, fact in facts.items() if fact.trouble}


def test_a_tree_with_everything_odd_is_told_file_by_file(tmp_path: Path) -> None:
    facts, last = found(small_tree(tmp_path / "Campaign", 2))
    assert troubles(facts) == {
        "Campaign/empty.png": "empty",
        "Campaign/passwd.css": "link",
        "Campaign/pipe.png": "special",
        "Campaign/Summer Photos/raw/round": "loop",
    }
    assert last == {"hidden": 1, "stopped": False}
    assert facts["Campaign/wrong.jpg"].kind == "image/png"
    hero = facts["Campaign/hero.png"]
    assert (hero.width, hero.height, hero.size) == (900, 500, hero.path.stat().st_size)
    assert [word in facts["Campaign/icon.svg"].notes[0] for word in ("script",)] == [True]
    assert len(facts["Campaign/icon.svg"].notes) == 2
    assert facts["Campaign/mark.svg"].notes == ()
    assert facts["Campaign/texture.ppm"].kind == "image/x-portable-anymap"


def test_links_within_the_tree_are_the_files_they_lead_to(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    (root / "a").mkdir(parents=True)
    (root / "a" / "real.png").write_bytes(png())
    (root / "same.png").symlink_to(root / "a" / "real.png")
    (root / "gone.png").symlink_to(root / "nowhere")
    (root / "self").symlink_to(root / "self")
    facts, _ = found(root)
    assert facts["tree/same.png"].path == (root / "a" / "real.png").resolve()
    assert troubles(facts) == {"tree/gone.png": "vanished", "tree/self": "loop"}


def test_names_that_are_no_text_and_both_forms_of_one_name_are_kept_apart(tmp_path: Path) -> None:
    root = tmp_path / "tree"
    root.mkdir()
    for form in ("NFC", "NFD"):
        (root / unicodedata.normalize(form, "é.png")).write_bytes(png())
    raw = os.fsdecode(b"caf\xe9.png")
    (root / raw).write_bytes(png())
    (root / "line\nend.png").write_bytes(png())
    facts, _ = found(root)
    assert len(facts) == 4
    assert facts[f"tree/{raw}"].path.read_bytes() == png()
    assert facts[f"tree/{raw}"].shown == "tree/caf\ufffd.png"
    order = order_of(make_plan(list(facts.values()), "", {}, Decisions()), list(facts.values()), "")
    assert {item.path for item in order.items} == {
        "tree/é.png",
        "tree/é-2.png",
        "tree/caf-.png",
        "tree/line-end.png",
    }


def test_a_tree_is_looked_at_only_as_far_as_was_said(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number:02}.png").write_bytes(png())
    facts, last = found(tmp_path, most=5)
    assert (len(facts), last["stopped"]) == (5, True)
    twice, _ = found(tmp_path / "00.png", tmp_path / "00.png")
    assert list(twice) == ["00.png"]


def test_moving_pictures_are_known(tmp_path: Path) -> None:
    frame = b"\x2c\0\0\0\0\4\0\3\0\0\2\2\x44\1\0"
    still, moving = gif()[:13] + frame + b";", gif()[:13] + frame + frame + b";"
    for name, content in (("still.gif", still), ("moving.gif", moving)):
        (tmp_path / name).write_bytes(content)
    at = png().index(b"IDAT") - 4
    (tmp_path / "moving.png").write_bytes(png()[:at] + b"\0\0\0\x08acTL" + bytes(12) + png()[at:])
    (tmp_path / "still.png").write_bytes(png())
    facts, _ = found(tmp_path)
    told = {fact.name: fact.moves for fact in facts.values()}
    assert told == {"still.gif": False, "moving.gif": True, "moving.png": True, "still.png": False}


def test_what_cannot_be_read_or_went_away_is_told(tmp_path: Path) -> None:
    facts, _ = found(tmp_path / "gone.png", Path("/proc/self/mem"))
    assert facts["gone.png"].trouble == "vanished"
    assert facts["mem"].trouble


@given(
    st.sampled_from([png(), gif(), SVG, SCRIPTED, b"P6 2 2 255\n", b"GIF89a", b"RIFF....WEBPVP8X"]),
    st.lists(st.tuples(st.integers(0, 400), st.binary(max_size=20)), max_size=6),
    st.sampled_from(["a.png", "b.gif", "c.tga", "d.svg", "e.webp", "f.json"]),
)
def test_no_content_ends_the_look(
    tmp_path_factory: pytest.TempPathFactory,
    start: bytes,
    changes: list[tuple[int, bytes]],
    name: str,
) -> None:
    data = bytearray(start)
    for place, piece in changes:
        data[place : place + len(piece)] = piece
    path = tmp_path_factory.getbasetemp() / name
    path.write_bytes(bytes(data))
    facts, _ = found(path)
    assert facts[name].size == len(data)


def test_a_grown_tree_has_for_each_file_the_fate_that_is_true(tmp_path: Path) -> None:
    tree = grow(tmp_path / "Shoot", good=60, odd=80)
    facts = list(found(tree.root)[0].values())
    there = {
        f"shoot/{path}": AssetRow(f"shoot/{path}", size=len(content))
        for path, content in tree.there.items()
    }
    plan = make_plan(facts, "", there, Decisions())
    assert {fact.shown for fact in facts} == set(tree.truth)
    for planned, fact in zip(plan.files, facts, strict=True):
        fate = tree.truth[fact.shown].fate
        expected = {"goes": "go", "cured": "open", "out": "out", "same": "open", "other": "open"}
        assert planned.state == expected[fate], (fact.shown, fate, planned)
