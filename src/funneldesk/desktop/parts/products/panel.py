"""The Products section: a grid that is edited in place, and the form of the product beside it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.actions import ProductActions, product_actions
from funneldesk.desktop.parts.products.codes import code_words, review_code
from funneldesk.desktop.parts.products.files_tab import FilesTab
from funneldesk.desktop.parts.products.margin_view import MarginView
from funneldesk.desktop.parts.products.pictures import ProductPictures
from funneldesk.desktop.parts.products.sending import Sending
from funneldesk.desktop.parts.products.shipping import Shipping, ask_rate
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Place
from funneldesk.desktop.workspace.brand_facts import formats_of
from funneldesk.desktop.workspace.workspace import Workspace


class ProductsPanel(EditedPanel):
    """The panel of the products of a brand."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.shipping = workspace.shared(Shipping)
        self.margin = MarginView(formats_of(workspace), lambda: self.shipping.rate)
        self.pictures = ProductPictures(workspace)
        super().__init__(workspace, self.shipping.section(declared))
        self.pictures.setParent(self)  # The thumbnails of the brand outlive the panel.
        self.pictures.show_in(self.list)
        self.detail.above.addWidget(self.margin)
        self.margin.hide()
        self.margin.asked_for_rate.connect(self.ask_rate)
        self.pane.form.edited.connect(lambda _name: self._show_margin())
        self.pane.form.form.add_check("code", self._same_code)
        self.pane.save_flow.more_review = partial(review_code, workspace)
        self.session.changed.connect(self._show_margin)
        self.shipping.changed.connect(self._rate_changed)
        self.brand.changed.connect(self.margin.again)

    def own_tabs(self) -> Sequence[OwnTab]:
        form = super().own_tabs()
        self.files = FilesTab(Sending(self), self.pictures)
        return (*form, OwnTab("files", _("Picture and files"), self.files))

    def about_many(self) -> Sequence[Action]:
        if self.staging is None:
            raise ValueError("products are edited in the table")
        self.product_actions = ProductActions(self, self.source.library, self.staging.runs)
        rate = Action(
            "products.shipping-rate",
            _("Shipping rate in margins…"),
            lambda _: self.ask_rate(),
            places=Place.PALETTE | Place.SECTION_MENU,
        )
        return (*product_actions(self.product_actions, self), rate)

    async def load(self) -> None:
        if not self._begun:
            await self.shipping.recall()
        await super().load()

    def first_values(self) -> dict[str, Any]:
        return {"type": "physical", "classification": "main"}

    def show_beside(self, body: Mapping[str, Any]) -> None:
        self._show_margin()

    def _same_code(self, values: Mapping[str, Any]) -> str:
        code = str(values.get("code") or "")
        return " ".join(code_words(self.workspace, self.session.record_id, code)).strip()

    def ask_rate(self) -> None:
        """Let the user change what shipping is assumed to cost."""
        self.tasks.latest("rate", ask_rate(self, self.shipping, lambda: self.brand.formats))

    def _show_margin(self) -> None:
        draft = self.session.draft
        self.margin.show_values(draft.fields if draft is not None and self.open_id else {})

    def _rate_changed(self) -> None:
        self.margin.again()
        self.list.table.rows.tell_changed()
