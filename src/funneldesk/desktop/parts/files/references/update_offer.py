"""The part of a dialog that says who uses the files it is about, and offers to update them."""

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.references.live_uses import live_uses
from funneldesk.desktop.assets.references.updates import ReferenceUpdates
from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.references.update_preview import UpdatePreview
from funneldesk.desktop.parts.files.references.uses_line import UsesLine
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

MOST_TOLD = 4


class UpdateOffer(QWidget):
    """``accepted`` tells whether references shall follow, ``uses`` which there are.

    ``target`` gives the new path of each file as the dialog stands now, for the preview; an empty
    one while it is not known. ``told`` when what is said changed.
    """

    told = Signal()

    def __init__(
        self,
        workspace: Workspace,
        paths: Sequence[str],
        target: Callable[[], Mapping[str, str]],
    ) -> None:
        super().__init__()
        self.uses: list[Use] = []
        self._workspace = workspace
        self._updates = workspace.shared(ReferenceUpdates)
        self._target, self._paths = target, paths
        self._decided = False
        self._refused: dict[tuple[str, str], str] = {}
        self.tasks = TaskScope(self)
        self.line = UsesLine(
            workspace, paths, lambda users: _("Used in {users}.").format(users=users)
        )
        self.box = CheckBox("")
        self.preview = Button(_("Preview changes…"), kind="link", on_click=self._show_preview)
        self.by_hand = Label("", size="small", tone="muted", wrap=True)
        self.visible = Label("", size="small", tone="warning", wrap=True)
        self._live: list[Use] = []
        self._button: tuple[Button, str, str] | None = None
        self._choice = QWidget()
        self._choice.setLayout(row(self.box, self.preview, None, spacing=12))
        self.setLayout(column(self.line, self._choice, self.visible, self.by_hand, spacing=6))
        self.line.told.connect(self._take)
        self.box.clicked.connect(self._decide)
        self.box.toggled.connect(self._show_live)
        self._take({})

    @property
    def accepted(self) -> bool:
        """Whether the user wants the references updated."""
        return not self._choice.isHidden() and self.box.isChecked()

    @property
    def writable(self) -> list[Use]:
        """The references that will be written."""
        return [
            use
            for use in self.uses
            if self._updates.can_write(use) and use.record not in self._refused
        ]

    async def judge(self) -> bool:
        """Find who uses the files and what would be left as it is, before anything is written;
        whether that is something else than what is shown. Raises ``ApiError``."""
        uses = await self._updates.uses_of(self._paths)
        refused = await self._updates.obstacles(self._target(), uses)
        is_new = refused != self._refused or set(uses) != set(self.uses)
        self.uses, self._refused = uses, refused
        if is_new:
            self._show_uses()
        return is_new

    def name_button(self, button: Button, plain: str, publishing: str) -> None:
        """Have the button of the dialog say so while it publishes changes."""
        self._button = button, plain, publishing
        self._show_live()

    async def _learn_live(self, writable: Sequence[Use]) -> None:
        self._live = await live_uses(self._workspace, writable)
        self._show_live()

    def _show_live(self) -> None:
        live = self._live if self.accepted else []
        words = _("Visitors see the changes in {users} right away.")
        self.visible.setText(words.format(users=counted(live)) if live else "")
        self.visible.setVisible(bool(live))
        if self._button is not None:
            button, plain, publishing = self._button
            button.setText(publishing if live else plain)
        self.told.emit()

    def _take(self, found: Mapping[str, Sequence[Use]]) -> None:
        self.uses = [use for uses in found.values() for use in uses]
        self._show_uses()
        if self.writable:
            self.tasks.latest("judge", self._judge())

    async def _judge(self) -> None:
        with optional():  # It is judged again before anything is written.
            self._refused = await self._updates.obstacles(self._target(), self.uses)
            self._show_uses()

    def _show_uses(self) -> None:
        writable = self.writable
        count = sum(use.count for use in writable)
        words = ngettext(
            "Update {count:,} reference in {users}", "Update {count:,} references in {users}", count
        )
        users = counted(writable) if count else ""
        self.box.setText(words.format(count=count, users=users) if count else "")
        if not self._decided:
            self.box.setChecked(bool(count))
        self._choice.setVisible(bool(count))
        left = left_words(self._updates, self.uses, self._refused)
        self.by_hand.setText(left)
        self.by_hand.setVisible(bool(left))
        self._live = writable  # Until more is known of them.
        self._show_live()
        self.tasks.latest("live", self._learn_live(writable))

    def _decide(self) -> None:
        self._decided = True

    def _show_preview(self) -> None:
        paths = self._target()
        if paths:
            self.tasks.latest(
                "preview", UpdatePreview(self, self._workspace, paths, self.writable).ask()
            )


def left_words(
    updates: ReferenceUpdates, uses: Sequence[Use], refused: Mapping[tuple[str, str], str]
) -> str:
    """The references that are not written, and why; empty when all are. ``refused`` are records
    that could be written, but would be left as they are."""
    left = [use for use in uses if not updates.can_write(use)]
    unsaved = [use for use in left if updates.is_unsaved(use)]
    others = [use for use in left if not updates.is_unsaved(use)]
    said = []
    if unsaved:
        said.append(
            _(
                "Not updated, because of unsaved changes: {users}. The file would be missing "
                "there. Publish, save or discard the changes first."
            ).format(users=counted(unsaved))
        )
    if others:
        words = _("Change {users} by hand: this can't be written from here.")
        said.append(words.format(users=counted(others)))
    titles = {use.record: use.title for use in uses if use.record in refused}
    for record, title in list(titles.items())[:MOST_TOLD]:
        words = _("“{record}” can't be updated, so the file would be missing there. {why}")
        said.append(words.format(record=title, why=refused[record]))
    more = len(titles) - MOST_TOLD
    if more > 0:
        words = ngettext(
            "{count:,} more can't be updated.", "{count:,} more can't be updated.", more
        )
        said.append(words.format(count=more))
    return "\n".join(said)
