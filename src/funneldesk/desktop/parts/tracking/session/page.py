"""Session tab: what happened when, what it was worth, where it came from, and who it was."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.maps.place_map import Place, PlaceMap
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.session.reading import (
    TONES,
    clock,
    email_of,
    money_of,
    quick_backs,
    since_start,
)
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.rows import SummaryRow

MAP_HEIGHT = 260


class SessionPage(RecordView):
    """Shows one session. ``asked_to_play`` asks for its recordings, ``asked_for_customer`` carries
    the address that the visitor gave."""

    asked_to_play = Signal()
    asked_for_customer = Signal(str)

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self.body: Mapping[str, Any] = {}
        self._rows: dict[str, SummaryRow] = {}
        self._build()

    def _build(self) -> None:
        self.where = Label(size="strong", wrap=True)
        self.device = Label(size="small", tone="muted", wrap=True)
        self.worth = Label(size="small", tone="success")
        self.play_button = Button(_("Play recordings"), icon_name="play", kind="primary")
        self.play_button.clicked.connect(self.asked_to_play)
        self.customer_button = Button(_("Open the customer"), icon_name="users")
        self.customer_button.clicked.connect(
            lambda: self.asked_for_customer.emit(email_of(self.body))
        )
        columns = self._columns()
        self.table = TableView(_("Time line of the session"), columns, self._rows.get)
        for at, each in enumerate(columns):
            self.table.horizontalHeader().resizeSection(at, each.width)
        self.empty = EmptyState("mouse-pointer-click", _("No events are known"), "")
        self.pages = QStackedWidget()
        self.pages.addWidget(self.table)
        self.pages.addWidget(self.empty)
        self.map = PlaceMap()
        self.map.setFixedHeight(MAP_HEIGHT)
        head = column(self.where, self.device, self.worth, spacing=4, margins=(16, 12, 16, 8))
        head.addLayout(row(self.play_button, self.customer_button, None))
        surface("surface", self)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.pages, 1)
        whole.addWidget(self.map)
        self.setLayout(whole)

    def _columns(self) -> tuple[Column[SummaryRow], ...]:
        return (
            Column("since", _("After"), lambda each: str(each.get("since")), "right", 60),
            Column(
                "what",
                _("What"),
                lambda each: str(each.get("what") or ""),
                width=130,
                tone=lambda each: (
                    "warning"
                    if each.get("quick_back")
                    else TONES.get(str(each.get("type")), "muted")
                ),
            ),
            Column("where", _("Where"), lambda each: str(each.get("where") or ""), width=160),
            Column("worth", _("Worth"), lambda each: str(each.get("worth")), "right", 80),
            Column("told", _("More"), lambda each: str(each.get("told") or ""), muted=True),
        )

    def show_record(self, body: Mapping[str, Any]) -> None:
        self.body = body
        formats = self._formats()
        events = [each for each in body.get("happened") or () if isinstance(each, Mapping)]
        times, backs = since_start(events), quick_backs(events)
        rows = []
        for at, event in enumerate(events):
            worth = money_of(event)
            known = {
                **event,
                "since": clock(times[at]),
                "worth": formats.money(worth) if worth is not None else "",
                "quick_back": at in backs,
            }
            if at in backs:
                known["what"] = _("Quick back")
            rows.append(SummaryRow(str(at), known))
        self._rows.clear()
        self._rows.update({each.id: each for each in rows})
        self.table.arrange(list(self._rows))
        self.table.rows.tell_changed()
        self.pages.setCurrentWidget(self.table if rows else self.empty)
        self._show_head(body, formats)
        self._show_map(body)

    def _show_head(self, body: Mapping[str, Any], formats: Formats) -> None:
        geo = body.get("geo") if isinstance(body.get("geo"), Mapping) else body
        names = [str(geo[key]) for key in ("city", "region", "country") if geo and geo.get(key)]
        self.where.setText(", ".join(dict.fromkeys(names)) or _("Place unknown"))
        told = [str(body[key]) for key in ("device", "os", "browser", "language") if body.get(key)]
        source = body.get("utm_source") or body.get("referrer") or body.get("affiliate")
        if source:
            told.append(_("from {source}").format(source=source))
        self.device.setText(" · ".join(told))
        happened = [each for each in body.get("happened") or () if isinstance(each, Mapping)]
        found = [worth for each in happened if (worth := money_of(each)) is not None]
        self.worth.setText(_("Worth {money}").format(money=formats.money(sum(found, Decimal()))))
        self.worth.setVisible(bool(found))
        replays = body.get("replays")
        count = len(replays) if isinstance(replays, list) else 0
        self.play_button.setEnabled(bool(count))
        self.play_button.setText(
            _("Play {recordings}").format(recordings=counted(count, "recording"))
            if count
            else _("No recordings")
        )
        self.customer_button.setVisible(bool(email_of(body)))

    def _show_map(self, body: Mapping[str, Any]) -> None:
        known = body.get("geo")
        geo: Mapping[str, Any] = known if isinstance(known, Mapping) else body
        country = str(geo.get("country") or "").upper()
        place = Place(
            country, _degrees(geo.get("lat")), _degrees(geo.get("lon")), self.where.text()
        )
        self.map.setVisible(len(country) == 2 or place.point is not None)
        if place != self.map.place:
            self.map.show_place(place)


def _degrees(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) else None
