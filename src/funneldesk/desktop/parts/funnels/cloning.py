"""Copies of funnels: what comes along, said before, and made once (quirks 10 and 40)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.funnels.kind import KIND
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.sections.operations import journaled
from funneldesk.desktop.workspace.workspace import Workspace

FREE = _("It is only on this computer so far."), _("Save it first.")
LOST = Outcome.unknown(
    _("The answer was lost on the way, and the list does not show the copy."),
    _("Refresh the list, and try again if it stays so."),
)


class CloneDialog(Dialog):
    """Answers "clone". Says what a copy has and what it has not."""

    def __init__(self, parent: QWidget, names: Sequence[str], pages: Sequence[Any]) -> None:
        """``pages`` are those of all the funnels."""
        title = _("Duplicate {funnels}?").format(funnels=counted(len(names), KIND.unit))
        if len(names) == 1:
            title = _("Duplicate “{name}”?").format(name=names[0])
        super().__init__(parent, title, width=480)
        for line in told(pages):
            self.body.addWidget(Label(line, wrap=True))
        self.add_button("", _("Cancel"))
        self.add_button("clone", _("Duplicate"), "primary")


def told(pages: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """What comes along with these pages, a sentence each."""
    if not pages:
        return (_("The copy has no pages, and begins inactive."),)
    statuses = Counter(str(each.get("status") or "") for each in pages)
    lines = [
        _("{pages} are copied, in their order: sources, settings and split tests.").format(
            pages=counted(len(pages), "page")
        ),
        _("Copies get addresses of their own. Links still lead to the original pages."),
    ]
    if live := statuses["published"]:
        said = _("{pages} are published, and so are their copies, at once.")
        lines.append(said.format(pages=counted(live, "page")))
    lines.append(_("The copy begins inactive. Orders, visits and figures stay with the original."))
    return tuple(lines)


class FunnelCopier:
    """Has the server copy funnels, never the same one twice. ``made`` are the new ids."""

    def __init__(self, workspace: Workspace, library: RecordLibrary[Any]) -> None:
        self._workspace, self._library = workspace, library
        self._known = {int(key) for key in library.rows if not is_new_id(key)}
        self.made: list[int] = []

    async def copy(self, item: BulkItem) -> Outcome:
        """One funnel. Raises ``ApiError``."""
        if is_new_id(item.id):
            return Outcome.skipped(*FREE)
        work, number = self._workspace, int(item.id)
        async with journaled(work, KIND.part, item.title, _("Duplicating"), item.id):
            made = await work.run(lambda api: api.funnels.clone(number))
        return await self._took(made.id, made.name)

    async def look(self, item: BulkItem) -> Outcome | None:
        """What became of a copy whose answer was lost. Raises ``ApiError``."""
        listed = await self._workspace.run(lambda api: api.funnels.list())
        fresh = [each for each in listed if each.id not in self._known]
        like = [each for each in fresh if item.title[:200] in each.name]
        if len(like) != 1:
            return LOST
        await self._workspace.store.end_entry_of(KIND.part, item.id)
        return await self._took(like[0].id, like[0].name)

    async def _took(self, number: int, name: str) -> Outcome:
        self._known.add(number)
        self.made.append(number)
        await self._library.fetch(str(number))
        return Outcome.done(_("Duplicated as “{name}”.").format(name=name))
