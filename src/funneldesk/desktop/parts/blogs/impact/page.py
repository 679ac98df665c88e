"""Which addresses change with what is typed, counted, and their redirects to copy."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QStackedWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Segments, column, row
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.blogs.impact.past import SavedChange
from funneldesk.desktop.records.detail.detail_view import RecordView
from funneldesk.desktop.records.redirects.address_change import AddressChange
from funneldesk.desktop.records.redirects.forms import goes_in_circles
from funneldesk.desktop.records.redirects.redirect_list import RedirectList

NOW, MOST_SAVED = "now", 3
CIRCLES = _("Some new addresses led elsewhere before, so redirects would go round in circles.")
IN_STEPS = _("Change one word, set up its redirects, and change the other one later.")
NO_RULE = _(
    "Articles get their category into their address. The server lists no articles, so no rule can "
    "be written for them."
)


class RedirectsPage(RecordView):
    """Shows the unsaved change; those that were saved stay on this computer, to be looked up."""

    def __init__(self, formats: Callable[[], Formats]) -> None:
        super().__init__()
        self._formats = formats
        self._now: tuple[AddressChange, ...] = ()
        self._past: tuple[SavedChange, ...] = ()
        self._build()

    def _build(self) -> None:
        self.which = Segments()
        self.which.setAccessibleName(_("Change"))
        self.which.chosen.connect(lambda _key: self._show())
        self.words = Label(size="strong", wrap=True)
        self.more = Label(size="small", tone="muted", wrap=True)
        self.circles = Banner(closable=False)
        self.list = RedirectList()
        self.nothing = EmptyState(
            "link",
            _("No address changes"),
            _("Change a word of the addresses under Details: what moves is counted here."),
        )
        self.places = QStackedWidget()
        self.places.addWidget(self.list)
        self.places.addWidget(self.nothing)
        head = column(self.words, self.more, self.circles, spacing=6)
        head.insertLayout(0, row(self.which, None))
        head.addWidget(self.list.head)
        head.setContentsMargins(16, 12, 16, 8)
        whole = column(spacing=0)
        whole.addLayout(head)
        whole.addWidget(self.places, 1)
        self.setLayout(whole)
        self._show()

    def show_record(self, body: Mapping[str, Any]) -> None:
        """It is filled as the form is typed into."""

    def show_changes(
        self, now: Sequence[AddressChange], past: Sequence[SavedChange] | None = None
    ) -> None:
        """What is not saved yet, and what was saved before; None: as it is."""
        self._now = tuple(now)
        if past is not None:
            self._past = tuple(past)
        chosen = self.which.current()
        formats = self._formats()
        choices = [(NOW, _("Not saved yet"), "")] if self._now else []
        choices += [
            (f"{place}", _("Saved on {when}").format(when=formats.moment(each.at)), "")
            for place, each in enumerate(self._past[:MOST_SAVED])
        ]
        self.which.set_choices(choices)
        self.which.setVisible(bool(self._past))
        keys = [key for key, _title, _icon in choices]
        self.which.choose(NOW if self._now else chosen if chosen in keys else next(iter(keys), ""))
        self._show()

    @property
    def shown(self) -> tuple[AddressChange, ...]:
        """The change that is looked at."""
        key = self.which.current()
        if key.isdecimal() and int(key) < len(self._past):
            return self._past[int(key)].changes
        return self._now

    def _show(self) -> None:
        changes = self.shown
        self.list.show_changes(changes)
        is_saved = self.which.current() not in ("", NOW)
        self.words.setText(count_words(changes, is_saved=is_saved))
        self.more.setText(more_words(changes))
        self.more.setVisible(bool(self.more.text()))
        for widget in (self.words, self.list.head):
            widget.setVisible(bool(changes))
        if goes_in_circles(changes):
            self.circles.say(CIRCLES, IN_STEPS, "warning")
        else:
            self.circles.clear()
        self.places.setCurrentWidget(self.list if changes else self.nothing)


def count_words(changes: Sequence[AddressChange], *, is_saved: bool = False) -> str:
    """How many addresses are others, or will be once that is saved."""
    known = sum(not each.is_pattern for each in changes)
    if is_saved:
        return ngettext(
            "{count:,} known address changed.", "{count:,} known addresses changed.", known
        ).format(count=known)
    return ngettext(
        "{count:,} known address changes.", "{count:,} known addresses change.", known
    ).format(count=known)


def more_words(changes: Sequence[AddressChange]) -> str:
    """What changes beside those: addresses that the server does not list."""
    kinds = {each.kind for each in changes if each.is_pattern and each.new}
    said = []
    if kinds == {"article", "tag"}:
        said.append(_("So do those of all articles and tags: * stands for each of them."))
    elif "article" in kinds:
        said.append(_("So do those of all articles: * stands for each of them."))
    elif "tag" in kinds:
        said.append(_("So do those of all tags: * stands for each of them."))
    if any(not each.new for each in changes):
        said.append(NO_RULE)
    return " ".join(said)
