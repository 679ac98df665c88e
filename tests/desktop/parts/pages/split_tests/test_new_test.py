"""A new split test around a selection: where the user is then, and how the source looks."""

import pytest
from tests.desktop.parts.pages.split_tests.test_split_tests import html_of, run, select
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_open
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.parts.pages.split_tests.new_test import NewTestDialog


@pytest.mark.parametrize(("lines", "variant"), [(2, 1), (60, 0)])
@in_the_window
async def test_a_new_test_keeps_the_place_and_is_indented(
    bench: WindowBench,
    brand: LiveBrand,
    monkeypatch: pytest.MonkeyPatch,
    lines: int,
    variant: int,
) -> None:
    inner = "<section>\n" + "    <p>b</p>\n" * lines + "  </section>"
    html = f"<div>\n  {inner}\n</div>\n"
    panel = await page_open(bench, brand, html=html)
    await select(panel, inner)
    code = panel.editor.code
    assert code is not None
    chosen: list[tuple[int, int]] = []
    monkeypatch.setattr(code, "select", lambda _, *places: chosen.append(places))
    run(panel, "Create split test from selection…")
    (await shown_dialog(NewTestDialog)).answer("make")
    await until(lambda: len(panel.editor.tests.boxes) == 1)
    await bench.idle(panel)
    assert '\n    <variant name="A" weight="50">\n      <section>\n        <p>' in html_of(panel)
    held = panel.editor.analysis.blocks[0].variants[variant]
    await until(lambda: chosen)
    start, end = chosen[-1]
    assert html_of(panel)[start:end] == html_of(panel)[held.inner_start : held.inner_end].strip()
