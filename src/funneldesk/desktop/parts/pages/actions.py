"""What is done with pages from the list: new, duplicate, delete, meet as a visitor."""

from collections.abc import Awaitable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from funneldesk.contract.pages import TEMPLATE_TYPES, Page, PageDraft, PageFields
from funneldesk.desktop.kit.dialogs import confirm, confirm_by_name
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices import Notice
from funneldesk.desktop.parts.pages.desk import PageDesk
from funneldesk.desktop.parts.pages.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.new_page import NewPageSheet
from funneldesk.desktop.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.desktop.panel import Panel

NOT_COPIED = frozenset({"slug", "status", "is_index", "page_type"})


class PageActions:
    """Each one tells what it did, and what it could not."""

    def __init__(
        self, panel: "Panel", workspace: Workspace, library: PageLibrary, desk: PageDesk
    ) -> None:
        self.panel = panel
        self.desk = desk
        self.workspace = workspace
        self.library = library

    async def begin_new(self) -> None:
        """Ask what to start from, and open it as an unsaved draft."""
        if self._refuse_read_only():
            return
        sheet = NewPageSheet(self.panel)
        if await sheet.ask() == "create" and sheet.page is not None:
            page = sheet.page
            values = {"title": page.title, "html": page.html}
            if page.type:
                values["type"] = page.type
            if page.slug:
                values["slug"] = page.slug
            await self.desk.open_new(values)
            await self.desk.save(None)

    async def duplicate(self, ids: list[str]) -> None:
        """A copy of each as a draft, with a slug of its own."""
        from funneldesk.client.errors import ApiError

        if self._refuse_read_only():
            return
        made: list[str] = []
        for page_id in ids:
            try:
                page = await self.workspace.run(partial(_get, int(page_id)))
                fields = page.model_dump(mode="json")
                draft = copy_of(fields)
                created = await self.workspace.run(partial(_create, draft))
            except ApiError as error:
                self._tell(error, f"Duplicating page {len(made) + 1} of {len(ids)}")
                break
            await self.library.fetch(str(created.id))
            made.append(str(created.id))
        if made:
            title = self.library.rows[made[-1]].name
            what = f"Duplicated as “{title}”" if len(made) == 1 else f"{len(made)} pages duplicated"
            self._say(what, "Split tests in a copy are recorded as tests of their own.")
            self.panel.open_record(made[-1])

    async def delete(self, ids: list[str]) -> None:
        """Delete, after asking; on a live brand the name is typed."""
        from funneldesk.client.errors import ApiError, NotFound

        if not ids or self._refuse_read_only():
            return
        if not await self._sure(ids):
            return
        gone = 0
        for page_id in ids:
            try:
                if not page_id.startswith("new:"):
                    await self.workspace.run(partial(_delete, int(page_id)))
            except NotFound:
                # Somebody was faster: what was wanted is so.
                gone += 1
            except ApiError as error:
                self._tell(error, f"Deleting page {gone + 1} of {len(ids)}")
                break
            else:
                gone += 1
            if page_id == self.desk.record_id:
                self.desk.close()
            await self.library.forget(page_id)
        if gone:
            self._say(f"{gone} page{'' if gone == 1 else 's'} deleted", "")
            self.workspace.announce(PART, *ids, source=self.panel)

    def open_as_visitor(self, page_id: str) -> None:
        """Meet the page in the browser."""
        row = self.library.rows.get(page_id)
        if row is not None and row.slug:
            slug = bytes(QUrl.toPercentEncoding(row.slug).data()).decode()
            address = QUrl(f"{self.workspace.visitor_base}/{slug}")
            if address.scheme() in ("http", "https"):
                QDesktopServices.openUrl(address)

    async def _sure(self, ids: list[str]) -> bool:
        first = self.library.rows[ids[0]].name or "Untitled page"
        several = len(ids) > 1
        title = f"Delete {len(ids)} pages?" if several else f"Delete “{first}”?"
        text = "Visitors will no longer find it, and the platform has no way back."
        if several:
            text = "Visitors will no longer find them, and the platform has no way back."
        if self.workspace.connection.live:
            name = self.workspace.connection.name if several else first
            return await confirm_by_name(self.panel, title, text, name=name, action="Delete")
        return await confirm(self.panel, title, text, action="Delete", danger=True)

    def _refuse_read_only(self) -> bool:
        if self.workspace.may_write(PART):
            self.workspace.ask_again()
            return False
        if self.workspace.connection.read_only:
            said = "This brand is read only here.", "Change that under the brand's name."
        else:
            said = "Your role may read pages, not change them.", "Ask an owner or admin for more."
        self._say(*said, "warning")
        return True

    def _say(self, what: str, text: str, tone: str = "success") -> None:
        self.workspace.board.post(Notice(what, text, tone, key="pages/action"))

    def _tell(self, error: BaseException, doing: str) -> None:
        self.workspace.board.post(explain(error, doing).notice("pages/action"))


def _get(page_id: int, api: "Api") -> "Awaitable[Page]":
    return api.pages.get(page_id)


def _create(draft: PageDraft, api: "Api") -> "Awaitable[Page]":
    return api.pages.create(draft)


def _delete(page_id: int, api: "Api") -> "Awaitable[None]":
    return api.pages.delete(page_id)


def copy_of(fields: dict[str, object]) -> PageDraft:
    """The body that creates a copy: every field that a create takes, but what has to be its own."""
    known = {
        name: value
        for name, value in fields.items()
        if name in PageFields.model_fields and name not in NOT_COPIED and value is not None
    }
    kind = fields.get("type")
    if kind in TEMPLATE_TYPES:
        known["type"] = kind
    title = f"{str(fields.get('name') or 'Untitled page')[:245]} (copy)"
    return PageDraft.model_validate({"title": title, **known})
