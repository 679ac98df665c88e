"""Links to views: they lead to the same rows, and a spoilt or hostile one harms nothing."""

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.declared_sections import DECLARED
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    until,
)

from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.views.saved_views import View
from funneldesk.desktop.records.views.view_links import LONGEST, START, link_of, view_of
from funneldesk.desktop.shell.palette.palette import Palette

QUERIES = st.builds(
    Query,
    text=st.text(max_size=20),
    choices=st.dictionaries(st.text(max_size=8), st.text(max_size=8) | st.booleans(), max_size=3),
    sort=st.text(max_size=8),
    descending=st.booleans(),
)


def packed(state: Any) -> str:
    return base64.urlsafe_b64encode(json.dumps(state).encode()).decode().rstrip("=")


@given(query=QUERIES)
def test_a_link_leads_to_the_view_that_it_was_made_of(query: Query) -> None:
    view = View("due", "Past due", query, {"hidden": ["phone"], "widths": {"name": 120}})
    found = view_of(f"  {link_of('customers', view)}\n")
    assert found is not None
    assert found[0] == "customers"
    assert (found[1].title, found[1].query, found[1].columns) == ("Past due", query, view.columns)


@pytest.mark.parametrize(
    "link",
    [
        "",
        "Ana",
        START,
        f"{START}customers/",
        f"{START}customers/***",
        f"{START}c/{packed([1])}",
        f"{START}c/{packed({'title': 'a' * LONGEST})}",
    ],
)
def test_what_is_no_link_is_none(link: str) -> None:
    assert view_of(link) is None


# Short texts: a link longer than `LONGEST` is none, whatever is in it.
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=12), st.lists, max_leaves=5
)


@given(ANYTHING)
def test_a_link_with_anything_in_it_gives_only_what_a_view_may_have(value: Any) -> None:
    columns = {"order": value, "hidden": [value], "widths": {"name": value}}
    state = {"title": value, "query": value, "columns": columns}
    found = view_of(f"{START}customers/{packed(state)}")
    assert found is not None
    view = found[1]
    assert len(view.title) <= 60
    assert all(isinstance(key, str) for key in view.columns.get("hidden", ()))
    assert isinstance(view.columns.get("order", []), list)


@in_the_window
async def test_a_copied_link_pasted_into_the_palette_shows_the_same_rows(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    DECLARED["customers"].add(brand, ["Inês Nogueira", "Ana Correia"])
    session = bench.session()
    await bench.add_brand(session, brand)
    session.window.show()
    session.window.show_section("customers")
    panel = session.window.panel()
    assert isinstance(panel, RecordsPanel)
    await until(lambda: panel.is_quiet and panel.list.source.count == 2)
    panel.list.search.setText("ines")
    panel.list.choose("type", "customer")
    await until(lambda: panel.is_quiet and panel.list.source.count == 1)
    panel.list.views.copy_link()
    panel.list.show_everything()
    session.window.show_section("pages")
    session.open_palette()
    palette = session.window.findChild(Palette)
    assert palette is not None
    palette.field.setText(QApplication.clipboard().text())
    await until(lambda: palette.list.count() == 1)
    assert palette.list.item(0).text().startswith("Open the view “All”")
    QTest.keyClick(palette.field, Qt.Key.Key_Return)
    await until(lambda: session.window.panel() is panel)
    await until(lambda: panel.is_quiet and panel.list.source.count == 1)
    assert panel.list.search.text() == "ines"
    assert panel.list.query.choices == {"type": "customer"}
