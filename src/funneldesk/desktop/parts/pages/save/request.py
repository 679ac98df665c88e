"""What a save sends, and what the user should know before it does (quirks 22 to 28)."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from funneldesk.contract.pages import STATUSES, TEMPLATE_TYPES, UPDATE_ONLY, PageDraft, PagePatch
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.problems.html_elements import visitor_wrappers
from funneldesk.desktop.parts.pages.problems.script_rules import script_problems
from funneldesk.desktop.parts.pages.split_tests.changes import removed_tests, sent_tests
from funneldesk.desktop.records.fields import Value

WarningKind = Literal[
    "html_emptied", "tests_added", "tests_sent_again", "tests_removed", "visitor_wrapper"
]
TEST_KINDS: frozenset[WarningKind] = frozenset({"tests_added", "tests_sent_again", "tests_removed"})
"""What a save does to split tests; no way of saving does it unasked."""

_MOST_NAMES = 5
_UNSENDABLE = re.compile("[\x00\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class SaveWarning:
    """Something to confirm before a save. ``action_label`` is the button that goes on."""

    kind: WarningKind
    title: str
    sentence: str
    action_label: str


@dataclass(frozen=True, slots=True)
class Blocker:
    """Why a save would be refused; ``sentence`` stands at ``field``."""

    field: str
    sentence: str


@dataclass(frozen=True, slots=True)
class SavePlan:
    """The calls of a save, in order: ``create`` creates the page, ``patch`` updates it.

    A page that exists takes a patch only. A new page takes a draft and, when fields were set that
    a create does not take (quirk 24), a patch after it, to the id that the create answered. Both
    are None when nothing differs, or when a text cannot be sent at all: then a blocker tells.
    ``sends`` are the fields that differ. After each call ``LocalPageDraft.accept`` gets the answer
    and that call's ``body()``.
    """

    create: PageDraft | None
    patch: PagePatch | None
    sends: tuple[str, ...]
    warnings: tuple[SaveWarning, ...]
    blockers: tuple[Blocker, ...]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to send."""
        return not self.sends and self.create is None


def plan_save(draft: LocalPageDraft, status: str | None = None) -> SavePlan:
    """What saving ``draft`` takes; ``status`` publishes it or takes it offline as well.

    Only what differs is sent, cleared fields as an empty string, the title always (quirks 22 and
    23); a type only where a create takes it (quirk 24). A new page goes live with its last call,
    when all of its settings are in place. Raises ValueError for a status that pages do not have.
    """
    if status is not None and status not in STATUSES:
        raise ValueError(f"{status!r} is no status of a page")
    changed = draft.changed_fields()
    if changed.get("type") not in TEMPLATE_TYPES:
        changed.pop("type", None)
    if status is not None:
        changed.pop("status", None)
        if status != draft.base_value("status"):
            changed["status"] = status
    unsendable = tuple(_unsendable(changed))
    body = {field: _on_the_wire(value) for field, value in changed.items()}
    create, patch = (None, None) if unsendable else _calls(draft, body)
    return SavePlan(
        create,
        patch,
        tuple(changed),
        tuple(_warnings(draft)) if "html" in changed else (),
        (*unsendable, *_blockers(draft)),
    )


def _calls(
    draft: LocalPageDraft, body: dict[str, Any]
) -> tuple[PageDraft | None, PagePatch | None]:
    title = draft.text("title")
    if not draft.is_new:
        return None, PagePatch(**{**body, "title": title}) if body else None
    later = {field: value for field, value in body.items() if field in UPDATE_ONLY}
    if later and "status" in body:
        later["status"] = body["status"]
    first = {field: value for field, value in body.items() if field not in later}
    patch = PagePatch(**{**later, "title": title}) if later else None
    return PageDraft(**{**first, "title": title}), patch


def _on_the_wire(value: Value) -> str | bool | int:
    """An empty string clears a field, an id too (quirk 23)."""
    return "" if value is None else value


def _unsendable(changed: Mapping[str, Value]) -> Iterable[Blocker]:
    """NUL and halves of surrogate pairs: no platform stores them as they are."""
    for field, value in changed.items():
        found = _UNSENDABLE.search(value) if isinstance(value, str) else None
        if found:
            line = found.string.count("\n", 0, found.start()) + 1
            yield Blocker(
                field,
                f"Line {line} holds a damaged character that the server cannot store. Delete it "
                "and type it again.",
            )


