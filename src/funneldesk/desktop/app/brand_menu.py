"""The brand switcher's menu, and what can be done from it with the brand that is shown."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.app.session_base import SessionBase
from funneldesk.desktop.app.shutdown import settle
from funneldesk.desktop.kit.controls.menus import pop_up_below
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.shortcuts import in_menu
from funneldesk.desktop.kit.style.theme import font
from funneldesk.desktop.local.connections.connections import PALETTE, Connection
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.shell.brands.brand_button import CONNECTION_STATES, mark_icon
from funneldesk.desktop.shell.brands.brand_dialogs import AddBrandDialog, BrandSettingsDialog
from funneldesk.desktop.shell.notices.unkept import may_lose

if TYPE_CHECKING:
    from funneldesk.desktop.workspace.workspace import Workspace


class BrandMenu(QObject):
    """Below the switcher: every brand, a further one, and the shown one's settings here."""

    def __init__(self, session: SessionBase, open_preferences: Callable[[], None]) -> None:
        super().__init__(session)
        self._session, self._open_preferences = session, open_preferences

    def popup(self) -> None:
        """Open the menu below the switcher."""
        session = self._session
        menu = QMenu(session.window)
        menu.setAccessibleName(_("Brands"))
        shown = session.shown()
        start = session.tasks.start
        for connection in session.brands.connections():
            action = menu.addAction(
                mark_icon(connection.name, connection.colour), self._words(connection)
            )
            here = shown is not None and shown.connection.id == connection.id
            action.setFont(font(weight=600 if here else 400))
            action.triggered.connect(lambda _=False, key=connection.id: session.show_brand(key))
        menu.addSeparator()
        menu.addAction(_("Add a brand…"), lambda: start(self.add_brand()))
        if shown is not None:
            menu.addAction(_("Brand settings"), lambda: session.window.show_section("brands"))
            menu.addAction(_("This computer's settings…"), lambda: start(self.set_up()))
            menu.addAction(_("Check the connection"), lambda: start(self.check()))
        menu.addAction(_("Notifications…"), session.open_notifications)
        menu.addAction(in_menu(_("Preferences…"), "Ctrl+,"), self._open_preferences)
        menu.addAction(in_menu(_("Quit"), "Ctrl+Q"), session.window.asked_to_close.emit)
        button = session.window.sidebar.brand
        menu.aboutToHide.connect(menu.deleteLater)
        pop_up_below(menu, button)

    def _words(self, connection: Connection) -> str:
        """A brand's name, what it is, and how its key does while it is open."""
        workspace = self._session.brands.open.get(connection.id)
        said = CONNECTION_STATES[workspace.connection_state][0] if workspace is not None else ""
        notes = [note for note in (_("sample") if connection.sample else "", said) if note]
        words = f"{connection.name}  ({', '.join(notes)})" if notes else connection.name
        return words.replace("&", "&&")

    async def add_brand(self) -> None:
        """Ask for address, brand number and key; check them; open the brand."""
        session = self._session
        first = session.brands.book.next_colour()
        await AddBrandDialog(session.window, PALETTE, first, session.brands.check).ask()

    async def set_up(self) -> None:
        """Colour, read only and live of the shown brand."""
        session, workspace = self._session, self._session.shown()
        if workspace is None:
            return
        connection = workspace.connection
        dialog = BrandSettingsDialog(
            session.window,
            connection.name,
            PALETTE,
            connection.colour,
            read_only=connection.read_only,
            live=connection.live,
            removable=not connection.sample,
        )
        answer = await dialog.ask()
        if answer == "save":
            await session.brands.change(
                connection.id,
                colour=dialog.colours.value(),
                read_only=dialog.read_only.isChecked(),
                live=dialog.live.isChecked(),
            )
        elif answer == "key":
            await session.enter_key(workspace)
        elif answer == "remove" and await self._may_remove(connection):
            await session.brands.remove(connection.id)
            await session.brands.show(session.brands.connections()[0].id)

    async def _may_remove(self, connection: Connection) -> bool:
        """Ask; then what was typed last is made durable before the brand's file is closed."""
        session = self._session
        if not await confirm(
            session.window,
            _("Remove {name} from this computer?").format(name=connection.name),
            _(
                "Its key and its place in the list go; the brand itself stays on the server. "
                "Work that was not saved to the server is kept in its file."
            )
            + session.work.given_up(connection.id),
            action=_("Remove"),
            danger=True,
        ):
            return False
        panels = [p for p in session.all_panels() if p.workspace.connection.id == connection.id]
        await settle(panels)
        titles = tuple(title for panel in panels for title in panel.unkept())
        return await may_lose(session.window, titles, _("Remove anyway"))

    async def check(self) -> None:
        """One call that tells whether the key opens the brand."""
        workspace: Workspace | None = self._session.shown()
        if workspace is None:
            return
        post = self._session.notifications.post
        self._session.notifications.withdraw("check")
        workspace.ask_again()
        workspace.ask_rights_again()
        with operation(workspace, _("Checking the connection"), "check") as asked:
            brand = await workspace.run(lambda api: api.check())
        if asked.failed:
            return
        text = _("{name} answers, and the key opens it.").format(name=brand.name)
        post(Notice(_("The connection is well."), text, "success", key="check"))
