"""The plan for each file: from its facts, from what is on the server, and from what the user
decided. Pure: the same always gives the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from funneldesk.contract.file_kinds import ENDINGS
from funneldesk.contract.file_names import LONGEST_PATH
from funneldesk.contract.files import LARGEST_FILE, is_in_products
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.uploads.order import (
    Conversion,
    LeftOut,
    UploadItem,
    UploadOrder,
)
from funneldesk.desktop.assets.upload_review.inspection.contents import READABLE, REWRITTEN
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.assets.upload_review.kind_labels import UNSHOWN, cannot_convert, kind_words
from funneldesk.desktop.assets.upload_review.plan.decisions import Decisions
from funneldesk.desktop.assets.upload_review.plan.folders import FolderMap
from funneldesk.desktop.assets.upload_review.plan.names import (
    numbered,
    problem_of_name,
    repaired_name,
    with_ending,
)
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.local.texts import _

Group = Literal[
    "conflict",
    "large",
    "kind",
    "unshown",
    "folder",
    "name",
    "same",
    "protected",
    "unreadable",
    "ready",
]
State = Literal["go", "open", "out"]
There = Mapping[str, AssetRow]
"""Rows on the server, by path."""

NOT_DECIDED = _("It was not decided what to do with it.")
BY_USER = _("You left it out.")
SAME = _("The same file is there already, to the byte.")
_TROUBLES = {
    "link": _("It is a link that leads out of the folder; it was not followed."),
    "loop": _("It is a link to a folder that is chosen anyway, or that leads back to itself."),
    "special": _("It is not a file but a device, a pipe or a socket; it was not opened."),
    "unreadable": _("It cannot be read."),
    "vanished": _("It is not there any more."),
    "empty": _("It is empty."),
    "deep": _("It lies too many folders deep."),
}


@dataclass(slots=True)
class Planned:
    """``groups`` are the problems that the file has or had. ``why`` is a sentence for what does
    not go, or is to be decided. ``replaces``: the file that is there goes."""

    number: int
    state: State = "go"
    folder: str = ""
    name: str = ""
    groups: tuple[Group, ...] = ()
    why: str = ""
    conversion: Conversion | None = None
    replaces: bool = False
    beside: str = ""
    """The path that it would have had, if another file were not there."""

    @property
    def path(self) -> str:
        """Where it goes on the server."""
        return f"{self.folder}/{self.name}" if self.folder else self.name


@dataclass(frozen=True, slots=True)
class Plan:
    """A ``Planned`` for every fact, in order; ``folders`` have to be made, in this order."""

    files: tuple[Planned, ...]
    folders: tuple[str, ...]
    map: FolderMap

    def numbers(self, group: Group) -> list[int]:
        """The files of a group, in order."""
        return [each.number for each in self.files if group in each.groups]


def make_plan(
    facts: Sequence[FileFact],
    target: str,
    there: There,
    decisions: Decisions,
    same: Mapping[int, str] | None = None,
    failed: Mapping[int, tuple[Conversion, str]] | None = None,
) -> Plan:
    """The plan for files that go into ``target``. ``same`` tells which are known to be on the
    server with the same bytes, and under which path; ``failed`` which conversions failed, and
    why."""
    folders = FolderMap.of({fact.folder for fact in facts}, target, there, decisions.folders)
    planned = [_judged(number, fact, folders, decisions) for number, fact in enumerate(facts)]
    for number, (conversion, words) in (failed or {}).items():
        if planned[number].conversion == conversion and planned[number].state == "go":
            planned[number].state = "open"
            planned[number].why = _("It cannot be converted like this. {words}").format(words=words)
    _place(planned, there, decisions, same or {})
    needed = {each.folder for each in planned if each.state == "go"}
    return Plan(tuple(planned), folders.to_make(needed, there), folders)


def order_of(
    plan: Plan, facts: Sequence[FileFact], title: str, others: Sequence[LeftOut] = ()
) -> UploadOrder:
    """The order that carries a plan out: all files that go, and the others with the reason."""
    items, left_out = [], list(others)
    for each in plan.files:
        fact = facts[each.number]
        if each.state == "go":
            items.append(
                UploadItem(
                    fact.path,
                    each.folder,
                    each.name,
                    fact.size,
                    fact.changed,
                    fact.shown,
                    each.replaces,
                    each.conversion,
                    fact.spooled,
                )
            )
        else:
            why = each.why if each.state == "out" else f"{NOT_DECIDED} {each.why}"
            there = each.path if each.why == SAME else ""
            left_out.append(LeftOut(fact.shown, why, there))
    return UploadOrder(title, tuple(items), plan.folders, tuple(left_out))


def _judged(number: int, fact: FileFact, folders: FolderMap, decisions: Decisions) -> Planned:
    """Judge its content, size and names; its place is judged afterwards."""
    made = Planned(number)
    if fact.trouble:
        words = _TROUBLES[fact.trouble]
        said = f"{words} ({fact.told})" if fact.told and fact.trouble == "unreadable" else words
        return _out(made, said, "unreadable")
    place = folders.path(fact.folder)
    made.folder, made.conversion = place, _conversion(fact, decisions.conversions.get(number))
    if fact.kind not in ENDINGS and fact.kind not in READABLE:
        return _out(made, _not_accepted(fact), "kind")
    made.name = _name(fact, made.conversion, decisions.names.get(number, ""))
    if is_in_products(place):
        return _out(made, _("The folder products is kept by the server itself."), "protected")
    if fact.folder and folders.is_renamed(fact.folder):
        made.groups += ("folder",)
    _judge_content(made, fact)
    if repaired_name(fact.name, fact.kind) != fact.nfc_name:
        made.groups += ("name",)
    if made.state != "out" and len(made.path.encode()) > LONGEST_PATH:
        return _out(made, _("Its path is too long for the server."), "unreadable")
    if number in decisions.left_out:
        made.state, made.why = "out", BY_USER
    return made


def _not_accepted(fact: FileFact) -> str:
    return _("{kind} aren't accepted by the server.").format(kind=kind_words(fact.kind))


def _judge_content(made: Planned, fact: FileFact) -> None:
    odd = fact.kind not in ENDINGS
    if fact.kind in UNSHOWN:
        made.groups += ("unshown",)
    if not odd and fact.size <= LARGEST_FILE:
        return
    made.groups += ("kind",) if odd else ("large",)
    if made.conversion is not None:
        return
    if odd:
        said = _not_accepted(fact)
        conversion = _("It can go as WebP.")
    else:
        limit = size_words(LARGEST_FILE).replace(".0", "")
        said = _("It has {size}; the server takes {limit}.").format(
            size=size_words(fact.size), limit=limit
        )
        conversion = _("It can go smaller.")
    cannot = cannot_convert(fact)
    made.state = "out" if cannot else "open"
    made.why = f"{said} {cannot or conversion}"


def _conversion(fact: FileFact, conversion: Conversion | None) -> Conversion | None:
    if conversion is None or cannot_convert(fact):
        return None
    if not conversion.format and fact.kind in REWRITTEN:
        return Conversion("webp", conversion.width, conversion.quality)
    return conversion


def _name(fact: FileFact, conversion: Conversion | None, own: str) -> str:
    kind = "image/webp" if conversion is not None and conversion.format == "webp" else fact.kind
    if own and not problem_of_name(own, kind):
        return own
    name = repaired_name(own or fact.name, fact.kind)
    return with_ending(name, "webp") if kind != fact.kind else name


def _out(made: Planned, why: str, group: Group) -> Planned:
    made.state, made.why = "out", why
    made.groups += (group,)
    return made


def _place(
    planned: Sequence[Planned],
    there: There,
    decisions: Decisions,
    same: Mapping[int, str],
) -> None:
    """Give each file a path that no other has; what is on the server goes only by decision."""
    claimed: set[str] = set()
    crowded = []
    for each in planned:
        if each.state == "out" and each.why != BY_USER:
            continue
        found = there.get(each.path)
        if found is not None and not found.is_folder and each.state != "open":
            _meet(each, same.get(each.number) == each.path, decisions)
        if each.state == "out":
            continue
        if each.path in claimed or (found is not None and (found.is_folder or each.beside)):
            crowded.append(each)
        else:
            claimed.add(each.path)
    numbers: dict[str, int] = {}
    for each in crowded:
        wanted = each.path
        if not each.beside:
            each.beside = wanted
            each.replaces = False
            each.groups = (*each.groups, "name") if "name" not in each.groups else each.groups
            if "conflict" in each.groups and each.state == "open":
                each.state, each.why = "go", ""
        name, count = each.name, numbers.get(wanted, 1)
        while each.path in claimed or each.path in there:
            count += 1
            each.name = numbered(name, count)
        numbers[wanted] = count
        claimed.add(each.path)


def _meet(each: Planned, is_same: bool, decisions: Decisions) -> None:
    """There is a file of this path already."""
    each.groups += ("same",) if is_same and each.conversion is None else ("conflict",)
    if each.state == "out":
        return
    clash = decisions.clashes.get(each.number)
    if clash == "both":
        each.beside = each.path
    elif clash == "replace":
        each.replaces = True
    elif "same" in each.groups:
        each.state, each.why = "out", SAME
    elif each.state == "go":
        each.state, each.why = "open", _("Another file is there under this name.")
