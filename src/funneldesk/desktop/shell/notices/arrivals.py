"""Notices of what is new in the sections of every brand, several in one."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.notification_rules import NotificationRules
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.waiting import Arrival, Waiting
from funneldesk.desktop.shell.badges import SectionWatch, SidebarBadges

MOST_NAMED = 3


class ArrivalNotices(QObject):
    """Nothing is told of what is before the user's eyes, and nothing of what waited when the
    brand was opened. What nobody looked at since the last notice is counted with the next one."""

    def __init__(self, badges: SidebarBadges, rules: Callable[[], NotificationRules]) -> None:
        super().__init__(badges)
        self._rules = rules
        self._seen: dict[SectionWatch, set[str]] = {}
        self._untold: dict[SectionWatch, dict[str, Arrival]] = {}
        badges.answered.connect(self._answered)

    def _answered(self, watch: SectionWatch, waiting: Waiting) -> None:
        newest = {each.id: each for each in waiting.newest}
        known = self._seen.get(watch)
        if known is None:
            watch.destroyed.connect(partial(self._forget, watch))
        self._seen[watch] = (known or set()) | set(newest)
        fresh = {
            key: each for key, each in newest.items() if known is not None and key not in known
        }
        if watch.is_in_front:
            self._untold.pop(watch, None)
        elif fresh and self._rules().tells(watch.workspace.connection.id, datetime.now().time()):
            self._untold[watch] = fresh | self._untold.get(watch, {})
            watch.workspace.notifications.post(
                self._notice(watch, list(self._untold[watch].values()))
            )

    def _notice(self, watch: SectionWatch, found: list[Arrival]) -> Notice:
        workspace, section, (first, *others) = watch.workspace, watch.section, found
        brand, key = workspace.connection.name, f"{section.name}/new/{workspace.connection.id}"
        go = partial(workspace.go, section.name, "" if others else first.id)
        names = list(dict.fromkeys(each.title for each in found if each.title))
        who = ", ".join(names[:MOST_NAMED]) + ("…" if len(names) > MOST_NAMED else "")
        title = (
            section.arrived(len(found)) if section.arrived is not None and others else first.text
        )
        text = _("{who} · {brand}").format(who=who, brand=brand) if who else brand
        return Notice(title or who, text, key=key, action=NoticeAction(_("Show"), go), away=True)

    def _forget(self, watch: SectionWatch, _gone: object = None) -> None:
        self._seen.pop(watch, None)
        self._untold.pop(watch, None)
