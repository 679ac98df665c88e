"""The dialog where the notices of this run are read again."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import HERE
from funneldesk.desktop.kit.notices.center import NotificationCenter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.shell.notices.toasts import NoticeCard


class NoticeDialog(Dialog):
    """Every notice of this run, newest first."""

    def __init__(self, parent: QWidget, notifications: NotificationCenter) -> None:
        text = (
            ""
            if notifications.notices
            else _("Nothing has happened yet that you would need to know.")
        )
        super().__init__(parent, _("Notices"), text, width=520)
        if notifications.notices:
            inner = surface("surface")
            cards = column(spacing=8)
            for notice in notifications.notices:
                cards.addWidget(NoticeCard(notice, closable=False))
                when = Label(HERE.clock(notice.at), size="label", tone="muted")
                cards.addWidget(when, 0, Qt.AlignmentFlag.AlignRight)
            cards.addStretch(1)
            inner.setLayout(cards)
            area = QScrollArea()
            area.setAccessibleName(_("Notices"))
            area.setProperty("kind", "text")
            area.setWidgetResizable(True)
            area.setWidget(inner)
            area.setMinimumHeight(360)
            self.body.addWidget(area)
        self.add_button("", _("Close"), "primary")
