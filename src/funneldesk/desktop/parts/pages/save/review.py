"""What the user should know before a page is saved (quirks 22 to 28)."""

from collections.abc import Collection, Iterable, Mapping

from funneldesk.desktop.local.texts import _, ngettext
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
            "title",
            _("A page needs a title, so it cannot be saved yet. Type one; you can change it."),
        )
    if _lacks_password(draft):
        yield Blocker(
            "password",
            _(
                "Visitors are asked for a password, but none is set. Type one, or switch the "
                "question off."
            ),
        )
    code = draft.text("custom_javascript")
    if code != draft.base_value("custom_javascript"):
        problems = script_problems(code)
        if problems:
            line = code.count("\n", 0, problems[0].start) + 1
            yield Blocker(
                "custom_javascript",
                _("The server does not take this JavaScript (line {line}). {message}").format(
                    line=line, message=problems[0].message
                ),
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
            _("Save this page without any HTML?"),
            _(
                "The HTML tab is empty. Saving removes the page's HTML from the server, and "
                "visitors see an empty page. To keep it, cancel and undo, or revert the page."
            ),
            _("Save an empty page"),
        )
    known = frozenset[int]() if draft.is_new else draft.test_ids
    yield from _test_warnings(html, before, known)
    pasted = len(visitor_wrappers(html))
    if pasted:
        yield SaveWarning(
            "visitor_wrapper",
            _("Save HTML that was copied from the live page?"),
            ngettext(
                "The HTML holds a part with data-sid or data-cid, which the server adds for a "
                "single visitor. Saved like this, every visitor sees that one variant, and results "
                "are counted wrongly. Paste the split test's own source instead; the problems list "
                "shows where.",
                "The HTML holds {count} parts with data-sid or data-cid, which the server adds for "
                "a single visitor. Saved like this, every visitor sees that one variant, and "
                "results are counted wrongly. Paste the split test's own source instead; the "
                "problems list shows where.",
                pasted,
            ).format(count=pasted),
            _("Save anyway"),
        )


def _test_warnings(html: str, before: str, known: Collection[int] | None) -> Iterable[SaveWarning]:
    """About split tests without the platform's id, the new ones apart from the known, and about
    those that are no longer there (quirk 27)."""
    sent = sent_tests(html, before, known)
    added = [test.name for test in sent if test.outcome in ("new", "twice", "foreign")]
    again = [test.name for test in sent if test.outcome == "again"]
    if added:
        yield _start(added)
    if again:
        count = len(again)
        yield SaveWarning(
            "tests_sent_again",
            ngettext("Restart this page's split test?", "Restart this page's split tests?", count),
            ngettext(
                "The HTML changed, so {names} is sent to the server again, which may start a new "
                "split test for it that counts from zero. Finish all changes to the HTML first, "
                "then save once.",
                "The HTML changed, so {names} are sent to the server again, which may start a new "
                "split test for each that counts from zero. Finish all changes to the HTML first, "
                "then save once.",
                count,
            ).format(names=_listed(again)),
            _("Restart"),
            once=True,
        )
    removed = removed_tests(html, before, known)
    if removed:
        yield _removal(list(removed))


def _start(added: list[str]) -> SaveWarning:
    count = len(added)
    return SaveWarning(
        "tests_added",
        ngettext("Start a new split test?", "Start {count} new split tests?", count).format(
            count=count
        ),
        ngettext(
            "Saving adds {names} to this page, and the server starts a split test for it. "
            "Check names and weights first: every later save of the HTML may start another "
            "one that counts from zero.",
            "Saving adds {names} to this page, and the server starts a split test for each. "
            "Check names and weights first: every later save of the HTML may start another "
            "one that counts from zero.",
            count,
        ).format(names=_listed(added)),
        _("Save and start"),
    )


def _removal(names: list[str]) -> SaveWarning:
    count = len(names)
    return SaveWarning(
        "tests_removed",
        ngettext(
            "Remove a split test from this page?", "Remove {count} split tests?", count
        ).format(count=count),
        ngettext(
            "The HTML no longer holds {names}. Visitors no longer see its variants, and nothing "
            "more is counted for it. The numbers so far stay in Split tests.",
            "The HTML no longer holds {names}. Visitors no longer see their variants, and nothing "
            "more is counted for them. The numbers so far stay in Split tests.",
            count,
        ).format(names=_listed(names)),
        _("Remove and save"),
    )


def _listed(names: list[str]) -> str:
    shown = [f"“{name}”" if name else _("a split test without a name") for name in names]
    if len(shown) > _MOST_NAMES:
        first, rest = ", ".join(shown[:_MOST_NAMES]), len(shown) - _MOST_NAMES
        return _("{names} and {rest} more").format(names=first, rest=rest)
    if len(shown) == 1:
        return shown[0]
    return _("{names} and {last}").format(names=", ".join(shown[:-1]), last=shown[-1])
