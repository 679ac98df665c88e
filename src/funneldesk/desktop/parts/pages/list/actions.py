"""What is done with pages from the list: new, duplicate, delete, publish, meet as a visitor."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import confirm, confirm_by_name
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.runs import PageRuns, pages
from funneldesk.desktop.parts.pages.bulk.writes import FieldWriter
from funneldesk.desktop.parts.pages.context import PagesContext
from funneldesk.desktop.parts.pages.impact.dependents import DependentsLines
from funneldesk.desktop.parts.pages.impact.visits import VisitsLine, ask_to_take_offline
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PART
from funneldesk.desktop.parts.pages.list.copies import Duplicator, page_maker
from funneldesk.desktop.parts.pages.list.new_page import NewPageDialog
from funneldesk.desktop.parts.pages.split_tests.changes import sent_tests
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import SectionWork
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.making.removing import RECENTLY_DELETED, Remover
from funneldesk.desktop.records.save.plan import SavePlan
from funneldesk.desktop.sections.operations import may_write, optional

RECENTLY = RECENTLY_DELETED.rstrip("…")
UNTITLED = _("Untitled page")
STATUS_JOBS = {
    "published": (
        _("Publish pages"),
        _("Publishing"),
        _("“{name}” published"),
        _("{pages} published"),
    ),
    "offline": (
        _("Take pages offline"),
        _("Taking offline"),
        _("“{name}” taken offline"),
        _("{pages} taken offline"),
    ),
}
"""For each status: the title of the run, what it is doing, and what it did to one or to more."""
COPIES_NOTE = _("Split tests in a copy are recorded as tests of their own.")


class PageActions:
    """Each one tells what it did, and what it could not."""

    def __init__(
        self, context: PagesContext, save: Callable[[str | None], Awaitable[None]]
    ) -> None:
        """``save`` sends the page that is open, with a status or without."""
        self.section = context.section
        self.session = context.session
        self.workspace = context.workspace
        self.library = context.library
        self.runs = PageRuns(context)
        self._save = save

    async def begin_new(self) -> None:
        """Ask what to start from, and open it as an unsaved draft."""
        if not self.may_write():
            return
        dialog = NewPageDialog(self.section)
        if await dialog.ask() == "create" and dialog.page is not None:
            page = dialog.page
            values = {"title": page.title, "html": page.html}
            if page.type:
                values["type"] = page.type
            if page.slug:
                values["slug"] = page.slug
            await self.session.open_new(values)
            await self._save(None)

    async def duplicate(self, ids: list[str]) -> None:
        """A copy of each as a draft, with a slug of its own."""
        if not self.may_write() or not await self._may_start_tests(ids):
            return
        copies = Duplicator(self.workspace, self.library)
        job = SectionWork(
            _("Duplicate pages"),
            _("Duplicating"),
            lambda count: _("{pages} duplicated").format(pages=pages(count)),
            copies.copy,
            copies.look,
            COPIES_NOTE,
        )
        if len(ids) == 1:
            job = replace(job, done=lambda _: self._copied_words(copies))
        report = await self.runs.run(job, self.items(ids))
        if report is not None and report.count("done") and len(ids) == 1:
            self.section.open_record(str(list(copies.maker.made.values())[-1]))

    async def delete(self, ids: list[str]) -> None:
        """Delete, after asking; on a live brand the name is typed."""
        if not ids or not self.may_write() or not await self._sure(ids):
            return
        known = (int(key) for key in self.library.rows if not is_new_id(key))
        maker = page_maker(self.workspace, known)
        remover = Remover(self.workspace, PAGES, self.library, maker, _restarted)

        async def delete(item: BulkItem) -> Outcome:
            outcome = await remover.delete(item)
            return await self._gone(item, outcome)

        async def look(item: BulkItem) -> Outcome | None:
            outcome = await remover.look(item)
            return await self._gone(item, outcome) if outcome is not None else None

        job = SectionWork(
            _("Delete pages"),
            _("Deleting"),
            lambda count: _("{pages} deleted").format(pages=pages(count)),
            delete,
            look,
            ngettext(
                "You can also restore it later from “{place}”.",
                "You can also restore them later from “{place}”.",
                len(ids),
            ).format(place=RECENTLY),
        )
        await self.runs.run(job, self.items(ids))

    async def publish(self, ids: list[str]) -> None:
        """Publish pages as the server has them; the way back is in the notice."""
        if self.may_write():
            await self._set_status(ids, "published")

    async def take_offline(self, ids: list[str]) -> None:
        """Ask, and take those of the pages offline that are live. Unsaved work stays unsaved."""
        rows = self.library.rows
        live = {i: rows[i].name or UNTITLED for i in ids if i in rows and rows[i].is_live}
        if not live or not self.may_write() or not self.runs.is_free():
            return
        if await ask_to_take_offline(self.section, self.workspace, live):
            await self._set_status([*live], "offline")

    async def _set_status(self, ids: list[str], status: str) -> None:
        rows = self.library.rows
        known: dict[str, dict[str, Value]] = {
            page_id: {"status": rows[page_id].status} for page_id in ids if page_id in rows
        }
        wanted: dict[str, dict[str, Value]] = {page_id: {"status": status} for page_id in ids}
        writer = FieldWriter(self.workspace, self.library, wanted, known)
        title, doing, one, many = STATUS_JOBS[status]
        items = self.items(ids)

        def done(count: int) -> str:
            first = one.format(name=items[0].title)
            return first if len(items) == 1 else many.format(pages=pages(count))

        await self.runs.run(SectionWork(title, doing, done, writer.write, writer.look), items)

    def items(self, ids: Iterable[str]) -> list[BulkItem]:
        """Pages of the list as items of a run."""
        rows = self.library.rows
        return [BulkItem(i, rows[i].name or UNTITLED) for i in ids if i in rows]

    def may_write(self) -> bool:
        """Whether pages can be written; otherwise a notice explains why not."""
        return may_write(self.workspace, PART, "pages")

    async def _gone(self, item: BulkItem, outcome: Outcome) -> Outcome:
        if outcome.kind == "done":
            if item.id == self.session.record_id:
                self.session.close()
            await self.library.forget(item.id)
        return outcome

    def _copied_words(self, copies: Duplicator) -> str:
        made = next(iter(copies.maker.made.values()))
        return _("Duplicated as “{name}”").format(name=self.library.rows[str(made)].name)

    def open_as_visitor(self, page_id: str) -> None:
        """Meet the page in the browser."""
        row = self.library.rows.get(page_id)
        if row is not None and row.slug:
            slug = bytes(QUrl.toPercentEncoding(row.slug).data()).decode()
            address = QUrl(f"{self.workspace.visitor_base}/{slug}")
            if address.scheme() in ("http", "https"):
                QDesktopServices.openUrl(address)

    async def _sure(self, ids: list[str]) -> bool:
        first = self.library.rows[ids[0]].name or UNTITLED
        several = len(ids) > 1
        count = len(ids)
        title = ngettext("Delete “{name}”?", "Delete {count} pages?", count)
        title = title.format(name=first, count=count)
        text = ngettext(
            "Visitors will no longer find it. You can restore it from “{place}” on this computer.",
            "Visitors will no longer find them. You can restore them from “{place}” on this "
            "computer.",
            count,
        ).format(place=RECENTLY)
        tested = sum(bool(self.library.rows[page_id].tests) for page_id in ids)
        if tested:
            text += _(" Split tests and their numbers are deleted for good.")
        unsaved = sum(self.library.rows[page_id].unsaved for page_id in ids)
        if unsaved and several:
            told = _(" Unsaved work on {pages} of them goes too.")
            text += told.format(pages=pages(unsaved))
        elif unsaved:
            text += _(" Your unsaved work on it goes too.")
        more = self._impact(ids)
        if self.workspace.connection.live:
            name = self.workspace.connection.name if several else first
            action = _("Delete")
            return await confirm_by_name(
                self.section, title, text, name=name, action=action, more=more
            )
        return await confirm(self.section, title, text, action=_("Delete"), danger=True, more=more)

    def _impact(self, ids: list[str]) -> list[QWidget]:
        """Visits of the live pages among them, and what depends on those that the server has."""
        rows, sent = self.library.rows, [i for i in ids if not is_new_id(i)]
        live = frozenset(i for i in sent if rows[i].is_live)
        found: list[QWidget] = [VisitsLine(self.workspace, live)] if live else []
        return [*found, DependentsLines(self.workspace, sent)] if sent else found

    async def _may_start_tests(self, ids: list[str]) -> bool:
        """Copies of split tests start at once, so it is asked first (quirk 27)."""
        count = 0
        for page_id in ids:
            # The run reports a page that cannot be read.
            with optional():
                html = "" if is_new_id(page_id) else await self._html(page_id)
                count += bool(await in_thread(sent_tests, html, "", frozenset[int]()))
        if not count:
            return True
        return await confirm(
            self.section,
            _("Start the split tests of {pages} in the copies?").format(pages=pages(count)),
            _(
                "A copy starts split tests of its own, with their numbers at zero. The tests of "
                "the pages that you duplicate go on."
            ),
            action=_("Duplicate and start"),
        )

    async def _html(self, page_id: str) -> str:
        body = await self.library.record(page_id) or await self.library.fetch(page_id)
        return str(body.get("html") or "")


def _restarted(plan: SavePlan) -> str:
    added = any(warning.kind == "tests_added" for warning in plan.warnings)
    return _("Its split tests started over.") if added else ""
