"""The Domains section: the records panel with set-up, what is served, and deeds."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from funneldesk.client.errors import NotFound
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.dialogs.dialog import confirm, confirm_by_name
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.domains.deeds.adding import AddDialog
from funneldesk.desktop.parts.domains.deeds.certificate import request_certificate
from funneldesk.desktop.parts.domains.deeds.moving import MoveDialog
from funneldesk.desktop.parts.domains.deeds.servers import ask_for_servers
from funneldesk.desktop.parts.domains.domains import DOMAINS, PART, number_of, read_domain
from funneldesk.desktop.parts.domains.serving import ServingPage, read_served
from funneldesk.desktop.parts.domains.setup.page import SetupPage
from funneldesk.desktop.parts.domains.setup.watch import DomainWatch
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids, Place, Takes
from funneldesk.desktop.sections.operations import confirmed, may_write, operation, optional
from funneldesk.desktop.workspace.workspace import Change, Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

EVERYWHERE = Place.PALETTE | Place.LIST_MENU
ONLY_CUSTOM = _("This works on own domains and subdomains, not on tracking domains.")
NO_TARGET = _("There is no other domain to move the pages to.")
NOT_VALIDATED = _("It has to be validated first, and has no certificate yet.")


class DomainsPanel(RecordsPanel):
    """The list, the steps of the open domain, and what it serves."""

    def __init__(self, workspace: Workspace, declared: RecordSection = DOMAINS) -> None:
        self.watch = workspace.shared(DomainWatch)
        super().__init__(workspace, declared)
        self.add_button = Button(_("Add domain"), icon_name="plus", kind="primary")
        self.declared_actions.show_on(self.add_button, f"{PART}.new")
        self.buttons = QWidget()
        self.buttons.setLayout(row(self.add_button))
        self.split.setSizes([560, 560])
        self.list.shown.connect(self._follow)

    def own_tabs(self) -> Sequence[OwnTab]:
        self.setup = SetupPage(self.workspace, lambda: self.brand.formats)
        self.serving = ServingPage(self.workspace)
        self.setup.asked_for_certificate.connect(lambda: self.certify((self.open_id,)))
        self.setup.asked_for_servers.connect(self.set_servers)
        self.setup.asked_to_open.connect(lambda url: QDesktopServices.openUrl(QUrl(url)))
        self.serving.asked_to_open.connect(self.workspace.go)
        return (
            OwnTab("setup", _("Set-up"), self.setup),
            OwnTab("serving", _("Serves"), self.serving),
        )

    def declare(self) -> Sequence[Action]:
        new = Action(
            f"{PART}.new",
            _("Add a domain"),
            lambda _: self.new(),
            "plus",
            "Ctrl+N",
            writes=PART,
            window_keys=True,
        )
        servers = Action(
            f"{PART}.name-servers",
            _("Name servers for look-ups…"),
            lambda _: self.set_servers(),
            "settings",
            places=Place.PALETTE | Place.SECTION_MENU,
        )
        return (new, *super().declare(), *self._deeds(), servers)

    def _deeds(self) -> Sequence[Action]:
        one = partial(Action, places=EVERYWHERE, takes=Takes.ONE)
        return (
            one(
                f"{PART}.look",
                _("Look at the record again"),
                self.look_again,
                "refresh-cw",
                needs_connection=True,
                starts_group=Place.LIST_MENU,
            ),
            one(
                f"{PART}.certificate",
                _("Request a certificate"),
                self.certify,
                "badge-check",
                writes=PART,
                needs_connection=True,
                refusal=self._uncertifiable,
            ),
            one(
                f"{PART}.move",
                _("Move its pages…"),
                self.move_pages,
                "move-horizontal",
                writes=PART,
                needs_connection=True,
                refusal=self._immovable,
            ),
            one(
                f"{PART}.delete",
                _("Delete the domain…"),
                self.delete,
                "trash-2",
                "Del",
                writes=PART,
                needs_connection=True,
                ends_menu=True,
            ),
        )

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def _follow(self) -> None:
        known = self.source.library.rows or self.list.rows
        newest = sorted(known.values(), key=lambda each: str(each.get("created_at")), reverse=True)
        self.watch.follow([each.summary for each in newest])

    def _changed_elsewhere(self, change: Change) -> None:
        super()._changed_elsewhere(change)
        if change.part in ("pages", "blogs", "courses"):
            self.serving.again()

    def _body(self, record_id: str) -> Mapping[str, Any]:
        row_ = self.list.row(record_id) or self.source.library.rows.get(record_id)
        return row_.summary if row_ is not None else {}

    # What is done with domains

    def new(self) -> None:
        """Add one, and show its first step."""
        self.tasks.latest("new", self._add())

    async def _add(self) -> None:
        if not may_write(self.workspace, PART, _("domains")):
            return
        dialog = AddDialog(self.window(), self.workspace)
        await dialog.ask()
        if dialog.made is None:
            return
        await self.source.keep(dialog.made.model_dump(mode="json"), added=True)
        self.workspace.announce(PART, dialog.made.record_id, source=self)
        self.open_record(dialog.made.record_id)
        self.detail.tabs.choose("setup")
        self.detail.pages.setCurrentWidget(self.setup)
        self.refresh()

    def look_again(self, ids: Ids) -> None:
        """Look now, and often for a while."""
        self.watch.again(self._body(ids[0]))

    def set_servers(self) -> None:
        """Choose who is asked."""
        self.tasks.latest("servers", self._set_servers())

    async def _set_servers(self) -> None:
        if await ask_for_servers(self.window(), self.workspace):
            self.setup.look_again()

    def certify(self, ids: Ids) -> None:
        """Ask for a certificate."""
        self.tasks.latest("certify", self._certify(ids[0]))

    async def _certify(self, record_id: str) -> None:
        if may_write(self.workspace, PART, _("domains")):
            body = self._body(record_id) or self.setup.body
            if await request_certificate(self.workspace, body):
                self.watch.again(body)

    def _uncertifiable(self, ids: Ids) -> str:
        body = self._body(ids[0]) if len(ids) == 1 else {}
        if body.get("is_tracking_domain"):
            return ONLY_CUSTOM
        return "" if body.get("status") == "validated" else NOT_VALIDATED

    def _targets(self, record_id: str) -> list[Mapping[str, Any]]:
        rows = self.source.library.rows or self.list.rows
        return [
            each.summary
            for each in rows.values()
            if each.id != record_id and not each.get("is_tracking_domain")
        ]

    def _immovable(self, ids: Ids) -> str:
        if len(ids) == 1 and self._body(ids[0]).get("is_tracking_domain"):
            return ONLY_CUSTOM
        return "" if len(ids) == 1 and self._targets(ids[0]) else NO_TARGET

    def move_pages(self, ids: Ids) -> None:
        """Move the pages to another domain, after a look at what that does."""
        self.tasks.latest("move", self._move(ids[0]))

    async def _move(self, record_id: str) -> None:
        targets = self._targets(record_id)
        dialog = MoveDialog(self.window(), self.workspace, self._body(record_id), targets)
        if await dialog.ask() == "moved" and dialog.moved is not None:
            title = _("{pages} moved").format(pages=counted(dialog.moved.pages_updated, "page"))
            target = dialog.target.currentText()
            text = _("They are met under {target} now.").format(target=target)
            self.workspace.notifications.post(Notice(title, text, "success", key=f"{PART}/move"))
            self.workspace.announce("pages")
            self.serving.again()

    def delete(self, ids: Ids) -> None:
        """Give a domain up, after telling what stands on it."""
        self.tasks.latest("delete", self._delete(ids[0]))

    async def _delete(self, record_id: str) -> None:
        body, (number, is_tracking) = self._body(record_id), number_of(record_id)
        if not body or not await self._is_sure(body, is_tracking=is_tracking):
            return

        async def call(api: "Api") -> bool:
            if is_tracking:
                await api.domains.delete_tracking(number)
            else:
                await api.domains.delete(number)
            return True

        doing = _("Deleting {domain}").format(domain=body.get("domain"))
        run = self.workspace.run
        with operation(self.workspace, doing, f"{PART}/delete") as sent:
            await confirmed(run(call), lambda: run(partial(_gone, record_id)))
        if not sent.failed or isinstance(sent.error, NotFound):
            self.watch.forget(record_id)
            await self.source.library.forget(record_id)
            self.open_record("")
            self.workspace.announce(PART, record_id, source=self)
            self.workspace.announce("pages")
            self.refresh()

    async def _is_sure(self, body: Mapping[str, Any], *, is_tracking: bool) -> bool:
        name, action = str(body.get("domain") or ""), _("Delete domain")
        title = _("Delete {domain}?").format(domain=name)
        if is_tracking:
            text = _("Links and pixels under it stop counting clicks.")
            return await confirm(self.window(), title, text, action=action, danger=True)
        count = 0
        with optional():
            served = await read_served(self.workspace)
            count = len(served.by_domain.get(int(body["id"]), ()))
        text = _(
            "Whoever follows a link to it meets nothing any more. Nothing that is known stands on "
            "it."
        )
        if count:
            text = ngettext(
                "{count:,} page, blog or course stands on it. It stays, without a domain: links "
                "to it break, and where its slug is taken there, it gets a number.",
                "{count:,} pages, blogs and courses stand on it. They stay, without a domain: "
                "links to them break, and a slug that is taken there gets a number.",
                count,
            ).format(count=count)
        if body.get("status") == "active" or count:
            window = self.window()
            return await confirm_by_name(window, title, text, name=name, action=action)
        return await confirm(self.window(), title, text, action=action, danger=True)


async def _gone(record_id: str, api: "Api") -> bool | None:
    with optional() as asked:
        await read_domain(api, record_id)
    return True if isinstance(asked.error, NotFound) else None
