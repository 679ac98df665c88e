"""What can be done with automations from their list."""

from functools import partial
from typing import Any

from funneldesk.contract.automations import (
    AutomationClone,
    AutomationDraft,
    AutomationExport,
    AutomationPatch,
)
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.forms.field_spec import FieldSpec, GroupSpec
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.copying import CopyDialog
from funneldesk.desktop.parts.automations.host import Host
from funneldesk.desktop.parts.automations.labels import PART, STATUSES
from funneldesk.desktop.parts.automations.postback import PostbackDialog
from funneldesk.desktop.parts.automations.runs.summary_dialog import SummaryDialog
from funneldesk.desktop.parts.automations.templates import choose_template, keep_template
from funneldesk.desktop.records.schema.form_dialog import FormDialog
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.operations import journaled, may_write, operation

LONGEST_TITLE = 255
UNIT = "automation"  # not shown


class AutomationDeeds:
    """Each one asks what has to be asked, does it once, and tells how it went."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def new(self) -> None:
        """A draft with a title and an empty canvas."""
        self._start("new", self._new(None))

    def from_template(self) -> None:
        """A draft with the graph of a template of this computer."""
        self._start("new", self._from_template())

    def clone(self, automation_id: str) -> None:
        """A draft of the same in this brand."""
        self._start("new", self._clone(automation_id))

    def copy_to_brand(self, automation_id: str) -> None:
        """A draft of the same in another brand, after naming what is missing there."""
        self._host.tasks.latest("new", self._copy(automation_id))

    def keep_template(self, automation_id: str) -> None:
        """Keep its graph on this computer, for new ones."""
        self._host.tasks.latest("new", self._keep(automation_id))

    def settings(self, automation_id: str) -> None:
        """Change title, collection, entry and postback code."""
        self._start("settings", self._settings(automation_id))

    def postback(self, automation_id: str) -> None:
        """Show the address that starts it, with a test."""
        self._host.tasks.latest("postback", self._postback(automation_id))

    def summary(self) -> None:
        """Show what all of them did in a period, and open one of them."""
        self._host.tasks.latest("summary", self._summary())

    def set_status(self, ids: Ids, status: str) -> None:
        """Have it run, or not."""
        if may_write(self._workspace, PART, _("automations")):
            change = partial(self._set_status, tuple(ids), status)
            self._host.tasks.in_turn("status", change)

    def have_exported(self, ids: Ids) -> None:
        """Have the server send them by email."""
        self._host.tasks.latest("export", self._export(tuple(ids)))

    def _start(self, name: str, work: Any) -> None:
        if may_write(self._workspace, PART, _("automations")):
            self._host.tasks.latest(name, work)
        else:
            work.close()

    @property
    def _workspace(self) -> Any:
        return self._host.workspace

    def _title(self, automation_id: str) -> str:
        row = self._host.row_of(automation_id)
        return str(row.get("title") or "") if row is not None else ""

    async def _new(self, document: Any, title: str = "") -> None:
        asked = await ask_text(
            self._host.window(),
            _("New automation"),
            _("It begins as a draft: nothing runs before you deploy it."),
            value=title,
            action=_("Create automation"),
        )
        if asked is None or not asked.strip():
            return
        title, made_id = asked.strip()[:LONGEST_TITLE], ""
        with operation(self._workspace, _("Creating “{title}”").format(title=title), f"{PART}/new"):
            async with journaled(self._workspace, PART, title, _("Creating")):
                made = await self._workspace.run(
                    lambda api: api.automations.create(AutomationDraft(title=title))
                )
            made_id = str(made.id)
            if document is not None:
                await self._workspace.run(
                    lambda api: api.automations.save_builder(made.id, document, draft=True)
                )
        if made_id:
            self._workspace.announce(PART, made_id)
            self._host.begin(made_id)

    async def _from_template(self) -> None:
        found = await choose_template(self._host.window(), self._workspace)
        if found is not None:
            await self._new(found.document, found.name)

    async def _clone(self, automation_id: str) -> None:
        name = self._title(automation_id)
        title = await ask_text(
            self._host.window(),
            _("Duplicate “{title}”").format(title=name),
            _("The copy is a draft with what the builder shows."),
            value=_("{name} (copy)").format(name=name[: LONGEST_TITLE - 12]),
            action=_("Duplicate automation"),
        )
        if not title:
            return
        wanted = AutomationClone(title=title[:LONGEST_TITLE])
        with operation(
            self._workspace, _("Duplicating “{title}”").format(title=name), f"{PART}/new"
        ):
            async with journaled(self._workspace, PART, title, _("Duplicating"), automation_id):
                made = await self._workspace.run(
                    lambda api: api.automations.clone(int(automation_id), wanted)
                )
            self._workspace.announce(PART, str(made.id))
            self._host.begin(str(made.id))

    async def _document(self, automation_id: str) -> Any:
        """Its document: as it stands on the canvas where it is open."""
        builder = self._host.builder
        if builder.editor.is_open and str(builder.body.get("id")) == automation_id:
            return await builder.editor.written()
        found = await self._workspace.run(
            lambda api: api.automations.get_builder(int(automation_id))
        )
        return found.body() if found is not None else None

    async def _copy(self, automation_id: str) -> None:
        if self._workspace.neighbours is None:
            return
        with operation(self._workspace, _("Reading the graph"), f"{PART}/copy"):
            document = await self._document(automation_id)
            title = self._title(automation_id)
            await CopyDialog(self._host.window(), self._workspace, title, document or {}).ask()

    async def _keep(self, automation_id: str) -> None:
        title = self._title(automation_id)
        with operation(self._workspace, _("Reading the graph"), f"{PART}/template"):
            document = await self._document(automation_id)
            if document:
                await keep_template(self._host.window(), self._workspace, title, document)

    async def _postback(self, automation_id: str) -> None:
        with operation(self._workspace, _("Reading the postback code"), f"{PART}/postback"):
            read = await self._workspace.run(lambda api: api.automations.get(int(automation_id)))
            code = read.postback_code or ""
            await PostbackDialog(self._host.window(), self._workspace, read.title, code).ask()

    async def _summary(self) -> None:
        dialog = SummaryDialog(self._host.window(), self._workspace, self._host.brand.formats)
        if await dialog.ask() == "open":
            self._host.open_record(dialog.opened)

    async def _settings(self, automation_id: str) -> None:
        number = int(automation_id)
        with operation(self._workspace, _("Reading the settings"), f"{PART}/settings"):
            row = self._host.row_of(automation_id)
            read = await self._workspace.run(lambda api: api.automations.get(number))
            known = {
                **({} if row is None else row.summary),
                **read.model_dump(mode="json", exclude_unset=True),
            }
            before = {spec.name: known.get(spec.name) or "" for spec in _FIELDS}

            async def send(values: dict[str, Any]) -> None:
                changed = {name: value or "" for name, value in values.items()}
                sent = {n: v for n, v in changed.items() if v != before[n]}
                if sent:
                    patch = AutomationPatch(**sent)
                    await self._workspace.run(lambda api: api.automations.update(number, patch))

            dialog = FormDialog(
                self._host.window(),
                self._workspace,
                _("Settings of “{title}”").format(title=read.title),
                (GroupSpec("", "", _FIELDS),),
                values=before,
                memory=f"{PART}/settings/{number}",
                action=_("Save settings"),
                send=send,
                height=380,
            )
            if await dialog.ask() == "done":
                self._workspace.announce(PART, automation_id)

    async def _set_status(self, ids: tuple[str, ...], status: str) -> None:
        patch = AutomationPatch(status=status)
        for each in ids:
            doing = _("Changing “{title}”").format(title=self._title(each))
            with operation(self._workspace, doing, f"{PART}/status") as done:
                await self._workspace.run(
                    lambda api, each=each: api.automations.update(int(each), patch)
                )
            if done.failed:
                break
            self._workspace.announce(PART, each)

    async def _export(self, ids: tuple[str, ...]) -> None:
        wish = AutomationExport(selected_ids=[int(each) for each in ids])
        with operation(self._workspace, _("Asking for the export"), f"{PART}/export") as done:
            async with journaled(self._workspace, PART, counted(len(ids), UNIT), _("Exporting")):
                await self._workspace.run(lambda api: api.automations.export(wish))
        if not done.failed:
            text = _("It comes by email to the user whose key this brand is opened with.")
            self._workspace.notifications.post(Notice(_("The server is making the export"), text))


def _title_problem(value: Any, _values: Any) -> str | None:
    return None if str(value or "").strip() else _("An automation needs a title.")


_FIELDS = (
    FieldSpec("title", _("Title"), max_length=LONGEST_TITLE, check=_title_problem),
    FieldSpec("status", _("Status"), "choice", choices=tuple(STATUSES.items())),
    FieldSpec(
        "collection_code",
        _("Collection"),
        "code",
        hint=_("Only forms of this collection start it. Empty: all forms."),
    ),
    FieldSpec("entry_node", _("Entry node"), "code", hint=_("Empty: the node of the trigger.")),
    FieldSpec(
        "postback_code", _("Postback code"), "code", hint=_("Empty: the server makes a new one.")
    ),
)
