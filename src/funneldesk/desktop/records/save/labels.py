"""What became of a save, as the user reads it."""

from collections.abc import Callable

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.guard.saving import Checked
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.saver import RecordSaver


def save_key(kind: RecordKind) -> str:
    """The key under which the notices of saving take each other's place."""
    return f"{kind.part}/save"


def saved_notice(
    draft: RecordDraft, status: str | None, saver: RecordSaver, checked: Checked
) -> Notice:
    """A save that the server answered, with all that is particular about it."""
    kind = saver.kind
    done = kind.writes.lifecycle.done if kind.writes.lifecycle is not None else {}
    title = f"{done.get(status or '', _('Saved'))}: {draft.title}"
    if saver.doubtful:
        doubtful = _doubtful(draft, saver.doubtful)
        return Notice(
            _("{title}, but not all of it.").format(title=title),
            doubtful,
            "warning",
            key=save_key(kind),
        )
    lost = _("The answer was lost on the way, but the {unit} is there.").format(
        unit=noun(kind.unit)
    )
    text = " ".join(
        filter(None, (lost if saver.found_again else "", _taken(draft, checked.fields)))
    )
    return Notice(title, text, "success", key=save_key(kind))


def changed_meanwhile(kind: RecordKind, title: str) -> Notice:
    """Unsaved work was opened, and the server has something newer than it began from."""
    text = _("Your unsaved changes are kept. When you save, both are brought together.")
    return Notice(
        _("Someone else saved “{title}” meanwhile.").format(title=title),
        text,
        "info",
        key=save_key(kind),
    )


def put_off(kind: RecordKind, decide: Callable[[], object]) -> Notice:
    """The user wants to decide another time what two people changed."""
    kept = _(
        "Someone else changed it. Yours is kept on this computer, with what you decided so far."
    )
    action = NoticeAction(_("Decide now"), decide)
    return Notice(
        _("The {unit} is not saved yet.").format(unit=noun(kind.unit)),
        kept,
        "warning",
        key=save_key(kind),
        action=action,
    )


def draft_kept(kind: RecordKind, is_dirty: bool) -> Notice:
    """A published record was saved, which keeps a draft of it here."""
    if not is_dirty:
        text = _("Visitors see the {unit} as it is here.").format(unit=noun(kind.unit))
        return Notice(_("Nothing to save."), text, key=save_key(kind))
    text = _("Visitors still see the published version. Use “Publish changes” to make it live.")
    return Notice(_("Draft saved on this computer."), text, "success", key=save_key(kind))


def published_meanwhile(kind: RecordKind) -> Notice:
    """A draft was to be saved, and somebody has published the page since it was opened."""
    text = _(
        "Saving would change what visitors see. Your changes are saved on this computer: use "
        "“Publish changes” to make them live."
    )
    what = _("Someone else published this {unit} meanwhile.").format(unit=noun(kind.unit))
    return Notice(what, text, "warning", key=save_key(kind))


def nothing_left(kind: RecordKind) -> Notice:
    """Both versions were brought together, and the result is what the server has."""
    as_theirs = _(
        "The {unit} is as they saved it; your version is in this computer's history."
    ).format(unit=noun(kind.unit))
    return Notice(_("Nothing is left to save."), as_theirs, key=save_key(kind))


def _taken(draft: RecordDraft, fields: tuple[str, ...]) -> str:
    labels = [draft.declared.label(name) for name in fields]
    if not labels:
        return ""
    shown = ", ".join(labels[:5])
    if len(labels) > 5:
        shown = _("{fields} and {count} more").format(fields=shown, count=len(labels) - 5)
    return _("Someone else saved it too; taken in from them: {fields}.").format(fields=shown)


def _doubtful(draft: RecordDraft, fields: tuple[str, ...]) -> str:
    labels = _(" and ").join(draft.declared.label(name) for name in fields)
    return _(
        "The server answered with another {fields} than was sent: someone saved at the same "
        "moment, or the server rewrites it. Yours is kept here, unsaved; save again to compare "
        "both."
    ).format(fields=labels)
