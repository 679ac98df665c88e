"""A graph editor with a document, in a window of its own."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from tests.desktop.support.plain_graph import KINDS, PlainFormat, sample

from funneldesk.desktop.kit.graph.editor import GraphEditor
from funneldesk.desktop.kit.style.theme import theme

Opening = Callable[..., GraphEditor]


@pytest.fixture
def opening(qtbot: QtBot, qapp: QApplication) -> Opening:
    """Open a document, the sample unless another is given."""

    def open_document(document: Any = None) -> GraphEditor:
        theme.install(qapp, "light")
        editor = GraphEditor(KINDS, PlainFormat(), name="Flow")
        qtbot.addWidget(editor)
        theme.dress(editor)
        editor.resize(1200, 700)
        asyncio.run(editor.ready(sample() if document is None else document))
        editor.show()
        qtbot.waitExposed(editor)
        editor.activateWindow()
        editor.canvas.setFocus()
        if editor.is_open:
            qtbot.waitUntil(editor.canvas.hasFocus)
        editor.canvas.fit()
        return editor

    return open_document
