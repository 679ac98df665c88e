"""The Blogs section: the list, and the form of a blog with its addresses as they are typed."""

from collections.abc import Mapping, Sequence
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.actions import BlogActions, blog_actions
from funneldesk.desktop.parts.blogs.address_view import AddressView
from funneldesk.desktop.parts.blogs.addresses import BlogAddresses
from funneldesk.desktop.parts.blogs.categories.page import CategoriesPage
from funneldesk.desktop.parts.blogs.fields import SEO_TEXT, SEO_TITLE, at_fields
from funneldesk.desktop.parts.blogs.impact.changes import address_changes
from funneldesk.desktop.parts.blogs.impact.page import RedirectsPage
from funneldesk.desktop.parts.blogs.impact.past import PastChanges
from funneldesk.desktop.parts.blogs.places import BlogPlaces, categories_of
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.detail.edit_form import EditForm
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.detail.peek import EDIT, EditTab
from funneldesk.desktop.records.detail.search_preview import SearchPreview
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.redirects.address_change import AddressChange, whole
from funneldesk.desktop.records.section import RecordSection, listed_kind
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.sections.operations import operation, optional
from funneldesk.desktop.workspace.workspace import Workspace


class BlogForm(EditForm):
    """Fields of a blog; what a server says of its settings for search engines stands at them."""

    def show_errors(self, errors: dict[str, list[str]]) -> list[str]:
        return super().show_errors(at_fields(errors))


class BlogsPanel(EditedPanel):
    """The panel of the blogs of a brand."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.places = workspace.shared(BlogPlaces)
        self.addresses, self.result = AddressView(), SearchPreview()
        self.past = PastChanges(workspace)
        self._told: list[AddressChange] = []
        self._saved: tuple[str, BlogAddresses] | None = None
        super().__init__(workspace, self.places.section(declared))
        self.split.setSizes([640, 560])  # Few columns, and addresses are long.
        form = self.pane.form.form
        form.place_after("article_url_pattern", self.addresses)
        form.place_after(SEO_TEXT, self.result)
        self.pane.form.edited.connect(self._typed)
        self.session.changed.connect(self._show_outside)
        self.places.changed.connect(self._places_changed)

    def own_tabs(self) -> Sequence[OwnTab]:
        library = library_of(self.workspace, listed_kind(self.declared))
        form = BlogForm(self.kind.fields_in(self.workspace))
        self.pane = EditPane(self.kind, self, library, form)
        self.session = self.pane.session
        self.categories = CategoriesPage(self.workspace, self._category_address, self._read_again)
        self.redirects = RedirectsPage(lambda: self.brand.formats)
        return (
            OwnTab(EDIT, _("Details"), EditTab(self.pane)),
            OwnTab("categories", _("Categories"), self.categories),
            OwnTab("redirects", _("Redirects"), self.redirects),
        )

    def about_many(self) -> Sequence[Action]:
        if self.staging is None:
            raise ValueError("blogs are edited in the table")
        self.blog_actions = BlogActions(self, self.source.library, self.staging.runs)
        return blog_actions(self.blog_actions, self)

    async def load(self) -> None:
        await self.places.domains.recall()
        await super().load()
        with optional():
            await self.places.domains.learn()
        await self.places.read()

    def first_values(self) -> dict[str, Any]:
        return {"article_url_pattern": "slug_only"}

    def show_beside(self, body: Mapping[str, Any]) -> None:
        self._show_outside()
        self.tasks.latest("past", self._show_past())

    async def _show_past(self) -> None:
        self.redirects.show_changes(self._moved(), await self.past.of(self.open_id))

    def _category_address(self, slug: str) -> str:
        draft = self.session.draft
        now = self.places.addresses(draft.fields if draft is not None else {})
        return whole(now.host, now.category(slug))

    async def _read_again(self) -> None:
        """Read the open blog with its categories."""
        with operation(self.workspace, _("Reading this blog"), "blogs/categories"):
            body = await self.source.library.fetch(self.open_id)
            if self.session.draft is not None:
                self.session.draft.base["categories"] = body.get("categories")
            self.categories.show_record(body)
            self._show_outside()

    def _moved(self) -> list[AddressChange]:
        """The addresses that change with what is not saved yet."""
        draft = self.session.draft
        if draft is None or draft.is_new:
            return []
        slugs = [str(each.get("slug") or "") for each in categories_of(draft.base)]
        before, after = (self.places.addresses(each) for each in (draft.origin, draft.fields))
        return address_changes(before, after, slugs)

    def _typed(self, _name: str) -> None:
        self._show_outside()
        draft, form = self.session.draft, self.pane.form.form
        if draft is None:
            return
        found = dict(self.places.problems(draft))
        for name in ("slug", *(n for n in draft.declared.names if n.endswith("_segment"))):
            said = found.get(name) or draft.declared[name].problem(draft.value(name), draft.fields)
            form.row(name).set_error([said] if said else [])

    def _places_changed(self) -> None:
        self.list.table.rows.tell_changed()
        self._show_outside()

    def _show_outside(self) -> None:
        """Show what visitors will meet."""
        draft = self.session.draft
        if draft is None:
            return
        now = self.places.addresses(draft.fields)
        before = None if draft.is_new else self.places.addresses(draft.origin)
        moved = self._moved()
        is_kept = False
        if before is not None and self.places.knows(draft.origin):
            slugs = [str(each.get("slug") or "") for each in categories_of(draft.base)]
            is_kept = self._keep_saved(before, slugs)
        if moved != self._told:
            self._told = moved
            if not is_kept:  # Else it is shown with what was kept: nothing goes and comes again.
                self.redirects.show_changes(moved)
            self.categories.show_addresses()
        first = next((str(each.get("slug") or "") for each in categories_of(draft.base)), "")
        self.addresses.show_addresses(now, before, first)
        title = draft.text(SEO_TITLE) or draft.text("name") or _("Untitled blog")
        address = self.addresses.texts()["home"]
        self.result.show_result(title, draft.text(SEO_TEXT), address, hidden=False)

    def _keep_saved(self, saved: BlogAddresses, slugs: Sequence[str]) -> bool:
        """Addresses that were saved as others stay to be looked up; whether these are others."""
        before, self._saved = self._saved, (self.open_id, saved)
        if before is None or before[0] != self.open_id or before[1] == saved:
            return False
        changes = address_changes(before[1], saved, slugs)
        self.tasks.start(self._add_past(self.open_id, changes))
        return True

    async def _add_past(self, blog_id: str, changes: list[AddressChange]) -> None:
        await self.past.add(blog_id, changes)
        await self._show_past()