def _blockers(draft: LocalPageDraft) -> Iterable[Blocker]:
    if not draft.text("title").strip():
        yield Blocker(
            "title", "A page needs a title, so it cannot be saved yet. Type one; you can change it."
        )
    if _lacks_password(draft):
        yield Blocker(
            "password",
            "Visitors are asked for a password, but none is set. Type one, or switch the question "
            "off.",
        )
    code = draft.text("custom_javascript")
    if code != draft.base_value("custom_javascript"):
        problems = script_problems(code)
        if problems:
            line = code.count("\n", 0, problems[0].start) + 1
            yield Blocker(
                "custom_javascript",
                f"The server does not take this JavaScript (line {line}). {problems[0].message}",
            )


def _lacks_password(draft: LocalPageDraft) -> bool:
    """Whether a password is asked for that nobody set. A platform may keep one without telling:
    a page that asked already and whose password was not touched has one."""
    if not draft.value("requires_password") or draft.text("password"):
        return False
    kept = draft.base_value("requires_password") and not draft.base_value("password")
    return not kept


def _warnings(draft: LocalPageDraft) -> Iterable[SaveWarning]:
    """About html that is sent."""
    html, before = draft.text("html"), str(draft.base_value("html"))
    if before.strip() and not html.strip():
        yield SaveWarning(
            "html_emptied",
            "Save this page without any html?",
            "The HTML tab is empty, and saving removes the page's html from the server: "
            "visitors will meet an empty page. To keep it, cancel and undo, or revert the page.",
            "Save an empty page",
        )
    known = frozenset[int]() if draft.is_new else draft.test_ids
    yield from _test_warnings(html, before, known)
    pasted = len(visitor_wrappers(html))
    if pasted:
        places = "a part" if pasted == 1 else f"{pasted} parts"
        yield SaveWarning(
            "visitor_wrapper",
            "Save html that was copied from the live page?",
            f"The html holds {places} with data-sid or data-cid, as the server makes them for "
            "one visitor. Saved here, every visitor meets that one variant, and it is counted "
            "wrongly. Paste the split test's own source instead; the problems list shows where.",
            "Save anyway",
        )


def _test_warnings(html: str, before: str, known: Collection[int] | None) -> Iterable[SaveWarning]:
    """About split tests without the platform's id, the new ones apart from the known, and about
    those that are no longer there (quirk 27)."""
    sent = sent_tests(html, before, known)
    added = [test.name for test in sent if test.outcome in ("new", "twice", "foreign")]
    again = [test.name for test in sent if test.outcome == "again"]
    if added:
        one = len(added) == 1
        yield SaveWarning(
            "tests_added",
            "Start a new split test?" if one else f"Start {len(added)} new split tests?",
            f"Saving adds {_listed(added)} to this page, and the server starts a split test for "
            f"{'it' if one else 'each'}. Check names and weights first: every later save of the "
            "html may start another one, with its numbers at zero.",
            "Save and start",
        )
    if again:
        one = len(again) == 1
        yield SaveWarning(
            "tests_sent_again",
            "Send the page's split test again?" if one else "Send the page's split tests again?",
            f"The html changed, so {_listed(again)} {'goes' if one else 'go'} to the server "
            f"again. It may start a new split test for {'it' if one else 'each'}, with its numbers "
            "at zero. Finish all changes to the html first, then save once.",
            "Save anyway",
        )
    removed = removed_tests(html, before, known)
    if removed:
        yield _removal(list(removed))


def _removal(names: list[str]) -> SaveWarning:
    one = len(names) == 1
    return SaveWarning(
        "tests_removed",
        "Remove a split test from this page?" if one else f"Remove {len(names)} split tests?",
        f"The HTML no longer holds {_listed(names)}. Visitors stop meeting "
        f"{'its' if one else 'their'} variants, and nothing more is counted for "
        f"{'it' if one else 'them'}. The numbers so far stay in Split tests.",
        "Remove and save",
    )


def _listed(names: list[str]) -> str:
    shown = [f"“{name}”" if name else "a split test without a name" for name in names]
    if len(shown) > _MOST_NAMES:
        return f"{', '.join(shown[:_MOST_NAMES])} and {len(shown) - _MOST_NAMES} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
