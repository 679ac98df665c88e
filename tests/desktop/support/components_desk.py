"""The Components section in a window, and hands on it."""

from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.components import Component, ComponentDraft
from funneldesk.desktop.parts.components.components import COMPONENTS
from funneldesk.desktop.parts.components.panel import ComponentsPanel
from funneldesk.desktop.workspace.workspace import Workspace


async def component(brand: LiveBrand, code: str, html: str, **fields: Any) -> Component:
    """A component on the server."""
    async with brand.api() as api:
        draft = ComponentDraft(code=code, html=html, **{"name": code.title(), **fields})
        return await api.components.create(draft)


async def live(brand: LiveBrand, known: Component) -> Component:
    """A component as visitors meet it now."""
    async with brand.api() as api:
        return await api.components.get(known.id)


async def content(brand: LiveBrand, known: Component) -> tuple[str, bool]:
    """What one goes on with on the server, and whether that is a draft."""
    async with brand.api() as api:
        found = await api.components.get_content(known.id)
    return found.html or "", found.is_draft


async def opened(
    bench: WindowBench, workspace: Workspace, known: Component | None = None
) -> ComponentsPanel:
    """The section, shown and read, with a component open in it."""
    panel = bench.own(ComponentsPanel(workspace, COMPONENTS))
    panel.resize(1500, 900)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    if known is not None:
        panel.open_record(str(known.id))
        await until(lambda: panel.is_quiet and panel.session.record_id == str(known.id))
    return panel


def type_source(panel: ComponentsPanel, text: str) -> None:
    """Replace the html of the open component, as by one change of the user."""
    panel.editor.editor().set_text("html", text)
    panel.editor.editor().changed.emit("html")
