"""Files that no page, component, blog or style sheet refers to: their size, and their deletion."""

from collections.abc import Mapping, Sequence

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.judging import Unused, unused
from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.cache.matching import holds, words_of
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.references.window import ReferencesWindow

MOST_NAMED = 3


class UnusedFiles(ReferencesWindow):
    """``shown`` are the files in the list, the largest first."""

    def __init__(self, panel: FilesBrowser, index: ReferenceIndex) -> None:
        self.list = TickList(_("Unused files"))
        super().__init__(panel, index, _("Unused files"), self.list)
        self.shown: tuple[AssetRow, ...] = ()
        self.every_button = Button(_("Tick all"), kind="plain", on_click=self._tick_all)
        self.delete_button = Button(_("Delete…"), kind="danger", on_click=self._delete)
        self.foot_line.insertWidget(1, self.every_button)
        self.foot_line.insertWidget(self.foot_line.count() - 1, self.delete_button)
        self.list.opened.connect(self.panel.open_record)
        self.list.rows.ticks_changed.connect(self._say_ticked)

    def ticked(self) -> list[AssetRow]:
        """The files that are to go: only what is listed now."""
        chosen = self.list.ticked()
        return [row for row in self.shown if row.path in chosen]

    async def fill(self, words: str) -> None:
        await self.index.fresh()
        used, guesses = await self.index.counts(), await self.index.guesses()
        rows = list(self.panel.library.rows.values())
        found, self.shown, lines = await in_thread(_judged, rows, used, guesses, words)
        self.list.rows.set_rows(lines)
        self._say(found)
        self._say_ticked()

    def _say(self, found: Unused) -> None:
        count, size = len(self.shown), sum(row.size for row in self.shown)
        said = ngettext(
            "{count:,} file is used nowhere · {size}",
            "{count:,} files are used nowhere · {size}",
            count,
        )
        self.summary.setText(said.format(count=count, size=size_words(size)))
        self.summary.setVisible(count > 0)
        known = self.index.covered_words
        self.say_doubt(
            self.index.failure,
            _("{known}: what is listed may be in use where nobody has looked yet.").format(
                known=known
            )
            if known
            else "",
            _withheld(found),
        )
        if self.shown:
            self.views.setCurrentWidget(self.list)
        elif found.rows:
            self.say_empty(_("Nothing fits"), _("Change the words."))
        else:
            self.say_empty(
                _("Every file is in use"), _("At least one record refers to each of them.")
            )

    def _say_ticked(self) -> None:
        rows = self.ticked()
        may = self.panel.may_write
        self.delete_button.setEnabled(bool(rows) and may)
        words = _("Delete…")
        if rows:
            words = ngettext(
                "Delete {count:,} file ({size})…", "Delete {count:,} files ({size})…", len(rows)
            ).format(count=len(rows), size=size_words(sum(row.size for row in rows)))
        self.delete_button.setText(words)
        self.delete_button.setAccessibleName(words)
        for button in (self.every_button, self.delete_button):
            button.setVisible(bool(self.shown))

    def _tick_all(self) -> None:
        paths = [row.path for row in self.shown]
        self.list.rows.tick(paths, len(self.ticked()) < len(paths))

    def _delete(self) -> None:
        self.panel.asked_to_delete.emit(self.ticked())


def _judged(
    rows: Sequence[AssetRow],
    used: Mapping[str, int],
    guesses: Sequence[tuple[str, Use]],
    words: str,
) -> tuple[Unused, tuple[AssetRow, ...], list[TickRow]]:
    found = unused(rows, used, guesses)
    shown = tuple(row for row in found.rows if holds(row.sought, words_of(words)))
    return found, shown, [_line(row) for row in shown]


def _line(row: AssetRow) -> TickRow:
    sides = f"{row.width} × {row.height}" if row.width else ""
    text = " · ".join(filter(None, (row.folder or _("Files"), sides)))
    return TickRow(row.path, row.name, text, size_words(row.size), can_tick=True, hover=row.path)


def _withheld(found: Unused) -> str:
    if not found.withheld:
        return ""
    return ngettext(
        "{count:,} file is not listed: {names} may use them by names made in a script.",
        "{count:,} files are not listed: {names} may use them by names made in a script.",
        found.withheld,
    ).format(count=found.withheld, names=_names(found.makers))


def _names(titles: Sequence[str]) -> str:
    shown = [f"“{title}”" for title in titles[:MOST_NAMED]]
    left = len(titles) - len(shown)
    return ", ".join([*shown, *([_("{left:,} more").format(left=left)] if left else [])])
