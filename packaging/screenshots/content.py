"""States of Components and Blogs for the screenshots: what a component becomes, where it stands,
its code renamed; a blog's categories and its redirects."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeVar

from funneldesk.desktop.parts.blogs.panel import BlogsPanel
from funneldesk.desktop.parts.components.panel import ComponentsPanel
from funneldesk.desktop.records.panel import RecordsPanel
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS, PICTURES_SECONDS = 1.5, 6.0
BUILT = "custom-tuesday-letter"
State = tuple[str, Callable[[], Awaitable[None]]]
AnyPanel = TypeVar("AnyPanel", bound=RecordsPanel)


def content_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = ContentScenes(session, first_page)
    return [
        ("components-compare", scenes.compare),
        ("components-in-pages", scenes.in_pages),
        ("components-uses", scenes.uses),
        ("components-publish", scenes.publish),
        ("components-rename", scenes.rename),
        ("components-builder", scenes.builder),
        ("blogs-categories", scenes.categories),
        ("blogs-category", scenes.category),
        ("blogs-redirects", scenes.redirects),
        ("blogs-email", scenes.email),
        ("blogs-clone", scenes.clone),
    ]


class ContentScenes:
    """Leads the window through the two sections."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def _shown(self, part: str, kind: type[AnyPanel]) -> AnyPanel:
        await self._first_page()
        self._session.window.show_section(part)
        panel = self._session.window.panel()
        if not isinstance(panel, kind):
            raise RuntimeError(f"{part} are not shown.")
        await until(lambda: panel.is_quiet and bool(panel.list.table.rows.ids))
        return panel

    async def _component(self) -> ComponentsPanel:
        """The one that most pages hold, with its source changed."""
        panel = await self._shown("components", ComponentsPanel)
        await until(lambda: panel.uses.index.is_whole)
        rows = panel.list.rows.values()
        most = max(rows, key=lambda each: len(panel.uses.of(each.get("code"))))
        panel.open_record(most.id)
        await until(lambda: panel.is_quiet and panel.session.record_id == most.id)
        html = panel.editor.source("html")
        if "New:" not in html:
            panel.editor.editor().set_text("html", f"<h2>New: all year round</h2>\n{html}")
            panel.editor.editor().changed.emit("html")
        await calm(DRAWN_SECONDS)
        return panel

    async def compare(self) -> None:
        """As text."""
        panel = await self._component()
        _tab(panel, "compare")
        panel.compare.modes.choose("text")
        panel.compare.draw()
        await calm(DRAWN_SECONDS)

    async def in_pages(self) -> None:
        """In every page that holds it."""
        await self.compare()
        panel = await self._component()
        panel.compare.modes.choose("pages")
        panel.compare.draw()
        await calm(PICTURES_SECONDS)

    async def uses(self) -> None:
        """Where it stands."""
        _tab(await self._component(), "uses")
        await calm(DRAWN_SECONDS)

    async def publish(self) -> None:
        """What publishing changes, and ends."""
        panel = await self._component()
        _tab(panel, "edit")
        panel.publish()
        await calm(DRAWN_SECONDS)

    async def rename(self) -> None:
        """Every reference before and after."""
        panel = await self._component()
        panel.tasks.start(panel.renaming.ask())
        await calm(DRAWN_SECONDS * 2)

    async def builder(self) -> None:
        """What the server's visual builder made, as a tree."""
        panel = await self._shown("components", ComponentsPanel)
        rows = panel.list.rows.values()
        panel.open_record(next(each.id for each in rows if each.get("code") == BUILT))
        await until(lambda: panel.is_quiet and panel.builder.tree.topLevelItemCount() > 0)
        _tab(panel, "builder")
        panel.builder.tree.expandAll()
        await calm(DRAWN_SECONDS)

    async def _blog(self) -> BlogsPanel:
        panel = await self._shown("blogs", BlogsPanel)
        rows = panel.list.rows.values()
        panel.open_record(next(each.id for each in rows if each.get("domain_id")))
        await until(lambda: panel.is_quiet and panel.session.draft is not None)
        await calm(DRAWN_SECONDS)
        return panel

    async def categories(self) -> None:
        """The tree with pictures."""
        _tab(await self._blog(), "categories")
        await calm(DRAWN_SECONDS)

    async def category(self) -> None:
        """Its form."""
        panel = await self._blog()
        _tab(panel, "categories")
        panel.categories.tasks.start(panel.categories.ask(next(iter(panel.categories.bodies), 0)))
        await calm(DRAWN_SECONDS)

    async def redirects(self) -> None:
        """A word of the addresses is another one."""
        panel = await self._blog()
        row = panel.pane.form.form.row("category_url_segment")
        row.set_value("rubric")
        panel.pane.form.form.edited.emit("category_url_segment", "rubric")
        _tab(panel, "redirects")
        await calm(DRAWN_SECONDS)

    async def email(self) -> None:
        """A table that the server sends."""
        panel = await self._blog()
        panel.declared_actions.run(panel.declared_actions["blogs.export-by-email"])
        await calm(DRAWN_SECONDS)

    async def clone(self) -> None:
        """The name of a copy."""
        panel = await self._blog()
        action = panel.declared_actions["blogs.duplicate"]
        panel.declared_actions.carry_out(action, (panel.open_id,))
        await calm(DRAWN_SECONDS)


def _tab(panel: RecordsPanel, key: str) -> None:
    button = panel.detail.tabs.button(key)
    if button is not None:
        button.click()
