"""Settings of the brand on the server: name, time zone, currency."""

from PySide6.QtWidgets import QWidget

from funneldesk.contract.brands import Brand
from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.brands.brand import BRAND, LISTED
from funneldesk.desktop.records.detail.edit_pane import EditPane
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.sections.actions import Action, Actions
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace


class BrandPanel(Panel):
    """Admin or owner may change it; for others it is shown."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.facts = workspace.shared(BrandFacts)
        self.library = library_of(workspace, LISTED)
        self.pane = EditPane(BRAND, self, self.library)
        self.session = self.pane.session
        self.setLayout(column(self.pane, spacing=0))
        save = Action(
            "brands.save",
            _("Save the brand's settings"),
            lambda _: self.save(),
            "save",
            "Ctrl+S",
            writes=BRAND.part,
            refusal=lambda _unused: "" if self.session.is_dirty else _("Nothing has changed."),
            window_keys=True,
        )
        history = Action(
            "brands.history",
            _("History of the brand's settings…"),
            lambda _: self.tasks.start(self.pane.show_history()),
            "history",
        )
        self.declared = Actions(workspace, (save, history), list)
        self.library.updated.connect(self._learn_soon)
        workspace.connection_changed.connect(self.session.show_rights)

    def _learn_soon(self) -> None:
        self.tasks.latest("facts", self._learn())

    async def load(self) -> None:
        await self.library.show_local()
        await self._open()
        doing = _("Reading the brand's settings")
        with operation(self.workspace, doing, "brands/load", retry=self.refresh) as asked:
            await self.library.refresh()
        if asked.failed:
            return
        await self._open()
        self.session.compare_with_list()

    async def _open(self) -> None:
        for record_id in self.library.rows:
            await self.session.open(record_id)

    async def _learn(self) -> None:
        """Dates and amounts everywhere, and the switcher, follow what the server has."""
        for record_id in self.library.rows:
            body = await self.library.record(record_id)
            if body is not None:
                brand = Brand.model_validate(body)
                await self.facts.keep(brand)
                self.workspace.renamed.emit(brand.name)
                self.titled.emit(brand.name)

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared.commands())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return tuple(self.declared.keys_lines())

    def first_list(self) -> QWidget | None:
        return None

    def save(self, *, publish: bool = False) -> None:
        self.tasks.latest("save", self.pane.save_flow.save(None))

    @property
    def is_quiet(self) -> bool:
        """Whether nothing is read or sent."""
        scopes = (self.tasks, self.session.tasks, self.library.tasks)
        return not any(scope.is_busy for scope in scopes)

    async def settle(self) -> None:
        await self.pane.settle()

    def unkept(self) -> tuple[str, ...]:
        return () if self.session.is_kept else (self.session.title,)

    def leave(self) -> None:
        self.session.lock.release()
