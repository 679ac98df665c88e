"""Watched folders in the Files section: marks in the tree, commands and questions."""

from collections.abc import Iterable

from funneldesk.desktop.assets.watched_folders.folders import WatchedFolders
from funneldesk.desktop.assets.watched_folders.refusals import clean_name
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.browse.browser import WRITES, FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.parts.files.watched_folders.dialog import WatchDialog
from funneldesk.desktop.sections.actions import Action, Place

NOTICE = "files/watch"
ICONS = {"watching": "eye", "sending": "upload", "waiting": "triangle-alert", "paused": "pause"}


class Watching(FilesFeature):
    """The watchers run without the section; here one sees them."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self.folders = panel.workspace.shared(WatchedFolders)
        self._marked: dict[str, tuple[str, str]] = {}
        self._asked = 0
        self.folders.changed.connect(self._show)
        self._show()

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.watch",
            _("Watch a folder of this computer…"),
            lambda ids: self.open(pair_with=ids[0]),
            icon="eye",
            places=Place.LIST_MENU,
            writes=WRITES,
        )
        yield Action(
            "files.watched-folders",
            _("Watched folders…"),
            lambda _ids: self.open(),
            icon="eye",
            places=Place.PALETTE | Place.SECTION_MENU,
        )
        yield Action(
            "files.pause-watching",
            _("Pause all watched folders"),
            lambda _ids: self._pause_all(True),
            icon="pause",
            offered=lambda *_: self._any_at_work(),
        )
        yield Action(
            "files.resume-watching",
            _("Resume all watched folders"),
            lambda _ids: self._pause_all(False),
            icon="play",
            offered=lambda *_: bool(self.folders.watchers) and not self._any_at_work(),
        )

    def _any_at_work(self) -> bool:
        return any(not watcher.pair.paused for watcher in self.folders.watchers)

    def open(self, *, questions: bool = False, pair_with: str | None = None) -> None:
        """Show the watched folders; ``pair_with``: one more for this folder of the server."""
        self.panel.tasks.latest("watch", self._open(questions, pair_with))

    def end(self) -> None:
        self.folders.changed.disconnect(self._show)

    async def _open(self, questions: bool, pair_with: str | None) -> None:
        try:
            await self.folders.begin()
        except LocalStoreProblem as problem:
            self.panel.workspace.notifications.post(explain(problem).notice(NOTICE))
            return
        dialog = WatchDialog(self.panel, questions=questions)
        if pair_with is not None:
            dialog.ask_for_pair(pair_with)
        await dialog.ask()

    def _pause_all(self, paused: bool) -> None:
        self.panel.tasks.start(self._paused(paused))

    async def _paused(self, paused: bool) -> None:
        try:
            await self.folders.pause_all(paused)
        except LocalStoreProblem as problem:
            self.panel.workspace.notifications.post(explain(problem).notice(NOTICE))

    def _show(self) -> None:
        """Mark the folders in the tree, and say when there is something to decide."""
        marks: dict[str, tuple[str, str]] = {}
        for watcher in self.folders.watchers:
            folder = clean_name(watcher.pair.root)
            said = watcher.words or _("“{folder}” on this computer").format(folder=folder)
            tip = {"paused": _("Paused")}.get(watcher.state, _("Watched"))
            marks[watcher.pair.folder] = (ICONS[watcher.state], f"{tip}: {said}")
        for path in self._marked.keys() - marks.keys():
            self.panel.tree.set_badge(path, "", "")
        for path, mark in marks.items():
            if self._marked.get(path) != mark:
                self.panel.tree.set_badge(path, *mark)
        self._marked = marks
        asked = sum(len(watcher.asked) for watcher in self.folders.watchers)
        if asked > self._asked:
            self.panel.workspace.notifications.post(
                Notice(
                    ngettext(
                        "{count:,} changed file waits for you.",
                        "{count:,} changed files wait for you.",
                        asked,
                    ).format(count=asked),
                    _("Something else lies there on the server. Nothing was replaced."),
                    "warning",
                    key=NOTICE,
                    action=NoticeAction(_("Decide"), lambda: self.open(questions=True)),
                )
            )
        self._asked = asked
