"""Actions on the page that is open, and on single pages of the list."""

from collections.abc import Sequence

from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes

SAVED_FIRST = _("It's only on this computer. Save it first.")
NOT_LIVE = _("It isn't published.")
IN_MENUS = Place.PALETTE | Place.RECORD_MENU
EVERYWHERE = IN_MENUS | Place.LIST_MENU


class OpenPage(PageFeature):
    """Save, publish, take offline, discard, duplicate, delete, open."""

    def __init__(self, context: PagesContext, actions: PageActions) -> None:
        super().__init__(context)
        self.actions = actions

    def declare(self) -> Sequence[Action]:
        return (*self._saving(), *self._opening(), *self._taking_back(), *self._changing())

    def _saving(self) -> Sequence[Action]:
        section = self.context.section
        return (
            Action(
                "pages.new",
                _("New page"),
                lambda _: section.new(),
                "file-plus",
                "Ctrl+N",
                writes=PART,
                window_keys=True,
            ),
            Action(
                "pages.save",
                self._saving_words,
                lambda _: section.save(),
                "save",
                "Ctrl+S",
                takes=Takes.OPEN,
                writes=PART,
                refusal=self._why_not_save,
                window_keys=True,
                tip=_("Save a draft; what visitors see stays as it is"),
            ),
            Action(
                "pages.publish",
                self._publishing_words,
                lambda _: section.save(publish=True),
                keys="Ctrl+Shift+S",
                takes=Takes.OPEN,
                writes=PART,
                refusal=self._why_not_publish,
                window_keys=True,
                tip=_("Save and publish"),
            ),
        )

    def _opening(self) -> Sequence[Action]:
        acts = self.actions
        return (
            Action(
                "pages.open",
                _("Open"),
                lambda ids: self.context.section.open_record(ids[0]),
                "file-code",
                places=Place.LIST_MENU,
                takes=Takes.ONE,
                offered=_one,
            ),
            Action(
                "pages.open-live",
                _("Open the live page"),
                lambda ids: acts.open_as_visitor(ids[0]),
                "arrow-up-right",
                places=Place.PALETTE | Place.LIST_MENU,
                takes=Takes.ONE,
                refusal=lambda ids: "" if self._status(ids[0]) == "published" else NOT_LIVE,
                offered=_one,
                tip=_("Open the live page in the browser"),
            ),
        )

    def _taking_back(self) -> Sequence[Action]:
        tasks = self.context.tasks
        return (
            Action(
                "pages.take-offline",
                _("Take this page offline…"),
                lambda ids: tasks.start(self.actions.take_offline(list(ids))),
                places=IN_MENUS,
                menu_title=_("Take offline…"),
                takes=Takes.OPEN,
                writes=PART,
                refusal=lambda _: self._why_not_write() or ("" if self._is_live else NOT_LIVE),
            ),
            Action(
                "pages.discard",
                _("Discard unsaved changes"),
                lambda _: tasks.start(self.context.session.revert()),
                places=IN_MENUS,
                menu_title=_("Discard unsaved changes…"),
                takes=Takes.OPEN,
                refusal=self._why_not_discard,
            ),
        )

    def _changing(self) -> Sequence[Action]:
        acts, tasks = self.actions, self.context.tasks
        return (
            Action(
                "pages.duplicate",
                _duplicating,
                lambda ids: tasks.start(acts.duplicate([i for i in ids if not is_new_id(i)])),
                "copy",
                places=EVERYWHERE,
                menu_title=_("Duplicate"),
                takes=Takes.SEVERAL,
                writes=PART,
                refusal=lambda ids: SAVED_FIRST if all(map(is_new_id, ids)) else "",
                starts_group=Place.RECORD_MENU,
            ),
            Action(
                "pages.delete",
                _deleting,
                lambda ids: tasks.start(acts.delete(list(ids))),
                "trash-2",
                places=EVERYWHERE,
                menu_title=_("Delete…"),
                takes=Takes.SEVERAL,
                writes=PART,
                ends_menu=True,
            ),
            Action(
                "pages.next-problem",
                _("Next problem"),
                lambda _: self.context.editor.next_problem(),
                "triangle-alert",
                "F8",
                takes=Takes.OPEN,
            ),
        )

    def _saving_words(self, _ids: Ids) -> str:
        return _("Save a draft on this computer") if self._is_live else _("Save this page")

    def _publishing_words(self, _ids: Ids) -> str:
        if self._is_live:
            return _("Publish the changes to this page")
        return _("Publish this page")

    @property
    def _is_live(self) -> bool:
        return self.context.session.status == "published"

    def _status(self, page_id: str) -> str:
        row = self.context.library.rows.get(page_id)
        return row.status if row is not None else ""

    def _why_not_write(self) -> str:
        session = self.context.session
        if not session.lock.may_write:
            return _("It's being edited in another window.")
        return _("It's being saved.") if session.busy else ""

    def _why_not_save(self, _unused: Ids) -> str:
        draft = self.context.session.draft
        clean = draft is not None and not draft.is_dirty
        return self._why_not_write() or (_("Everything is saved.") if clean else "")

    def _why_not_publish(self, _unused: Ids) -> str:
        draft = self.context.session.draft
        clean = draft is not None and not draft.is_dirty and self._is_live
        return self._why_not_write() or (_("It's published as it is.") if clean else "")

    def _why_not_discard(self, _unused: Ids) -> str:
        draft = self.context.session.draft
        if draft is None or draft.is_new:
            return SAVED_FIRST
        return self._why_not_write() or ("" if draft.is_dirty else _("Nothing was changed."))


def _one(_: Place, ids: Ids) -> bool:
    return len(ids) == 1


def _duplicating(ids: Ids) -> str:
    count = len(ids) or 1
    return ngettext("Duplicate this page", "Duplicate {count:,} pages", count).format(count=count)


def _deleting(ids: Ids) -> str:
    count = len(ids) or 1
    return ngettext("Delete this page", "Delete {count:,} pages", count).format(count=count)
