"""A declared section in a window, and what its table shows."""

from dataclasses import replace

from tests.desktop.support.declared_sections import Declared
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.workspace.workspace import Workspace


def names(count: int) -> list[str]:
    return [f"Name {number:05}" for number in range(count)]


async def opened(
    bench: WindowBench, workspace: Workspace, declared: Declared, way: str = "mirrored"
) -> RecordsPanel:
    """The section, shown and read; ``way`` is how it gets its rows."""
    section = declared.section
    if way == "paged":
        section = replace(section, mirrored_up_to=0)
    panel = bench.own(declared.panel(workspace, section))
    panel.setWindowTitle(section.title)
    panel.resize(1240, 760)
    panel.show()
    panel.refresh()
    return panel


async def read(panel: RecordsPanel) -> None:
    await until(lambda: panel.is_quiet)
    await until(lambda: panel.list.source is not None and panel.list.source.total is not None)


def first_column(panel: RecordsPanel) -> list[str]:
    model = panel.list.table.rows
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]
