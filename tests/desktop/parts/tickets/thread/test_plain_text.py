"""Plain text of customers, from the thread to the search: shown as it was typed."""

import pytest
from PySide6.QtWebEngineWidgets import QWebEngineView
from tests.contract.test_message_text import ANA, ARITHMETIC
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.tickets.panel import TicketsPanel

TYPED = f"{ANA}\n\n  {ARITHMETIC} \u2013 I&#x27;m <b>not</b> html"


async def drawn(panel: TicketsPanel, wanted: str) -> str:
    """What the thread shows, as the engine draws it, once it has these words."""
    shown: list[str] = []
    view = panel.conversation.messages.findChild(QWebEngineView)
    assert view is not None

    def asked() -> bool:
        view.page().toPlainText(shown.append)
        return bool(shown) and wanted in shown[-1]

    await until(asked)
    return shown[-1]


@in_the_window
async def test_a_text_is_shown_as_typed_in_the_thread_the_list_and_the_search(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Plain", message=TYPED, message_type="text")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: not panel.source.library.tasks.is_busy)
    row = panel.list.rows[code]
    assert str(row.get("preview_message")) == " ".join(TYPED.split())[:159].rstrip() + "\u2026" or (
        str(row.get("preview_message")) == " ".join(TYPED.split())
    )
    await opened(panel, code)
    assert TYPED in await drawn(panel, "not</b>")
    panel.list.search.setText("ana@example.com not</b>")
    await until(lambda: panel.list.table.rows.ids == [code])
    await until(lambda: "ana@example.com" in panel.list.table.rows.index(0, 0).data())


@pytest.mark.parametrize(
    ("message", "said"),
    [(ANA, ANA), (ARITHMETIC, ARITHMETIC), ("I&#x27;m 5 &lt; 6 &amp; so", "I'm 5 < 6 & so")],
)
@in_the_window
async def test_a_message_without_a_type_is_looked_at(
    bench: WindowBench, brand: LiveBrand, message: str, said: str
) -> None:
    code = write_in(brand, "Plain", message=message)
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    assert said in await drawn(panel, said[:3])
    assert str(panel.list.rows[code].get("preview_message")) == " ".join(said.split())
