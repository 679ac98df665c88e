"""Judgement of settled changes by content, name and what is on the server."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.assets.upload_review.plan.decisions import Decisions
from funneldesk.desktop.assets.upload_review.plan.names import free_name
from funneldesk.desktop.assets.upload_review.plan.plan import Plan, Planned, make_plan
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.watched import Watched

CHANGED_THERE = _(
    "Someone changed it on the server since it was sent from here. Nothing was replaced."
)
ANOTHER = _("Another file has this name on the server. Nothing was replaced.")


@dataclass(frozen=True, slots=True)
class Judgement:
    """``goes`` has a path for each place, ``out`` a sentence; ``vanished`` went meanwhile.
    ``folders`` have to be made first, in this order."""

    goes: Mapping[str, str]
    out: Mapping[str, str]
    vanished: frozenset[str]
    folders: tuple[str, ...]


def judge(
    root: Path,
    facts: Sequence[FileFact],
    folder: str,
    known: Mapping[str, Watched],
    folders: Collection[str],
    names: Mapping[str, Collection[str]],
) -> Judgement:
    """Where each settled file goes, or why it does not. Pure, and for a thread.

    ``folders`` are those of the server, ``names`` what lies in those where a file is to stand
    beside another.
    """
    placed = _placed(root, facts)
    mine = {fact.place for fact in placed}
    claimed = {file.path for place, file in known.items() if file.path and place not in mine}
    there = {path: AssetRow.of_folder(path) for path in folders if path}
    there |= {path: AssetRow(path) for path in claimed}
    decisions = Decisions().clash(range(len(placed)), "both")
    plan = make_plan(placed, folder, there, decisions)
    goes: dict[str, str] = {}
    out: dict[str, str] = {}
    vanished = set()
    for each in plan.files:
        fact = placed[each.number]
        if fact.trouble == "vanished":
            vanished.add(fact.place)
        elif each.state == "go":
            goes[fact.place] = _path(each, known.get(fact.place), names)
        else:
            out[fact.place] = each.why
    return Judgement(goes, out, frozenset(vanished), _folders(plan, goes, there))


def _placed(root: Path, facts: Iterable[FileFact]) -> list[FileFact]:
    """The facts with their places in the root; what leads out of it is none of ours."""
    found = []
    for fact in facts:
        try:
            place = fact.path.relative_to(root).as_posix()
        except ValueError:
            continue
        found.append(replace(fact, place=place))
    return found


def _path(each: Planned, known: Watched | None, names: Mapping[str, Collection[str]]) -> str:
    """A file keeps the path that it once got; beside another it gets the next free name."""
    if known is None or not known.path:
        path = each.path
    elif known.path.rpartition(".")[2] == each.name.rpartition(".")[2]:
        path = known.path
    else:
        path = each.path
    if known is not None and known.state == "both":
        folder, _unused, name = path.rpartition("/")
        name = free_name(name, names.get(folder, ()))
        return f"{folder}/{name}" if folder else name
    return path


def _folders(plan: Plan, goes: Mapping[str, str], there: Mapping[str, AssetRow]) -> tuple[str, ...]:
    return plan.map.to_make({path.rpartition("/")[0] for path in goes.values()}, there)
