"""What became of a save, as the user reads it."""

from collections.abc import Callable

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.save.saver import PageSaver
from funneldesk.desktop.records.guard.saving import Checked

SAVE = "pages/save"
"""The notices of saving take each other's place under this key."""
DONE = {"published": "Published", "offline": "Taken offline", "draft": "Draft saved"}


def saved_notice(
    draft: LocalPageDraft, status: str | None, saver: PageSaver, checked: Checked
) -> Notice:
    """A save that the platform answered, with all that is particular about it."""
    title = f"{DONE.get(status or '', 'Saved')}: {draft.text('title')}"
    if saver.doubtful:
        return Notice(
            f"{title}, but not all of it.", _doubtful(saver.doubtful), "warning", key=SAVE
        )
    lost = "The answer was lost on the way, but the page is there." if saver.found_again else ""
    text = " ".join(filter(None, (lost, _taken(checked.fields))))
    return Notice(title, text, "success", key=SAVE)


def changed_meanwhile(title: str) -> Notice:
    """Unsaved work was opened, and the platform has something newer than it began from."""
    text = "Your unsaved changes are kept. When you save, both are brought together."
    return Notice(f"Someone else saved “{title}” meanwhile.", text, "info", key=SAVE)


def put_off(decide: Callable[[], object]) -> Notice:
    """The user wants to decide another time what two people changed."""
    kept = "Someone else changed it. Yours is kept on this computer, with what you decided so far."
    action = NoticeAction("Decide now", decide)
    return Notice("The page is not saved yet.", kept, "warning", key=SAVE, action=action)


def draft_kept(is_dirty: bool) -> Notice:
    """A published page was saved, which keeps a draft of it here."""
    if not is_dirty:
        return Notice("Nothing to save.", "Visitors see the page as it is here.", key=SAVE)
    text = "Visitors still see the published version. Use “Publish changes” to make it live."
    return Notice("Draft saved on this computer.", text, "success", key=SAVE)


def published_meanwhile() -> Notice:
    """A draft was to be saved, and somebody has published the page since it was opened."""
    text = (
        "Saving would change what visitors see. Your changes are saved on this computer: use "
        "“Publish changes” to make them live."
    )
    return Notice("Someone else published this page meanwhile.", text, "warning", key=SAVE)


def nothing_left() -> Notice:
    """Both versions were brought together, and the result is what the platform has."""
    as_theirs = "The page is as they saved it; your version is in this computer's history."
    return Notice("Nothing is left to save.", as_theirs, key=SAVE)


def _taken(fields: tuple[str, ...]) -> str:
    labels = [FIELDS.label(name) for name in fields]
    if not labels:
        return ""
    shown = ", ".join(labels[:5]) + (f" and {len(labels) - 5} more" if len(labels) > 5 else "")
    return f"Someone else saved it too; taken in from them: {shown}."


def _doubtful(fields: tuple[str, ...]) -> str:
    labels = " and ".join(FIELDS.label(name) for name in fields)
    return (
        f"The server answered with another {labels} than was sent: someone saved at the same "
        "moment, or the server rewrites it. Yours is kept here, unsaved; save again to compare "
        "both."
    )
