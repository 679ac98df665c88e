"""States of the collections for the screenshots: entries, cells that wait, the form."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.collections.form.dialogs import FieldDialog
from funneldesk.desktop.parts.collections.form.page import FormPage
from funneldesk.desktop.parts.collections.importing import declared_import
from funneldesk.desktop.parts.collections.panel import CollectionsPanel
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.records.entities.frame import SETUP
from funneldesk.desktop.records.entities.host import TABLE
from funneldesk.desktop.records.handing_over.given import table_of
from funneldesk.desktop.records.importing.dialog import COLUMNS, ImportDialog
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.2
State = tuple[str, Callable[[], Awaitable[None]]]
SHOWN = "cafe-enquiries"
AnyDialog = TypeVar("AnyDialog", bound=Dialog)


def collection_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = CollectionScenes(session, first_page)
    return [
        ("collections", scenes.table),
        ("collections-entry", scenes.beside),
        ("collections-staged", scenes.staged),
        ("collections-form", scenes.set_up),
        ("collections-field", scenes.field),
        ("collections-paste-new", scenes.paste_new),
        ("collections-import", scenes.imported),
        ("collections-promote", scenes.promoted),
        ("collections-narrow", scenes.narrow),
    ]


class CollectionScenes:
    """Leads the window through the states of the collections."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def panel(self) -> CollectionsPanel:
        """The section, read."""
        await self._first_page()
        self._session.window.show_section("collections")
        panel = self._session.window.panel()
        if not isinstance(panel, CollectionsPanel):
            raise RuntimeError("The collections are not shown.")
        await self.quiet(panel)
        found = (e.id for e in panel.schema.entities if e.code == SHOWN)
        panel.show_entity(next(found, panel.entity_id))
        await self.quiet(panel)
        return panel

    async def quiet(self, panel: CollectionsPanel) -> None:
        """Wait until nothing is read."""
        await until(lambda: panel.is_quiet)
        await calm(DRAWN_SECONDS)

    async def entries(self) -> EntriesPanel:
        """The entries of a collection."""
        panel = await self.panel()
        panel.show_page(TABLE)
        await self.quiet(panel)
        page = panel.page
        if not isinstance(page, EntriesPanel):
            raise RuntimeError("The table is not shown.")
        page.list.show_everything()
        page.open_record("")
        await self.quiet(panel)
        return page

    async def table(self) -> None:
        """The entries of a collection."""
        await self.entries()

    async def beside(self) -> None:
        """An entry beside the table."""
        await self.entry()

    async def set_up(self) -> None:
        """The fields and the form as visitors see it."""
        await self.form()

    async def entry(self) -> EntriesPanel:
        """An entry beside the table."""
        page = await self.entries()
        ids = page.list.table.rows.ids
        page.list.table.select(ids[2])
        page.open_record(ids[2])
        await calm(DRAWN_SECONDS)
        return page

    async def staged(self) -> None:
        """Cells pasted from a spreadsheet, two of which do not fit."""
        page = await self.entries()
        staging, table = page.staging, page.list.table
        if staging is None:
            return
        table.setCurrentIndex(table.rows.index(1, 1))
        lines = ["ana@example.com\t12", "no address\ta dozen", "rui@norte.example\t2.5"]
        QGuiApplication.clipboard().setText("\n".join(lines))
        staging.paste()
        await calm(DRAWN_SECONDS)

    async def paste_new(self) -> None:
        """Lines pasted as new entries, as the check sees them."""
        page = await self.entries()
        titles = "Name of the place\tE-mail\tKilos a week\tMachine"
        lines = [
            "Casa Azul\tana@example.com\t12\tone group",
            "The Old Mill\tno address\t4\tone group",
            "Bar do Rio\trui@norte.example\ta dozen\ttwo groups",
            "Kaffeehaus\tlena@post.example\t8\tthree groups",
        ]
        QGuiApplication.clipboard().setText("\n".join([titles, *lines]))
        page.declared_actions.run(page.declared_actions["collections.paste-new"])
        await self.on(COLUMNS)

    async def imported(self) -> None:
        """The columns of a file, matched to the fields."""
        page = await self.entries()
        titles = ("Place", "Mail", "Kilos", "Opens")
        rows = [("Casa Azul", "ana@example.com", "12", "in May")] * 3
        declared = declared_import(page.collection)
        given = table_of("cafes.xlsx", titles, rows)
        page.tasks.start(ImportDialog(page, page.workspace, declared, given=given).ask())
        await calm(2 * DRAWN_SECONDS)

    async def promoted(self) -> None:
        """Entries on their way to the CRM: the dry run."""
        page = await self.entries()
        action = page.declared_actions["collections.promote"]
        page.declared_actions.carry_out(action, tuple(page.list.table.rows.ids[:5]))
        await calm(DRAWN_SECONDS)
        for dialog in self.dialogs(Dialog):
            if not isinstance(dialog, ImportDialog):
                dialog.answer("next")
        await self.on(COLUMNS)

    async def on(self, step: int) -> None:
        """Go on from a step of the import that is open."""
        await until(
            lambda: any(
                each.step == step and each.forward.isEnabled()
                for each in self.dialogs(ImportDialog)
            )
        )
        self.dialogs(ImportDialog)[-1].forward.click()
        await calm(2 * DRAWN_SECONDS)

    def dialogs(self, kind: type[AnyDialog]) -> list[AnyDialog]:
        """Those of a kind on the screen."""
        shown = QApplication.topLevelWidgets()
        return [each for each in shown if isinstance(each, kind) and each.isVisible()]

    async def form(self) -> FormPage:
        """The fields and the form as visitors see it."""
        panel = await self.panel()
        panel.show_page(SETUP)
        await self.quiet(panel)
        await calm(2 * DRAWN_SECONDS)
        page = panel.page
        if not isinstance(page, FormPage):
            raise RuntimeError("The form is not shown.")
        return page

    async def field(self) -> None:
        """A new field whose name clashes."""
        page = await self.form()
        page.field_card.add.click()
        await calm(DRAWN_SECONDS)
        for dialog in self.dialogs(FieldDialog):
            for name, value in (("type", "select"), ("name", "Title")):
                dialog.form.row(name).set_value(value)
                dialog.form.row(name).edited.emit(name, value)
            dialog.go_button.click()
        await calm(DRAWN_SECONDS)

    async def narrow(self) -> None:
        """An entry alone in a narrow window."""
        await self.entry()
        self._session.window.resize(860, 640)
        await calm(DRAWN_SECONDS)
