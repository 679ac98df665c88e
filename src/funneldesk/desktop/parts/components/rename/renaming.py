"""Renames a component's code, and lets what this computer has follow (quirk 31)."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.contract.components import ComponentPatch
from funneldesk.desktop.assets.references.use import Use
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.parts.components.kind import KIND, PART
from funneldesk.desktop.parts.components.rename.dialog import RenameDialog
from funneldesk.desktop.parts.components.rename.plan import rewrites_of
from funneldesk.desktop.parts.components.rename.unsaved import rename_in_drafts
from funneldesk.desktop.parts.components.uses.component_uses import ComponentUses
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.sections.operations import may_write, operation

NOTICE = f"{PART}/rename"
STILL_LOOKING = _("Not all of the brand was looked through: {covered}. The server finds the rest.")


class Renaming:
    """Of the open component. ``session`` has it, ``library`` knows the codes of the others."""

    def __init__(
        self,
        panel: QWidget,
        session: EditSession,
        library: RecordLibrary[Any],
        uses: ComponentUses,
    ) -> None:
        self._panel, self._session, self._library, self._uses = panel, session, library, uses
        self._workspace = session.workspace

    def refusal(self) -> str:
        """Why the code cannot be renamed now."""
        draft = self._session.draft
        if draft is None:
            return _("Open a component first.")
        return _("Choose its code before you create it.") if draft.is_new else ""

    async def ask(self) -> None:
        """Show what would be rewritten, and rename."""
        draft = self._session.draft
        if draft is None or self.refusal() or not may_write(self._workspace, PART, KIND.units):
            return
        name, old = str(draft.base.get("name") or ""), str(draft.base.get("code") or "")
        record_id = self._session.record_id
        await self._session.drafts.save_now()
        await self._uses.index.fresh()
        uses = (await self._uses.index.component_uses(old)).get(old, [])
        found = await rewrites_of(self._workspace, old, uses)
        dialog = RenameDialog(self._panel, name, old, uses, found, self._taken)
        covered = self._uses.covered_words
        dialog.warn(STILL_LOOKING.format(covered=covered) if covered else "")
        if await dialog.ask() == "rename":
            await self._rename(int(record_id), name, old, dialog.code, uses)

    async def _rename(
        self, number: int, name: str, old: str, new: str, uses: Iterable[Use]
    ) -> None:
        patch = ComponentPatch(name=name, code=new)
        with operation(self._workspace, _("Renaming the code"), NOTICE) as sent:
            await self._workspace.run(lambda api: api.components.update(number, patch))
        if sent.failed:
            return
        found = tuple(uses)
        drafts = [use.record for use in found if use.is_draft]
        refused = await rename_in_drafts(self._workspace, drafts, old, new)
        for part in {use.part for use in found}:
            ids = list(dict.fromkeys(use.id for use in found if use.part == part))
            await self._workspace.store.drop_records(part, ids)
            self._workspace.announce(part, *ids, source=self)
        await self._session.read_again()
        self._workspace.announce(PART, str(number), source=self)
        self._uses.index.refresh()
        self._tell(new, found, refused)

    def _taken(self, code: str) -> str:
        own = self._session.record_id
        rows = self._library.rows
        return next(
            (
                str(row.get("name") or code)
                for key, row in rows.items()
                if key != own and row.get("code") == code
            ),
            "",
        )

    def _tell(self, new: str, found: tuple[Use, ...], refused: list[tuple[str, str]]) -> None:
        count = len({use.record for use in found if not use.is_draft})
        told = ngettext(
            "{count:,} page or component names it by the new code.",
            "{count:,} pages and components name it by the new code.",
            count,
        ).format(count=count)
        if refused:
            told += " " + _("Unsaved work that is open elsewhere still has the old code: save it.")
        tone = "warning" if refused else "success"
        said = _("The code is {code} now.").format(code=new)
        self._workspace.notifications.post(Notice(said, told, tone, key=NOTICE))
