"""Categories tab of a blog: a tree with pictures; each is made, changed and deleted here."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QStackedWidget

from funneldesk.contract.blogs import CategoryDraft, CategoryPatch
from funneldesk.desktop.assets.library.addressed_row import picture_row
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.categories.form import (
    CategoryDialog,
    category_groups,
    sent_of,
    slug_owner,
    values_of,
)
from funneldesk.desktop.parts.blogs.categories.outline import Outlines
from funneldesk.desktop.parts.blogs.categories.tree import SIDE, CategoryTree
from funneldesk.desktop.parts.blogs.kind import KIND, PART
from funneldesk.desktop.parts.blogs.places import categories_of
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.sections.operations import journaled, may_write, operation
from funneldesk.desktop.workspace.workspace import Workspace

HERE = _("The server lists categories by name. Their order and nesting are this computer’s own.")
FORM_HEIGHT = 420
Body = Mapping[str, Any]


class CategoriesPage(RecordView):
    """``address`` gives the address of a category's slug; ``read_again`` reads the open blog."""

    def __init__(
        self,
        workspace: Workspace,
        address: Callable[[str], str],
        read_again: Callable[[], Awaitable[object]],
    ) -> None:
        super().__init__()
        self._workspace, self._address, self._read_again = workspace, address, read_again
        self._outlines = Outlines(workspace)
        self._thumbnails = workspace.shared(Thumbnails)
        self.tasks = TaskScope(self)
        self.blog_id = ""
        self.bodies: dict[int, Body] = {}
        self._build()
        self._wire()

    def _build(self) -> None:
        self.tree = CategoryTree()
        self.add = Button(_("Add category…"), icon_name="plus")
        self.edit = Button(_("Edit…"))
        self.remove = Button(_("Delete…"))
        self.note = Label(HERE, size="small", tone="muted", wrap=True)
        self.nothing = EmptyState(
            "folder-tree",
            _("No categories yet"),
            _("Readers find articles by them, and each has a picture of its own."),
        )
        self.places = QStackedWidget()
        self.places.addWidget(self.tree)
        self.places.addWidget(self.nothing)
        head = row(self.add, None, self.edit, self.remove, spacing=6, margins=(16, 12, 16, 8))
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.places, 1)
        self.note.setContentsMargins(16, 8, 16, 12)
        whole.addWidget(self.note)
        self.setLayout(whole)

    def _wire(self) -> None:
        start = self.tasks.start
        self.add.clicked.connect(lambda: start(self.ask(0)))
        self.edit.clicked.connect(lambda: start(self.ask(self.tree.current)))
        self.remove.clicked.connect(lambda: start(self.ask_to_delete(self.tree.current)))
        self.tree.opened.connect(lambda number: start(self.ask(number)))
        self.tree.removal_asked.connect(lambda number: start(self.ask_to_delete(number)))
        self.tree.moved.connect(lambda: self.tasks.latest("keep", self._keep()))
        self.tree.currentItemChanged.connect(lambda *_items: self._show_state())
        self._thumbnails.ready.connect(self._drawn)  # A method's connection ends with its widget.

    def show_record(self, body: Body) -> None:
        self.blog_id = str(body.get("id") or "")
        found = categories_of(body)
        self.bodies = {each["id"]: each for each in found if isinstance(each.get("id"), int)}
        self.tasks.latest("show", self._show())

    def show_addresses(self) -> None:
        """The addresses are others now."""
        if self.bodies:
            self.tasks.latest("show", self._show())

    async def _show(self) -> None:
        lines = await self._outlines.of(self.blog_id, list(self.bodies))
        self.tree.show_lines(lines, self.bodies, self._address)
        self.places.setCurrentWidget(self.tree if self.bodies else self.nothing)
        self.note.setVisible(len(self.bodies) > 1)
        self._draw_pictures()
        self._show_state()

    def _show_state(self) -> None:
        may = self._workspace.may_write(PART)
        self.add.setEnabled(may and bool(self.blog_id))
        for button in (self.edit, self.remove):
            button.setEnabled(may and self.tree.current in self.bodies)
        self.tree.set_read_only(not may)

    def _drawn(self, _key: str) -> None:
        self._draw_pictures()

    def _draw_pictures(self) -> None:
        for number, body in self.bodies.items():
            address = body.get("hero_image")
            if isinstance(address, str) and address:
                picture = self._thumbnails.picture(picture_row(address), SIDE * 2)
                self.tree.show_picture(number, picture)

    async def _keep(self) -> None:
        await self._outlines.keep(self.blog_id, self.tree.lines())

    async def ask(self, number: int) -> None:
        """Ask for a new category, or for changes of one, and send them."""
        if not self.blog_id.isdecimal() or not may_write(self._workspace, PART, KIND.units):
            return
        before = self.bodies.get(number, {})
        blog_id = int(self.blog_id)

        async def send(values: dict[str, Any]) -> None:
            body = sent_of(values, before)
            if number:
                patch = CategoryPatch(**body)
                await self._workspace.run(
                    lambda api: api.blogs.update_category(blog_id, number, patch)
                )
                return
            draft, name = CategoryDraft(**body), str(values["name"])
            async with journaled(self._workspace, PART, name, _("Creating"), self.blog_id):
                await self._workspace.run(lambda api: api.blogs.create_category(blog_id, draft))

        taken = slug_owner(list(self.bodies.values()), number)
        dialog = CategoryDialog(
            self.window(),
            self._workspace,
            _("Edit category") if number else _("New category"),
            category_groups(self._workspace, taken),
            values=values_of(before),
            memory=f"blogs.category.{blog_id}.{number}",
            action=_("Save category") if number else _("Create category"),
            send=send,
            height=FORM_HEIGHT,
        )
        if await dialog.ask() == "done":
            await self._read_again()

    async def ask_to_delete(self, number: int) -> None:
        """Delete a category, for good."""
        body = self.bodies.get(number)
        if body is None or not may_write(self._workspace, PART, KIND.units):
            return
        told = _("Its address stops working: {address}. This can’t be undone.").format(
            address=self._address(str(body.get("slug") or ""))
        )
        title = _("Delete the category “{name}”?").format(name=body.get("name") or "")
        action = _("Delete category")
        if not await confirm(self.window(), title, told, action=action, danger=True):
            return
        blog_id = int(self.blog_id)
        doing = _("Deleting the category")
        with operation(self._workspace, doing, f"{PART}/categories") as sent:
            await self._workspace.run(lambda api: api.blogs.delete_category(blog_id, number))
        if not sent.failed:
            await self._read_again()
