"""What is chosen on a canvas, beside it: the form of a node, and what is wrong with it."""

import json
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.forms.form import Form
from funneldesk.desktop.kit.graph.model.deeds import set_data
from funneldesk.desktop.kit.graph.model.history import History
from funneldesk.desktop.kit.graph.model.items import COMMENT, Key, Node
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _, ngettext

MOST_SHOWN = 20_000
_KNOWN_KEYS = "other_settings"
_COMMENT = (FieldSpec("text", _("Comment"), "long"),)


class NodePanel(QWidget):
    """Edits the settings of one node in a history; ``closed`` asks to be hidden."""

    closed = Signal()

    def __init__(self, kinds: Kinds) -> None:
        super().__init__()
        self._kinds = kinds
        self._history: History | None = None
        self._key: Key | None = None
        self._read_only = False
        self._forms: dict[str, Form] = {}
        self._icon, self._title = Label(), ElidedLabel(size="title")
        self._code = ElidedLabel(size="small", tone="muted")
        self._problems = Banner(closable=False)
        self._pages = QStackedWidget()
        self._build()
        theme.changed.connect(self._draw_icon)

    def _build(self) -> None:
        close = Button(
            kind="icon", icon_name="x", name=_("Close settings"), on_click=self.closed.emit
        )
        words = column(self._title, self._code, spacing=1)
        head = row(self._icon, spacing=10, margins=(16, 12, 8, 8))
        head.addLayout(words, 1)
        head.addWidget(close)
        built = column(spacing=0)
        built.addLayout(head)
        built.addWidget(self._problems)
        built.addWidget(self._pages, 1)
        self._column = built
        self.setLayout(built)
        surface("surface", self)

    @property
    def key(self) -> Key | None:
        """The node that is shown."""
        return self._key

    @property
    def form(self) -> Form | None:
        """The form of the node that is shown."""
        shown = self._pages.currentWidget()
        return shown if isinstance(shown, Form) and self._key is not None else None

    def place_below(self, widget: QWidget) -> None:
        """Put what a section shows of a node under its settings."""
        self._column.addWidget(widget, 2)

    def set_read_only(self, on: bool) -> None:
        """Show settings without letting them be changed."""
        self._read_only = on
        for form in self._forms.values():
            form.set_read_only(on)

    def show_node(self, history: History, key: Key) -> None:
        """Show a node's settings as they are now."""
        node = history.graph.nodes[key]
        is_other = key != self._key or history is not self._history
        self._history, self._key = history, key
        kind = self._kinds.of(node.kind)
        self._title.setText(self._kinds.title(node))
        self._code.setText(kind.title if kind.title != self._title.text() else node.code)
        self._draw_icon()
        form = self._form(node)
        if is_other:
            history.pause()
        values = self._values(node)
        if is_other or any(form.value(name) != value for name, value in values.items()):
            form.set_values(values)
        self._pages.setCurrentWidget(form)

    def show_problems(self, text: str) -> None:
        """Say what is wrong with the node; "" for nothing."""
        if text:
            self._problems.say("", text, "warning")
        else:
            self._problems.clear()

    def leave(self) -> None:
        """Show no node."""
        if self._history is not None:
            self._history.pause()
        self._key = None

    def focus_form(self) -> None:
        """Bring the keyboard to the first field."""
        form = self.form
        if form is not None:
            names = list(form.values())
            if names:
                form.reveal(names[0])

    def _values(self, node: Node) -> dict[str, Any]:
        values = {spec.name: node.data.get(spec.name) for spec in self._specs(node.kind)}
        values[_KNOWN_KEYS] = self._rest(node)
        return values

    def _rest(self, node: Node) -> str:
        """What a node holds besides what its form shows, as JSON; "" for nothing."""
        known = {spec.name for spec in self._specs(node.kind)}
        rest = {name: value for name, value in node.data.items() if name not in known}
        if not rest:
            return ""
        return json.dumps(rest, ensure_ascii=False, indent=2, default=str)[:MOST_SHOWN]

    def _specs(self, kind: str) -> tuple[FieldSpec, ...]:
        return _COMMENT if kind == COMMENT else tuple(self._kinds.of(kind).form())

    def _form(self, node: Node) -> Form:
        name = node.kind if self._kinds.knows(node.kind) else ""
        form = self._forms.get(name)
        if form is None:
            form = self._forms[name] = self._made(node)
            self._pages.addWidget(form)
        return form

    def _made(self, node: Node) -> Form:
        kind, known = self._kinds.of(node.kind), self._kinds.knows(node.kind)
        hint = kind.hint if known else _("Funneldesk doesn't know this type. It stays as it is.")
        rest = FieldSpec(
            _KNOWN_KEYS,
            _("Other settings"),
            "long",
            hint=_("Kept as they are."),
            read_only=True,
            visible_when=lambda values: bool(values.get(_KNOWN_KEYS)),
        )
        form = Form([GroupSpec(_("Settings"), hint, (*self._specs(node.kind), rest))])
        form.set_read_only(self._read_only)
        form.edited.connect(self._edit)
        return form

    def _edit(self, name: str, value: Any) -> None:
        if self._history is None or self._key not in self._history.graph.nodes:
            return
        node = self._history.graph.nodes[self._key]
        data = dict(node.data)
        if value in (None, "") and name not in node.data:
            return
        data[name] = value
        self._history.do(set_data(self._history.graph, node.key, data))

    def _draw_icon(self) -> None:
        if self._history is None or self._key not in self._history.graph.nodes:
            return
        kind = self._kinds.of(self._history.graph.nodes[self._key].kind)
        self._icon.setPixmap(pixmap(kind.icon, kind.tone, 20))


def several_words(nodes: int, edges: int) -> str:
    """How much is chosen, for a line."""
    if nodes:
        return ngettext("{count:,} node chosen", "{count:,} nodes chosen", nodes).format(
            count=nodes
        )
    if edges:
        return ngettext(
            "{count:,} connection chosen", "{count:,} connections chosen", edges
        ).format(count=edges)
    return ""
