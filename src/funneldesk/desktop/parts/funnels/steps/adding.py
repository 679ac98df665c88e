"""Dialog in which pages are picked that are to join a funnel."""

from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.controls.buttons import SearchField
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.funnels.map.cards import STATUSES, TONES, kind_words

Body = Mapping[str, Any]
MOST_SHOWN = 500
WIDTH, HEIGHT = 560, 340


class AddPagesDialog(Dialog):
    """Answers "add"; ``chosen`` are the pages in the order in which they were ticked.

    ``funnels`` names the funnels by number: a page can be in one only.
    """

    def __init__(
        self, parent: QWidget, pages: Iterable[Body], funnels: Mapping[int, str], inside: set[str]
    ) -> None:
        said = _("They join at the end, in the order in which you tick them.")
        super().__init__(parent, _("Add pages to the funnel"), said, width=WIDTH)
        self.chosen: list[str] = []
        outside = [each for each in pages if str(each.get("id")) not in inside]
        outside.sort(key=lambda each: (each.get("funnel_id") is not None, fold(_name(each))))
        self._rows = [(_words(each), _row(each, funnels)) for each in outside]
        self.search = SearchField(_("Search pages"))
        self.list = TickList(_("Pages that can be added"))
        self.list.setFixedHeight(HEIGHT)
        self.count = Label("", size="small", tone="muted")
        for widget in (self.search, framed(self.list), self.count):
            self.body.addWidget(widget)
        self.add_button("", _("Cancel"))
        self.add = self.add_button("add", _("Add pages"), "primary")
        self.search.textChanged.connect(self._show)
        self.list.rows.ticks_changed.connect(self._ticked)
        self._show("")
        self._ticked()
        self.search.setFocus()

    def _show(self, text: str) -> None:
        words = fold(text).split()
        fits = [row for said, row in self._rows if all(word in said for word in words)]
        self.list.rows.set_rows(fits[:MOST_SHOWN])

    def _ticked(self) -> None:
        ticked = self.list.ticked()
        kept = [each for each in self.chosen if each in ticked]
        self.chosen = [*kept, *sorted(ticked - set(kept), key=int)]
        self.add.setEnabled(bool(self.chosen))
        self.count.setText(_("{pages} ticked").format(pages=counted(len(self.chosen), "page")))


def _name(page: Body) -> str:
    return str(page.get("name") or "")


def _words(page: Body) -> str:
    return fold(f"{_name(page)} {page.get('slug') or ''}")


def _row(page: Body, funnels: Mapping[int, str]) -> TickRow:
    status, kind = str(page.get("status") or ""), str(page.get("type") or "")
    told = [kind_words(kind), f"/{page['slug']}" if page.get("slug") else ""]
    home = page.get("funnel_id")
    if home is not None:
        told.append(_("leaves “{funnel}”").format(funnel=funnels.get(home) or f"#{home}"))
    is_live = status == "published"
    return TickRow(
        str(page.get("id")),
        _name(page),
        " · ".join(filter(None, told)),
        "" if is_live else STATUSES.get(status, status),
        TONES.get(status, "muted"),
        can_tick=True,
    )
