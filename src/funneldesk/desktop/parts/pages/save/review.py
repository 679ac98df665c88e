"""What the user should know before a page is saved (quirks 22 to 28)."""

from collections.abc import Collection, Iterable, Mapping

from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.split_tests.changes import removed_tests, sent_tests
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.problems.rules.html_elements import visitor_wrappers
from funneldesk.desktop.records.problems.rules.script_rules import script_problems
from funneldesk.desktop.records.save.plan import Blocker, Review, SaveWarning

TEST_KINDS: frozenset[str] = frozenset({"tests_added", "tests_sent_again", "tests_removed"})
"""What a save does to split tests; no way of saving does it unasked."""

_MOST_NAMES = 5


def review_page(draft: LocalPageDraft, changed: Mapping[str, Value]) -> Review:
    """What to ask about before ``changed`` is sent, and what the server would refuse."""
    warnings = tuple(_warnings(draft)) if "html" in changed else ()
    return Review(warnings, tuple(_blockers(draft)))


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
            "Save this page without any HTML?",
            "The HTML tab is empty. Saving removes the page's HTML from the server, and visitors "
            "see an empty page. To keep it, cancel and undo, or revert the page.",
            "Save an empty page",
        )
    known = frozenset[int]() if draft.is_new else draft.test_ids
    yield from _test_warnings(html, before, known)
    pasted = len(visitor_wrappers(html))
    if pasted:
        places = "a part" if pasted == 1 else f"{pasted} parts"
        yield SaveWarning(
            "visitor_wrapper",
            "Save HTML that was copied from the live page?",
            f"The HTML holds {places} with data-sid or data-cid, which the server adds for a "
            "single visitor. Saved like this, every visitor sees that one variant, and results are "
            "counted wrongly. Paste the split test's own source instead; the problems list shows "
            "where.",
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
            "HTML may start another one that counts from zero.",
            "Save and start",
        )
    if again:
        one = len(again) == 1
        yield SaveWarning(
            "tests_sent_again",
            "Restart this page's split test?" if one else "Restart this page's split tests?",
            f"The HTML changed, so {_listed(again)} {'is' if one else 'are'} sent to the server "
            f"again, which may start a new split test for {'it' if one else 'each'} that counts "
            "from zero. Finish all changes to the HTML first, then save once.",
            "Restart",
            once=True,
        )
    removed = removed_tests(html, before, known)
    if removed:
        yield _removal(list(removed))


def _removal(names: list[str]) -> SaveWarning:
    one = len(names) == 1
    return SaveWarning(
        "tests_removed",
        "Remove a split test from this page?" if one else f"Remove {len(names)} split tests?",
        f"The HTML no longer holds {_listed(names)}. Visitors no longer see "
        f"{'its' if one else 'their'} variants, and nothing more is counted for "
        f"{'it' if one else 'them'}. The numbers so far stay in Split tests.",
        "Remove and save",
    )


def _listed(names: list[str]) -> str:
    shown = [f"“{name}”" if name else "a split test without a name" for name in names]
    if len(shown) > _MOST_NAMES:
        return f"{', '.join(shown[:_MOST_NAMES])} and {len(shown) - _MOST_NAMES} more"
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))
