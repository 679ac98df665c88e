"""Broken references: the records that have them, and the file that was likely meant."""

from funneldesk.contract.folding import fold
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.judging import Broken, Named, broken, own_bases
from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.lists.grouped_list import Group, GroupedView, GroupRow
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.cache.matching import holds, words_of
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.references.repair import repair
from funneldesk.desktop.parts.files.references.window import ReferencesWindow
from funneldesk.desktop.workspace.workspace import Mention

ICONS = {"pages": "file-code", "components": "puzzle", "blogs": "newspaper", "styles": "braces"}
PART_WORDS = {
    "pages": _("Page"),
    "components": _("Component"),
    "blogs": _("Blog"),
    "styles": _("Style sheet"),
}
FILE = "file"
OPENED = frozenset({"pages"})


class BrokenReferences(ReferencesWindow):
    """A group for each missing file; a line for each record, and for each file it may have
    been."""

    def __init__(self, panel: FilesBrowser, index: ReferenceIndex) -> None:
        self.list = GroupedView(_("Broken references"))
        super().__init__(panel, index, _("Broken references"), self.list)
        self.shown: list[Broken] = []
        self.repair_button = Button(_("Repair…"), kind="primary", on_click=self._repair)
        self.repair_all_button = Button(_("Repair all…"), kind="plain", on_click=self._repair_all)
        self.reason = Label("", size="small", tone="muted")
        self.foot_line.insertWidget(1, self.repair_all_button)
        self.foot_line.insertWidget(2, self.reason)
        self.foot_line.addWidget(self.repair_button)
        self.list.opened.connect(self._open)
        self.list.selectionModel().currentChanged.connect(lambda *_: self._show_repairs())

    async def fill(self, words: str) -> None:
        await self.index.fresh()
        library, workspace = self.panel.library, self.panel.workspace
        named = await self.index.named()
        rows = dict(library.rows)
        brand = int(workspace.connection.brand)
        found = await in_thread(_judged, named, rows, brand, workspace.base_url)
        self.shown = [each for each in found if _fits(each, words)]
        self.list.set_groups([_group(each) for each in self.shown])
        self._show_repairs()
        count = len(self.shown)
        said = ngettext("{count:,} missing file", "{count:,} missing files", count)
        self.summary.setText(said.format(count=count))
        self.summary.setVisible(count > 0)
        known = self.index.covered_words
        unread = "" if library.refreshed else _("The list of files could not be read anew.")
        self.say_doubt(
            self.index.failure,
            unread,
            _("{known}: there may be more.").format(known=known) if known else "",
        )
        if self.shown:
            self.views.setCurrentWidget(self.list)
        elif found:
            self.say_empty(_("Nothing fits"), _("Change the words."))
        else:
            self.say_empty(_("No broken references"), _("Every file that is referred to is there."))

    def _chosen(self) -> tuple[Broken, str] | None:
        """The broken reference at the cursor, with the chosen suggestion, or the likeliest."""
        index = self.list.currentIndex()
        if not index.isValid():
            return None
        group = index.parent() if index.parent().isValid() else index
        broken = self.shown[group.row()] if group.row() < len(self.shown) else None
        if broken is None or not broken.suggested:
            return None
        place = index.row() - len(broken.uses) if index.parent().isValid() else 0
        return broken, broken.suggested[max(place, 0)]

    def _sure(self) -> list[tuple[Broken, str]]:
        """Those for which there is just one likely file."""
        return [(each, each.suggested[0]) for each in self.shown if len(each.suggested) == 1]

    def _show_repairs(self) -> None:
        may = self.panel.may_write
        sure = self._sure()
        self.repair_button.setVisible(bool(self.shown))
        reason = self._refusal()
        self.repair_button.setEnabled(not reason)
        self.reason.setText(reason if self.shown else "")
        self.repair_all_button.setText(_("Repair all {count:,}…").format(count=len(sure)))
        self.repair_all_button.setVisible(may and len(sure) > 1)

    def _refusal(self) -> str:
        """Why the reference at the cursor cannot be repaired; empty when it can."""
        if not self.panel.may_write:
            return _("Files are read only with this key.")
        if not self.list.currentIndex().isValid():
            return _("Select a reference to repair it.")
        return "" if self._chosen() else _("No file in this brand fits this reference.")

    def _repair(self) -> None:
        chosen = self._chosen()
        if chosen is not None:
            self.tasks.latest("repair", repair(self, self.panel.workspace, [chosen]))

    def _repair_all(self) -> None:
        self.tasks.latest("repair", repair(self, self.panel.workspace, self._sure()))

    def _open(self, key: str) -> None:
        part, _line, record_id = key.partition("\n")
        if part in (FILE, "styles"):
            self.panel.open_record(record_id.partition("\n")[0])
        elif part in OPENED:
            page_id, field, path = record_id.split("\n")[:3]
            self.panel.workspace.go(part, page_id, Mention(field, (path,)))


def _judged(
    named: list[Named], rows: dict[str, AssetRow], brand: int, base_url: str
) -> list[Broken]:
    return broken(named, rows, own_bases(rows.values(), brand, base_url))


def _fits(found: Broken, words: str) -> bool:
    wanted = words_of(words)
    named = [found.path, *(use.title for use in found.uses)]
    return any(holds(fold(name), wanted) for name in named)


def _group(found: Broken) -> Group:
    rows = [_record(use, found.path) for use in found.uses]
    rows += [_file(path) for path in found.suggested]
    name, folder = found.path.rpartition("/")[2], found.path.rpartition("/")[0]
    return Group(found.path, name, rows, folder or _("Files"), len(found.uses))


def _record(use: Use, path: str) -> GroupRow:
    word = PART_WORDS.get(use.part, use.part)
    field = use.field.upper() if use.field in ("html", "css") else use.field.replace("_", " ")
    count = f"{use.count:,}×" if use.count > 1 else ""
    detail = " ".join(filter(None, (field, count, "(unsaved)" if use.is_draft else "")))
    key = f"{use.part}\n{use.id}\n{use.field}\n{path}\n{use.is_draft}"
    return GroupRow(key, use.title, detail, word, ICONS.get(use.part, "file"), "muted", word)


def _file(path: str) -> GroupRow:
    return GroupRow(
        f"{FILE}\n{path}", path, "", _("Did you mean"), "image", "info", _("Suggested file")
    )
