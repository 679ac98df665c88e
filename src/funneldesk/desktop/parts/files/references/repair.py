"""Pointing broken references at the files that they likely meant, after a preview."""

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.judging import Broken
from funneldesk.desktop.assets.references.live_uses import live_uses
from funneldesk.desktop.assets.references.updates import Following, ReferenceUpdates
from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.files.references.update_offer import left_words
from funneldesk.desktop.parts.files.references.update_preview import UpdatePreview
from funneldesk.desktop.records.save.going_live import PUBLISH_CHANGES
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

MOST_NAMED = 6
WIDTH = 560


class RepairDialog(Dialog):
    """Answers "repair"; ``paths`` are missing path to the file that takes its place."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        paths: Mapping[str, str],
        uses: Sequence[Use],
        left: str = "",
        live: Sequence[Use] = (),
    ) -> None:
        """``left`` says which references are not repaired, and why; ``live`` are those that
        visitors meet."""
        count = sum(use.count for use in uses)
        title, text = _("These can't be repaired now"), ""
        if uses:
            said = ngettext("Repair {count:,} reference?", "Repair {count:,} references?", count)
            title = said.format(count=count)
            text = _("In {users}. You can undo this.").format(users=counted(uses))
        super().__init__(parent, title, text, width=WIDTH)
        self.tasks = TaskScope(self)
        for old, new in list(paths.items())[:MOST_NAMED]:
            line = ElidedLabel(f"{old}  →  {new}", size="small")
            set_tip(line, f"{old} → {new}")
            self.body.addWidget(line)
        if len(paths) > MOST_NAMED:
            more = _("And {count:,} more.").format(count=len(paths) - MOST_NAMED)
            self.body.addWidget(Label(more, size="small", tone="muted"))
        if left:
            self.body.addWidget(Label(left, size="small", tone="warning", wrap=True))

        if live:
            words = _("Visitors see the changes in {users} right away.")
            seen = Label(words.format(users=counted(live)), tone="warning", wrap=True)
            self.body.addWidget(seen)

        def show_preview() -> None:
            self.tasks.latest("preview", UpdatePreview(self, workspace, paths, uses).ask())

        preview = Button(_("Preview changes…"), kind="link", on_click=show_preview)
        self.body.addLayout(row(preview, None))
        preview.setVisible(bool(uses))
        self.add_button("", _("Cancel"))
        words = PUBLISH_CHANGES if live else _("Repair")
        self.add_button("repair", words, "primary").setEnabled(bool(uses))


async def repair(
    parent: QWidget, workspace: Workspace, chosen: Sequence[tuple[Broken, str]]
) -> None:
    """Ask, then write: ``chosen`` is what is broken, with the path to be named instead."""
    updates = workspace.shared(ReferenceUpdates)
    await workspace.shared(ReferenceIndex).fresh()
    paths = {broken.path: new for broken, new in chosen}
    named = [use for broken, _new in chosen for use in broken.uses]
    refused: dict[tuple[str, str], str] = {}
    with optional():  # What can't be asked now is found by the write itself.
        refused = await updates.obstacles(paths, named)
    uses = [use for use in named if updates.can_write(use) and use.record not in refused]
    left = left_words(updates, named, refused)
    live = await live_uses(workspace, uses)
    if await RepairDialog(parent, workspace, paths, uses, left, live).ask() != "repair":
        return
    names = [path.rpartition("/")[2] for path in paths]
    said = _("Repaired {name}")
    if len(names) > 1:
        said = ngettext(
            "Repaired {count:,} missing file", "Repaired {count:,} missing files", len(names)
        )
    what = said.format(name=names[0], count=len(names))
    await updates.follow(Following(what, paths, uses))
