"""A new split test around what is selected in the source: its name is asked for first."""

import re
from collections.abc import Collection

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.contract.markup import Edit, every_block, scan
from funneldesk.contract.markup_edits import CannotEdit
from funneldesk.contract.markup_names import name_problem
from funneldesk.contract.markup_wrap import Part, part_to_wrap, wrap
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.local.texts import _

_FIRST_TAG = re.compile(r"<([a-z][a-z0-9]*)", re.IGNORECASE | re.ASCII)
_KINDS = {
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), "headline"),
    **dict.fromkeys(("img", "picture", "svg", "figure"), "image"),
    **dict.fromkeys(("a", "button"), "button"),
    **dict.fromkeys(("ul", "ol", "dl"), "list"),
    **dict.fromkeys(("form", "video", "header", "footer", "table", "section"), ""),
}
_EXCERPT = 60


class NewTestDialog(Dialog):
    """Asks for the name; ``name`` is what was typed. It is unique on the page."""

    def __init__(self, parent: QWidget, excerpt: str, name: str, taken: Collection[str]) -> None:
        super().__init__(
            parent,
            _("Test this part of the page"),
            _(
                "It becomes variant A, and a copy of it variant B, each for half of the visitors. "
                "Change B then. The server starts the test with the next save."
            ),
        )
        self._taken = taken
        self.body.addWidget(Label(excerpt, size="small", wrap=True))
        self.field = QLineEdit(name)
        self.field.setAccessibleName(_("Name of the test"))
        self.field.setPlaceholderText(_("Name of the test"))
        self.problem = Label("", size="small", tone="warning", wrap=True)
        self.body.addWidget(Label(_("Name"), size="label", tone="muted"))
        self.body.addWidget(self.field)
        self.body.addWidget(self.problem)
        self.add_button("", _("Cancel"))
        self.add_button("make", _("Make the test"), "primary")
        self.field.textChanged.connect(self._check)
        self.field.selectAll()
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        self._check()

    @property
    def name(self) -> str:
        """The name, without space around it."""
        return self.field.text().strip()

    def _check(self) -> None:
        problem = name_problem(self.name, self._taken)
        self.problem.setText(problem or "")
        self.problem.setVisible(bool(problem) and bool(self.name))
        self.button("make").setEnabled(not problem)


def find_part(html: str, start: int, end: int) -> tuple[Part, list[str]]:
    """What a test around the selection would hold, and the names that are taken.

    Raises CannotEdit as ``part_to_wrap`` does.
    """
    part = part_to_wrap(html, start, end)
    return part, [block.name for block in every_block(scan(html))]


def wrap_in(before: str, part: Part, name: str, html: str) -> tuple[Edit, ...]:
    """Wrap a part that was found in ``before``. Raises CannotEdit when ``html`` is another text."""
    if html != before:
        raise CannotEdit(_("The source has changed meanwhile: select the part again."))
    return wrap(html, part, name)


def suggested_name(inner: str, taken: Collection[str]) -> str:
    """A name after what is tested, such as ``headline``, that is free."""
    tag = _FIRST_TAG.search(inner)
    kind = tag[1].lower() if tag else ""
    base = _KINDS.get(kind, "text") or kind
    names = {name.strip() for name in taken}
    number, name = 1, base
    while name in names:
        number += 1
        name = f"{base} {number}"
    return name


def excerpt_of(inner: str, widened: bool) -> str:
    """The beginning of what is tested, in one line."""
    line = " ".join(inner[: 4 * _EXCERPT].split())
    cut = line if len(line) <= _EXCERPT and len(inner) <= 4 * _EXCERPT else f"{line[:_EXCERPT]}…"
    more = _("\nThe selection was widened to whole elements.") if widened else ""
    return f"{cut}{more}"
