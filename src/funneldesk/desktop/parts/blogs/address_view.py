"""The addresses of a blog as they will be, while its words are typed."""

from PySide6.QtWidgets import QGridLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.blogs.addresses import (
    ARTICLE,
    CATEGORY,
    TAG,
    BlogAddresses,
)
from funneldesk.desktop.records.redirects.address_change import whole

KINDS = (
    ("home", _("Blog")),
    ("article", _("Article")),
    ("category", _("Category")),
    ("tag", _("Tag")),
    ("search", _("Search")),
)


class AddressView(QWidget):
    """A line for each kind of address; what differs from the saved one says what it was."""

    def __init__(self) -> None:
        super().__init__()
        surface("card", self)
        self.setAccessibleName(_("Preview of the addresses"))
        self.lines = {kind: (ElidedLabel(), ElidedLabel(size="small")) for kind, _title in KINDS}
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnMinimumWidth(0, 64)
        grid.setColumnStretch(1, 1)
        for place, (kind, title) in enumerate(KINDS):
            now, before = self.lines[kind]
            before.set_tone("warning")
            before.hide()
            grid.addWidget(Label(title, size="small", tone="muted"), 2 * place, 0)
            grid.addWidget(now, 2 * place, 1)
            grid.addWidget(before, 2 * place + 1, 1)
        self.note = Label(size="small", tone="muted", wrap=True)
        built = column(spacing=8, margins=(14, 12, 14, 12))
        built.addLayout(grid)
        built.addWidget(self.note)
        self.setLayout(built)

    def show_addresses(
        self, now: BlogAddresses, before: BlogAddresses | None, category: str = ""
    ) -> None:
        """``before`` is what is saved, None for a new blog; ``category``: the slug of one."""
        shown = _texts(now, category)
        known = _texts(before, category) if before is not None else {}
        for kind, (line, was) in self.lines.items():
            line.setText(shown[kind])
            is_changed = bool(known) and known[kind] != shown[kind]
            was.setText(_("now {address}").format(address=known[kind]) if is_changed else "")
            was.setVisible(is_changed)
        self.note.setText(
            "" if now.host else _("Without a domain the server’s own address stands before these.")
        )
        self.note.setVisible(not now.host)

    def texts(self) -> dict[str, str]:
        """The addresses as they are shown."""
        return {kind: line.text() for kind, (line, _was) in self.lines.items()}


def _texts(addresses: BlogAddresses, category: str) -> dict[str, str]:
    slug = category or CATEGORY
    paths = {
        "home": addresses.home,
        "article": addresses.article(ARTICLE, slug),
        "category": addresses.category(slug),
        "tag": addresses.tag(TAG),
        "search": f"{addresses.search}?q=…",
    }
    return {kind: whole(addresses.host, path) for kind, path in paths.items()}
