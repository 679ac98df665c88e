"""What is done with a component: published, its drafts discarded (quirk 30)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.references.use import Use, counted
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, confirm
from funneldesk.desktop.kit.diff.view import DiffView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.kind import KIND, LIVE, PART
from funneldesk.desktop.parts.components.rename.renaming import Renaming
from funneldesk.desktop.parts.components.uses.component_uses import ComponentUses
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.save.going_live import PUBLISH_CHANGES
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.sections.operations import may_write, operation
from funneldesk.desktop.sections.panel import Panel

NOTICE = f"{PART}/state"
OPEN_MENU = Place.PALETTE | Place.SECTION_MENU
NOTHING_TO_PUBLISH = _("Visitors already see what is here.")
NO_DRAFT = _("It has no draft on the server.")
TITLES = (_("Live now"), _("After publishing"))
WIDTH, HEIGHT = 760, 320


class ComponentActions:
    """Each one works on the component that is open."""

    def __init__(
        self, panel: Panel, pane: EditPane, library: RecordLibrary[Any], uses: ComponentUses
    ) -> None:
        self._panel, self._pane, self._library, self._uses = panel, pane, library, uses
        self._workspace = panel.workspace

    @property
    def draft(self) -> RecordDraft | None:
        """The open component."""
        return self._pane.session.draft

    @property
    def has_draft(self) -> bool:
        """Whether the server has a draft of it."""
        draft = self.draft
        return draft is not None and draft.base.get("revision_id") is not None

    def publish_refusal(self) -> str:
        """Why it cannot be published now."""
        draft = self.draft
        if draft is None or draft.is_new:
            return _("Open a component first.") if draft is None else _("Create it first.")
        return "" if self.has_draft or draft.is_dirty else NOTHING_TO_PUBLISH

    async def publish(self) -> None:
        """Make what is typed live, after showing what changes, and what is lost."""
        await self._pane.form.settled()
        draft = self.draft
        if draft is None or self.publish_refusal():
            return
        if not may_write(self._workspace, PART, KIND.units):
            return
        uses = self._uses.of(draft.base.get("code"))
        if await PublishDialog(self._panel, draft, uses).ask() == "publish":
            await self._pane.save_flow.save(LIVE)

    async def discard(self) -> None:
        """Drop the drafts on the server; what is live stays."""
        draft, record_id = self.draft, self._pane.session.record_id
        if draft is None or not self.has_draft or not may_write(self._workspace, PART, KIND.units):
            return
        told = _(
            "All drafts of this component on the server are lost, also those of others. Visitors "
            "keep what they see. What you typed and did not save stays here."
        )
        asked = _("Discard the draft of “{name}”?").format(name=draft.title)
        if not await confirm(self._panel, asked, told, action=_("Discard draft"), danger=True):
            return
        number = int(record_id)
        with operation(self._workspace, _("Discarding the draft"), NOTICE) as sent:
            await self._workspace.run(lambda api: api.components.discard_drafts(number))
        if not sent.failed:
            await self._pane.session.read_again()
            self._workspace.announce(PART, record_id, source=self._panel)


class PublishDialog(Dialog):
    """Answers "publish". Shows live beside what it becomes, and says what is lost (quirk 30)."""

    def __init__(self, parent: QWidget, draft: RecordDraft, uses: Sequence[Use]) -> None:
        where = counted(uses)
        told = _("Visitors see these changes right away.")
        if where:
            told = _("Visitors see these changes right away in {uses}.").format(uses=where)
        title = _("Publish changes to “{name}”?").format(name=draft.title)
        super().__init__(parent, title, told, width=WIDTH)
        lost = _("Publishing ends all drafts of this component, also those of others.")
        self.body.addWidget(Label(lost, tone="warning", wrap=True))
        self.diff = DiffView()
        self.diff.setFixedHeight(HEIGHT)
        self.body.addWidget(self.diff)
        self.diff.set_texts(live_html(draft), draft.text("html"), "HTML", TITLES)
        self.add_button("", _("Cancel"))
        self.add_button("publish", PUBLISH_CHANGES, "primary")


def live_html(draft: RecordDraft) -> str:
    """What visitors see of a component."""
    base = draft.base
    has_draft = base.get("revision_id") is not None
    return str((base.get("live_html") if has_draft else base.get("html")) or "")


def component_actions(
    actions: ComponentActions, renaming: Renaming, panel: Panel
) -> tuple[Action, ...]:
    """What is offered for the open component."""
    start = panel.tasks.start
    publish = _about_open(
        "publish",
        (_("Publish changes to the open component…"), _("Publish changes…")),
        lambda: start(actions.publish()),
        actions.publish_refusal,
        "globe",
    )
    rename = _about_open(
        "rename-code",
        (_("Rename the code of the open component…"), _("Rename code…")),
        lambda: start(renaming.ask()),
        renaming.refusal,
        "pencil",
    )
    discard = _about_open(
        "discard-draft",
        (_("Discard the draft of the open component…"), _("Discard draft…")),
        lambda: start(actions.discard()),
        lambda: "" if actions.has_draft else NO_DRAFT,
        "undo-2",
    )
    return replace(publish, told_keys="Ctrl+Shift+S"), rename, discard


def _about_open(
    name: str,
    titles: tuple[str, str],
    run: Callable[[], object],
    refusal: Callable[[], str],
    icon: str,
) -> Action:
    """An action on the open component; the second title is that in menus."""
    return Action(
        f"{PART}.{name}",
        titles[0],
        lambda _ids: run(),
        icon,
        places=OPEN_MENU,
        menu_title=titles[1],
        writes=PART,
        needs_connection=True,
        refusal=lambda _ids: refusal(),
    )
