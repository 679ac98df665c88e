"""Preview of an offer: what somebody who gave a reason would read."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column, row, surface
from funneldesk.desktop.kit.controls.labels import Chip, Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.subscriptions.offers.matrix import Config, shown_for, words
from funneldesk.desktop.people.deeds.offers import in_words


class OfferPreview(QWidget):
    """A card as a checkout may draw it: how a merchant's pages look is theirs."""

    def __init__(self) -> None:
        super().__init__()
        self.reason = Label("", size="small", tone="muted")
        self.title = Label("", size="title", wrap=True)
        self.meaning = Label("", wrap=True)
        self.then = Label("", size="small", tone="muted", wrap=True)
        self.takes, self.leaves = Chip(_("Keep my subscription"), "accent"), Chip(_("Cancel"))
        card = surface("card")
        inner = column(self.title, self.meaning, spacing=6, margins=(16, 14, 16, 14))
        inner.addLayout(row(self.takes, self.leaves, None, spacing=8))
        card.setLayout(inner)
        self.setLayout(column(self.reason, card, self.then, spacing=8))
        self.card = card

    def show_offer(self, config: Config, reason: str) -> None:
        """Show what is offered first for a reason, and what comes after it."""
        found = shown_for(config, reason)
        told = _("What a customer reads who says “{reason}”").format(reason=reason)
        self.reason.setText(told if reason else _("What a customer reads who gives another reason"))
        self.card.setVisible(bool(found))
        if not found:
            off = config.get("enabled") is False
            self.then.setText(
                _("Nothing: offers are switched off.") if off else _("Nothing: no offer fits.")
            )
            return
        meaning = in_words(found[0])
        label = str(found[0].get("offer_label") or "").strip()
        self.title.setText(label or meaning)
        self.meaning.setText(meaning)
        self.meaning.setVisible(bool(label) and label != meaning)
        rest = " · ".join(words(each) for each in found[1:])
        self.then.setText(_("Declined, the next ones are: {offers}").format(offers=rest))
        self.then.setVisible(bool(rest))
