"""The Blogs section in a window, and hands on it."""

from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.blogs import Blog, BlogDraft
from funneldesk.desktop.parts.blogs.blogs import BLOGS
from funneldesk.desktop.parts.blogs.panel import BlogsPanel
from funneldesk.desktop.workspace.workspace import Workspace


async def blog(brand: LiveBrand, name: str, **fields: Any) -> Blog:
    """A blog on the server."""
    async with brand.api() as api:
        return await api.blogs.create(BlogDraft(name=name, **fields))


async def stored(brand: LiveBrand, known: Blog) -> Blog:
    """A blog as the server has it now."""
    async with brand.api() as api:
        return await api.blogs.get(known.id)


async def opened(bench: WindowBench, workspace: Workspace, known: Blog | None = None) -> BlogsPanel:
    """The section, shown and read, with a blog open in it."""
    panel = bench.own(BlogsPanel(workspace, BLOGS))
    panel.resize(1500, 900)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    if known is not None:
        panel.open_record(str(known.id))
        await until(lambda: panel.is_quiet and panel.session.draft is not None)
        await until(lambda: panel.session.record_id == str(known.id))
        await until(lambda: panel.session.draft and "categories" in panel.session.draft.base)
    return panel


def type_in(panel: BlogsPanel, name: str, value: Any) -> None:
    """Type a value into a field of the form, as the user does."""
    row = panel.pane.form.form.row(name)
    row.set_value(value)
    panel.pane.form.form.edited.emit(name, value)
