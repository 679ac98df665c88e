"""What is done with several pages at once: publish, take offline, set fields."""

from collections.abc import Sequence
from functools import partial

from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.pages.bulk.places import place_names
from funneldesk.desktop.parts.pages.bulk.runs import pages
from funneldesk.desktop.parts.pages.bulk.writes import FieldWriter
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.feature import PageFeature
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.actions import PageActions
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes

CHOSEN = ("funnel_id", "domain_id")
"""Chosen by name; other numbers are typed."""
WHERE = Place.PALETTE | Place.LIST_MENU
LAST_REPORT = _("Show the report of the last run")


class PageBulk(PageFeature):
    """Actions on the selected pages, and the report of the last run."""

    def __init__(self, context: PagesContext, actions: PageActions) -> None:
        super().__init__(context)
        self.actions = actions

    def declare(self) -> Sequence[Action]:
        return (*self._states(), self._fields(), *self._about_runs())

    def _states(self) -> Sequence[Action]:
        start, acts = self.context.tasks.start, self.actions
        return (
            Action(
                "pages.publish-selected",
                _publishing,
                lambda ids: start(acts.publish(list(ids))),
                places=WHERE | Place.SELECTION_BAR,
                menu_title=_publish_these,
                takes=Takes.SEVERAL,
                writes=PART,
                refusal=lambda ids: (
                    "" if self._statuses(ids) - {"published"} else _("Published already.")
                ),
                offered=_several,
                starts_group=Place.LIST_MENU,
            ),
            Action(
                "pages.offline-selected",
                _taking_offline,
                lambda ids: start(acts.take_offline(list(ids))),
                places=WHERE,
                menu_title=_take_these_offline,
                takes=Takes.SEVERAL,
                writes=PART,
                refusal=lambda ids: (
                    "" if "published" in self._statuses(ids) else _("None of these is published.")
                ),
                offered=_several,
            ),
        )

    def _fields(self) -> Action:
        return Action(
            "pages.set-fields",
            _setting_fields,
            lambda ids: self.context.tasks.start(self.set_fields(list(ids))),
            places=WHERE | Place.SELECTION_BAR,
            menu_title=_("Set fields…"),
            takes=Takes.SEVERAL,
            writes=PART,
            offered=_several,
        )

    def _about_runs(self) -> Sequence[Action]:
        runs = self.actions.runs
        return (
            Action(
                "pages.stop-run",
                _("Stop the work on pages"),
                lambda _: self.end(),
                offered=lambda *_: runs.current is not None,
            ),
            Action(
                "pages.last-report",
                LAST_REPORT,
                lambda _: self.context.tasks.start(runs.show_last()),
                "list-checks",
                places=Place.PALETTE | Place.SECTION_MENU,
                menu_title=_("Report of the last run"),
                refusal=lambda _unused: "" if runs.last is not None else _("No run has ended yet."),
            ),
        )

    def _statuses(self, ids: Ids) -> set[str]:
        rows = self.context.library.rows
        return {rows[page_id].status for page_id in ids if page_id in rows}

    async def set_fields(self, ids: list[str]) -> None:
        """Ask what to set, show what changes on which page, then do it."""
        acts, workspace, library = self.actions, self.context.workspace, self.context.library
        if not acts.may_write():
            return
        items = acts.items(ids)
        learn = partial(place_names, workspace, library.rows.values())
        dialog = SetFieldsDialog(
            self.context.section, PAGES, workspace, library, items, CHOSEN, learn
        )
        if await dialog.ask() != "set":
            return
        wanted = dict.fromkeys(dialog.chosen, dialog.wanted)
        writer = FieldWriter(workspace, library, wanted, dialog.known, dialog.names)
        job = SectionWork(
            _("Set fields"),
            _("Setting fields on"),
            lambda count: _("Fields set on {pages}").format(pages=pages(count)),
            writer.write,
            writer.look,
        )
        await acts.runs.run(job, [item for item in items if item.id in wanted])

    def end(self) -> None:
        runs = self.actions.runs
        if runs.current is not None:
            runs.current.stop()


def _several(place: Place, ids: Ids) -> bool:
    """The palette has actions of their own for the one page that is open."""
    return place is not Place.PALETTE or len(ids) > 1


def _publishing(ids: Ids) -> str:
    return _("Publish the {count:,} selected pages").format(count=len(ids))


def _taking_offline(ids: Ids) -> str:
    return _("Take the {count:,} selected pages offline…").format(count=len(ids))


def _setting_fields(ids: Ids) -> str:
    return _("Set fields on the {count:,} selected pages").format(count=len(ids))


def _publish_these(ids: Ids) -> str:
    count = len(ids) or 1  # Of none: the bare word, for a button.
    return ngettext("Publish", "Publish {count:,} pages", count).format(count=count)


def _take_these_offline(ids: Ids) -> str:
    count = len(ids) or 1
    return ngettext("Take offline…", "Take {count:,} pages offline…", count).format(count=count)
